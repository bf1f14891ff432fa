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

use crate::shape::Shape;
use bevy::math::{Vec2, Vec3};
use bevy_rapier2d::prelude::Collider;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::ball(radius),
        Shape::Box { half } => Collider::cuboid(half.x, half.y),
        &Shape::Capsule { half_length, radius } => Collider::capsule_y(half_length, radius),
        Shape::Hull(points) => {
            let points: Vec<_> = points.iter().map(|point| point.truncate()).collect();
            Collider::convex_hull(&points).expect("a polygon")
        }
        Shape::Cylinder { .. } => unreachable!("there are none in the plane"),
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
