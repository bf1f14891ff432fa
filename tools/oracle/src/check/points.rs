//! Point queries: containment and the nearest point of a shape.

use gjk::Vec3;
use glam::DVec3;

use super::{Known, Score};
use crate::case::{Dimension, Shape};
use crate::distance::{Body, Pair, nearest, signed_depth_of};
use crate::family::Dice;
use crate::subject::Native;
use crate::verdict::{EXACT, TOUCH, outside};

/// The answer of `gjk`.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The answer to `contains_point`.
    pub contains: bool,
    /// The nearest point.
    pub nearest: DVec3,
    /// The distance to the nearest point.
    pub distance: f64,
}

/// Checks a point inside, near the boundary or outside of either shape.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    let case = known.case;
    let (shape, body) = either(known, dice);
    let point = somewhere(case.dimension, body, dice);
    let answer = query(case.dimension, shape, point);
    judge(case.dimension, body, point, &answer).explained(&(shape, point), &answer)
}

/// Returns one of the two shapes.
pub(super) fn either<'k>(known: &'k Known<'_>, dice: &mut Dice) -> (&'k Shape, &'k Body) {
    if dice.once_in(2) { (&known.case.a, &known.pair.a) } else { (&known.case.b, &known.pair.b) }
}

/// Returns a point inside of a body, near its boundary, or outside.
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

/// Runs the queries.
pub fn query(dimension: Dimension, shape: &Shape, point: Vec3) -> Answer {
    fn query<V: Native>(shape: &Shape, point: Vec3) -> Answer {
        let (shape, point) = (V::shape(shape), V::from_vec3(point));
        let contains = gjk::contains_point(&shape, point);
        let found = gjk::nearest_point(&shape, point);
        Answer { contains, nearest: found.point.to_dvec3(), distance: found.distance.into() }
    }
    in_dimension!(dimension, query(shape, point))
}

/// Judges an answer about a point.
pub fn judge(dimension: Dimension, body: &Body, point: Vec3, answer: &Answer) -> Score {
    let (point, mut score) = (point.as_dvec3(), Score::default());
    let pair = Pair::of(Body::point(point), body.clone());
    let size = pair.size();
    let mut truth = nearest(&pair, 1e-10 * size);
    // Compute the depth only if a proof that the point is well inside is needed.
    if !answer.contains && -truth.low <= TOUCH * size || truth.high < 0.0 && truth.gap() > 1e-7 * size {
        truth = signed_depth_of(&pair, dimension);
    }
    // Include the rounding of the products with the local coordinates, which matters for small shapes far from their origin.
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
    // The rounding of a position is relative to its coordinates.
    let place = f64::from(f32::EPSILON) * (point.length() + answer.nearest.length());
    let outside = outside(dimension, body, answer.nearest) - place;
    score.limit("outside", outside / size, EXACT);
    let off = (answer.nearest.distance(point) - answer.distance).abs() - place;
    score.limit("nearest", off / size, EXACT);
    score
}
