//! All queries on one case, judged.

use crate::case::Case;
use crate::check::{KINDS, Known, Score, check};
use crate::subject::Answers;
use crate::verdict::{Errors, judge_against};

/// The answers about a case, with their errors and scores.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The answers of `gjk` to the static pair queries.
    pub answers: Answers,
    /// The errors of these answers.
    pub errors: Errors,
    /// The scores of the other kinds of queries.
    pub scores: [Score; KINDS.len()],
}

/// Runs and judges all queries on a case.
pub fn examine(case: &Case, seed: u64, number: u64) -> Examined {
    let known = Known::new(case);
    let Known { pair, truth, answers, .. } = &known;
    let errors = judge_against(case, pair, truth, answers);
    Examined { answers: *answers, errors, scores: check(&known, seed, number) }
}

impl Examined {
    /// Returns a list of all faults; empty if there is none.
    pub fn faults(&self) -> String {
        let mut faults: Vec<String> = self.errors.faults().into_iter().map(String::from).collect();
        for (kind, score) in KINDS.iter().zip(&self.scores) {
            faults.extend(score.faults.iter().map(|fault| format!("{} {fault}", kind.name)));
        }
        faults.join(", ")
    }
}
