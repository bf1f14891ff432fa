//! In space.

use bevy_gjk::dim3 as ours;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::{CHARACTER, MOVERS};
pub use settings::ENGINES;

use bevy::math::{Affine3A as Pose, Vec3};
use bevy_gjk::dim3::Collider;
use bevy_gjk::gjk::Capsule3 as Capsule;
use oracle::case::Form;

fn collider(shape: &Form) -> Collider {
    match shape {
        &Form::Ball(radius) => Collider::sphere(radius),
        Form::Box(half) => Collider::cuboid(2.0 * half.x, 2.0 * half.y, 2.0 * half.z),
        &Form::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        &Form::Cylinder { half_height, radius } => Collider::cylinder(radius, 2.0 * half_height),
        Form::Points(points) => Collider::hull(points.iter().copied()),
        _ => unreachable!("no scene has it"),
    }
}

/// A vector of this dimension.
fn vector(at: Vec3) -> Vec3 {
    at
}

/// A vector in 3D.
fn wide(at: Vec3) -> Vec3 {
    at
}
