//! Families with exactly aligned features: parallel faces, shared vertices, common centers.

use glam::{Mat3, Vec3};

use super::placement::{around, touching, turned};
use super::{Dice, forms};
use crate::case::{Case, Dimension, Form, Shape};

/// Generates a vector of small integers, halves or quarters.
fn round_vector(dimension: Dimension, limit: usize, dice: &mut Dice) -> Vec3 {
    let step = dice.pick(&[1.0, 0.5, 0.25]);
    let mut number = || (dice.below(2 * limit + 1) as f32 - limit as f32) * step;
    let vector = Vec3::new(number(), number(), number());
    if dimension == Dimension::Plane { vector.with_z(0.0) } else { vector }
}

/// Generates a box with half sides that are multiples of a quarter, plus a quarter.
fn round_box(dimension: Dimension, dice: &mut Dice) -> Form {
    let sides = round_vector(dimension, 4, dice).abs() + Vec3::splat(0.25);
    Form::Box(if dimension == Dimension::Plane { sides.with_z(0.0) } else { sides })
}

/// Generates boxes with parallel faces, whose distance or depth is a round number or near one.
pub fn faces(dimension: Dimension, dice: &mut Dice) -> Case {
    let turn = if dice.once_in(2) { Mat3::IDENTITY } else { dice.rotation(dimension) };
    let move_b = turn * round_vector(dimension, 8, dice);
    let a = round_box(dimension, dice).placed(turn, Vec3::ZERO);
    let b = round_box(dimension, dice).placed(turn, move_b);
    let case = Case { dimension, a, b };
    if dice.once_in(3) { touching(case, dice) } else { case }
}

/// Generates boxes whose edges (in 2D: corners and sides) are nearest to each other.
pub fn edges(dimension: Dimension, dice: &mut Dice) -> Case {
    let eighth = std::f32::consts::FRAC_PI_4;
    let mut shape = |axis: Vec3| {
        let form = if dice.once_in(2) { round_box(dimension, dice) } else { Form::Box(Vec3::ONE) };
        let axis = if dimension == Dimension::Plane { Vec3::Z } else { axis };
        let form = match form {
            Form::Box(half_size) if dimension == Dimension::Plane => Form::Box(half_size.with_z(0.0)),
            other => other,
        };
        form.placed(Mat3::from_axis_angle(axis, eighth), Vec3::ZERO)
    };
    // The edge along x of a is on top, that along z of b at the bottom.
    let (a, mut b) = (shape(Vec3::X), shape(Vec3::Z));
    let offset = if dice.once_in(2) { Vec3::ZERO } else { dice.vector(dimension) * 0.3 };
    let above = a.body(dimension).half_diagonal() + b.body(dimension).half_diagonal();
    b.translation = offset.with_y(dice.between(0.3, 1.0) * above as f32);
    let case = Case { dimension, a, b };
    if dice.once_in(2) { touching(case, dice) } else { case }
}

/// Generates hulls that share exactly one vertex, on opposite sides of a plane through it.
pub fn vertices(dimension: Dimension, dice: &mut Dice) -> Case {
    let axis = dice.direction(dimension);
    let shared = if dice.once_in(2) { Vec3::ZERO } else { dice.vector(dimension) };
    let mut side = |sign: f32| {
        let count = 1 + dice.below(7);
        let mut points = vec![shared];
        for _ in 0..count {
            let point = dice.vector(dimension);
            // Mirrored where it would be on the wrong side, and a little off the plane.
            let along = point.dot(axis);
            points.push(shared + point + axis * (sign * (along.abs() + 0.05) - along));
        }
        Form::Points(points).here()
    };
    Case { dimension, a: side(1.0), b: side(-1.0) }
}

/// Generates hulls of points with small integer coordinates, which have many ties, shared edges and touching faces.
pub fn lattice(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut shape = || {
        let count = 1 + dice.below(9);
        let points = (0..count).map(|_| round_vector(dimension, 2, dice)).collect();
        Form::Points(points).at(round_vector(dimension, 2, dice))
    };
    Case { dimension, a: shape(), b: shape() }
}

/// Generates different shapes with the same center.
pub fn concentric(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut shape = || {
        let size = dice.magnitude(0.3, 3.0);
        let form = match dice.below(2) {
            0 => forms::cuboid(dimension, size, dice),
            _ => forms::round(dimension, size, dice),
        };
        let turn = dice.once_in(2);
        if turn { turned(dimension, form, dice) } else { form.here() }
    };
    Case { dimension, a: shape(), b: shape() }
}

/// Generates the same shape twice, in the same pose or slightly moved.
pub fn identical(dimension: Dimension, dice: &mut Dice) -> Case {
    let size = dice.magnitude(0.1, 10.0);
    let form = forms::any(dimension, size, dice);
    let a = if dice.once_in(2) { form.here() } else { turned(dimension, form, dice) };
    let mut b = a.clone();
    if dice.once_in(2) {
        b.translation = dice.vector(dimension) * (size * dice.magnitude(1e-7, 1e-1));
    }
    Case { dimension, a, b }
}

/// Generates a curved shape that stands or lies on a face of a box, or touches the box from a random direction.
pub fn curved_on_flat(dimension: Dimension, dice: &mut Dice) -> Case {
    let base = round_box(dimension, dice).here();
    let form = forms::round(dimension, 1.0, dice);
    let top = base.body(dimension).reach(glam::DVec3::Y) as f32;
    if dice.once_in(3) {
        let curved = turned(dimension, form, dice);
        let case = around(dimension, base, curved, dice);
        return touching(case, dice);
    }
    let turn = dice.pick(&[Mat3::IDENTITY, quarter(Vec3::Z), Mat3::from_diagonal(Vec3::new(1.0, -1.0, 1.0))]);
    let mut curved: Shape = form.placed(turn, Vec3::ZERO);
    let bottom = curved.body(dimension).reach(-glam::DVec3::Y) as f32;
    let sunk = dice.pick(&[0.0, 1e-5, -1e-5, 1e-3, 0.1, 0.5, -0.5]);
    let aside = if dice.once_in(2) { Vec3::ZERO } else { dice.vector(dimension) };
    curved.translation = aside.with_y(top + bottom - sunk);
    Case { dimension, a: base, b: curved }
}

/// Returns an exact rotation by a quarter turn.
fn quarter(axis: Vec3) -> Mat3 {
    Mat3::from_cols(axis.cross(Vec3::X), axis.cross(Vec3::Y), axis)
}
