//! What a collider inherits from the entities above it: its self-collision group, and its space.

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, With};
use bevy_ecs::system::SystemParam;

use crate::collider::{CollisionSpace, NoSelfCollision};
use crate::ecs::{UnfilteredQuery, ancestors};

/// What a collider inherits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Inherited {
    /// The topmost one of its entity and the ancestors of that with [`NoSelfCollision`].
    pub(crate) group: Option<Entity>,
    /// That of the nearest one with a [`CollisionSpace`].
    pub(crate) space: CollisionSpace,
}

/// The queries that find what an entity inherits.
#[derive(SystemParam)]
pub(crate) struct InheritedQueries<'w, 's> {
    groups: UnfilteredQuery<'w, 's, (), With<NoSelfCollision>>,
    spaces: UnfilteredQuery<'w, 's, &'static CollisionSpace>,
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
}

impl InheritedQueries<'_, '_> {
    /// Returns whether there is anything to inherit. If there is not, [`of`](Self::of) need not be called.
    pub(crate) fn any(&self) -> bool {
        !(self.groups.is_empty() && self.spaces.is_empty())
    }

    /// Returns what an entity inherits.
    pub(crate) fn of(&self, entity: Entity) -> Inherited {
        let parent_of = |entity| self.parents.get(entity).ok().map(ChildOf::parent);
        let (mut group, mut space) = (None, None);
        for above in ancestors(entity, parent_of) {
            group = if self.groups.contains(above) { Some(above) } else { group };
            space = space.or_else(|| self.spaces.get(above).ok().copied());
        }
        Inherited { group, space: space.unwrap_or_default() }
    }
}
