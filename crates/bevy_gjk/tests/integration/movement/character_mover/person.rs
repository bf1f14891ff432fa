//! What most 3D levels share: a person, boxes and a floor.

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

pub fn cuboid(level: &mut Level<Dim3>, center: Vec3, size: Vec3) -> Entity {
    level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), Transform::from_translation(center))
}

/// A level with a floor at y = 0.
pub fn with_floor() -> Level<Dim3> {
    let mut level = Level::new();
    floor(&mut level);
    level
}

/// A floor at y = 0.
pub fn floor(level: &mut Level<Dim3>) -> Entity {
    cuboid(level, Vec3::NEG_Y * 0.5, Vec3::new(60.0, 1.0, 60.0))
}

/// A level with ground of this size, whose top is at y = 0.
pub fn with_slab(x: f32, z: f32) -> (Level<Dim3>, Entity) {
    let mut level = Level::new();
    let slab = cuboid(&mut level, Vec3::NEG_Y * 0.5, Vec3::new(x, 1.0, z));
    (level, slab)
}
