//! A differential test of the accelerations against the reference algorithms: each query on a moving pair runs twice.
//!
//! `gjk` uses an acceleration where it can, and GJK and EPA alone if there is an observer.
//! Both must give the same verdicts outside of the tolerance band around touching, and the same distances,
//! depths and witness points within the tolerances. Where several answers are right (parallel faces, several
//! normals of least depth), the answer must hold against the support function: its witness points lie on the
//! shapes, and its normal proves its length.
//!
//! The second shape moves past its place in the case, so caches are carried into the hard pose and out of it.

use gjk::trace::Step;
use gjk::{Query, SimplexCache, Vec3};
use glam::{DVec3, Mat3};

use super::{Known, Score};
use crate::case::{Case, Dimension};
use crate::distance::{Bracket, Pair, signed_depth_of};
use crate::family::Dice;
use crate::subject::{Answers, Boxed, Native, combine};
use crate::verdict::{CURVED, EXACT, TOUCH, misplacement, span_error, tolerant};

/// The number of frames; the case is the middle one.
const FRAMES: usize = 9;

/// Compares the answers about the case, and about the poses before and after it.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    compare(known.case, dice)
}

/// Compares the answers about a case, and about the poses before and after it, without the oracle's verdict
/// unless the crate contradicts itself.
pub fn compare(case: &Case, dice: &mut Dice) -> Score {
    in_dimension!(case.dimension, compare_frames(case, dice))
}

/// The caches and the algorithm of a run.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// All queries without a cache.
    Cold,
    /// Each query with its own cache, kept from frame to frame.
    Warm,
    /// All queries with the same cache.
    Shared,
    /// The reference algorithms with their own caches, kept from frame to frame.
    WarmReference,
}

fn compare_frames<V: Native>(case: &Case, dice: &mut Dice) -> Score {
    let frames = frames(case, dice);
    let a = V::shape(&case.a);
    let (mut warm, mut reference_caches) = (Caches::<V>::default(), Caches::<V>::default());
    let mut shared = SimplexCache::<V>::default();
    let mut score = Score::default();
    for (index, frame) in frames.iter().enumerate() {
        let b = V::shape(&frame.b);
        let judge = Judge::new(frame, reference(&a, &b, [None, None, None]));
        let cold = answers(&a, &b, [None, None, None]);
        let for_all = combine(
            Query::new(&a, &b).cache(&mut shared).intersects(),
            Query::new(&a, &b).cache(&mut shared).closest_points(),
            Query::new(&a, &b).cache(&mut shared).contact(),
            0,
        );
        for (start, found) in [
            (Start::Cold, cold),
            (Start::Warm, answers(&a, &b, warm.each_mut().map(Some))),
            (Start::Shared, for_all),
            (Start::WarmReference, reference(&a, &b, reference_caches.each_mut().map(Some))),
        ] {
            let mut compared = judge.judge(&found);
            // Within the band, a verdict may depend on the simplex that a cache holds.
            if matches!(start, Start::Cold) {
                compared.must("agreement", agree(&found));
            }
            score.merge(compared.explained(&(index, start, judge.reference), &found));
        }
    }
    score
}

/// Returns whether the three queries give the same verdict.
fn agree(&Answers { intersects, closest, contact, .. }: &Answers) -> bool {
    [closest.is_none(), contact.is_some()] == [intersects; 2]
}

/// Returns the frames of a motion whose middle frame is the case.
fn frames(case: &Case, dice: &mut Dice) -> Vec<Case> {
    let size = Pair::new(case).size() as f32;
    let axis = match case.dimension {
        Dimension::Plane => Vec3::Z,
        Dimension::Space => dice.direction(case.dimension),
    };
    let by = dice.magnitude(1e-7, 0.3);
    let (step, turn) = (dice.vector(case.dimension) * (by * size), by * dice.between(-1.0, 1.0));
    let frame = |index: usize| {
        let (time, mut case) = (index as f32 - (FRAMES / 2) as f32, case.clone());
        case.b.translation += step * time;
        case.b.matrix = Mat3::from_axis_angle(axis, turn * time) * case.b.matrix;
        case
    };
    (0..FRAMES).map(frame).collect()
}

/// One cache for each of the three queries.
type Caches<V> = [SimplexCache<V>; 3];

type OptionalCaches<'c, V> = [Option<&'c mut SimplexCache<V>>; 3];

/// Runs the three queries.
fn answers<V: Native>(a: &Boxed<V>, b: &Boxed<V>, caches: OptionalCaches<'_, V>) -> Answers {
    let [x, y, z] = caches.map(|cache| query(a, b, cache));
    combine(x.intersects(), y.closest_points(), z.contact(), 0)
}

/// Runs the three queries with an observer, which skips the accelerations.
fn reference<V: Native>(a: &Boxed<V>, b: &Boxed<V>, caches: OptionalCaches<'_, V>) -> Answers {
    let [x, y, z] = caches.map(|cache| query(a, b, cache).observe(|_: Step<'_, V>| {}));
    combine(x.intersects(), y.closest_points(), z.contact(), 0)
}

fn query<'q, V: Native>(
    a: &'q Boxed<V>,
    b: &'q Boxed<V>,
    cache: Option<&'q mut SimplexCache<V>>,
) -> Query<'q, V, Boxed<V>, Boxed<V>> {
    let query = Query::new(a, b);
    match cache {
        Some(cache) => query.cache(cache),
        None => query,
    }
}

/// A comparison of answers with those of the reference algorithms.
pub struct Judge<'c> {
    case: &'c Case,
    pair: Pair,
    reference: Answers,
}

impl<'c> Judge<'c> {
    /// Creates a comparison with the reference answers about a case.
    pub fn new(case: &'c Case, reference: Answers) -> Self {
        Self { case, pair: Pair::new(case), reference }
    }

    /// Compares answers with those of the reference algorithms.
    pub fn judge(&self, found: &Answers) -> Score {
        let (size, mut score) = (self.pair.size(), Score::default());
        let Answers { closest, contact, .. } = *found;
        let reference = &self.reference;
        let verdicts =
            |answers: &Answers| [answers.intersects, answers.closest.is_none(), answers.contact.is_some()];
        let own = verdicts(found);
        if own != verdicts(reference) {
            let Bracket { low, high, .. } = signed_depth_of(&self.pair, self.case.dimension);
            // No verdict is wrong within the band.
            score.must("verdict", !(high < -TOUCH * size || low > TOUCH * size));
        }
        let curved = self.pair.is_curved(self.case.dimension);
        let depth_limit = if curved { CURVED } else { EXACT };
        if let (Some(found), Some(other)) = (closest, reference.closest) {
            let error = |error: f64| tolerant(error, other.length, size);
            score.limit("distance", error((found.length - other.length).abs()), EXACT);
            score.limit("normal", error(other.length + self.pair.reach(found.normal)), EXACT);
            let span = (found.on_b - found.on_a) - found.normal * found.length;
            score.limit("span", error(span_error(span, &found)), EXACT);
            let moved = displacement([found.on_a, found.on_b], [other.on_a, other.on_b]);
            if !(error(moved) <= EXACT) {
                let outside = misplacement(self.case.dimension, &self.pair, &found);
                score.limit("witness", error(outside), EXACT);
            }
        }
        if let (Some(found), Some(other)) = (contact, reference.contact) {
            score.limit("depth", (found.length - other.length).abs() / size, depth_limit);
            score.limit("push", (self.pair.reach(found.normal) - found.length) / size, depth_limit);
            let span = (found.on_a - found.on_b) - found.normal * found.length;
            score.limit("contact span", span_error(span, &found) / size, depth_limit);
            let moved = displacement([found.on_a, found.on_b], [other.on_a, other.on_b]);
            if !(moved / size <= depth_limit) {
                let outside = misplacement(self.case.dimension, &self.pair, &found);
                score.limit("contact", outside / size, depth_limit);
            }
        }
        score
    }
}

/// Returns how far two points are from two others.
fn displacement([a, b]: [DVec3; 2], [other_a, other_b]: [DVec3; 2]) -> f64 {
    a.distance(other_a).max(b.distance(other_b))
}
