//! In the plane.

use avian2d as avian;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::MOVERS;
pub use settings::ENGINES;

use avian2d::prelude::Collider;
use bevy::math::{Vec2, Vec3};
use oracle::case::Form;

fn collider(shape: &Form) -> Collider {
    match shape {
        &Form::Ball(radius) => Collider::circle(radius),
        Form::Box(half) => Collider::rectangle(2.0 * half.x, 2.0 * half.y),
        &Form::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        Form::Points(points) => {
            let points: Vec<_> = points.iter().map(|point| point.truncate()).collect();
            Collider::convex_hull(&points).expect("a polygon")
        }
        _ => unreachable!("no scene has it"),
    }
}

/// No rotation.
const UPRIGHT: bevy::math::Rot2 = bevy::math::Rot2::IDENTITY;

/// A vector of this dimension.
fn vector(at: Vec3) -> Vec2 {
    at.truncate()
}

/// A vector in 3D.
fn wide(at: Vec2) -> Vec3 {
    at.extend(0.0)
}
