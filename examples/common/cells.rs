//! Grids of cells in 2D: each drawn as one mesh, which follows what is written, and the cell under the mouse.

use bevy::asset::RenderAssetUsages;
use bevy::ecs::system::SystemParam;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gjk::Dim2;
use bevy_gjk::dim2::{CellGrid, CellKind, Collider};
use bevy_gjk::geometry::Geometry;

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
    let shapes: Vec<_> = grid.kinds.iter().map(geometry).collect();
    let (mut places, mut tints, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, kind) in grid.filled() {
        let index = usize::from(kind) - 1;
        let (Some(shape), Some(color)) = (shapes.get(index), colors.get(index)) else { continue };
        let light = if (cell.x + cell.y) % 2 == 0 { 0.0 } else { 0.015 };
        let color = color.lighter(light).to_linear().to_f32_array();
        let (first, center) = (places.len() as u32, grid.center(cell));
        places.extend(shape.vertices().iter().map(|&corner| (center + corner * grid.cell_size).extend(0.0)));
        tints.resize(places.len(), color);
        indices.extend(shape.triangles().as_flattened().iter().map(|corner| first + corner));
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 0.0, 1.0]; places.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; places.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, tints)
        .with_inserted_indices(Indices::U32(indices))
}

/// Returns the geometry of a kind's shape in the unit cell; an empty one if it has no shape.
fn geometry(kind: &CellKind) -> Geometry<Dim2> {
    let mut geometry = Geometry::default();
    if let Some(Ok(shape)) = kind.shape.as_ref().map(|shape| shape.placed(kind.transform)) {
        // What is wrong with the shape, the plugin warns of.
        let _ = geometry.fill(&shape, 0.005);
    }
    geometry
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
