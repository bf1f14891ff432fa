//! How many times faster ours is than the fastest rival that is right.

use std::fmt::Write;

use super::layout::{Style, table};
use super::{HEAD, head, net};
use crate::engine::{Engine, Finds};
use crate::engines::engines;
use crate::frames::Frames;
use crate::row::Row;
use crate::stopwatch::Span;
use crate::worker::Measured;

/// A rival's time by ours.
#[derive(Clone, Copy)]
struct Ratio {
    rival: &'static str,
    times: Span,
}

/// Touches alone, against the lean settings; and contacts, against all who find contacts.
pub fn ratios(rows: &[(Row, Measured<Frames>)], style: Style) -> String {
    let ends = ["touches", "rival", "contacts", "rival"];
    let mut lines = vec![HEAD.into_iter().chain(ends).map(str::to_owned).collect::<Vec<_>>()];
    let mut all = [Vec::new(), Vec::new()];
    for (row, measured) in rows {
        let engines = engines(row.dimension);
        let found = [
            ratio(measured, &engines, Finds::Touches, |rival| rival.lean),
            ratio(measured, &engines, Finds::Contacts, |rival| rival.finds == Finds::Contacts),
        ];
        let mut line = head(row);
        for (ratio, all) in found.into_iter().zip(&mut all) {
            line.extend(ratio.map_or(["–".into(), "–".into()], |ratio| {
                [format!("{:.1} ({:.1})", ratio.times.wall, ratio.times.cpu), ratio.rival.to_owned()]
            }));
            all.extend(ratio.map(|ratio| ratio.times));
        }
        lines.push(line);
    }
    let meaning = "The time of the fastest rival that is right, by ours, both without the empty app: wall time \
        (processor time). Touches: ours with `TouchOnly`, against the lean settings of all. Contacts: against \
        those who find contacts, too.";
    let mut text = table("How many times faster", &lines, meaning, style);
    for (what, all) in ["touches", "contacts"].iter().zip(&all) {
        let _ = writeln!(text, "{what}: {}", sum(all));
    }
    text
}

fn ratio(
    measured: &Measured<Frames>,
    engines: &[Engine],
    finds: Finds,
    counts: impl Fn(&Engine) -> bool,
) -> Option<Ratio> {
    let figures = |engine: &Engine| {
        let (_, frames) = measured.iter().find(|(name, _)| name == engine.name)?;
        Some((net(measured, engine.name, |frames: &Frames| frames.median)?, frames.tally))
    };
    let (ours, _) = figures(engines.iter().find(|engine| engine.is_ours() && engine.finds == finds)?)?;
    let rivals = engines.iter().filter(|engine| engine.is_rival() && counts(engine));
    let right = rivals.filter_map(|rival| Some((rival.name, figures(rival)?)));
    let right = right.filter(|(_, (_, tally))| tally.is_right()).map(|(name, (time, _))| (name, time));
    let (rival, theirs) = right.min_by(|one, other| one.1.wall.total_cmp(&other.1.wall))?;
    // A difference that the clock cannot see is no time to divide by.
    let by = |theirs: f64, ours: f64| theirs / ours.max(1e-3);
    Some(Ratio { rival, times: Span { wall: by(theirs.wall, ours.wall), cpu: by(theirs.cpu, ours.cpu) } })
}

fn sum(times: &[Span]) -> String {
    let of = |time: fn(&Span) -> f64| {
        let mean = (times.iter().map(|span| time(span).ln()).sum::<f64>() / times.len() as f64).exp();
        let least = times.iter().map(time).fold(f64::INFINITY, f64::min);
        format!("{mean:.1} in the geometric mean, {least:.1} at least")
    };
    format!("by wall time {}; by processor time {}", of(|span| span.wall), of(|span| span.cpu))
}
