//! Placement of pairs of shapes, at random or at a distance that the oracle measures.

use glam::DVec3;

use super::Dice;
use crate::case::{Case, Dimension, Form, Shape};
use crate::distance::{Pair, signed_depth};

/// Rotates two forms at random, and puts b around a: separated, near or overlapping.
pub fn somewhere(dimension: Dimension, a: Form, b: Form, dice: &mut Dice) -> Case {
    let a = turned(dimension, a, dice);
    let b = turned(dimension, b, dice);
    around(dimension, a, b, dice)
}

/// Rotates a form at random, at the origin.
pub fn turned(dimension: Dimension, form: Form, dice: &mut Dice) -> Shape {
    let rotation = dice.rotation(dimension);
    form.placed(rotation, glam::Vec3::ZERO)
}

/// Moves b to a random place around a: separated, near or overlapping.
pub fn around(dimension: Dimension, a: Shape, mut b: Shape, dice: &mut Dice) -> Case {
    let reach = a.body(dimension).half_diagonal() + b.body(dimension).half_diagonal();
    b.translation = a.translation + dice.direction(dimension) * (reach as f32 * dice.between(0.0, 1.2));
    Case { dimension, a, b }
}

/// Moves b to a distance of about `gap` sizes from a. A negative gap is a depth.
///
/// The error of the result is the rounding of the position of b.
pub fn separated_by(mut case: Case, gap: f64) -> Case {
    for _ in 0..3 {
        let pair = Pair::new(&case);
        let truth = signed_depth(&case);
        let away = truth.normal * (truth.high + gap * pair.size());
        case.b.translation = (case.b.translation.as_dvec3() + away).as_vec3();
        if truth.high < 0.0 && away.length() < 1e-9 * pair.size() {
            break;
        }
    }
    case
}

/// Moves b to touch a, up to a distance or depth of some millionths of the size.
pub fn touching(case: Case, dice: &mut Dice) -> Case {
    let millionths = match dice.below(4) {
        0 => 10.0,
        1 => -10.0,
        2 => f64::from(dice.between(-20.0, 20.0)).round(),
        _ => f64::from(dice.between(-8.0, 8.0)),
    };
    separated_by(apart(case), millionths * 1e-6)
}

/// Moves b away from a along the line of their centers, so that generic features are nearest.
fn apart(mut case: Case) -> Case {
    let pair = Pair::new(&case);
    let towards = (case.b.translation - case.a.translation).as_dvec3();
    let direction = towards.try_normalize().unwrap_or(DVec3::X);
    let reach = pair.reach(direction).max(0.0);
    case.b.translation = (case.b.translation.as_dvec3() + direction * reach * 1.1).as_vec3();
    case
}
