//! Contact manifolds.

use gjk::Support;

use super::{Known, Score};
use crate::case::{Case, Dimension};
use crate::distance::Pair;
use crate::family::Dice;
use crate::subject::{Answers, Boxed, Native, Witness};
use crate::verdict::{EXACT, TOUCH, judge_against, outside};

/// The answer of `gjk`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The contact.
    pub contact: Witness,
    /// The points of the manifold, each with the normal of the contact and its own depth.
    pub points: Vec<Witness>,
    /// The sum of the tolerances within which vertices count as part of the supporting features of both shapes.
    pub tolerance: f64,
}

/// Checks the manifold of a pair in both orders.
pub fn check(known: &Known<'_>, _: &mut Dice) -> Score {
    let (answer, mirrored) = (query(known.case), query(&known.case.mirrored()));
    let mut score = judge(known, answer.as_ref()).explained(&"manifold", &answer);
    score.must("mirrored", answer.is_some() == mirrored.is_some() || !is_decided(known));
    if let Some(mirrored) = mirrored {
        // Swap the contact back to the order of the case.
        let Witness { on_a, on_b, normal, length } = mirrored.contact;
        let contact = Witness { on_a: on_b, on_b: on_a, normal: -normal, length };
        score.merge(judge_contact(known, contact).explained(&"mirrored", &contact));
    }
    score
}

/// Runs the query.
pub fn query(case: &Case) -> Option<Answer> {
    in_dimension!(case.dimension, query_in(case))
}

fn query_in<V: Native>(case: &Case) -> Option<Answer> {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    Some(widened(&gjk::manifold(&a, &b)?, feature_tolerance(&a) + feature_tolerance(&b)))
}

/// Converts a manifold to `f64`.
pub(super) fn widened<V: Native>(manifold: &gjk::Manifold<V>, tolerance: f64) -> Answer {
    let contact = Witness::from(manifold.contact);
    let point = |point: &gjk::ManifoldPoint<V>| Witness {
        on_a: point.on_a.to_dvec3(),
        on_b: point.on_b.to_dvec3(),
        normal: contact.normal,
        length: point.depth.into(),
    };
    Answer { contact, points: manifold.points().iter().map(point).collect(), tolerance }
}

/// Judges a manifold.
pub fn judge(known: &Known<'_>, answer: Option<&Answer>) -> Score {
    let (pair, mut score) = (&known.pair, Score::default());
    score.must("verdict", answer.is_some() == known.answers.intersects);
    let (Some(answer), Some(contact)) = (answer, known.answers.contact) else { return score };
    score.must("contact", answer.contact == contact);
    judge_points(known.case.dimension, pair, answer, &mut score);
    score
}

/// Returns the distance from the farthest vertex within which a vertex belongs to a shape's supporting feature.
pub(super) fn feature_tolerance<V: Native>(shape: &Boxed<V>) -> f64 {
    gjk::support::hints::FEATURE_TOLERANCE * shape.size().half_extents.to_dvec3().max_element()
}

/// Judges the points of a manifold.
pub fn judge_points(dimension: Dimension, pair: &Pair, answer: &Answer, score: &mut Score) {
    let (size, Answer { contact, points, tolerance }) = (pair.size(), answer);
    let most = if dimension == Dimension::Plane { 2 } else { 4 };
    score.must("count", (1..=most).contains(&points.len()));
    let reach = pair.reach(contact.normal);
    for point in points {
        let rounding = f64::from(f32::EPSILON) * (point.on_a.length() + point.on_b.length());
        let apart = point.on_a - point.on_b;
        let along = apart.dot(point.normal);
        score.limit("depth", ((point.length - along).abs() - rounding) / size, TOUCH);
        // Features that are parallel to within the tolerance count as parallel.
        let aside = (apart - point.normal * along).length() - tolerance;
        score.limit("aside", (aside - rounding) / size, EXACT);
        score.limit("deeper", (point.length - reach.max(0.0) - rounding) / size, EXACT);
        let shallow = contact.length - point.length - tolerance;
        score.limit("shallow", (shallow - rounding) / size, EXACT);
        let farther = outside(dimension, &pair.a, point.on_a).max(outside(dimension, &pair.b, point.on_b));
        score.limit("outside", (farther - rounding) / size, EXACT);
    }
}

/// Returns whether the signed depth is certainly outside of the tolerance band around touching.
fn is_decided(known: &Known<'_>) -> bool {
    let tolerance = TOUCH * known.pair.size();
    known.truth.low > tolerance || known.truth.high < -tolerance
}

fn judge_contact(known: &Known<'_>, contact: Witness) -> Score {
    let answers = Answers { intersects: true, closest: None, contact: Some(contact), ..known.answers };
    let errors = judge_against(known.case, &known.pair, &known.truth, &answers);
    let faults = if errors.faults().is_empty() { vec![] } else { vec!["mirrored"] };
    Score { worst: errors.worst(), faults, undecided: errors.undecided, ..Score::default() }
}
