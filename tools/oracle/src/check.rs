//! All kinds of queries but the static pair queries. Each is run on every case.
//!
//! Their random parameters depend only on the seed and the number of the case, so `--case` reproduces a fault.

pub mod bounds;
pub mod casts;
pub mod differential;
pub mod half_spaces;
pub mod manifolds;
pub mod observed;
pub mod points;
pub mod rays;
pub mod warm;

use std::fmt::Debug;

use crate::case::{Case, Dimension};
use crate::distance::{Bracket, Pair, signed_depth_of};
use crate::family::Dice;
use crate::subject::{Answers, query, query_observed};

/// A case with the oracle's bounds and the static pair answers.
pub struct Known<'c> {
    /// The case.
    pub case: &'c Case,
    /// The pair in the oracle's representation.
    pub pair: Pair,
    /// The oracle's bounds of the signed depth.
    pub truth: Bracket,
    /// The answers of `gjk` without a cache.
    pub answers: Answers,
    /// The answers of `gjk` with an observer.
    pub observed: Answers,
}

impl<'c> Known<'c> {
    /// Runs the oracle and the static pair queries.
    pub fn new(case: &'c Case) -> Self {
        let pair = Pair::new(case);
        let truth = signed_depth_of(&pair, case.dimension);
        let observed = query_observed(case);
        let answers = Answers { supports: observed.supports, ..query(case) };
        Self { case, pair, truth, answers, observed }
    }
}

/// The error and the faults of an answer.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// The largest error, as a fraction of its tolerance.
    pub worst: f64,
    /// The names of the violated conditions.
    pub faults: Vec<&'static str>,
    /// The oracle could not decide.
    pub undecided: bool,
    /// The query and the answer, if there is a fault.
    pub detail: String,
}

impl Score {
    /// Records an error that may be up to a limit. NaN is a fault.
    pub fn limit(&mut self, name: &'static str, error: f64, limit: f64) {
        let part = if error <= 0.0 { 0.0 } else { error / limit };
        if !(part <= self.worst) {
            self.worst = if part.is_nan() { f64::INFINITY } else { part };
        }
        self.must(name, part <= 1.0);
    }

    /// Records a condition that must hold.
    pub fn must(&mut self, name: &'static str, holds: bool) {
        if !holds && !self.faults.contains(&name) {
            self.faults.push(name);
        }
    }

    /// Records the query and the answer, if there is a fault.
    fn explained(mut self, query: &impl Debug, answer: &impl Debug) -> Self {
        if !self.faults.is_empty() {
            self.detail += &format!("{query:?}: {answer:?}\n");
        }
        self
    }

    /// Merges the score of another answer.
    pub fn merge(&mut self, other: Self) {
        self.undecided |= other.undecided;
        self.worst = self.worst.max(other.worst);
        self.detail += &other.detail;
        other.faults.into_iter().for_each(|name| self.must(name, false));
    }
}

/// A kind of query.
pub struct Kind {
    /// The name in the table.
    pub name: &'static str,
    run: fn(&Known<'_>, &mut Dice) -> Score,
}

/// All kinds of queries.
pub const KINDS: [Kind; 9] = [
    Kind { name: "warm", run: warm::check },
    Kind { name: "bounds", run: bounds::check },
    Kind { name: "points", run: points::check },
    Kind { name: "rays", run: rays::check },
    Kind { name: "casts", run: casts::check },
    Kind { name: "manifolds", run: manifolds::check },
    Kind { name: "half-spaces", run: half_spaces::check },
    Kind { name: "observed", run: observed::check },
    Kind { name: "differential", run: differential::check },
];

/// Runs and judges all kinds of queries on a case.
pub fn check(known: &Known<'_>, seed: u64, number: u64) -> [Score; KINDS.len()] {
    let mut kind = 0;
    KINDS.map(|Kind { run, .. }| {
        kind += 1;
        run(known, &mut dice(known.case.dimension, seed, number, kind))
    })
}

/// Creates the random number generator of a kind. Each kind has its own, so that a change to one kind leaves the cases
/// of the others as they are.
fn dice(dimension: Dimension, seed: u64, number: u64, kind: usize) -> Dice {
    let stream = if dimension == Dimension::Plane { 2 } else { 3 };
    Dice::new(seed.wrapping_add(0x5eed << kind), number << 2 | stream)
}
