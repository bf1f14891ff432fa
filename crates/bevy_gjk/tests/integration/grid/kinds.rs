//! The kinds of cells that the tests of both dimensions use.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_gjk::{OneWayPlatform, dim2, dim3};

use crate::common::dimension::Spatial;
use crate::common::prelude::*;

pub trait GridKinds: Spatial {
    /// The layer of what is solid, and that of coins.
    const GROUND: LayerMask = LayerMask::layer(0);
    const COIN: LayerMask = LayerMask::layer(3);

    /// A full cell, and others.
    fn kinds() -> Vec<CellKind<Self>>;
    fn grid(size: [u32; 3], cell_size: f32, kinds: Vec<CellKind<Self>>) -> Self::Collider;
    fn grid_mut(collider: &mut Self::Collider) -> &mut CellGrid<Self>;
}

/// Those of a full cell, a half and a slope, turned and mirrored, and some that say more.
fn all<D: GridKinds>(full: CellKind<D>, half: CellKind<D>, slope: CellKind<D>) -> Vec<CellKind<D>> {
    let coins = CollisionLayers::new(D::COIN, LayerMask::ALL);
    vec![
        full.clone(),
        half.clone(),
        half.clone().mirrored_y(),
        slope.clone(),
        slope.clone().mirrored_x(),
        slope.mirrored_y(),
        CellKind { layers: Some(coins), reports: true, tag: 7, ..CellKind::new(D::ball(0.3)) },
        CellKind { one_way: Some(OneWayPlatform::default()), ..half },
        CellKind { surface_velocity: D::vector(Vec3::X * 0.5), reports: true, ..full },
        CellKind::default(),
    ]
}

impl GridKinds for Dim2 {
    fn kinds() -> Vec<CellKind<Self>> {
        all(CellKind::<Dim2>::full(), CellKind::<Dim2>::upper_half(), CellKind::<Dim2>::slope())
    }
    fn grid([x, y, _]: [u32; 3], cell_size: f32, kinds: Vec<CellKind<Self>>) -> dim2::Collider {
        dim2::Collider::Grid(CellGrid::new([x, y].into(), cell_size, kinds))
    }
    fn grid_mut(collider: &mut dim2::Collider) -> &mut CellGrid<Self> {
        let dim2::Collider::Grid(grid) = collider else { panic!("no grid") };
        grid
    }
}

impl GridKinds for Dim3 {
    fn kinds() -> Vec<CellKind<Self>> {
        all(CellKind::<Dim3>::full(), CellKind::<Dim3>::upper_half(), CellKind::<Dim3>::slope())
    }
    fn grid(size: [u32; 3], cell_size: f32, kinds: Vec<CellKind<Self>>) -> dim3::Collider {
        dim3::Collider::Grid(CellGrid::new(size.into(), cell_size, kinds))
    }
    fn grid_mut(collider: &mut dim3::Collider) -> &mut CellGrid<Self> {
        let dim3::Collider::Grid(grid) = collider else { panic!("no grid") };
        grid
    }
}

/// Returns a grid of cells of side 1, of which these, by column and row, are of a kind.
pub fn grid_of(
    size: [u32; 2],
    kinds: impl IntoIterator<Item = CellKind<Dim2>>,
    cells: impl IntoIterator<Item = (u32, u32, u16)>,
) -> CellGrid<Dim2> {
    let mut grid = CellGrid::<Dim2>::new(size.into(), 1.0, kinds);
    cells.into_iter().for_each(|(x, y, kind)| assert_eq!(grid.set([x, y].into(), kind), Ok(0)));
    grid
}

/// Returns a row of cells of side 1, with the kind of each.
pub fn row_of(
    cells: impl IntoIterator<Item = u16>,
    kinds: impl IntoIterator<Item = CellKind<Dim2>>,
) -> CellGrid<Dim2> {
    let cells: Vec<_> = (0..).zip(cells).map(|(x, kind)| (x, 0, kind)).collect();
    grid_of([cells.len() as u32, 1], kinds, cells)
}

/// Returns a kind whose touches are reported.
pub fn reporting() -> CellKind<Dim2> {
    CellKind { reports: true, ..CellKind::<Dim2>::full() }
}

pub fn spawn_grid(app: &mut App, grid: CellGrid<Dim2>) -> Entity {
    app.spawn((dim2::Collider::Grid(grid), Transform::default()))
}

/// Runs a frame, and returns what it reports of cells.
pub fn cell_events(app: &mut App) -> Vec<dim2::CellEvent> {
    app.resource_mut::<Messages<dim2::CellEvent>>().clear();
    app.update();
    app.resource_mut::<Messages<dim2::CellEvent>>().drain().collect()
}

/// Writes a cell of a grid.
pub fn dig(app: &mut App, grid: Entity, x: u32, y: u32, kind: u16) {
    with_grid::<Dim2, _>(app, grid, |grid| grid.set([x, y].into(), kind)).unwrap();
}

/// Edits the grid of an entity.
pub fn with_grid<D: GridKinds, T>(
    app: &mut App,
    entity: Entity,
    edit: impl FnOnce(&mut CellGrid<D>) -> T,
) -> T {
    let mut collider = app.get_mut::<D::Collider>(entity);
    edit(D::grid_mut(&mut collider))
}
