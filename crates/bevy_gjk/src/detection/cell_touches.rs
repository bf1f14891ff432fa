//! Which cells of grids are touched, of the kinds that [report](crate::grid::CellKind::reports) it.

use bevy_ecs::prelude::Entity;

use crate::collider::{Dimension, GridCell};
use crate::detection::Collisions;
use crate::detection::narrow_phase;
use crate::detection::proxies::{Colliders, EntityOrder, PlacedCollider};

/// A cell of a grid that a collider touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellTouch<D: Dimension> {
    /// The entity whose collider the grid is, or is a part of.
    pub grid: Entity,
    /// The entity that collides for it: the root of the [compound](crate::CompoundCollider) to which the grid belongs,
    /// if it does, and otherwise the same.
    pub collider: Entity,
    /// The entity that touches the cell.
    pub other: Entity,
    /// The cell.
    pub cell: D::Cell,
    /// The number of its kind.
    pub kind: u16,
    /// The number that the game has given the kind.
    pub tag: u32,
    /// Which one of the grids of its entity it is.
    grid_index: u32,
    /// The part of the collider that the cell was when it was found last. Other edits of the collider may change it.
    pub(crate) part: u32,
    /// The orders of both entities, whose colliders may be gone when the touch ends.
    order: [EntityOrder; 2],
}

impl<D: Dimension> CellTouch<D> {
    /// What makes it the same touch in two runs, in the order of the lists.
    fn identity(&self) -> (u64, u64, u64, u32, [u32; 3], u16) {
        let [collider, other, grid] = [self.collider, self.other, self.grid].map(Entity::to_bits);
        (collider, other, grid, self.grid_index, D::cell_coordinates(self.cell), self.kind)
    }
}

/// A touch of a cell, as a state remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct RememberedCell {
    /// The indices of the grid's collider and of the other one among those of the state.
    pub(crate) colliders: [u32; 2],
    /// The entity of the grid, if it is another one than that of the collider.
    pub(crate) grid: Option<Entity>,
    /// Which one of the grids of its entity it is.
    pub(crate) grid_index: u32,
    pub(crate) cell: [u32; 3],
    /// The part of the collider that is the cell.
    pub(crate) part: u32,
    pub(crate) kind: u16,
    pub(crate) tag: u32,
}

/// The cells that were touched in the last run, and those that began and ceased to be since the run before.
#[derive(Debug, Default)]
pub(crate) struct CellTouches<D: Dimension> {
    /// Sorted by their identities.
    touches: Vec<CellTouch<D>>,
    before: Vec<CellTouch<D>>,
    started: Vec<CellTouch<D>>,
    ended: Vec<CellTouch<D>>,
}

impl<D: Dimension> CellTouches<D> {
    /// Returns the touches for a state that gives these indices to colliders.
    pub(crate) fn remember(
        &self,
        index: impl Fn(Entity) -> Option<u32>,
    ) -> impl Iterator<Item = RememberedCell> {
        self.touches.iter().filter_map(move |touch| {
            let &CellTouch { grid, collider, grid_index, part, kind, tag, .. } = touch;
            let colliders = [index(collider)?, index(touch.other)?];
            let cell = D::cell_coordinates(touch.cell);
            let grid = Some(grid).filter(|&grid| grid != collider);
            Some(RememberedCell { colliders, grid, grid_index, cell, part, kind, tag })
        })
    }

    /// Replaces the touches by those that a state remembers, of whose colliders `entity` gives the entities and keys.
    /// Those of which an entity is gone are left out.
    pub(crate) fn restore(
        &mut self,
        cells: &[RememberedCell],
        entity: impl Fn(u32) -> Option<(Entity, Option<u64>)>,
    ) {
        self.touches.clear();
        self.touches.extend(cells.iter().filter_map(|remembered| {
            let &RememberedCell { colliders, grid, grid_index, cell, part, kind, tag } = remembered;
            let [collider, other] = colliders.map(&entity);
            let (entities, cell) = ([collider?, other?], D::cell_from(cell));
            let [collider, other] = entities.map(|(entity, _)| entity);
            let grid = grid.unwrap_or(collider);
            let order = entities.map(|(entity, key)| EntityOrder::of(entity, key));
            Some(CellTouch { grid, collider, other, cell, kind, tag, grid_index, part, order })
        }));
        // Entities may have come back under other ids.
        self.touches.sort_unstable_by_key(CellTouch::identity);
    }

    /// Returns whether nothing began or ceased.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.started.is_empty() && self.ended.is_empty()
    }

    /// Returns the cells that ceased to be touched, and those that began to be, in the order of their colliders and
    /// cells.
    pub(crate) fn changes(&self) -> [&[CellTouch<D>]; 2] {
        [&self.ended, &self.started]
    }
}

/// Returns the touch of a part of a collider by another one, if the part is a cell.
fn touch_of_cell<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    part: u32,
    colliders: &Colliders<D>,
) -> Option<CellTouch<D>> {
    let [collider, other] = pair.map(PlacedCollider::entity);
    let order = pair.map(|collider| colliders.order(collider.slot));
    let GridCell { cell, kind, tag } = pair[0].cell(part)?;
    let (grid, grid_index) = pair[0].grid_of_part(part);
    Some(CellTouch { grid, collider, other, cell, kind, tag, grid_index, part, order })
}

impl<D: Dimension> Collisions<D> {
    /// Finds the cells that are touched, and what has changed since the last call.
    pub(crate) fn find_cell_touches(&mut self) {
        let Self { colliders, contacts, cell_touches, .. } = self;
        let CellTouches { touches, before, started, ended } = cell_touches;
        started.clear();
        ended.clear();
        colliders.update_reporting_grids();
        if colliders.reporting_grids().is_empty() && touches.is_empty() {
            return;
        }
        core::mem::swap(touches, before);
        touches.clear();
        for &slot in colliders.reporting_grids() {
            let collider = colliders.at(slot);
            for edge in contacts.graph.of(slot).filter(|&edge| contacts.graph.flags(edge).kind.touches()) {
                let [one, two] = contacts.graph.pair(edge).slots;
                let other = colliders.at(if one == slot { two } else { one });
                let grid_of = |part| collider.composite()?.grid_of(part);
                let reports = |part| grid_of(part).is_some_and(|(grid, index)| grid.reports(index));
                narrow_phase::each_touching_parts(
                    [collider, other],
                    |[part, _]| reports(part),
                    |[part, _]| touches.extend(touch_of_cell([collider, other], part, colliders)),
                );
            }
        }
        touches.sort_unstable_by_key(CellTouch::identity);
        // Several parts of a collider may touch a cell.
        touches.dedup_by_key(|touch| touch.identity());
        let is_in = |list: &[CellTouch<D>], touch: &CellTouch<D>| {
            list.binary_search_by_key(&touch.identity(), CellTouch::identity).is_ok()
        };
        ended.extend(before.iter().filter(|touch| !is_in(touches, touch)));
        started.extend(touches.iter().filter(|touch| !is_in(before, touch)));
        for list in [started, ended] {
            list.sort_by_key(|touch| (touch.order, touch.part));
        }
    }

    /// Returns the cells of grids that an entity touches now, whether or not their kinds report it, in no particular
    /// order of the grids.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::dim2::{CellGrid, CellKind};
    /// use bevy_math::UVec2;
    /// use bevy_transform::components::Transform;
    ///
    /// # let mut app = App::new();
    /// # app.add_plugins((bevy_transform::TransformPlugin, CollisionPlugin::default()));
    /// // Two tiles of size 1, side by side; the ball is where they meet.
    /// let mut grid = CellGrid::new(UVec2::new(2, 1), 1.0, [CellKind::full()]);
    /// let tiles = [UVec2::new(0, 0), UVec2::new(1, 0)];
    /// tiles.map(|tile| grid.set(tile, 1).unwrap());
    /// app.world_mut().spawn(Collider::Grid(grid));
    /// let place = Transform::from_xyz(1.0, 0.5, 0.0);
    /// let ball = app.world_mut().spawn((Collider::circle(0.1), place)).id();
    /// app.update();
    /// let touched: Vec<_> = app.world().resource::<Collisions>().cells_of(ball).map(|touch| touch.cell).collect();
    /// assert_eq!(touched, tiles);
    /// ```
    pub fn cells_of(&self, entity: Entity) -> impl Iterator<Item = CellTouch<D>> {
        self.edges_of(entity).filter(|edge| edge.state.touches()).flat_map(move |edge| {
            let [one, two] = edge.entities.map(|of| self.colliders.get(of));
            let pair = if edge.entities[0] == entity { [two, one] } else { [one, two] };
            let mut touches = Vec::new();
            if let [Some(grid), Some(own)] = pair {
                let is_cell = |[part, _]: [u32; 2]| grid.cell(part).is_some();
                narrow_phase::each_touching_parts([grid, own], is_cell, |[part, _]| {
                    touches.extend(touch_of_cell([grid, own], part, &self.colliders));
                });
            }
            touches.sort_unstable_by_key(CellTouch::identity);
            touches.dedup_by_key(|touch| touch.identity());
            touches
        })
    }

    /// Returns the cells of [reporting](crate::grid::CellKind::reports) kinds that are touched, in no particular order.
    /// It is up to date in the phase [`Events`](crate::CollisionSystems::Events).
    pub fn cell_touches(&self) -> &[CellTouch<D>] {
        &self.cell_touches.touches
    }
}
