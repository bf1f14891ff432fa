//! Comparison of the static pair answers with the oracle.
//!
//! All lengths are judged relative to the size of the pair, the larger half diagonal of the two.

use glam::DVec3;

use crate::case::{Case, Dimension};
use crate::distance::{Body, Bracket, Pair, nearest, signed_depth_of};
use crate::subject::{Answers, Witness};

/// The tolerance of verdicts, relative to the size: where the signed distance is larger, the verdict must be right.
pub const TOUCH: f64 = 4e-6;
/// The tolerance of distances, witness points and depths, relative to the size.
pub const EXACT: f64 = 2e-5;
/// The tolerance of the depth of curved shapes, relative to the size.
pub const CURVED: f64 = 1e-4;

/// The error of each answer, relative to the size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// The bounds of the oracle are too far apart to judge the answers.
    pub undecided: bool,
    /// An exact touch is reported as separated. Counted, but not a fault, since it is within the tolerance.
    pub missed_touch: bool,
    /// `gjk` reports an overlap of separated shapes or a distance of overlapping ones, outside of the tolerance.
    pub wrong: bool,
    /// The verdicts of the three queries differ.
    pub disagree: bool,
    /// A number of the answers is NaN or infinite, a normal is not a unit vector, or a length is negative.
    pub malformed: bool,
    /// The error of the distance.
    pub distance: f64,
    /// The largest distance of a closest point from its shape, or the mismatch of the pair with distance and normal.
    pub witness: f64,
    /// The difference between the distance and the lower bound that the normal proves.
    pub normal: f64,
    /// The error of the depth.
    pub depth: f64,
    /// The largest distance of a contact point from its shape, or the mismatch of the pair with depth and normal.
    pub contact: f64,
    /// The overlap that is left after b is moved by the depth along the normal.
    pub push: f64,
    /// The tolerance of [`Errors::depth`], [`Errors::contact`] and [`Errors::push`].
    pub depth_limit: f64,
}

impl Errors {
    /// Returns the largest error, as a fraction of its tolerance.
    pub fn worst(&self) -> f64 {
        let exact = self.distance.max(self.witness).max(self.normal) / EXACT;
        exact.max(self.depth.max(self.contact).max(self.push) / self.depth_limit)
    }

    /// Returns the names of all errors above their tolerance.
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

/// Returns whether an error is above its limit. NaN is.
fn exceeds(error: f64, limit: f64) -> bool {
    !(error <= limit)
}

/// Judges answers against the oracle.
pub fn judge(case: &Case, answers: &Answers) -> Errors {
    let pair = Pair::new(case);
    judge_against(case, &pair, &signed_depth_of(&pair, case.dimension), answers)
}

/// Judges answers against bounds of the oracle that are already known.
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
    // The rounding of an f32 length is relative to the length.
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

/// Returns an error relative to the size, less the rounding of an `f32` length.
pub(crate) fn tolerant(error: f64, length: f64, size: f64) -> f64 {
    (error - f64::from(f32::EPSILON) * length).max(0.0) / size
}

/// Returns the length of the error of two points, less the rounding of their world coordinates.
pub(crate) fn span_error(error: DVec3, found: &Witness) -> f64 {
    (error.length() - rounding(found)).max(0.0)
}

/// Returns the rounding of the world coordinates of two witness points.
fn rounding(found: &Witness) -> f64 {
    f64::from(f32::EPSILON) * (found.on_a.length() + found.on_b.length())
}

/// Returns how far the points are outside of their shapes, less the rounding of their world coordinates.
pub(crate) fn misplacement(dimension: Dimension, pair: &Pair, found: &Witness) -> f64 {
    let farther = outside(dimension, &pair.a, found.on_a).max(outside(dimension, &pair.b, found.on_b));
    (farther - rounding(found)).max(0.0)
}

/// Returns a tight upper bound of the distance of a point outside of a body; about zero or less inside.
pub fn outside(dimension: Dimension, body: &Body, point: DVec3) -> f64 {
    let pair = Pair::of(body.clone(), Body::point(point));
    let size = pair.size();
    let bounds = nearest(&pair, 1e-9 * size);
    // For a point inside, only the lower bound is meaningful.
    if -bounds.low > 1e-7 * size && bounds.gap() > 1e-7 * size {
        return -signed_depth_of(&pair, dimension).low;
    }
    -bounds.low
}
