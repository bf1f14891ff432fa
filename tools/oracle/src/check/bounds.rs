//! The AABB of a shape, its half extents (which tolerances are relative to) and its inscribed ball.
//!
//! Each side of the AABB is compared with the oracle's support value, up to the rounding of the world coordinate.

use gjk::Support;
use glam::DVec3;

use super::{Known, Score};
use crate::case::{Dimension, Shape};
use crate::distance::Body;
use crate::family::Dice;
use crate::subject::Native;

/// The tolerance of an AABB that is too small, relative to the size.
const INSIDE: f64 = 1e-6;
/// The tolerance of an inscribed ball that is too large, relative to the size: less than [`TOUCH`](crate::verdict::TOUCH).
const INNER: f64 = 3e-6;
/// The tolerance of an AABB that is too large, relative to the size.
const TIGHT: f64 = 1e-5;

/// The answer of `gjk`.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The minimum of the AABB.
    pub min: DVec3,
    /// The maximum of the AABB.
    pub max: DVec3,
    /// The half extents of a box that may be larger.
    pub half_extents: DVec3,
    /// The center of the inscribed ball.
    pub origin: DVec3,
    /// The radius of the inscribed ball; zero if none is known.
    pub inscribed_radius: f64,
}

/// Checks the bounds of both shapes.
pub fn check(known: &Known<'_>, _: &mut Dice) -> Score {
    let (case, mut score) = (known.case, Score::default());
    for (shape, body) in [(&case.a, &known.pair.a), (&case.b, &known.pair.b)] {
        let answer = in_dimension!(case.dimension, query(shape));
        score.merge(judge(body, &answer).explained(shape, &answer));
        score.merge(judge_inner(body, &answer, case.dimension).explained(shape, &answer));
    }
    score
}

fn query<V: Native>(shape: &Shape) -> Answer {
    let shape = V::shape(shape);
    let bounds = shape.aabb();
    Answer {
        min: bounds.min.to_dvec3(),
        max: bounds.max.to_dvec3(),
        half_extents: shape.size().half_extents.to_dvec3(),
        origin: shape.core().origin.to_dvec3(),
        inscribed_radius: f64::from(shape.size().inscribed_radius),
    }
}

/// Judges the bounds of a body.
pub fn judge(body: &Body, &Answer { min, max, half_extents, .. }: &Answer) -> Score {
    let (size, mut score) = (body.size(), Score::default());
    for (axis, outwards, side) in
        [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [(axis, -axis, min), (axis, axis, max)])
    {
        let end = body.position.dot(outwards) + body.reach(outwards);
        let error = side.dot(axis) * outwards.dot(axis) - end;
        // The rounding of the sum, and of the products with the local coordinates.
        let terms = end.abs() + body.position.dot(axis).abs() + body.set.extent();
        let rounding = f64::from(f32::EPSILON) * terms;
        score.limit("too small", (-error - rounding) / size, INSIDE);
        score.limit("too large", (error - rounding) / size, TIGHT);
        // Half extents that are too small would make the tolerances too strict.
        let missing = body.half_sides().dot(axis) - half_extents.dot(axis) - rounding;
        score.limit("extents", missing / size, INSIDE);
    }
    score
}

/// Judges the inscribed ball of a body: its support value must not be larger than the body's along any direction.
pub fn judge_inner(body: &Body, answer: &Answer, dimension: Dimension) -> Score {
    let (size, mut score) = (body.size(), Score::default());
    // No inscribed ball is known.
    if answer.inscribed_radius == 0.0 {
        return score;
    }
    let steps = [-1.0, 0.0, 1.0];
    let directions =
        steps.iter().flat_map(|&x| steps.iter().flat_map(move |&y| steps.map(|z| DVec3::new(x, y, z))));
    let flat = dimension == Dimension::Plane;
    for direction in directions.filter(|it| *it != DVec3::ZERO && !(flat && it.z != 0.0)) {
        let outwards = direction.normalize();
        let reach = (body.position - answer.origin).dot(outwards) + body.reach(outwards);
        let terms = answer.origin.abs().max_element() + body.position.abs().max_element() + body.set.extent();
        let rounding = f64::from(f32::EPSILON) * terms;
        score.limit("inner ball", (answer.inscribed_radius - reach - rounding) / size, INNER);
    }
    score
}
