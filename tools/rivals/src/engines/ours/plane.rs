//! In the plane.

use bevy_gjk::dim2 as ours;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::{CHARACTER, MOVERS};
pub use settings::ENGINES;

use bevy::math::{Affine2 as Pose, Vec2, Vec3};
use bevy_gjk::dim2::Collider;
use bevy_gjk::gjk::Capsule2 as Capsule;
use oracle::case::Form;

fn collider(shape: &Form) -> Collider {
    match shape {
        &Form::Ball(radius) => Collider::circle(radius),
        Form::Box(half) => Collider::rectangle(2.0 * half.x, 2.0 * half.y),
        &Form::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        Form::Points(points) => Collider::hull(points.iter().map(|point| point.truncate())),
        _ => unreachable!("no scene has it"),
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
