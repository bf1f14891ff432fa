//! Families of generic shapes in many sizes and places.

use glam::{Mat3, Vec3};

use super::placement::{around, somewhere, touching, turned};
use super::{Dice, forms};
use crate::case::{Case, Dimension, Form, Shape};

/// Generates basic shapes of sizes from 0.1 to 10.
pub fn random(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut form = || {
        let size = dice.magnitude(0.1, 10.0);
        forms::any(dimension, size, dice)
    };
    let (a, b) = (form(), form());
    somewhere(dimension, a, b, dice)
}

/// Generates pairs that are separated or overlap by a few millionths of the size.
pub fn near_touching(dimension: Dimension, dice: &mut Dice) -> Case {
    touching(random(dimension, dice), dice)
}

/// Generates pairs with almost the same center.
pub fn deep(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut case = random(dimension, dice);
    case.b.translation *= dice.between(0.0, 0.2);
    case
}

/// Generates pairs of which one shape is 100 to 10,000 times larger than the other.
pub fn ratio(dimension: Dimension, dice: &mut Dice) -> Case {
    let large = dice.magnitude(0.1, 100.0);
    let small = large / dice.magnitude(100.0, 10_000.0);
    let (a, b) = (forms::any(dimension, large, dice), forms::any(dimension, small, dice));
    let case = somewhere(dimension, a, b, dice);
    let mut case = if dice.once_in(2) { touching(case, dice) } else { case };
    if dice.once_in(2) {
        // The small shape comes first, still next to the large one.
        (case.a, case.b) = (case.b, case.a);
    }
    case
}

/// Generates pairs of the same size, from 1e-3 to 1e4.
pub fn scaled(dimension: Dimension, dice: &mut Dice) -> Case {
    let size = dice.pick(&[1e-3, 1e-2, 1e2, 1e3, 1e4]);
    let (a, b) = (forms::any(dimension, size, dice), forms::any(dimension, size, dice));
    let case = somewhere(dimension, a, b, dice);
    if dice.once_in(2) { touching(case, dice) } else { case }
}

/// Generates pairs 1e3 to 1e6 away from the world's origin.
pub fn far(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut case = random(dimension, dice);
    if dice.once_in(2) {
        case = touching(case, dice);
    }
    let place = dice.direction(dimension) * dice.magnitude(1e3, 1e6);
    case.a.translation += place;
    case.b.translation += place;
    case
}

/// Generates hulls with local coordinates up to fifty times larger than the shape, under the identity.
pub fn off_centre(dimension: Dimension, dice: &mut Dice) -> Case {
    let size = dice.magnitude(0.1, 10.0);
    let center = dice.direction(dimension) * (size * dice.magnitude(2.0, 50.0));
    let mut shape = |aside: Vec3| {
        let count = 1 + dice.below(20);
        let point = |dice: &mut Dice| center + aside + dice.vector(dimension) * size;
        Form::Points((0..count).map(|_| point(dice)).collect()).here()
    };
    let a = shape(Vec3::ZERO);
    let aside = center.any_orthogonal_vector().normalize() * size;
    let b = shape(if dimension == Dimension::Plane { aside.with_z(0.0) } else { aside });
    Case { dimension, a, b }
}

/// Generates pairs under scale, shear and mirroring.
pub fn affine(dimension: Dimension, dice: &mut Dice) -> Case {
    let mut shape = || {
        let size = dice.magnitude(0.3, 3.0);
        let form = forms::any(dimension, size, dice);
        let shape = turned(dimension, form, dice);
        distorted(dimension, shape, dice)
    };
    let (a, b) = (shape(), shape());
    let case = around(dimension, a, b, dice);
    if dice.once_in(3) { touching(case, dice) } else { case }
}

/// Applies a scale for each axis, some of them negative, and in half of the cases a shear.
pub(super) fn distorted(dimension: Dimension, mut shape: Shape, dice: &mut Dice) -> Shape {
    let mut factor = || dice.magnitude(0.2, 3.0) * dice.pick(&[1.0, 1.0, -1.0]);
    let scale = Vec3::new(factor(), factor(), factor());
    let mut shear = Mat3::IDENTITY;
    if dice.once_in(2) {
        shear.y_axis.x = dice.between(-1.5, 1.5);
        shear.z_axis.y = if dimension == Dimension::Plane { 0.0 } else { dice.between(-1.5, 1.5) };
    }
    shape.matrix = shape.matrix * shear * Mat3::from_diagonal(scale);
    shape
}
