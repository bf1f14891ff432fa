//! The few points where two shapes touch.

use gjk::{Support, Vec2, Vec3};

use super::{Known, Score};
use crate::case::{Case, Dimension};
use crate::family::Dice;
use crate::oracle::Pair;
use crate::subject::{Answers, Boxed, Native, Witness};
use crate::verdict::{EXACT, TOUCH, judge_against, outside};

/// The crate's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The contact.
    pub contact: Witness,
    /// The points, with the normal of the contact and the depth of each.
    pub points: Vec<Witness>,
    /// By how much the features of both shapes together may be nearer than the farthest.
    pub slop: f64,
}

/// Asks for the manifold of a pair, both ways around.
pub fn check(known: &Known<'_>, _: &mut Dice) -> Score {
    let (answer, mirrored) = (ask(known.case), ask(&known.case.mirrored()));
    let mut score = judge(known, answer.as_ref()).explained(&"manifold", &answer);
    score.must("mirrored", answer.is_some() == mirrored.is_some() || !is_decided(known));
    if let Some(mirrored) = mirrored {
        // The depth and the normal of the pair as it is, seen from the other side.
        let Witness { on_a, on_b, normal, length } = mirrored.contact;
        let contact = Witness { on_a: on_b, on_b: on_a, normal: -normal, length };
        score.merge(judge_contact(known, contact).explained(&"mirrored", &contact));
    }
    score
}

/// Asks the crate.
pub fn ask(case: &Case) -> Option<Answer> {
    match case.dimension {
        Dimension::Plane => ask_in::<Vec2>(case),
        Dimension::Space => ask_in::<Vec3>(case),
    }
}

fn ask_in<V: Native>(case: &Case) -> Option<Answer> {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    Some(widened(&gjk::manifold(&a, &b)?, slop(&a) + slop(&b)))
}

/// A manifold in `f64`.
pub(super) fn widened<V: Native>(manifold: &gjk::Manifold<V>, slop: f64) -> Answer {
    let contact = Witness::from(manifold.contact);
    let point = |point: &gjk::ManifoldPoint<V>| Witness {
        on_a: point.on_a.wide(),
        on_b: point.on_b.wide(),
        normal: contact.normal,
        length: point.depth.into(),
    };
    Answer { contact, points: manifold.points().iter().map(point).collect(), slop }
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

/// By how much a vertex of a shape's supporting feature may be nearer than the farthest.
pub(super) fn slop<V: Native>(shape: &Boxed<V>) -> f64 {
    gjk::SLOP * shape.size().half_extents.wide().max_element()
}

/// Judges the points of a manifold.
pub fn judge_points(dimension: Dimension, pair: &Pair, answer: &Answer, score: &mut Score) {
    let (size, Answer { contact, points, slop }) = (pair.size(), answer);
    let most = if dimension == Dimension::Plane { 2 } else { 4 };
    score.must("count", (1..=most).contains(&points.len()));
    let reach = pair.reach(contact.normal);
    for point in points {
        let rounding = f64::from(f32::EPSILON) * (point.on_a.length() + point.on_b.length());
        let apart = point.on_a - point.on_b;
        let along = apart.dot(point.normal);
        score.limit("depth", ((point.length - along).abs() - rounding) / size, TOUCH);
        // "About along the normal": features that are in line to within the slop count as in line.
        let aside = (apart - point.normal * along).length() - slop;
        score.limit("aside", (aside - rounding) / size, EXACT);
        score.limit("deeper", (point.length - reach.max(0.0) - rounding) / size, EXACT);
        let shallow = contact.length - point.length - slop;
        score.limit("shallow", (shallow - rounding) / size, EXACT);
        let farther = outside(dimension, &pair.a, point.on_a).max(outside(dimension, &pair.b, point.on_b));
        score.limit("outside", (farther - rounding) / size, EXACT);
    }
}

/// Whether the pair surely meets or surely is apart.
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
