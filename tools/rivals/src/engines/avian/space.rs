//! In space.

use avian3d as avian;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::MOVERS;
pub use settings::ENGINES;

use crate::shape::Shape;
use avian3d::prelude::Collider;
use bevy::math::Vec3;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::sphere(radius),
        Shape::Box { half } => Collider::cuboid(2.0 * half.x, 2.0 * half.y, 2.0 * half.z),
        &Shape::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        &Shape::Cylinder { half_height, radius } => Collider::cylinder(radius, 2.0 * half_height),
        Shape::Hull(points) => Collider::convex_hull(points).expect("a solid"),
    }
}

/// No rotation.
const UPRIGHT: bevy::math::Quat = bevy::math::Quat::IDENTITY;

/// A vector of this dimension.
fn vector(at: Vec3) -> Vec3 {
    at
}

/// A vector in 3D.
fn wide(at: Vec3) -> Vec3 {
    at
}
