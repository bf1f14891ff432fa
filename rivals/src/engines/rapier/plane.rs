//! In the plane.

use bevy_rapier2d as rapier;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

pub use settings::ENGINES;

use crate::shape::Shape;
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
