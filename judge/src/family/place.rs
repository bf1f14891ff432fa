//! Placing shapes by means of the oracle.

use glam::DVec3;

use super::Dice;
use crate::case::{Case, Dimension, Form, Shape};
use crate::oracle::{Pair, signed_depth};

/// Two forms, each turned at random, b somewhere around a: apart, near or overlapping.
pub fn somewhere(dimension: Dimension, a: Form, b: Form, dice: &mut Dice) -> Case {
    let a = turned(dimension, a, dice);
    let b = turned(dimension, b, dice);
    around(dimension, a, b, dice)
}

/// The form turned at random, at the origin.
pub fn turned(dimension: Dimension, form: Form, dice: &mut Dice) -> Shape {
    let rotation = dice.rotation(dimension);
    form.placed(rotation, glam::Vec3::ZERO)
}

/// Moves b somewhere around a.
pub fn around(dimension: Dimension, a: Shape, mut b: Shape, dice: &mut Dice) -> Case {
    let reach = a.body(dimension).half_diagonal() + b.body(dimension).half_diagonal();
    b.translation = a.translation + dice.direction(dimension) * (reach as f32 * dice.between(0.0, 1.2));
    Case { dimension, a, b }
}

/// Moves b until it is about `gap` sizes away from a, or as deep if the gap is negative.
///
/// The result is as exact as the rounding of the position of b allows.
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

/// Moves b to where it touches a, give or take a few millionths of the size.
pub fn touching(case: Case, dice: &mut Dice) -> Case {
    let millionths = match dice.below(4) {
        0 => 10.0,
        1 => -10.0,
        2 => f64::from(dice.between(-20.0, 20.0)).round(),
        _ => f64::from(dice.between(-8.0, 8.0)),
    };
    separated_by(apart(case), millionths * 1e-6)
}

/// Moves b away from a, so that they come to touch with generic features.
fn apart(mut case: Case) -> Case {
    let pair = Pair::new(&case);
    let towards = (case.b.translation - case.a.translation).as_dvec3();
    let direction = towards.try_normalize().unwrap_or(DVec3::X);
    let reach = pair.reach(direction).max(0.0);
    case.b.translation = (case.b.translation.as_dvec3() + direction * reach * 1.1).as_vec3();
    case
}
