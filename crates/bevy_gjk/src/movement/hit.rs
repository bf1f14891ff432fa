//! The parts that a move hits, and their order.

use bevy_ecs::prelude::Entity;

use super::{Impact, Limits};
use crate::collider::{CompositeShape, Dimension};
use crate::detection::proxies::{Colliders, EntityOrder, PlacedCollider};

/// What is passed as a whole where a character drops through a one-way platform, or a move ignores a part: a collider,
/// or a single cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Passable {
    pub(super) entity: Entity,
    /// The part that is the cell, if it is one.
    pub(super) cell_part: Option<u32>,
}

/// A part of a collider, ordered as those that are hit at the same time, or overlap equally deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartKey {
    /// The order of the entity among others.
    pub(super) order: EntityOrder,
    pub(super) part: u32,
    pub(super) entity: Entity,
    /// Whether it is a cell of a grid.
    is_cell: bool,
}

impl PartKey {
    /// Creates the key of a part of a collider.
    #[inline]
    pub(super) fn new<D: Dimension>(
        collider: &PlacedCollider<D>,
        part: u32,
        colliders: &Colliders<D>,
    ) -> Self {
        let is_cell = collider.composite().is_some_and(CompositeShape::has_cells);
        Self { entity: collider.entity(), part, is_cell, order: colliders.order(collider.slot) }
    }

    /// Returns what a move that passes this part passes.
    pub(super) fn passable(self) -> Passable {
        Passable { entity: self.entity, cell_part: self.is_cell.then_some(self.part) }
    }
}

/// A part that is hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<D: Dimension> {
    pub(super) key: PartKey,
    pub(super) impact: Impact<D>,
    pub(super) limits: Limits,
    /// When the shape stops: at the part, or just before it, if another part is at its skin earlier and would be hit
    /// later.
    pub(super) stop_time: f64,
}

impl<D: Dimension> Hit<D> {
    /// Returns whether this hit comes before another.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        let times = |hit: &Self| (hit.impact.at_min.time, hit.impact.at_stop.time);
        match times(self).partial_cmp(&times(other)) {
            Some(order) => order.then_with(|| self.key.cmp(&other.key)).is_lt(),
            None => false,
        }
    }
}
