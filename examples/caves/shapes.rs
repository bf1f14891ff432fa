//! The shapes of the example: the rock with its rooms, and the hills with a hole.

use bevy::asset::RenderAssetUsages;
use bevy::math::Vec3Swizzles;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

/// The rooms of the dungeon, seen from above. The one at the front has no door.
const PLAN: [&[u8]; 7] = [
    b"#########", //
    b"#..###..#",
    b"#.......#",
    b"#..###..#",
    b"#########",
    b"###..####",
    b"#########",
];
/// The sizes of a cell and of the rock, in metres, such that all corners are exact in binary: where cells meet, so do vertices.
pub const CELL: Vec3 = Vec3::new(1.25, 2.0, 1.25);
pub const ROCK: Vec3 = Vec3::new(9.0 * 1.25, 4.0, 7.0 * 1.25);

/// The number of heights along each side of the hills, and the length of a side.
pub const GRID: u32 = 33;
pub const SIDE: f32 = 9.6;

/// A triangle, counterclockwise as seen from where it is drawn.
pub type Triangle = [Vec3; 3];

/// Returns the side of a box in the direction of an axis, as two triangles that are seen from there; or from within the box, if
/// `inwards`.
fn side(center: Vec3, half: Vec3, axis: Vec3, inwards: bool) -> [Triangle; 2] {
    let turn = if inwards { -1.0 } else { 1.0 };
    let (u, v) = (axis.abs().zxy() * half, axis.abs().yzx() * half * axis.element_sum() * turn);
    let at = center + axis * half;
    let [a, b, c, d] = [at - u - v, at + u - v, at + u + v, at - u + v];
    [[a, b, c], [a, c, d]]
}

const AXES: [Vec3; 6] = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z];

/// Returns the faces of a block of rock, turned outwards.
pub fn block() -> Vec<Triangle> {
    AXES.into_iter().flat_map(|axis| side(Vec3::ZERO, 0.5 * ROCK, axis, false)).collect()
}

/// Returns the floors, ceilings and walls of the rooms, turned inwards.
pub fn rooms() -> Vec<Triangle> {
    let cells = (0..7).flat_map(|row| (0..9).map(move |column| (row, column)));
    let centers = cells.map(|(row, column)| CELL * Vec3::new(column as f32 - 4.0, 0.0, row as f32 - 3.0));
    let sides = centers.filter(|&center| !is_rock(center)).flat_map(|center| {
        let walls = AXES.into_iter().filter(move |&axis| is_rock(center + CELL * axis));
        walls.flat_map(move |axis| side(center, 0.5 * CELL, axis, true))
    });
    sides.collect()
}

/// Returns whether the plan has rock at a point, relative to the center of the block.
pub fn is_rock(point: Vec3) -> bool {
    let cell = (point / CELL + Vec3::new(4.5, 0.5, 3.5)).floor();
    let in_plan = PLAN.get(cell.z as usize).and_then(|row| row.get(cell.x as usize));
    point.abs().cmple(0.5 * ROCK).all() && (cell.y != 0.0 || in_plan != Some(&b'.'))
}

/// Returns the height of the hills; NaN at the mouth of the cave.
fn height(x: f32, z: f32) -> f32 {
    if x.abs() < 1.35 && z.abs() < 1.05 {
        return f32::NAN;
    }
    let away = (Vec2::new(x, z).length() - 2.0).max(0.0);
    0.14 * away * (1.0 + (1.9 * x).sin() * (1.7 * z).cos())
}

/// Returns the points of the hills, row by row.
pub fn hill_points() -> Vec<Vec3> {
    let at = |index: u32| (index as f32 / (GRID - 1) as f32 - 0.5) * SIDE;
    let grid = (0..GRID).flat_map(|row| (0..GRID).map(move |column| (at(column), at(row))));
    grid.map(|(x, z)| Vec3::new(x, height(x, z), z)).collect()
}

/// Returns the triangles of the hills: those that have no NaN.
pub fn hills(points: &[Vec3]) -> Vec<Triangle> {
    let cells = (0..GRID - 1).flat_map(|row| (0..GRID - 1).map(move |column| row * GRID + column));
    let triangles = cells.flat_map(|at| [[at, at + GRID, at + 1], [at + 1, at + GRID, at + GRID + 1]]);
    let corners = triangles.map(|triangle| triangle.map(|at| points[at as usize]));
    corners.filter(|corners| corners.iter().all(|corner| corner.is_finite())).collect()
}

/// Returns a mesh of flat triangles.
pub fn mesh_of(triangles: &[Triangle]) -> Mesh {
    let positions: Vec<_> = triangles.iter().flatten().map(Vec3::to_array).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_computed_flat_normals()
}
