//! How many times faster ours is than the fastest rival that is right.

use std::fmt::Write;

use super::layout::{Style, table};
use super::{HEAD, head, headed, net};
use crate::engine::{Engine, Finds};
use crate::engines::engines;
use crate::frames::Frames;
use crate::row::Row;
use crate::stopwatch::Span;
use crate::worker::Measured;

/// Our time beside that of the fastest rival that is right, both without the empty app.
#[derive(Clone, Copy)]
pub struct Comparison {
    /// Ours.
    pub ours: Span,
    /// The rival's name.
    pub rival: &'static str,
    /// Its time.
    pub theirs: Span,
}

impl Comparison {
    /// Returns how many times as long the rival takes.
    pub fn times(&self) -> Span {
        // A difference that the clock cannot see is no time to divide by.
        let by = |theirs: f64, ours: f64| theirs / ours.max(1e-3);
        Span { wall: by(self.theirs.wall, self.ours.wall), cpu: by(self.theirs.cpu, self.ours.cpu) }
    }
}

/// Compares a row: touches alone, against the lean settings; and contacts, against all who find contacts.
pub fn compare(row: &Row, measured: &Measured<Frames>) -> [Option<Comparison>; 2] {
    let engines = engines(row.dimension);
    [
        fastest(measured, &engines, Finds::Touches, |rival| rival.lean),
        fastest(measured, &engines, Finds::Contacts, |rival| rival.finds == Finds::Contacts),
    ]
}

/// Writes how many times as fast as the fastest rival ours is.
pub fn ratios(rows: &[(Row, Measured<Frames>)], style: Style) -> String {
    let ends = ["touches", "rival", "contacts", "rival"];
    let mut lines = vec![HEAD.into_iter().chain(ends).map(str::to_owned).collect::<Vec<_>>()];
    let mut all = [Vec::new(), Vec::new()];
    for (row, measured) in rows {
        let mut line = head(row);
        for (found, all) in compare(row, measured).into_iter().zip(&mut all) {
            line.extend(found.map_or(["–".into(), "–".into()], |found| {
                let times = found.times();
                [format!("{:.1} ({:.1})", times.wall, times.cpu), found.rival.to_owned()]
            }));
            all.extend(found.map(|found| found.times()));
        }
        lines.push(line);
    }
    let meaning = "The time of the fastest rival that is right, by ours, both without the empty app: wall time \
        (processor time). Touches: ours, against the lean settings of all. Contacts: against \
        those who find contacts, too.";
    let mut text = table(&headed("How many times faster"), &lines, meaning, style);
    for (what, all) in ["touches", "contacts"].iter().zip(&all) {
        let _ = writeln!(text, "{what}: {}", sum(all));
    }
    text
}

fn fastest(
    measured: &Measured<Frames>,
    engines: &[Engine],
    finds: Finds,
    counts: impl Fn(&Engine) -> bool,
) -> Option<Comparison> {
    let figures = |engine: &Engine| {
        let (_, frames) = measured.iter().find(|(name, _)| name == engine.name)?;
        Some((net(measured, engine.name, |frames: &Frames| frames.median)?, frames.tally))
    };
    let (ours, _) = figures(engines.iter().find(|engine| engine.is_ours() && engine.finds == finds)?)?;
    let rivals = engines.iter().filter(|engine| engine.is_rival() && counts(engine));
    let right = rivals.filter_map(|rival| Some((rival.name, figures(rival)?)));
    let right = right.filter(|(_, (_, tally))| tally.is_right()).map(|(name, (time, _))| (name, time));
    let (rival, theirs) = right.min_by(|one, other| one.1.wall.total_cmp(&other.1.wall))?;
    Some(Comparison { ours, rival, theirs })
}

/// Returns the geometric mean and the least, by both clocks.
fn sum(times: &[Span]) -> String {
    let of = |time: fn(&Span) -> f64| {
        let mean = geometric_mean(times.iter().map(time));
        let least = times.iter().map(time).fold(f64::INFINITY, f64::min);
        format!("{mean:.1} in the geometric mean, {least:.1} at least")
    };
    format!("by wall time {}; by processor time {}", of(|span| span.wall), of(|span| span.cpu))
}

/// Returns the geometric mean; NaN of nothing.
pub fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, logarithms) =
        numbers.fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number.ln()));
    (logarithms / count).exp()
}
