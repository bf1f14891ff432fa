//! In space.

use bevy_gjk::dim3 as ours;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::{CHARACTER, MOVERS};
pub use settings::{ENGINES, install_with_diagnostics};

use crate::shape::Shape;
use bevy::math::Affine3A as Pose;
use bevy::math::Vec3;
use bevy_gjk::dim3::Collider;
use bevy_gjk::gjk::Capsule3 as Capsule;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::sphere(radius),
        Shape::Box { half } => Collider::cuboid(2.0 * half.x, 2.0 * half.y, 2.0 * half.z),
        &Shape::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        &Shape::Cylinder { half_height, radius } => Collider::cylinder(radius, 2.0 * half_height),
        Shape::Hull(points) => Collider::hull(points.iter().copied()),
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
