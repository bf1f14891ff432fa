//! Where a run left a character, and what has moved it since.

use bevy_ecs::prelude::Entity;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Vector, Wide};

use super::collider_mover::ColliderMover;
use crate::collider::Dimension;

/// Where a run left a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LastPlace<D: Dimension> {
    /// The translation of its `Transform`, in the space of its parent.
    local: Vec3,
    parent: Option<Entity>,
    /// The translation in the world.
    world: D::Vector,
}

impl<D: Dimension> LastPlace<D> {
    /// Returns the entity that was its parent.
    pub(super) fn parent_mut(&mut self) -> Option<&mut Entity> {
        self.parent.as_mut()
    }

    /// Returns the place where a character is now.
    pub(super) fn of(colliders: &mut ColliderMover<D>, entity: Entity) -> Option<Self> {
        let (local, parent) = colliders.local_place(entity)?;
        let world = colliders.query().get(entity)?.affine().translation();
        Some(Self { local, parent: parent.map(|(parent, _)| parent), world })
    }
}

/// What happened to a character since the last run.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinceLastRun<D: Dimension> {
    pub(super) seconds: f64,
    /// How far its parent has moved it; not known of a new parent.
    pub(super) moved_by_parent: D::Wide,
    /// Where the last run left it, if it has got another parent since.
    pub(super) before_new_parent: Option<D::Wide>,
    /// Whether the app wrote its `Transform`.
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
        let has_new_parent = last.is_some_and(|last| last.parent != parent.map(|(parent, _)| parent));
        let moved_by_parent = match (last, parent) {
            (Some(last), Some((_, parent))) if !has_new_parent => {
                let now = GlobalTransform::from_translation(parent.affine().transform_point3(last.local));
                D::affine(&now).translation().widen() - last.world.widen()
            }
            _ => D::Wide::ZERO,
        };
        Self {
            seconds,
            moved_by_parent,
            before_new_parent: last.filter(|_| has_new_parent).map(|last| last.world.widen()),
            was_teleported: last.zip(now).is_some_and(|(last, (local, _))| last.local != local),
        }
    }
}
