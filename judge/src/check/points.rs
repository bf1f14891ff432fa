//! A point and a shape: whether the shape contains it, and which of its points is nearest.

use gjk::{Vec2, Vec3};
use glam::DVec3;

use super::{Known, Score};
use crate::case::{Dimension, Shape};
use crate::family::Dice;
use crate::oracle::{Body, Pair, nearest, signed_depth_of};
use crate::subject::Native;
use crate::verdict::{EXACT, TOUCH, outside};

/// The crate's answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The answer to `contains_point`.
    pub contains: bool,
    /// The nearest point.
    pub nearest: DVec3,
    /// The distance from it.
    pub distance: f64,
}

/// Asks about points inside, near the boundary and outside, of either shape.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    let case = known.case;
    let (shape, body) = either(known, dice);
    let point = somewhere(case.dimension, body, dice);
    let answer = ask(case.dimension, shape, point);
    judge(case.dimension, body, point, &answer).explained(&(shape, point), &answer)
}

/// One of the two shapes.
pub(super) fn either<'k>(known: &'k Known<'_>, dice: &mut Dice) -> (&'k Shape, &'k Body) {
    if dice.once_in(2) { (&known.case.a, &known.pair.a) } else { (&known.case.b, &known.pair.b) }
}

/// A point inside of a body, on its boundary or thereabouts, or outside.
pub(super) fn somewhere(dimension: Dimension, body: &Body, dice: &mut Dice) -> Vec3 {
    let mut direction = || dice.direction(dimension).as_dvec3();
    let (one, other) = (direction(), direction());
    let farthest = body.support(one);
    let point = match dice.below(4) {
        // Between two points of the boundary.
        0 => farthest.lerp(body.support(other), dice.between(0.0, 1.0).into()),
        1 => farthest + one * body.size() * 1e-6 * f64::from(dice.between(-12.0, 12.0)),
        2 => farthest + one * body.size() * f64::from(dice.magnitude(1e-5, 1e2)),
        _ => other * body.size() * f64::from(dice.between(0.0, 2.0)),
    };
    (body.position + point).as_vec3()
}

/// Asks the crate.
pub fn ask(dimension: Dimension, shape: &Shape, point: Vec3) -> Answer {
    fn ask<V: Native>(shape: &Shape, point: Vec3) -> Answer {
        let (shape, point) = (V::shape(shape), V::of(point));
        let contains = gjk::contains_point(&shape, point);
        let found = gjk::nearest_point(&shape, point);
        Answer { contains, nearest: found.point.wide(), distance: found.distance.into() }
    }
    match dimension {
        Dimension::Plane => ask::<Vec2>(shape, point),
        Dimension::Space => ask::<Vec3>(shape, point),
    }
}

/// Judges an answer about a point.
pub fn judge(dimension: Dimension, body: &Body, point: Vec3, answer: &Answer) -> Score {
    let (point, mut score) = (point.as_dvec3(), Score::default());
    let pair = Pair::of(Body::point(point), body.clone());
    let size = pair.size();
    let mut truth = nearest(&pair, 1e-10 * size);
    // Only a proof that the point is well inside takes more.
    if !answer.contains && -truth.low <= TOUCH * size || truth.high < 0.0 && truth.gap() > 1e-7 * size {
        truth = signed_depth_of(&pair, dimension);
    }
    // The rounding of the products with the shape's own coordinates, for a shape that is hardly larger.
    let touch = TOUCH * size + f64::from(f32::EPSILON) * body.set.extent();
    let apart = truth.high < -touch;
    let meet = truth.low > touch;
    score.must("verdict", !(answer.contains && apart || !answer.contains && meet));
    score.must("agreement", answer.contains == (answer.distance == 0.0));
    score.must("form", answer.nearest.is_finite() && answer.distance >= 0.0);
    score.undecided = truth.high < 0.0 && truth.gap() > 1e-6 * size;
    if score.undecided || !score.faults.is_empty() {
        return score;
    }
    let distance = (-truth.high).max(0.0);
    let rounding = f64::from(f32::EPSILON) * distance;
    score.limit("distance", ((answer.distance - distance).abs() - rounding) / size, EXACT);
    // What an f32 can say of a place is relative to its coordinates.
    let place = f64::from(f32::EPSILON) * (point.length() + answer.nearest.length());
    let outside = outside(dimension, body, answer.nearest) - place;
    score.limit("outside", outside / size, EXACT);
    let off = (answer.nearest.distance(point) - answer.distance).abs() - place;
    score.limit("nearest", off / size, EXACT);
    score
}
