//! Shapes of many kinds.

use std::f32::consts::TAU;

use bevy::math::Vec3;
use oracle::case::{Dimension, Form};
use oracle::family::Dice;

/// Any of the shapes, about a unit large.
pub fn shape(dice: &mut Dice, dimension: Dimension) -> Form {
    match dimension {
        Dimension::Plane => flat(dice),
        Dimension::Space => solid(dice),
    }
}

/// A third of them round or boxes, the rest polygons.
fn flat(dice: &mut Dice) -> Form {
    match dice.below(9) {
        0 => Form::Ball(0.45),
        1 => Form::Capsule { half_length: 0.3, radius: dice.between(0.15, 0.25) },
        2 => Form::Box(Vec3::new(dice.between(0.3, 0.5), dice.between(0.2, 0.4), 0.0)),
        corners => Form::Points(polygon(dice, corners)),
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

fn solid(dice: &mut Dice) -> Form {
    match dice.below(4) {
        0 => {
            let mut half = || dice.between(0.25, 0.45);
            Form::Box(Vec3::new(half(), half(), half()))
        }
        1 => Form::Capsule { half_length: 0.25, radius: dice.between(0.2, 0.3) },
        2 => Form::Cylinder { half_height: dice.between(0.25, 0.45), radius: dice.between(0.25, 0.4) },
        _ => Form::Points((0..16).map(|_| dice.direction(Dimension::Space) * 0.5).collect()),
    }
}
