//! What most 3D levels share: a person and other bodies of the same size, boxes, a floor, slopes and terrain.

use super::level::Level;
use crate::common::prelude::*;

pub const SKIN: f32 = 0.02;
/// From the origin of a person to the soles, with the skin.
pub const SOLE: f32 = 0.975 + SKIN;

pub fn mover() -> CharacterMover<Dim3> {
    CharacterMover::default().with_skin(SKIN)
}

/// A mover that regards slopes of up to 45 degrees as ground.
pub fn mover_to_45_degrees() -> CharacterMover<Dim3> {
    CharacterMover { max_slope: Some(45f32.to_radians()), ..mover() }
}

/// A capsule as tall as a person: radius 0.3, height 1.95.
pub fn person() -> dim3::Collider {
    dim3::Collider::capsule(0.3, 1.35)
}

/// Bodies as wide and tall as a person.
pub fn bodies() -> [(&'static str, dim3::Collider); 3] {
    [
        ("capsule", person()),
        ("box", dim3::Collider::cuboid(0.6, 1.95, 0.6)),
        ("cylinder", dim3::Collider::cylinder(0.3, 1.95)),
    ]
}

impl Level<Dim3> {
    pub fn cuboid(&mut self, center: Vec3, size: Vec3) -> Entity {
        self.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), at_point(center))
    }

    /// Spawns a floor at y = 0.
    pub fn floor(&mut self) -> Entity {
        self.cuboid(Vec3::NEG_Y * 0.5, Vec3::new(60.0, 1.0, 60.0))
    }

    /// Spawns a slope through the origin that rises along x by an angle.
    pub fn slope(&mut self, angle: f32) -> Entity {
        self.obstacle(dim3::Collider::cuboid(100.0, 1.0, 40.0), below_origin(Quat::from_rotation_z(angle)))
    }
}

/// A level with a floor at y = 0.
pub fn with_floor() -> Level<Dim3> {
    let mut level = Level::new();
    level.floor();
    level
}

/// A level with ground of this size, whose top is at y = 0.
pub fn with_slab(x: f32, z: f32) -> (Level<Dim3>, Entity) {
    let mut level = Level::new();
    let slab = level.cuboid(Vec3::NEG_Y * 0.5, Vec3::new(x, 1.0, z));
    (level, slab)
}

/// Terrain over a grid of samples around the origin, at distances of a cell, as a height field and as a mesh.
pub fn terrain(
    [columns, rows]: [u32; 2],
    cell: Vec2,
    height: &dyn Fn(f32, f32) -> f32,
) -> [(&'static str, dim3::Collider); 2] {
    let at = |index: u32, count: u32| index as f32 - 0.5 * (count - 1) as f32;
    let corner = |index: u32| {
        let (x, z) = (at(index % columns, columns) * cell.x, at(index / columns, rows) * cell.y);
        Vec3::new(x, height(x, z), z)
    };
    let corners: Vec<Vec3> = (0..columns * rows).map(corner).collect();
    let heights: Vec<f32> = corners.iter().map(|corner| corner.y).collect();
    let size = Vec2::new((columns - 1) as f32, (rows - 1) as f32) * cell;
    let triangles = (0..(columns - 1) * (rows - 1)).flat_map(|cell: u32| {
        let first = cell / (columns - 1) * columns + cell % (columns - 1);
        [[first, first + columns, first + 1], [first + 1, first + columns, first + columns + 1]]
    });
    let mesh = dim3::Collider::tri_mesh(corners, triangles);
    [("height field", dim3::Collider::height_field(heights, columns, size)), ("mesh", mesh)]
}
