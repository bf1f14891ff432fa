//! Where a run left a character, and what has moved it since.

use bevy_ecs::prelude::Entity;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Vector, Wide};

use super::ColliderMover;
use crate::collider::{AffineOf, Dimension};

/// Where a run left a character.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub(super) struct LastPlace<D: Dimension> {
    /// The translation of its `Transform`, in the space of its parent.
    local: Vec3,
    /// Its parent, and where that was.
    pub(super) parent: Option<(Entity, GlobalTransform)>,
    /// The translation in the world.
    world: D::Vector,
}

impl<D: Dimension> LastPlace<D> {
    /// Returns the place where a character is now.
    pub(super) fn of(colliders: &mut ColliderMover<D>, entity: Entity) -> Option<Self> {
        let (local, parent) = colliders.local_place(entity)?;
        let world = colliders.query().get(entity)?.affine().translation();
        Some(Self { local, parent, world })
    }
}

/// How the parent of a character has moved it since the last run.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParentMotion<D: Dimension> {
    pub(super) displacement: D::Wide,
    /// Where the parent was, and where it is, if it has moved; any two maps that move in the same way.
    pub(super) maps: Option<[AffineOf<D>; 2]>,
}

/// What happened to a character since the last run.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinceLastRun<D: Dimension> {
    pub(super) seconds: f64,
    /// Nothing is known of a new parent.
    pub(super) by_parent: ParentMotion<D>,
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
        let mut by_parent = ParentMotion { displacement: D::Wide::ZERO, maps: None };
        if let (Some(LastPlace { local, parent: Some((_, before)), world }), Some((_, after)), false) =
            (last, parent, has_new_parent)
        {
            let now = GlobalTransform::from_translation(after.affine().transform_point3(local));
            by_parent.displacement = D::affine(&now).translation().widen() - world.widen();
            by_parent.maps = Some([&before, &after].map(D::affine)).filter(|[from, to]| from != to);
        }
        Self {
            seconds,
            by_parent,
            before_new_parent: last.filter(|_| has_new_parent).map(|last| last.world.widen()),
            was_teleported: has_new_parent
                || last.zip(now).is_some_and(|(last, (local, _))| last.local != local),
        }
    }
}
