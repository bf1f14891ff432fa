//! Whether answers are as right as they must be.
//!
//! All lengths are judged relative to the size of the pair, the larger half diagonal of the two.

use glam::DVec3;

use crate::case::{Case, Dimension};
use crate::oracle::{Body, Bracket, Pair, nearest, signed_depth_of};
use crate::subject::{Answers, Witness};

/// A verdict must be right where the signed distance is more than this of the size.
pub const TOUCH: f64 = 4e-6;
/// Distances, witness points and depths must be right to this.
pub const EXACT: f64 = 2e-5;
/// The depth of curved shapes must be right to this.
pub const CURVED: f64 = 1e-4;

/// The error of each answer, relative to the size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// The bounds of the oracle are too far apart to judge.
    pub undecided: bool,
    /// An exact touch is said to be apart. Documented, but no fault: it is within the tolerance.
    pub missed_touch: bool,
    /// The crate claims an overlap or a distance where there is none.
    pub wrong: bool,
    /// The three questions disagree.
    pub disagree: bool,
    /// Some number of the answers is NaN or infinite, or a length is negative.
    pub malformed: bool,
    /// The error of the distance.
    pub distance: f64,
    /// How far a nearest point is outside of its shape, or the pair of them from the distance.
    pub witness: f64,
    /// By how much the normal fails to prove the distance.
    pub normal: f64,
    /// The error of the depth.
    pub depth: f64,
    /// How far a contact point is outside of its shape, or the pair of them from the depth.
    pub contact: f64,
    /// By how much moving along the normal fails to separate.
    pub push: f64,
    /// What [`Errors::depth`], [`Errors::contact`] and [`Errors::push`] may be.
    pub depth_limit: f64,
}

impl Errors {
    /// The largest error, as a part of what is allowed.
    pub fn worst(&self) -> f64 {
        let exact = self.distance.max(self.witness).max(self.normal) / EXACT;
        exact.max(self.depth.max(self.contact).max(self.push) / self.depth_limit)
    }

    /// The names of all that is not as right as it must be.
    pub fn faults(&self) -> Vec<&'static str> {
        let checks = [
            ("verdict", self.wrong),
            ("agreement", self.disagree),
            ("form", self.malformed),
            ("distance", exceeds(self.distance, EXACT)),
            ("witness", exceeds(self.witness, EXACT)),
            ("normal", exceeds(self.normal, EXACT)),
            ("depth", exceeds(self.depth, self.depth_limit)),
            ("contact", exceeds(self.contact, self.depth_limit)),
            ("push", exceeds(self.push, self.depth_limit)),
        ];
        checks.iter().filter(|(_, fault)| *fault).map(|(name, _)| *name).collect()
    }
}

/// Written so that NaN is a fault.
fn exceeds(error: f64, limit: f64) -> bool {
    !(error <= limit)
}

/// Judges answers against the oracle.
pub fn judge(case: &Case, answers: &Answers) -> Errors {
    let pair = Pair::new(case);
    judge_against(case, &pair, &signed_depth_of(&pair, case.dimension), answers)
}

/// Judges answers against bounds that are already known.
pub fn judge_against(case: &Case, pair: &Pair, truth: &Bracket, answers: &Answers) -> Errors {
    let size = pair.size();
    let curved = pair.is_curved(case.dimension);
    let mut errors = Errors { depth_limit: if curved { CURVED } else { EXACT }, ..Errors::default() };
    let apart = truth.high < -TOUCH * size;
    let meet = truth.low > TOUCH * size;
    errors.wrong = answers.intersects && apart || !answers.intersects && meet;
    errors.disagree =
        answers.intersects == answers.closest.is_some() || answers.intersects != answers.contact.is_some();
    let is_finite = |found: &Witness| {
        let points = found.on_a.is_finite() && found.on_b.is_finite();
        let unit = (found.normal.length() - 1.0).abs() <= 1e-5;
        points && unit && found.length.is_finite() && found.length >= 0.0
    };
    errors.malformed = [answers.closest, answers.contact].iter().flatten().any(|found| !is_finite(found));
    // An overlap needs depth bounds, and a distance needs distance bounds, well inside the tolerance.
    let precise = if truth.low > 0.0 && curved { 0.1 * CURVED } else { 0.05 * EXACT };
    errors.undecided = truth.gap() > precise * size;
    if errors.malformed || errors.undecided {
        return errors;
    }
    // What an f32 can say of a length is relative to the length.
    let tolerant = |error: f64, length: f64| tolerant(error, length, size);
    let misplaced = |found: &Witness| misplacement(case.dimension, pair, found);
    if let Some(found) = &answers.closest {
        let true_distance = (-truth.high).max(0.0);
        let span = (found.on_b - found.on_a) - found.normal * found.length;
        errors.distance = tolerant((found.length - true_distance).abs(), true_distance);
        errors.witness = tolerant(misplaced(found).max(span_error(span, found)), true_distance);
        errors.normal = tolerant(true_distance + pair.reach(found.normal), true_distance);
    }
    if let Some(found) = &answers.contact {
        let (low, high) = (truth.low.max(0.0), truth.high.max(0.0));
        let span = (found.on_a - found.on_b) - found.normal * found.length;
        errors.depth = (found.length - high).max(low - found.length).max(0.0) / size;
        errors.contact = misplaced(found).max(span_error(span, found)) / size;
        errors.push = (pair.reach(found.normal) - found.length).max(0.0) / size;
    }
    errors
}

/// Returns an error relative to the size, less what an `f32` cannot say of a length.
pub(crate) fn tolerant(error: f64, length: f64, size: f64) -> f64 {
    (error - f64::from(f32::EPSILON) * length).max(0.0) / size
}

/// The length of an error of two points, less the rounding of their place in the world.
pub(crate) fn span_error(error: DVec3, found: &Witness) -> f64 {
    (error.length() - rounding(found)).max(0.0)
}

fn rounding(found: &Witness) -> f64 {
    f64::from(f32::EPSILON) * (found.on_a.length() + found.on_b.length())
}

/// How far the points are outside of their shapes, less the rounding of their place in the world.
pub(crate) fn misplacement(dimension: Dimension, pair: &Pair, found: &Witness) -> f64 {
    let farther = outside(dimension, &pair.a, found.on_a).max(outside(dimension, &pair.b, found.on_b));
    (farther - rounding(found)).max(0.0)
}

/// No less than how far a point is outside of a body, and not much more; about zero or less within.
pub fn outside(dimension: Dimension, body: &Body, point: DVec3) -> f64 {
    let pair = Pair::of(body.clone(), Body::point(point));
    let size = pair.size();
    let bounds = nearest(&pair, 1e-9 * size);
    // For a point inside, only the lower bound means anything.
    if -bounds.low > 1e-7 * size && bounds.gap() > 1e-7 * size {
        return -signed_depth_of(&pair, dimension).low;
    }
    -bounds.low
}
