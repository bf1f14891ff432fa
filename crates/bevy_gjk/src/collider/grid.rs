//! Grids of cells with identity: tile maps in 2D, voxels in 3D.
//!
//! A [`CellGrid`] is a description of a collider, as the others are. Its [`Cells`] name [kinds](CellKind), and nothing
//! is built from them: a grid is an implicit BVH of [blocks](layout) of cells, and its parts are its cells. So a cell
//! can be written at any time, and whatever answers by a part names a cell.

use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use gjk::Vector;

mod cells;
mod chunk;
mod error;
mod from_polygons;
mod kind;
mod layout;
mod parts;
mod placed_kind;

use crate::collider::{ColliderError, ColliderShape, CompositeShape, Dimension, part_count};
pub use cells::Cells;
pub use error::GridError;
pub(crate) use error::GridFlaw;
pub use kind::{CellKind, GridCell};
pub(crate) use parts::GridParts;

/// A grid of cells: a tile map in 2D, voxels in 3D. As a [`Collider::Grid`](crate::dim2::Collider::Grid) it is one
/// collider, whose parts are its cells.
///
/// Cells have coordinates from zero. The low corner of the first one is at the origin of the entity, so that the cell
/// `(x, y)` reaches from `(x, y) * cell_size` to `(x + 1, y + 1) * cell_size`, in local coordinates; the transform of
/// the entity may turn and scale the grid. A cell holds the number of its kind: 0 for none, `n` for the `n`-th of
/// [`kinds`](Self::kinds).
///
/// [Writing a cell](Self::set) takes a microsecond, however large the grid is. What touches other cells goes on to
/// touch them, without an event. A clone shares all cells with the original until either is written, and copies no more
/// than the block of 4,096 cells around a cell that is, so that a grid can be kept for each tick of a game.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::UVec2;
/// use bevy_gjk::dim2::prelude::*;
/// use bevy_gjk::dim2::{CellGrid, CellKind};
/// # use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let kinds = [CellKind::full(), CellKind::slope(), CellKind::slope().mirrored_x()];
///     let level = ["     ", " 2##3", "#####"];
///     let mut grid = CellGrid::new(UVec2::new(5, 3), 16.0, kinds);
///     for (y, row) in (0..).zip(level.iter().rev()) {
///         for (x, tile) in (0..).zip(row.chars()) {
///             let kind = match tile { '#' => 1, '2' => 2, '3' => 3, _ => 0 };
///             grid.set(UVec2::new(x, y), kind).unwrap();
///         }
///     }
///     commands.spawn((Collider::Grid(grid), Transform::from_xyz(-40.0, 0.0, 0.0)));
/// }
///
/// fn dig(mut grids: Query<&mut Collider>, at: In<(Entity, UVec2)>) {
///     let (entity, cell) = *at;
///     if let Ok(mut collider) = grids.get_mut(entity) && let Collider::Grid(grid) = &mut *collider {
///         let _ = grid.set(cell, 0);
///     }
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[reflect(where D::Collider: bevy_reflect::FromReflect)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
#[doc(alias("tilemap", "tiles", "voxels", "tile map", "chunk"))]
pub struct CellGrid<D: Dimension> {
    /// The side lengths of a cell, positive.
    pub cell_size: D::Vector,
    /// What the cells may be: the first of them is number 1.
    pub kinds: Vec<CellKind<D>>,
    /// The numbers of the cells' kinds.
    pub cells: Cells<D>,
}

/// Creates a grid of one empty cell with sides of length 1.
impl<D: Dimension> Default for CellGrid<D> {
    fn default() -> Self {
        Self { cell_size: D::Vector::splat(1.0), kinds: Vec::new(), cells: Cells::default() }
    }
}

impl<D: Dimension> CellGrid<D> {
    /// Creates a grid of empty cells that are as long on all sides.
    ///
    /// A grid of no cells, or of more than 2²⁸, is invalid: a warning says so, and the collider takes no part.
    pub fn new(size: D::Cell, cell_size: f32, kinds: impl IntoIterator<Item = CellKind<D>>) -> Self {
        Self {
            cell_size: D::Vector::splat(cell_size),
            kinds: kinds.into_iter().collect(),
            cells: Cells::new(size),
        }
    }

    /// Returns the number of cells along each axis.
    pub fn size(&self) -> D::Cell {
        D::cell_from(self.cells.size())
    }

    /// Returns the number of the kind of a cell: 0 if it is empty or outside of the grid.
    pub fn get(&self, cell: D::Cell) -> u16 {
        self.cells.get(D::cell_coordinates(cell))
    }

    /// Returns the kind of a cell, unless it is empty or outside of the grid.
    pub fn kind(&self, cell: D::Cell) -> Option<&CellKind<D>> {
        self.kinds.get(usize::from(self.get(cell)).checked_sub(1)?)
    }

    /// Writes the number of a cell's kind, 0 for none, and returns the number before.
    ///
    /// # Errors
    /// Returns an error that names the cell if it is outside of the grid, or if there is no such kind. Then nothing
    /// changes.
    pub fn set(&mut self, cell: D::Cell, kind: u16) -> Result<u16, GridError<D>> {
        if usize::from(kind) > self.kinds.len() {
            return Err(GridError::NoSuchKind { cell, kind, kinds: self.kinds.len() });
        }
        let outside = GridError::OutsideOfGrid { cell, size: self.size() };
        self.cells.set(D::cell_coordinates(cell), kind).ok_or(outside)
    }

    /// Adds a kind and returns its number.
    ///
    /// # Panics
    /// If there are 65,535 kinds already.
    pub fn add_kind(&mut self, kind: CellKind<D>) -> u16 {
        self.kinds.push(kind);
        u16::try_from(self.kinds.len()).expect("a grid has at most 65,535 kinds")
    }

    /// Iterates over the cells that are not empty, with the numbers of their kinds, in the order of their parts: row by
    /// row along x, and in 3D layer by layer along z.
    pub fn filled(&self) -> impl Iterator<Item = (D::Cell, u16)> {
        self.cells.filled().map(|(coordinates, kind)| (D::cell_from(coordinates), kind))
    }

    /// Iterates over the cells of which the kind differs from that in another grid, mostly a clone that was kept: each
    /// with the number of its kind in the other grid, and with that in this one. What is outside of one of them counts
    /// as empty there.
    ///
    /// Blocks of 4,096 cells that both grids share are skipped, so that it costs what was written since the clone was
    /// made, and a nanosecond for each other block. The cells come block by block.
    ///
    /// ```
    /// # use bevy_math::UVec2;
    /// use bevy_gjk::dim2::{CellGrid, CellKind};
    ///
    /// let mut level = CellGrid::new(UVec2::new(1000, 1000), 16.0, [CellKind::full()]);
    /// let saved = level.clone();
    /// level.set(UVec2::new(300, 20), 1)?;
    ///
    /// // Only these have to be drawn again, or sent to a peer.
    /// let changes: Vec<_> = level.changes_since(&saved).collect();
    /// assert_eq!(changes, [(UVec2::new(300, 20), 0, 1)]);
    /// # Ok::<_, bevy_gjk::grid::GridError<bevy_gjk::Dim2>>(())
    /// ```
    #[doc(alias("diff", "difference", "dirty"))]
    pub fn changes_since<'c>(&'c self, before: &'c Self) -> impl Iterator<Item = (D::Cell, u16, u16)> + 'c {
        let changes = self.cells.changes_since(&before.cells);
        changes.map(|(cell, [before, now])| (D::cell_from(cell), before, now))
    }

    /// Returns the cell of a convex part of this collider, such as [`RayHit::part`](crate::RayHit::part); `None` if it
    /// is outside of the grid. Parts are numbered row by row: that of a cell is `x + width * (y + height * z)`.
    pub fn cell_of_part(&self, part: u32) -> Option<D::Cell> {
        self.cells.coordinates(part).map(D::cell_from)
    }

    /// Returns the index of the part that a cell is, filled or not: the reverse of
    /// [`cell_of_part`](Self::cell_of_part).
    ///
    /// ```
    /// # use bevy_math::UVec2;
    /// use bevy_gjk::dim2::{CellGrid, CellKind};
    ///
    /// let grid = CellGrid::new(UVec2::new(20, 10), 16.0, [CellKind::full()]);
    /// assert_eq!(grid.part_of_cell(UVec2::new(3, 2)), Some(43));
    /// assert_eq!(grid.cell_of_part(43), Some(UVec2::new(3, 2)));
    /// assert_eq!(grid.part_of_cell(UVec2::new(20, 0)), None);
    /// ```
    pub fn part_of_cell(&self, cell: D::Cell) -> Option<u32> {
        self.cells.part(D::cell_coordinates(cell))
    }

    /// Returns the cell in which a point lies, in local coordinates of the entity; `None` if it is outside of the grid.
    pub fn cell_at(&self, point: D::Vector) -> Option<D::Cell> {
        let mut coordinates = [0; 3];
        for (axis, coordinate) in coordinates.iter_mut().enumerate().take(D::Vector::DIMENSION) {
            let at = (point.element(axis) / self.cell_size.element(axis)).floor();
            let is_inside = at >= 0.0 && at < self.cells.size()[axis] as f32;
            *coordinate = is_inside.then_some(at as u32)?;
        }
        Some(D::cell_from(coordinates))
    }

    /// Returns the center of a cell, in local coordinates of the entity.
    pub fn center(&self, cell: D::Cell) -> D::Vector {
        layout::cell_center::<D>(D::cell_coordinates(cell), self.cell_size)
    }

    /// Checks the description and makes the shape.
    ///
    /// # Errors
    /// Returns what is wrong with the grid as a whole. What is wrong with single cells or kinds is the
    /// [`grid_error`](CompositeShape::grid_error) of the shape.
    pub(crate) fn prepare(&self) -> Result<ColliderShape<D>, ColliderError> {
        let size = self.cells.size();
        let count = size.iter().take(D::Vector::DIMENSION).try_fold(1u64, |count, &cells| {
            count.checked_mul(cells.into()).ok_or(ColliderError::TooManyParts(u64::MAX))
        })?;
        if count == 0 {
            return Err(ColliderError::NoCells);
        }
        part_count(count)?;
        let is_positive = (0..D::Vector::DIMENSION).all(|axis| self.cell_size.element(axis) > 0.0);
        if !(is_positive && self.cell_size.is_finite()) {
            return Err(ColliderError::CellSize);
        }
        Ok(CompositeShape::implicit(GridParts::new(self)))
    }
}
