//! In the plane.

use bevy_rapier2d as rapier;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

#[path = "moves.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod moves;

pub use moves::{CHARACTER, MOVERS};
pub use settings::ENGINES;

use bevy::math::{Vec2, Vec3};
use bevy_rapier2d::prelude::Collider;
use oracle::case::Form;

fn collider(shape: &Form) -> Collider {
    match shape {
        &Form::Ball(radius) => Collider::ball(radius),
        Form::Box(half) => Collider::cuboid(half.x, half.y),
        &Form::Capsule { half_length, radius } => Collider::capsule_y(half_length, radius),
        Form::Points(points) => {
            let points: Vec<_> = points.iter().map(|point| point.truncate()).collect();
            Collider::convex_hull(&points).expect("a polygon")
        }
        _ => unreachable!("no scene has it"),
    }
}

/// No rotation.
const UPRIGHT: f32 = 0.0;

/// A vector of this dimension.
fn vector(at: Vec3) -> Vec2 {
    at.truncate()
}

/// A vector in 3D.
fn wide(at: Vec2) -> Vec3 {
    at.extend(0.0)
}
