//! Random shapes in their local frames.

use glam::Vec3;

use super::Dice;
use crate::case::{Dimension, Form};

/// Generates any basic shape; its half extents are of the order of `size`.
pub fn any(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    match dice.below(5) {
        0 | 1 => round(dimension, size, dice),
        _ => cornered(dimension, size, dice),
    }
}

/// Generates a basic shape with a curved boundary.
pub fn round(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    let kinds = if dimension == Dimension::Plane { 3 } else { 5 };
    let kind = dice.below(kinds);
    let mut length = || size * dice.magnitude(0.2, 1.0);
    match kind {
        0 => Form::Ball(length()),
        1 => Form::Ellipsoid(Vec3::new(length(), length(), length())),
        2 => Form::Capsule { half_length: length(), radius: length() },
        3 => Form::Cylinder { radius: length(), half_height: length() },
        _ => Form::Cone { radius: length(), half_height: length() },
    }
}

/// Generates a polygon or polytope.
pub fn cornered(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    match dice.below(6) {
        0 | 1 => cuboid(dimension, size, dice),
        2 => cloud(dimension, size, if dimension == Dimension::Plane { 3 } else { 4 }, dice),
        3 => ring(dimension, size, dice),
        _ => {
            let count = 3 + dice.below(38);
            cloud(dimension, size, count, dice)
        }
    }
}

/// Generates a box.
pub fn cuboid(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    let mut side = || size * dice.magnitude(0.2, 1.0);
    let sides = Vec3::new(side(), side(), side());
    Form::Box(if dimension == Dimension::Plane { sides.with_z(0.0) } else { sides })
}

/// Generates the hull of random points.
pub fn cloud(dimension: Dimension, size: f32, count: usize, dice: &mut Dice) -> Form {
    let center = dice.vector(dimension) * 0.5;
    let points = (0..count).map(|_| (dice.vector(dimension) + center) * size).collect();
    if dimension == Dimension::Plane && count > 2 { Form::Polygon(points) } else { Form::Points(points) }
}

/// Generates the hull of points on an ellipse or ellipsoid, which has many small facets.
pub fn ring(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    let count = 3 + dice.below(38);
    let mut side = || size * dice.magnitude(0.3, 1.0);
    let axes = Vec3::new(side(), side(), side());
    match dimension {
        Dimension::Plane => {
            let angle = |i: usize| core::f32::consts::TAU * i as f32 / count as f32;
            Form::Polygon((0..count).map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0) * axes).collect())
        }
        Dimension::Space => Form::Points((0..count).map(|_| dice.direction(dimension) * axes).collect()),
    }
}
