//! Totals over many cases, and their tables.

pub mod checks;

use std::fmt;

use crate::examine::Examined;

/// The results of the cases of a family.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of cases.
    pub cases: u64,
    /// The number of cases that the oracle could not decide.
    pub undecided: u64,
    /// The number of exact touches reported as separated.
    pub missed_touches: u64,
    /// The number of cases with a query that ended at its iteration cap.
    pub capped: u64,
    /// The number of wrong verdicts.
    pub wrong: u64,
    /// The number of cases in which the three queries disagreed.
    pub disagree: u64,
    /// The number of cases with an answer that is not finite.
    pub malformed: u64,
    /// The errors of distance, witness, normal, depth, contact and push, as in [`NAMES`].
    pub measures: [Measure; 6],
    /// The largest number of support pairs that a query took.
    pub supports: usize,
    /// The totals of all queries but the static pair queries.
    pub checks: checks::Checks,
    /// The number of cases with any fault.
    pub faulty: u64,
    /// The numbers and the faults of the first five of them.
    pub first: Vec<(u64, String)>,
}

/// The distribution of one kind of error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure {
    /// The largest error, relative to the size.
    pub worst: f64,
    /// The number of errors above 1e-6.
    pub above_millionth: u64,
    /// The number of errors above the limit.
    pub failed: u64,
}

impl Tally {
    /// Adds the results of one case.
    pub fn add(&mut self, number: u64, examined: &Examined) {
        let Examined { answers, errors, scores } = examined;
        self.cases += 1;
        self.undecided += u64::from(errors.undecided);
        self.wrong += u64::from(errors.wrong);
        self.disagree += u64::from(errors.disagree);
        self.malformed += u64::from(errors.malformed);
        self.missed_touches += u64::from(errors.missed_touch);
        self.capped += u64::from(answers.capped);
        self.supports = self.supports.max(answers.supports);
        let faults = errors.faults();
        let values =
            [errors.distance, errors.witness, errors.normal, errors.depth, errors.contact, errors.push];
        for ((measure, value), name) in self.measures.iter_mut().zip(values).zip(NAMES) {
            measure.worst = worse(measure.worst, value);
            measure.above_millionth += u64::from(!(value <= 1e-6));
            measure.failed += u64::from(faults.contains(&name));
        }
        self.checks.add(scores);
        let faults = examined.faults();
        if !faults.is_empty() {
            self.faulty += 1;
            self.note(number, faults);
        }
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: Self) {
        self.cases += other.cases;
        self.undecided += other.undecided;
        self.wrong += other.wrong;
        self.missed_touches += other.missed_touches;
        self.capped += other.capped;
        self.disagree += other.disagree;
        self.malformed += other.malformed;
        self.supports = self.supports.max(other.supports);
        self.faulty += other.faulty;
        self.checks.merge(&other.checks);
        for (measure, more) in self.measures.iter_mut().zip(other.measures) {
            measure.worst = worse(measure.worst, more.worst);
            measure.above_millionth += more.above_millionth;
            measure.failed += more.failed;
        }
        other.first.into_iter().for_each(|(number, faults)| self.note(number, faults));
    }

    fn note(&mut self, number: u64, faults: String) {
        self.first.push((number, faults));
        self.first.sort();
        self.first.truncate(5);
    }
}

/// Returns the larger error. NaN counts as infinite.
fn worse(one: f64, other: f64) -> f64 {
    if other <= one {
        one
    } else if other.is_nan() {
        f64::INFINITY
    } else {
        other
    }
}

/// The names of the measured errors, as [`Errors::faults`](crate::verdict::Errors::faults) gives them.
pub const NAMES: [&str; 6] = ["distance", "witness", "normal", "depth", "contact", "push"];

/// Returns the head of the table.
pub fn head() -> String {
    let measures: String = NAMES.map(|name| format!(" | {name:>17}")).concat();
    let counts = ["cases", "undec", "wrong", "disag", "form", "touch", "cap", "supp"];
    let counts: String = counts.map(|name| format!(" | {name:>8}")).concat();
    let under = format!("{:<32}{}{}", "", " |         ".repeat(8), " | worst >1e-6  fail".repeat(6));
    format!("{:<32}{counts}{measures}\n{under}", "family")
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [self.cases, self.undecided, self.wrong, self.disagree, self.malformed];
        for count in counts.into_iter().chain([self.missed_touches, self.capped, self.supports as u64]) {
            write!(f, " | {count:>8}")?;
        }
        for measure in self.measures {
            write!(f, " | {:<5.0e} {:>5} {:>5}", measure.worst, measure.above_millionth, measure.failed)?;
        }
        Ok(())
    }
}
