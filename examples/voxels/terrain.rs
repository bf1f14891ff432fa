//! The terrain: a grid of voxels, drawn as one mesh for each chunk, of the faces between what is filled and what is not.

use std::collections::HashSet;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gjk::dim3::prelude::*;
use bevy_gjk::dim3::{CellGrid, CellKind};
use examples::look;

/// The number of voxels along each axis, and the length of their sides in metres.
pub const SIZE: UVec3 = UVec3::new(64, 32, 64);
pub const VOXEL: f32 = 0.5;
/// The number of voxels along each side of a chunk that is drawn as one mesh.
const CHUNK: u32 = 16;

// The numbers of the kinds.
const GRASS: u16 = 1;
const EARTH: u16 = 2;
const STONE: u16 = 3;
/// What is built.
pub const PLANKS: u16 = 4;

/// The names and the colors of the kinds, from number 1.
pub const KINDS: [(&str, Color); 4] = [
    ("grass", Color::srgb(0.33, 0.50, 0.29)),
    ("earth", Color::srgb(0.42, 0.32, 0.25)),
    ("stone", Color::srgb(0.42, 0.44, 0.48)),
    ("planks", Color::srgb(0.66, 0.50, 0.30)),
];

/// Marks the terrain.
#[derive(Component)]
pub struct Terrain;

/// A message: a voxel was written, so that it has to be drawn anew.
#[derive(Message, Clone, Copy, Debug)]
pub struct Written(pub UVec3);

/// A part of the terrain that is drawn as one mesh, from its first voxel.
#[derive(Component)]
pub struct Chunk(UVec3);

/// Returns how many voxels are filled above a place: hills around a meadow.
pub fn height(x: u32, z: u32) -> u32 {
    let (x, z) = (x as f32, z as f32);
    let away = (Vec2::new(x - 32.0, z - 40.0).length() - 9.0).max(0.0);
    let waves = (0.21 * x).sin() * (0.17 * z).cos() + 0.5 * (0.43 * x + 0.31 * z).sin();
    let top = 7.0 + (0.25 * away).min(5.0) * (1.2 + 1.2 * waves) + 0.15 * away;
    (top as u32).clamp(2, SIZE.y - 4)
}

/// Returns whether a tunnel leads through a voxel.
fn is_cave(x: u32, y: u32, z: u32) -> bool {
    let [x, y, z] = [x, y, z].map(|at| at as f32);
    let middle = Vec2::new(32.0 + 9.0 * (0.16 * z).sin(), 9.0);
    z < 30.0 && (Vec2::new(x, y) - middle).length() < 3.4
}

/// Returns the voxels.
pub fn grid() -> CellGrid {
    let mut grid = CellGrid::new(SIZE, VOXEL, KINDS.map(|_| CellKind::full()));
    for z in 0..SIZE.z {
        for x in 0..SIZE.x {
            let top = height(x, z);
            for y in (0..top).filter(|&y| !is_cave(x, y, z)) {
                let kind = match top - y {
                    1 => GRASS,
                    2..4 => EARTH,
                    _ => STONE,
                };
                grid.set(UVec3::new(x, y, z), kind).expect("the loops stay within the grid");
            }
        }
    }
    grid
}

/// Spawns the terrain, around the origin, with a child for each chunk.
pub fn spawn(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    let corner = -0.5 * VOXEL * SIZE.as_vec3().with_y(0.0);
    let terrain = (Name::new("terrain"), Terrain, Collider::Grid(grid()));
    let material = materials.add(look::matt(Color::WHITE));
    commands.spawn((terrain, Transform::from_translation(corner), Visibility::default())).with_children(
        |terrain| {
            for z in (0..SIZE.z).step_by(CHUNK as usize) {
                for y in (0..SIZE.y).step_by(CHUNK as usize) {
                    for x in (0..SIZE.x).step_by(CHUNK as usize) {
                        let drawing = (Mesh3d::default(), MeshMaterial3d(material.clone()));
                        terrain.spawn((Chunk(UVec3::new(x, y, z)), drawing));
                    }
                }
            }
        },
    );
}

/// Makes the meshes of new chunks, and of those in which a voxel was written, or beside one.
pub fn draw(
    mut written: MessageReader<Written>,
    terrain: Single<&Collider, With<Terrain>>,
    mut chunks: Query<(Ref<Chunk>, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let Collider::Grid(grid) = *terrain else { return };
    let around = [IVec3::ZERO].into_iter().chain(SIDES);
    let firsts: HashSet<UVec3> = written
        .read()
        .flat_map(|&Written(voxel)| around.clone().filter_map(move |side| beside(voxel, side)))
        .map(|voxel| voxel / CHUNK * CHUNK)
        .collect();
    for (chunk, mut mesh) in &mut chunks {
        if chunk.is_added() || firsts.contains(&chunk.0) {
            mesh.0 = mesh_of(grid, chunk.0).map_or_else(Handle::default, |mesh| meshes.add(mesh));
        }
    }
}

/// The directions to the six neighbors.
const SIDES: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// Returns the neighbor of a voxel, unless that is below zero.
fn beside(voxel: UVec3, side: IVec3) -> Option<UVec3> {
    voxel.checked_add_signed(side)
}

/// Returns the outer faces of a chunk, if there are any.
fn mesh_of(grid: &CellGrid, first: UVec3) -> Option<Mesh> {
    let (mut positions, mut normals, mut colors, mut indices) = (vec![], vec![], vec![], vec![]);
    let end = (first + CHUNK).min(grid.size());
    for z in first.z..end.z {
        for y in first.y..end.y {
            for x in first.x..end.x {
                let voxel = UVec3::new(x, y, z);
                let Some((_, color)) = KINDS.get(usize::from(grid.get(voxel)).wrapping_sub(1)) else {
                    continue;
                };
                // Neighbors differ a little, so that each block is seen.
                let light = 0.02 * ((x * 7 + y * 13 + z * 5) % 4) as f32;
                let color = color.lighter(light).to_linear().to_f32_array();
                let center = grid.center(voxel);
                for side in SIDES {
                    if beside(voxel, side).is_some_and(|next| grid.get(next) != 0) {
                        continue;
                    }
                    let normal = side.as_vec3();
                    // Two vectors along the face, so that its corners are counter-clockwise seen from outside.
                    let along = normal.any_orthonormal_vector();
                    let across = normal.cross(along);
                    let from = positions.len() as u32;
                    for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                        let corner = center + 0.5 * VOXEL * (normal + a * along + b * across);
                        positions.push(corner);
                        normals.push(normal);
                        colors.push(color);
                    }
                    indices.extend([0, 1, 2, 0, 2, 3].map(|corner| from + corner));
                }
            }
        }
    }
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    if indices.is_empty() {
        return None;
    }
    Some(
        mesh.with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
            .with_inserted_indices(Indices::U32(indices)),
    )
}
