//! Where a run left a character, and what has moved it since.

use bevy_ecs::prelude::Entity;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Vector, Wide};

use super::collider_mover::ColliderMover;
use crate::collider::{AffineOf, Dimension};

/// Where a run left a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LastPlace<D: Dimension> {
    /// The translation of its `Transform`, in the space of its parent.
    local: Vec3,
    /// Its parent, and where that was.
    parent: Option<(Entity, GlobalTransform)>,
    /// The translation in the world.
    world: D::Vector,
}

impl<D: Dimension> LastPlace<D> {
    /// Returns the entity that was its parent.
    pub(super) fn parent_mut(&mut self) -> Option<&mut Entity> {
        self.parent.as_mut().map(|(parent, _)| parent)
    }

    /// Returns the place where a character is now.
    pub(super) fn of(colliders: &mut ColliderMover<D>, entity: Entity) -> Option<Self> {
        let (local, parent) = colliders.local_place(entity)?;
        let world = colliders.query().get(entity)?.affine().translation();
        Some(Self { local, parent, world })
    }
}

/// What happened to a character since the last run.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinceLastRun<D: Dimension> {
    pub(super) seconds: f64,
    /// How far its parent has moved it; not known of a new parent.
    pub(super) moved_by_parent: D::Wide,
    /// Where its parent was, and is; not known of a new parent.
    pub(super) parent_motion: Option<[AffineOf<D>; 2]>,
    /// Where the last run left it, if it has got another parent since.
    pub(super) before_new_parent: Option<D::Wide>,
    /// Whether the app may have put it somewhere else: by its `Transform`, or another parent.
    pub(super) was_teleported: bool,
}

impl<D: Dimension> SinceLastRun<D> {
    /// Compares the [place](ColliderMover::local_place) of a character with its last one.
    pub(super) fn of(
        last: Option<LastPlace<D>>,
        now: Option<(Vec3, Option<(Entity, GlobalTransform)>)>,
        seconds: f64,
    ) -> Self {
        let parent = now.and_then(|(_, parent)| parent);
        let entity_of = |(parent, _): (Entity, GlobalTransform)| parent;
        let has_new_parent = last.is_some_and(|last| last.parent.map(entity_of) != parent.map(entity_of));
        let same_parent = last
            .zip(parent)
            .filter(|_| !has_new_parent)
            .and_then(|(last, now)| Some((last, last.parent?.1, now.1)));
        let moved_by_parent = same_parent.map_or(D::Wide::ZERO, |(last, _, parent)| {
            let now = GlobalTransform::from_translation(parent.affine().transform_point3(last.local));
            D::affine(&now).translation().widen() - last.world.widen()
        });
        Self {
            seconds,
            moved_by_parent,
            parent_motion: same_parent.map(|(_, before, now)| [&before, &now].map(D::affine)),
            before_new_parent: last.filter(|_| has_new_parent).map(|last| last.world.widen()),
            was_teleported: has_new_parent
                || last.zip(now).is_some_and(|(last, (local, _))| last.local != local),
        }
    }
}
