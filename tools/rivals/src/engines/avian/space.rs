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

use avian3d::prelude::Collider;
use bevy::math::Vec3;
use oracle::case::Form;

fn collider(shape: &Form) -> Collider {
    match shape {
        &Form::Ball(radius) => Collider::sphere(radius),
        Form::Box(half) => Collider::cuboid(2.0 * half.x, 2.0 * half.y, 2.0 * half.z),
        &Form::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        &Form::Cylinder { half_height, radius } => Collider::cylinder(radius, 2.0 * half_height),
        Form::Points(points) => Collider::convex_hull(points).expect("a solid"),
        _ => unreachable!("no scene has it"),
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
