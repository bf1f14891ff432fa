//! In space.

use bevy_rapier3d as rapier;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::{CHARACTER, MOVERS};
pub use settings::ENGINES;

use bevy::math::Vec3;
use bevy_rapier3d::prelude::Collider;
use oracle::case::Form;

fn collider(shape: &Form) -> Collider {
    match shape {
        &Form::Ball(radius) => Collider::ball(radius),
        Form::Box(half) => Collider::cuboid(half.x, half.y, half.z),
        &Form::Capsule { half_length, radius } => Collider::capsule_y(half_length, radius),
        &Form::Cylinder { half_height, radius } => Collider::cylinder(half_height, radius),
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
