//! Finds the self-collision group of an entity: the topmost one of itself and its ancestors with [`NoSelfCollision`].

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, With};
use bevy_ecs::system::SystemParam;

use crate::collider::NoSelfCollision;
use crate::ecs::{UnfilteredQuery, ancestors};

/// The queries that find the self-collision group of an entity.
#[derive(SystemParam)]
pub(crate) struct SelfCollisionGroups<'w, 's> {
    roots: UnfilteredQuery<'w, 's, (), With<NoSelfCollision>>,
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
}

impl SelfCollisionGroups<'_, '_> {
    /// Returns whether there is any group. If there is none, [`of`](Self::of) need not be called.
    pub(crate) fn any(&self) -> bool {
        !self.roots.is_empty()
    }

    /// Returns the self-collision group of an entity: the topmost one of itself and its ancestors with
    /// [`NoSelfCollision`].
    pub(crate) fn of(&self, entity: Entity) -> Option<Entity> {
        let parent_of = |entity| self.parents.get(entity).ok().map(ChildOf::parent);
        ancestors(entity, parent_of).filter(|&entity| self.roots.contains(entity)).last()
    }
}
