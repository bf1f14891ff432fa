//! All that is asked about a case, judged.

use crate::case::Case;
use crate::check::{KINDS, Known, Score, check};
use crate::subject::Answers;
use crate::verdict::{Errors, judge_against};

/// The answers to a case and how right they are.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The crate's answers about the pair at rest.
    pub answers: Answers,
    /// How right they are.
    pub errors: Errors,
    /// How right the answers to the other kinds of questions are.
    pub scores: [Score; KINDS.len()],
}

/// Asks all about a case.
pub fn examine(case: &Case, seed: u64, number: u64) -> Examined {
    let known = Known::new(case);
    let Known { pair, truth, answers, .. } = &known;
    let errors = judge_against(case, pair, truth, answers);
    Examined { answers: *answers, errors, scores: check(&known, seed, number) }
}

impl Examined {
    /// What is not as right as it must be; nothing, if all is well.
    pub fn faults(&self) -> String {
        let mut faults: Vec<String> = self.errors.faults().into_iter().map(String::from).collect();
        for (kind, score) in KINDS.iter().zip(&self.scores) {
            faults.extend(score.faults.iter().map(|fault| format!("{} {fault}", kind.name)));
        }
        faults.join(", ")
    }
}
