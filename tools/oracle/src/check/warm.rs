//! The static pair queries, each warm started from the cache of an earlier query.
//!
//! The earlier query is of any kind, and on the same pair, on the same pair in a slightly different pose, or on an
//! unrelated pair. Answers are judged as without a cache.

use gjk::{Query, SimplexCache, Vec3};
use glam::Mat3;

use super::{Known, Score};
use crate::case::{Case, Dimension, Form};
use crate::family::{Dice, forms};
use crate::subject::{Answers, Native, query_pair};
use crate::verdict::judge_against;

/// Checks the static pair queries with a warm cache.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    let answers = in_dimension!(known.case.dimension, query(known, dice));
    judge(known, &answers).explained(&"from a cache", &answers)
}

/// Judges answers like those without a cache.
pub fn judge(known: &Known<'_>, answers: &Answers) -> Score {
    let (cold, mut score) = (&known.answers, Score::default());
    let same = (answers.intersects, answers.closest, answers.contact)
        == (cold.intersects, cold.closest, cold.contact);
    if !same {
        let errors = judge_against(known.case, &known.pair, &known.truth, answers);
        score.undecided = errors.undecided;
        score.worst = errors.worst();
        score.faults = errors.faults();
    }
    score
}

fn query<V: Native>(known: &Known<'_>, dice: &mut Dice) -> Answers {
    let case = known.case;
    let before = match dice.below(3) {
        0 => case.clone(),
        1 => disturbed(case, known.pair.size() as f32, dice),
        _ => {
            // Half of them are hulls: the vertex indices in the cache refer to other vertices of this pair.
            let any = dice.once_in(2);
            let mut form = || match any {
                true => forms::any(case.dimension, 1.0, dice),
                false => Form::Points((0..8).map(|_| dice.vector(case.dimension)).collect()),
            };
            let (a, b) = (form(), form());
            let aside = dice.vector(case.dimension) * dice.pick(&[0.0, 0.1, 3.0]);
            Case { dimension: case.dimension, a: a.here(), b: b.at(aside) }
        }
    };
    let mut cache = SimplexCache::<V>::default();
    leave(&before, &mut cache, dice);
    query_pair(case, Some(&cache))
}

/// Runs one of the queries to fill the cache.
fn leave<V: Native>(case: &Case, cache: &mut SimplexCache<V>, dice: &mut Dice) {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    let query = Query::new(&a, &b).cache(cache);
    match dice.below(5) {
        0 => _ = query.intersects(),
        1 => _ = query.closest_points(),
        2 => _ = query.contact(),
        3 => _ = query.manifold(),
        _ => {
            let velocity =
                V::from_vec3(case.a.translation - case.b.translation + dice.vector(case.dimension));
            _ = query.cast(V::from_vec3(Vec3::ZERO), velocity, 1.0);
        }
    }
}

/// Returns the case with a slightly different pose of b, as in a frame before.
fn disturbed(case: &Case, size: f32, dice: &mut Dice) -> Case {
    let mut case = case.clone();
    let by = dice.magnitude(1e-7, 0.3);
    let axis = match case.dimension {
        Dimension::Plane => Vec3::Z,
        Dimension::Space => dice.direction(case.dimension),
    };
    case.b.matrix = Mat3::from_axis_angle(axis, by * dice.between(-1.0, 1.0)) * case.b.matrix;
    case.b.translation += dice.vector(case.dimension) * (by * size);
    case
}
