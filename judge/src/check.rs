//! The questions beyond those of a pair at rest. Every case is asked all of them.
//!
//! All that is random about them depends on the seed and the number of the case: a fault is found again by
//! `--case`.

pub mod bounds;
pub mod casts;
pub mod differential;
pub mod grounds;
pub mod manifolds;
pub mod points;
pub mod rays;
pub mod warm;
pub mod watched;

use std::fmt::Debug;

use crate::case::{Case, Dimension};
use crate::family::Dice;
use crate::oracle::{Bracket, Pair, signed_depth_of};
use crate::subject::{Answers, ask, ask_watched};

/// A case, and what is known of it.
pub struct Known<'c> {
    /// The case.
    pub case: &'c Case,
    /// The pair as the oracle knows it.
    pub pair: Pair,
    /// The signed depth.
    pub truth: Bracket,
    /// What the crate answers without a cache.
    pub answers: Answers,
    /// What it answers to an observer.
    pub watched: Answers,
}

impl<'c> Known<'c> {
    /// Asks the oracle and the crate.
    pub fn new(case: &'c Case) -> Self {
        let pair = Pair::new(case);
        let truth = signed_depth_of(&pair, case.dimension);
        let watched = ask_watched(case);
        let answers = Answers { supports: watched.supports, ..ask(case) };
        Self { case, pair, truth, answers, watched }
    }
}

/// How right an answer is.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// The largest error, as a part of what is allowed.
    pub worst: f64,
    /// What is not as right as it must be.
    pub faults: Vec<&'static str>,
    /// The oracle could not tell.
    pub undecided: bool,
    /// The question and the answer, where there is a fault.
    pub detail: String,
}

impl Score {
    /// Takes in an error that may be up to a limit. NaN is a fault.
    pub fn limit(&mut self, name: &'static str, error: f64, limit: f64) {
        let part = if error <= 0.0 { 0.0 } else { error / limit };
        if !(part <= self.worst) {
            self.worst = if part.is_nan() { f64::INFINITY } else { part };
        }
        self.must(name, part <= 1.0);
    }

    /// Takes in what has to hold.
    pub fn must(&mut self, name: &'static str, holds: bool) {
        if !holds && !self.faults.contains(&name) {
            self.faults.push(name);
        }
    }

    /// Keeps the question and the answer, if there is a fault.
    fn explained(mut self, asked: &impl Debug, answer: &impl Debug) -> Self {
        if !self.faults.is_empty() {
            self.detail += &format!("{asked:?}: {answer:?}\n");
        }
        self
    }

    /// Takes in the score of another answer.
    pub fn merge(&mut self, other: Self) {
        self.undecided |= other.undecided;
        self.worst = self.worst.max(other.worst);
        self.detail += &other.detail;
        other.faults.into_iter().for_each(|name| self.must(name, false));
    }
}

/// A kind of questions.
pub struct Kind {
    /// Its name in the table.
    pub name: &'static str,
    ask: fn(&Known<'_>, &mut Dice) -> Score,
}

/// All kinds.
pub const KINDS: [Kind; 9] = [
    Kind { name: "warm", ask: warm::check },
    Kind { name: "bounds", ask: bounds::check },
    Kind { name: "points", ask: points::check },
    Kind { name: "rays", ask: rays::check },
    Kind { name: "casts", ask: casts::check },
    Kind { name: "manifolds", ask: manifolds::check },
    Kind { name: "grounds", ask: grounds::check },
    Kind { name: "watched", ask: watched::check },
    Kind { name: "differential", ask: differential::check },
];

/// Asks all kinds.
pub fn check(known: &Known<'_>, seed: u64, number: u64) -> [Score; KINDS.len()] {
    let mut kind = 0;
    KINDS.map(|Kind { ask, .. }| {
        kind += 1;
        ask(known, &mut dice(known.case.dimension, seed, number, kind))
    })
}

/// Each kind throws dice of its own, so that a change to one leaves the others as they are.
fn dice(dimension: Dimension, seed: u64, number: u64, kind: usize) -> Dice {
    let stream = if dimension == Dimension::Plane { 2 } else { 3 };
    Dice::new(seed.wrapping_add(0x5eed << kind), number << 2 | stream)
}
