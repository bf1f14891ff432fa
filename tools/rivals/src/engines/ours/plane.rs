//! In the plane.

use bevy_gjk::dim2 as ours;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::{CHARACTER, MOVERS};
pub use settings::{ENGINES, install_with_diagnostics};

use crate::shape::Shape;
use bevy::math::Affine2 as Pose;
use bevy::math::{Vec2, Vec3};
use bevy_gjk::dim2::Collider;
use bevy_gjk::gjk::Capsule2 as Capsule;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::circle(radius),
        Shape::Box { half } => Collider::rectangle(2.0 * half.x, 2.0 * half.y),
        &Shape::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        Shape::Hull(points) => Collider::hull(points.iter().map(|point| point.truncate())),
        Shape::Cylinder { .. } => unreachable!("there are none in the plane"),
    }
}

/// A vector of this dimension.
fn vector(at: Vec3) -> Vec2 {
    at.truncate()
}

/// A vector in 3D.
fn wide(at: Vec2) -> Vec3 {
    at.extend(0.0)
}
