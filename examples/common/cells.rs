//! Grids of cells in 2D: each drawn as one mesh, which follows what is written, and the cell under the mouse.

use core::ops::ControlFlow;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind, Collider, PlacedShape};
use bevy_gjk::queries::QueryShape;

use crate::body;

/// The colors of a grid's kinds. The grid is drawn in them.
#[derive(Component, Clone, Debug)]
#[require(Mesh2d, MeshMaterial2d<ColorMaterial>)]
pub struct CellColors(pub Vec<Color>);

/// Adds the system that draws grids anew when a cell is written.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, draw);
}

type Written = Or<(Changed<Collider>, Changed<CellColors>)>;

fn draw(
    mut grids: Query<(&Collider, &CellColors, &mut Mesh2d, &mut MeshMaterial2d<ColorMaterial>), Written>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (collider, CellColors(colors), mut mesh, mut material) in &mut grids {
        let Collider::Grid(grid) = collider else { continue };
        mesh.0 = meshes.add(mesh_of(grid, colors));
        if materials.get(&material.0).is_none_or(|material| material.color != Color::WHITE) {
            material.0 = materials.add(Color::WHITE);
        }
    }
}

/// Returns the cells of a grid as one mesh. Cells alternate in brightness, so that their seams are visible.
fn mesh_of(grid: &CellGrid, colors: &[Color]) -> Mesh {
    let outlines: Vec<_> = grid.kinds.iter().map(outline).collect();
    let (mut polygons, mut tints) = (Vec::new(), Vec::new());
    for (cell, kind) in grid.filled() {
        let index = usize::from(kind) - 1;
        let (Some(outline), Some(color)) = (outlines.get(index), colors.get(index)) else { continue };
        let light = if (cell.x + cell.y) % 2 == 0 { 0.0 } else { 0.015 };
        let color = color.lighter(light).to_linear().to_f32_array();
        let center = grid.center(cell);
        polygons.push(outline.iter().map(|&corner| center + corner * grid.cell_size).collect());
        tints.extend(core::iter::repeat_n(color, outline.len()));
    }
    body::fans(&polygons).with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, tints)
}

/// Returns the corners of a kind's shape in the unit cell: its support points in many directions.
fn outline(kind: &CellKind) -> Vec<Vec2> {
    const DIRECTIONS: u32 = 64;
    let mut corners = Vec::new();
    let shape = kind.shape.as_ref().and_then(|shape| PlacedShape::new(shape, kind.transform).ok());
    let _ = shape.map(|shape| {
        shape.each_part(&mut |part| {
            let turns = (0..DIRECTIONS).map(|turn| (turn as f32 + 0.5) / DIRECTIONS as f32);
            corners.extend(turns.map(|turn| part.support(Rot2::turn_fraction(turn) * Vec2::X)));
            ControlFlow::Continue(())
        })
    });
    corners.dedup();
    corners
}

/// Where the mouse is.
#[derive(SystemParam)]
pub struct Pointer<'w, 's> {
    windows: Query<'w, 's, &'static Window>,
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
}

impl Pointer<'_, '_> {
    /// Returns the point under the mouse, in the world.
    pub fn point(&self) -> Option<Vec2> {
        let cursor = self.windows.single().ok()?.cursor_position()?;
        let (camera, place) = self.cameras.single().ok()?;
        camera.viewport_to_world_2d(place, cursor).ok()
    }

    /// Returns the cell of a grid under the mouse.
    pub fn cell(&self, grid: &CellGrid, place: &GlobalTransform) -> Option<UVec2> {
        let point = self.point()?;
        grid.cell_at(place.affine().inverse().transform_point3(point.extend(0.0)).truncate())
    }
}
