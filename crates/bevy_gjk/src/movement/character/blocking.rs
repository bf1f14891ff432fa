//! What blocks a character: one-way platforms do from one side only.

use core::ops::ControlFlow;

use bevy_ecs::prelude::Query;
use gjk::{Support, Vector, Wide};

use super::SurfaceTests;
use crate::collider::{AffineOf, Dimension, OneWayPlatform};
use crate::movement::{Limits, PartKey, Passable, any_part};
use crate::query::CollisionQuery;

impl<D: Dimension> SurfaceTests<'_, D> {
    /// Returns whether a part blocks a mover. `limits` are those of the part, and the unit normal points from the part
    /// to the mover. A one-way platform blocks only a mover that was outside of it when the move began. `before` places
    /// a collider that has moved since the run before.
    pub(super) fn blocks_from(
        &self,
        key: PartKey,
        limits: &Limits,
        normal: D::Wide,
        before: Option<&AffineOf<D>>,
    ) -> bool {
        let passed = key.passable();
        let Some(platform) = self.one_way(passed) else { return true };
        limits.began_outside_skin()
            && !self.drop_through
            && !self.dropping.contains(&passed)
            && platform.blocks_towards(normal)
            && !self.begins_in_set_of(key, before)
            && !self.passes_row_of(key, &platform, before)
    }

    /// Returns whether the move began in a part that is one-way, below the top of this one: so it goes through a row of
    /// tiles, and a round bottom that meets the edge of the next tile does not come from above.
    fn passes_row_of(
        &self,
        key: PartKey,
        platform: &OneWayPlatform<D>,
        before: Option<&AffineOf<D>>,
    ) -> bool {
        let Some(collider) = self.query.get(key.entity) else { return false };
        let direction = platform.direction;
        let height = |point: D::Vector| point.widen().dot(direction.widen());
        let place = before.unwrap_or(collider.affine());
        let top = collider.with_part_at(key.part, place, |part| height(part.support(direction)));
        if top.is_none_or(|top| height(self.shape.support(-direction)) >= top) {
            return false;
        }
        any_part(self.query, &self.shape.aabb(), self.filter, |key, part| {
            self.is_one_way(key) && gjk::intersects(self.shape, part)
        })
    }

    /// Returns whether the move began in the solid that a part belongs to, if it belongs to one. The cuts
    /// between its parts are no surface.
    fn begins_in_set_of(&self, key: PartKey, before: Option<&AffineOf<D>>) -> bool {
        let Some(collider) = self.query.get(key.entity) else { return false };
        let Some(parts) = collider.composite().filter(|parts| parts.is_part_of_solid(key.part)) else {
            return false;
        };
        let mut is_in = false;
        let _ = parts.each_solid(before.unwrap_or(collider.affine()), 0, &mut |solid| {
            if !solid.has_part(key.part) {
                return ControlFlow::Continue(());
            }
            is_in = solid.overlaps(self.shape);
            ControlFlow::Break(())
        });
        is_in
    }

    /// Returns whether a part blocks from one side only.
    pub(super) fn is_one_way(&self, key: PartKey) -> bool {
        self.one_way(key.passable()).is_some()
    }

    /// Returns from which side a collider or a cell blocks, if it does from one only.
    pub(super) fn one_way(&self, passed: Passable) -> Option<OneWayPlatform<D>> {
        one_way_of(self.query, self.one_way, passed)
    }
}

/// Returns from which side a collider or a cell blocks, if it does from one only. What the kind of a cell says goes
/// before what its entity has, as for layers.
pub(super) fn one_way_of<D: Dimension>(
    query: &CollisionQuery<D>,
    platforms: &Query<&'static OneWayPlatform<D>>,
    Passable { entity, cell_part }: Passable,
) -> Option<OneWayPlatform<D>> {
    let of_cell = cell_part.and_then(|part| query.get(entity)?.cell_rules(part)?.one_way);
    of_cell.or_else(|| platforms.get(entity).ok()?.checked().ok())
}
