//! Families of partial shapes (sectors, segments, frustums, extrusions) and of composed shapes.

use glam::{Mat3, Vec3};

use super::placement::{somewhere, touching};
use super::sizes::distorted;
use super::{Dice, forms};
use crate::case::{Case, Dimension, Form, Shape};

/// Generates in 2D a sector, segment or rhombus, in 3D a frustum or the extrusion of a 2D shape.
pub fn cut(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    let mut length = || size * dice.magnitude(0.2, 1.0);
    let (one, other, half_depth) = (length(), length(), length());
    if dimension == Dimension::Space {
        if dice.once_in(3) {
            let radius_top = if dice.once_in(8) { 0.0 } else { one };
            return Form::Frustum { radius_top, radius_bottom: other, half_height: half_depth };
        }
        let base = if dice.once_in(2) {
            cut(Dimension::Plane, size, dice)
        } else {
            forms::any(Dimension::Plane, size, dice)
        };
        return Form::Extrusion { base: Box::new(base), half_depth };
    }
    let quarter = std::f32::consts::FRAC_PI_2;
    match dice.below(3) {
        0 => Form::Rhombus(Vec3::new(one, other, 0.0)),
        1 => {
            let half_angle = if dice.once_in(4) { quarter } else { dice.magnitude(0.02, quarter) };
            Form::Sector { radius: one, half_angle }
        }
        _ => {
            let some = [quarter, 2.0 * quarter];
            let half_angle =
                if dice.once_in(4) { dice.pick(&some) } else { dice.between(0.1, 2.0 * quarter) };
            Form::Segment { radius: one, half_angle }
        }
    }
}

/// Generates a rounded, swept, joined or summed shape out of any others.
pub fn composed(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    let part = |size: f32, dice: &mut Dice| match dice.below(8) {
        0 => composed(dimension, size, dice),
        1 | 2 => cut(dimension, size, dice),
        _ => forms::any(dimension, size, dice),
    };
    let shape = |dice: &mut Dice| -> Box<Shape> {
        let form = part(0.7 * size, dice);
        let turn = if dice.once_in(3) { Mat3::IDENTITY } else { dice.rotation(dimension) };
        let aside = if dice.once_in(3) { Vec3::ZERO } else { dice.vector(dimension) * size };
        let shape = form.placed(turn, aside);
        Box::new(if dice.once_in(4) { distorted(dimension, shape, dice) } else { shape })
    };
    match dice.below(4) {
        0 => {
            let form = part(size, dice);
            Form::Rounded(Box::new(form), size * dice.magnitude(1e-3, 1.0))
        }
        1 => {
            let form = part(size, dice);
            Form::Swept(Box::new(form), dice.vector(dimension) * (size * dice.magnitude(1e-2, 4.0)))
        }
        2 => Form::HullOfTwo(shape(dice), shape(dice)),
        _ => Form::MinkowskiSum(shape(dice), shape(dice)),
    }
}

/// Generates a basic, partial or composed shape.
fn any(dimension: Dimension, size: f32, dice: &mut Dice) -> Form {
    match dice.below(3) {
        0 => cut(dimension, size, dice),
        1 => composed(dimension, size, dice),
        _ => forms::any(dimension, size, dice),
    }
}

/// Generates pairs with a sector, segment, rhombus, frustum or extrusion.
pub fn cuts(dimension: Dimension, dice: &mut Dice) -> Case {
    pairs(dimension, cut, dice)
}

/// Generates pairs with a composed shape.
pub fn compositions(dimension: Dimension, dice: &mut Dice) -> Case {
    pairs(dimension, composed, dice)
}

fn pairs(dimension: Dimension, make: fn(Dimension, f32, &mut Dice) -> Form, dice: &mut Dice) -> Case {
    let (size, other) = (dice.magnitude(0.1, 10.0), dice.magnitude(0.1, 10.0));
    let (a, b) = (make(dimension, size, dice), any(dimension, other, dice));
    let mut case = somewhere(dimension, a, b, dice);
    if dice.once_in(2) {
        (case.a.form, case.b.form) = (case.b.form, case.a.form);
    }
    case
}

/// Generates a pair of [`cuts`] or [`compositions`], separated or overlapping by a few millionths of the size.
pub fn near_touching(dimension: Dimension, dice: &mut Dice) -> Case {
    touching(either(dimension, dice), dice)
}

/// Generates a pair of [`cuts`] or [`compositions`] with almost the same center.
pub fn deep(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut case = either(dimension, dice);
    case.b.translation *= dice.between(0.0, 0.2);
    case
}

/// Generates a pair of [`cuts`] or [`compositions`] under scale, shear and mirroring.
pub fn affine(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut case = either(dimension, dice);
    case.a = distorted(dimension, case.a, dice);
    case.b = distorted(dimension, case.b, dice);
    if dice.once_in(2) { touching(case, dice) } else { case }
}

/// Generates pairs with a narrow sector, a thin plate, or a shape with a very small rounding or sweep.
pub fn thin(dimension: Dimension, dice: &mut Dice) -> Case {
    let (a, b) = (sliver(dimension, dice), any(dimension, 1.0, dice));
    let mut case = somewhere(dimension, a, b, dice);
    if dice.once_in(2) {
        (case.a.form, case.b.form) = (case.b.form, case.a.form);
    }
    if dice.once_in(2) { touching(case, dice) } else { case }
}

/// Generates a shape with a size of 1e-4 to 1e-2 along an axis.
fn sliver(dimension: Dimension, dice: &mut Dice) -> Form {
    let small = dice.magnitude(1e-4, 1e-2);
    match (dice.below(5), dimension) {
        (0, Dimension::Plane) => Form::Sector { radius: 1.0, half_angle: small },
        (1, Dimension::Plane) => Form::Segment { radius: 1.0, half_angle: dice.magnitude(1e-2, 0.3) },
        (2, Dimension::Plane) => Form::Rhombus(Vec3::new(1.0, small, 0.0)),
        (0, Dimension::Space) => {
            Form::Extrusion { base: Box::new(cut(Dimension::Plane, 1.0, dice)), half_depth: small }
        }
        (1, Dimension::Space) => {
            Form::Extrusion { base: Box::new(sliver(Dimension::Plane, dice)), half_depth: 1.0 }
        }
        (2, Dimension::Space) => {
            Form::Frustum { radius_top: small, radius_bottom: dice.pick(&[small, 1.0]), half_height: 1.0 }
        }
        (3, _) => Form::Rounded(Box::new(forms::any(dimension, 1.0, dice)), small),
        _ => {
            let way = dice.direction(dimension) * small;
            Form::Swept(Box::new(forms::any(dimension, 1.0, dice)), way)
        }
    }
}

/// Generates a pair of [`cuts`] or [`compositions`].
fn either(dimension: Dimension, dice: &mut Dice) -> Case {
    if dice.once_in(2) { cuts(dimension, dice) } else { compositions(dimension, dice) }
}
