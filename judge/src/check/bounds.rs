//! The boxes around shapes, and the extents that the tolerances are relative to.
//!
//! Each side is where the oracle's body ends, up to the rounding of its coordinate in the world.

use gjk::{Support, Vec2, Vec3};
use glam::DVec3;

use super::{Known, Score};
use crate::case::{Dimension, Shape};
use crate::family::Dice;
use crate::oracle::Body;
use crate::subject::Native;

/// How much of the shape may stick out.
const INSIDE: f64 = 1e-6;
/// By how much, in parts of the size, the ball within may stick out: far less than is left to those who look closer.
const INNER: f64 = 3e-6;
/// How much too large the box may be.
const TIGHT: f64 = 1e-5;

/// The crate's answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The corner of the box with the least coordinates.
    pub min: DVec3,
    /// The corner with the largest.
    pub max: DVec3,
    /// Half the sides of a box that may be larger.
    pub half_extents: DVec3,
    /// The middle of the ball within.
    pub origin: DVec3,
    /// Its radius.
    pub inscribed_radius: f64,
}

/// Asks for the bounds of both shapes.
pub fn check(known: &Known<'_>, _: &mut Dice) -> Score {
    let (case, mut score) = (known.case, Score::default());
    for (shape, body) in [(&case.a, &known.pair.a), (&case.b, &known.pair.b)] {
        let answer = match case.dimension {
            Dimension::Plane => ask::<Vec2>(shape),
            Dimension::Space => ask::<Vec3>(shape),
        };
        score.merge(judge(body, &answer).explained(shape, &answer));
        score.merge(judge_inner(body, &answer, case.dimension).explained(shape, &answer));
    }
    score
}

fn ask<V: Native>(shape: &Shape) -> Answer {
    let shape = V::shape(shape);
    let bounds = shape.aabb();
    Answer {
        min: bounds.min.wide(),
        max: bounds.max.wide(),
        half_extents: shape.size().half_extents.wide(),
        origin: shape.core().origin.wide(),
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
        // Of the sum, and of the products with the shape's own coordinates.
        let terms = end.abs() + body.position.dot(axis).abs() + body.set.extent();
        let rounding = f64::from(f32::EPSILON) * terms;
        score.limit("too small", (-error - rounding) / size, INSIDE);
        score.limit("too large", (error - rounding) / size, TIGHT);
        // Less than what is there, and the tolerances would be too strict.
        let missing = body.half_sides().dot(axis) - half_extents.dot(axis) - rounding;
        score.limit("extents", missing / size, INSIDE);
    }
    score
}

/// Judges the ball that lies within a body: along no direction the body reaches less far.
pub fn judge_inner(body: &Body, answer: &Answer, dimension: Dimension) -> Score {
    let (size, mut score) = (body.size(), Score::default());
    // None is known.
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
