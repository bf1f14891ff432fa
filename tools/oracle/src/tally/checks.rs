//! Totals over the answers to each kind of query, and their table.

use std::fmt;

use super::worse;
use crate::check::{KINDS, Score};

/// The results of each kind of query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checks([Sum; KINDS.len()]);

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    undecided: u64,
    failed: u64,
    /// The largest error, as a fraction of the tolerance.
    worst: f64,
}

impl Checks {
    /// Adds the scores of a case.
    pub fn add(&mut self, scores: &[Score]) {
        for (sum, score) in self.0.iter_mut().zip(scores) {
            sum.undecided += u64::from(score.undecided);
            sum.failed += u64::from(!score.faults.is_empty());
            sum.worst = worse(sum.worst, score.worst);
        }
    }

    /// Adds other totals.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            sum.undecided += more.undecided;
            sum.failed += more.failed;
            sum.worst = worse(sum.worst, more.worst);
        }
    }

    /// Returns the number of queries that the oracle could not decide.
    pub fn undecided(&self) -> u64 {
        self.0.iter().map(|sum| sum.undecided).sum()
    }
}

/// Returns the head of the table.
pub fn head() -> String {
    let names = KINDS.map(|kind| format!(" | {:>16}", kind.name)).concat();
    let under = " | undec fail worst".repeat(KINDS.len());
    format!("{:<32}{names}\n{:<32}{under}", "family", "(worst: of the tolerance)")
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sum in &self.0 {
            write!(f, " | {:>5} {:>4} {:>5}", sum.undecided, sum.failed, part(sum.worst))?;
        }
        Ok(())
    }
}

/// Formats a fraction of the tolerance: two decimals, or the order of magnitude of large ones.
fn part(worst: f64) -> String {
    if worst < 99.0 { format!("{worst:.2}") } else { format!("{worst:.0e}") }
}
