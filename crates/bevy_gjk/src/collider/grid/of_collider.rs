//! The grid that a collider is.

use super::CellGrid;
use crate::collider::{Dim2, Dim3, dim2, dim3};

impl dim2::Collider {
    /// Returns the grid, if it is one.
    ///
    /// ```
    /// # use bevy_math::UVec2;
    /// use bevy_gjk::dim2::{CellGrid, CellKind, Collider};
    ///
    /// let mut level = Collider::Grid(CellGrid::new(UVec2::splat(8), 1.0, [CellKind::full()]));
    /// if let Some(grid) = level.as_grid_mut() {
    ///     grid.set(UVec2::ZERO, 1)?;
    /// }
    /// assert_eq!(level.as_grid().map(|grid| grid.get(UVec2::ZERO)), Some(1));
    /// # Ok::<_, bevy_gjk::grid::GridError<bevy_gjk::Dim2>>(())
    /// ```
    pub fn as_grid(&self) -> Option<&CellGrid<Dim2>> {
        match self {
            Self::Grid(grid) => Some(grid),
            _ => None,
        }
    }

    /// Returns the grid, if it is one, to write cells. The component counts as changed then, whether or not a cell is written:
    /// of others, ask for [`as_grid`](Self::as_grid) first.
    pub fn as_grid_mut(&mut self) -> Option<&mut CellGrid<Dim2>> {
        match self {
            Self::Grid(grid) => Some(grid),
            _ => None,
        }
    }
}

impl dim3::Collider {
    /// Returns the grid, if it is one.
    ///
    /// ```
    /// # use bevy_math::UVec3;
    /// use bevy_gjk::dim3::{CellGrid, CellKind, Collider};
    ///
    /// let mut level = Collider::Grid(CellGrid::new(UVec3::splat(8), 1.0, [CellKind::full()]));
    /// if let Some(grid) = level.as_grid_mut() {
    ///     grid.set(UVec3::ZERO, 1)?;
    /// }
    /// assert_eq!(level.as_grid().map(|grid| grid.get(UVec3::ZERO)), Some(1));
    /// # Ok::<_, bevy_gjk::grid::GridError<bevy_gjk::Dim3>>(())
    /// ```
    pub fn as_grid(&self) -> Option<&CellGrid<Dim3>> {
        match self {
            Self::Grid(grid) => Some(grid),
            _ => None,
        }
    }

    /// Returns the grid, if it is one, to write cells. The component counts as changed then, whether or not a cell is written:
    /// of others, ask for [`as_grid`](Self::as_grid) first.
    pub fn as_grid_mut(&mut self) -> Option<&mut CellGrid<Dim3>> {
        match self {
            Self::Grid(grid) => Some(grid),
            _ => None,
        }
    }
}
