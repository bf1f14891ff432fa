//! In the plane.

use bevy_gjk::dim2 as ours;

#[path = "settings.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod settings;

pub use settings::{ENGINES, install_with_diagnostics};

use crate::shape::Shape;
use bevy_gjk::dim2::Collider;

fn collider(shape: &Shape) -> Collider {
    match shape {
        &Shape::Ball { radius } => Collider::circle(radius),
        Shape::Box { half } => Collider::rectangle(2.0 * half.x, 2.0 * half.y),
        &Shape::Capsule { half_length, radius } => Collider::capsule(radius, 2.0 * half_length),
        Shape::Hull(points) => Collider::hull(points.iter().map(|point| point.truncate())),
        Shape::Cylinder { .. } => unreachable!("there are none in the plane"),
    }
}
