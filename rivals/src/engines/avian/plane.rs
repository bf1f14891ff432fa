//! In the plane.

use avian2d as avian;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

pub use settings::ENGINES;

use crate::shape::Shape;
use avian2d::prelude::Collider;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::circle(radius),
        Shape::Box { half } => Collider::rectangle(2.0 * half.x, 2.0 * half.y),
        &Shape::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        Shape::Hull(points) => {
            let points: Vec<_> = points.iter().map(|point| point.truncate()).collect();
            Collider::convex_hull(&points).expect("a polygon")
        }
        Shape::Cylinder { .. } => unreachable!("there are none in the plane"),
    }
}
