//! What blocks a character: one-way platforms do from one side only.

use bevy_ecs::prelude::Query;

use crate::collider::{Dimension, OneWayPlatform};
use crate::movement::clearance::Limits;
use crate::movement::hit::{PartKey, Passable};
use crate::query::CollisionQuery;

/// Decides which parts block one move.
#[derive(Clone, Copy)]
pub(super) struct Blocking<'a, D: Dimension> {
    pub(super) query: &'a CollisionQuery<'a, D>,
    pub(super) one_way: &'a Query<'a, 'a, &'static OneWayPlatform<D>>,
    /// Whether this move ignores all one-way platforms.
    pub(super) drop_through: bool,
    /// The one-way platforms that the character stood on when it began to drop, and has not left since.
    pub(super) dropping: &'a [Passable],
}

impl<D: Dimension> Blocking<'_, D> {
    /// Returns whether a part blocks a mover. `limits` are those of the part, and the unit normal points from the part to the
    /// mover. A one-way platform blocks only a mover that was outside of it when the move began.
    pub(super) fn blocks(&self, key: PartKey, limits: &Limits, normal: D::Wide) -> bool {
        let passed = key.passable();
        let Some(platform) = self.one_way(passed) else { return true };
        limits.began_outside_skin()
            && !self.drop_through
            && !self.dropping.contains(&passed)
            && platform.blocks_towards(normal)
    }

    /// Returns whether a part blocks from one side only.
    pub(super) fn is_one_way(&self, key: PartKey) -> bool {
        self.one_way(key.passable()).is_some()
    }

    /// Returns from which side a collider or a cell blocks, if it does from one only.
    pub(super) fn one_way(&self, passed: Passable) -> Option<OneWayPlatform<D>> {
        one_way(self.query, self.one_way, passed)
    }

    /// Returns whether the character is on its way down through one-way platforms.
    pub(super) fn is_dropping(&self) -> bool {
        !self.dropping.is_empty()
    }
}

/// Returns from which side a collider or a cell blocks, if it does from one only.
pub(super) fn one_way<D: Dimension>(
    query: &CollisionQuery<D>,
    platforms: &Query<&'static OneWayPlatform<D>>,
    Passable { entity, cell }: Passable,
) -> Option<OneWayPlatform<D>> {
    let of_cell = || query.get(entity)?.cell_rules(cell?)?.one_way;
    platforms.get(entity).ok().and_then(|platform| platform.checked().ok()).or_else(of_cell)
}
