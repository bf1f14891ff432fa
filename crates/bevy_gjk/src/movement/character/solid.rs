//! What is in the way of a character: one-way platforms are solid from one side only.

use bevy_ecs::prelude::{Entity, Query};

use super::one_way::OneWayPlatform;
use crate::collider::Dimension;
use crate::movement::clearance::Limits;

/// Decides which parts are solid for one move.
#[derive(Clone, Copy)]
pub(super) struct Solidity<'a, D: Dimension> {
    pub(super) one_way: &'a Query<'a, 'a, &'static OneWayPlatform<D>>,
    /// Whether this move ignores all one-way platforms.
    pub(super) drop_through: bool,
    /// The one-way platforms that the character stood on when it began to drop, and has not left since.
    pub(super) dropping: &'a [Entity],
}

impl<D: Dimension> Solidity<'_, D> {
    /// Returns whether a collider is solid towards a mover. `limits` are those of the part, and the unit normal points from
    /// the part to the mover.
    pub(super) fn is_solid(&self, entity: Entity, limits: &Limits, normal: D::Wide) -> bool {
        // Outside of it, at a distance of the skin, when the move began.
        !self.is_one_way(entity)
            || limits.stop_clearance >= limits.skin - limits.tolerance && self.is_solid_side(entity, normal)
    }

    /// Returns whether a collider that the mover overlaps is solid, although it did not move.
    pub(super) fn is_solid_inside(&self, entity: Entity) -> bool {
        !self.is_one_way(entity)
    }

    /// Returns whether a collider is solid from one side only.
    pub(super) fn is_one_way(&self, entity: Entity) -> bool {
        self.one_way.contains(entity)
    }

    /// Returns whether the character is on its way down through one-way platforms.
    pub(super) fn is_dropping(&self) -> bool {
        !self.dropping.is_empty()
    }

    fn is_solid_side(&self, entity: Entity, normal: D::Wide) -> bool {
        !self.drop_through
            && !self.dropping.contains(&entity)
            && self.one_way.get(entity).is_ok_and(|platform| platform.is_solid_towards(normal))
    }
}
