//! Shapes of many kinds.

use std::f32::consts::TAU;

use bevy::math::Vec3;
use oracle::case::Dimension;
use oracle::family::Dice;

use crate::shape::Shape;

/// Any of the shapes, about a unit large.
pub fn shape(dice: &mut Dice, dimension: Dimension) -> Shape {
    match dimension {
        Dimension::Plane => flat(dice),
        Dimension::Space => solid(dice),
    }
}

/// A third of them round or boxes, the rest polygons.
fn flat(dice: &mut Dice) -> Shape {
    match dice.below(9) {
        0 => Shape::Ball { radius: 0.45 },
        1 => Shape::Capsule { half_length: 0.3, radius: dice.between(0.15, 0.25) },
        2 => Shape::Box { half: Vec3::new(dice.between(0.3, 0.5), dice.between(0.2, 0.4), 0.0) },
        corners => Shape::Hull(polygon(dice, corners)),
    }
}

/// On a circle, so convex wherever they are.
fn polygon(dice: &mut Dice, corners: usize) -> Vec<Vec3> {
    let mut corner = |index: usize| {
        let angle = (index as f32 + dice.between(-0.3, 0.3)) * TAU / corners as f32;
        Vec3::new(angle.cos(), angle.sin(), 0.0) * 0.5
    };
    (0..corners).map(&mut corner).collect()
}

fn solid(dice: &mut Dice) -> Shape {
    match dice.below(4) {
        0 => {
            let mut half = || dice.between(0.25, 0.45);
            Shape::Box { half: Vec3::new(half(), half(), half()) }
        }
        1 => Shape::Capsule { half_length: 0.25, radius: dice.between(0.2, 0.3) },
        2 => Shape::Cylinder { half_height: dice.between(0.25, 0.45), radius: dice.between(0.25, 0.4) },
        _ => Shape::Hull((0..16).map(|_| dice.direction(Dimension::Space) * 0.5).collect()),
    }
}
