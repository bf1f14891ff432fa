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

use crate::shape::Shape;
use bevy::math::Vec3;
use bevy_rapier3d::prelude::Collider;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::ball(radius),
        Shape::Box { half } => Collider::cuboid(half.x, half.y, half.z),
        &Shape::Capsule { half_length, radius } => Collider::capsule_y(half_length, radius),
        &Shape::Cylinder { half_height, radius } => Collider::cylinder(half_height, radius),
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
