//! Families of thin, flat and lower-dimensional shapes.

use glam::{Mat3, Vec3};

use super::placement::{around, somewhere, touching, turned};
use super::{Dice, forms};
use crate::case::{Case, Dimension, Form};

/// Moves b to touch a in half of the cases.
fn sometimes_touching(case: Case, dice: &mut Dice) -> Case {
    if dice.once_in(2) { touching(case, dice) } else { case }
}

/// Generates pairs with a scale of zero on one or two axes.
pub fn zero_scale(dimension: Dimension, dice: &mut Dice) -> Case {
    let form = forms::any(dimension, 1.0, dice);
    let mut a = turned(dimension, form, dice);
    let axes = if dimension == Dimension::Plane { 2 } else { 3 };
    let mut scale = Vec3::splat(dice.magnitude(0.5, 2.0));
    scale[dice.below(axes)] = 0.0;
    if dice.once_in(4) {
        scale[dice.below(axes)] = 0.0;
    }
    a.matrix *= Mat3::from_diagonal(scale);
    let form = forms::any(dimension, 1.0, dice);
    let b = turned(dimension, form, dice);
    let mut case = around(dimension, a, b, dice);
    if dice.once_in(3) {
        case.b.matrix *= Mat3::from_diagonal(Vec3::new(1.0, 0.0, 1.0));
    }
    sometimes_touching(case, dice)
}

/// Generates pairs with a box or hull of a thickness of 1e-4.
pub fn slabs(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut slab = || {
        let mut scale = Vec3::ONE;
        scale[dice.below(2)] = 1e-4;
        match forms::cornered(dimension, 1.0, dice) {
            Form::Points(points) => Form::Points(points.iter().map(|&p| p * scale).collect()),
            Form::Polygon(points) => Form::Polygon(points.iter().map(|&p| p * scale).collect()),
            Form::Box(half_size) => Form::Box(half_size * scale),
            other => other,
        }
    };
    let a = slab();
    let b = slab();
    let b = if dice.once_in(2) { forms::any(dimension, 1.0, dice) } else { b };
    let case = somewhere(dimension, a, b, dice);
    sometimes_touching(case, dice)
}

/// Generates long and thin shapes, a third of them almost parallel.
pub fn needles(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut needle = || {
        let (length, thin) = (dice.magnitude(1.0, 100.0), dice.magnitude(1e-3, 1e-1));
        match dice.below(4) {
            0 => Form::Box(Vec3::new(thin, length, if dimension == Dimension::Plane { 0.0 } else { thin })),
            1 => Form::Capsule { half_length: length, radius: thin },
            2 => Form::Ellipsoid(Vec3::new(thin, length, thin)),
            _ => {
                let offset = dice.vector(dimension);
                Form::Points(vec![offset * thin, Vec3::Y * length, offset - Vec3::Y * length])
            }
        }
    };
    let (a, b) = (needle(), needle());
    let mut case = somewhere(dimension, a, b, dice);
    if dice.once_in(3) {
        let tilt = 1e-4 * dice.between(-1.0, 1.0);
        case.b.matrix = Mat3::from_rotation_z(tilt) * case.a.matrix;
    }
    sometimes_touching(case, dice)
}

/// Generates pairs with a point or a segment.
pub fn points_and_segments(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut low = || {
        let count = 1 + dice.below(2);
        forms::cloud(dimension, 1.0, count, dice)
    };
    let a = low();
    let b = low();
    let b = if dice.once_in(3) { b } else { forms::any(dimension, 1.0, dice) };
    let mut case = somewhere(dimension, a, b, dice);
    if dice.once_in(2) {
        (case.a.form, case.b.form) = (case.b.form, case.a.form);
    }
    sometimes_touching(case, dice)
}

/// Generates flat polygons in 3D and segments of several points in 2D, half of the pairs coplanar or collinear.
pub fn flat(dimension: Dimension, dice: &mut Dice) -> Case {
    let frame = |dice: &mut Dice| {
        let count = 2 + dice.below(7);
        let point = |dice: &mut Dice| {
            let point = dice.vector(dimension);
            if dimension == Dimension::Plane || dice.once_in(20) {
                point.with_y(0.0)
            } else {
                point.with_z(0.0)
            }
        };
        Form::Points((0..count).map(|_| point(dice)).collect())
    };
    let a = frame(dice);
    let b = if dice.once_in(4) { forms::any(dimension, 1.0, dice) } else { frame(dice) };
    if dice.once_in(2) {
        let case = somewhere(dimension, a, b, dice);
        return sometimes_touching(case, dice);
    }
    // Coplanar: both get the same rotation, or none, and b moves within the common plane.
    let turn = if dice.once_in(2) { Mat3::IDENTITY } else { dice.rotation(dimension) };
    let mut within = dice.vector(Dimension::Plane) * 2.0;
    if dimension == Dimension::Plane {
        within.y = 0.0;
    }
    let a = a.placed(turn, Vec3::ZERO);
    let b = b.placed(turn, turn * within);
    Case { dimension, a, b }
}

/// Generates hulls with vertices that coincide exactly or almost.
pub fn coincident(dimension: Dimension, dice: &mut Dice) -> Case {
    let repeated = |dice: &mut Dice| {
        let size = dice.magnitude(0.1, 10.0);
        let distinct = 1 + dice.below(6);
        let mut points: Vec<Vec3> = (0..distinct).map(|_| dice.vector(dimension) * size).collect();
        for _ in 0..1 + dice.below(6) {
            let near = dice.pick(&[0.0, 1e-7, 1e-6, 1e-5]) * size;
            let point = points[dice.below(distinct)] + dice.vector(dimension) * near;
            points.push(point);
        }
        Form::Points(points)
    };
    let a = repeated(dice);
    let b = if dice.once_in(2) { repeated(dice) } else { forms::any(dimension, 1.0, dice) };
    let case = somewhere(dimension, a, b, dice);
    sometimes_touching(case, dice)
}
