//! The tables.

mod births;
mod csv;
mod frames;
mod layout;
mod memory;
mod moves;
mod ratio;
mod readme;

pub use csv::csv;
pub use layout::{Style, table};
pub use moves::moves;
pub use readme::{into_readme, moves_into_readme};

use crate::births::Births;
use crate::frames::Frames;
use crate::memory::Memory;
use crate::row::Row;
use crate::stopwatch::Span;
use crate::versions::versions;
use crate::worker::Measured;

/// What was measured.
#[derive(Default)]
pub struct Results {
    /// Frames.
    pub frames: Vec<(Row, Measured<Frames>)>,
    /// Spawning and despawning.
    pub births: Vec<(Row, Measured<Births>)>,
    /// Memory.
    pub memory: Vec<(Row, Measured<Memory>)>,
    /// Whether the rows with several threads are those of a build with rapier's feature `parallel`.
    pub parallel: bool,
}

/// All tables, and the sums.
pub fn report(results: &Results, style: Style) -> String {
    let mut parts = Vec::new();
    if !results.frames.is_empty() {
        parts.extend([
            frames::times(&results.frames, style),
            rapiers_threads(results),
            frames::percentiles(&results.frames, style),
            ratio::ratios(&results.frames, style),
            frames::answers(&results.frames, style),
            frames::allocations(&results.frames, style),
        ]);
    }
    if !results.births.is_empty() {
        parts.push(births::births(&results.births, style));
    }
    if !results.memory.is_empty() {
        parts.push(memory::memory(&results.memory, style));
    }
    parts.join("\n")
}

/// Tells on how many threads rapier ran.
fn rapiers_threads(results: &Results) -> String {
    let when = match (cfg!(feature = "rapier-parallel"), results.parallel) {
        (true, _) => "in all rows; on one thread that costs it some time",
        (false, true) => "in the rows with two threads, where in small scenes it costs more than it gives",
        (false, false) => {
            "in none: rows with two threads need `--parallel` with a build that has `rapier-parallel`"
        }
    };
    format!("rapier has its feature `parallel` {when}.\n")
}

/// Appends the versions of all that is compared to the title of a table.
pub fn headed(title: &str) -> String {
    format!("{title}: {}", versions())
}

/// What of the time is the engine's: without that of the empty app, the first.
fn net<S>(measured: &Measured<S>, engine: &str, span: impl Fn(&S) -> Span) -> Option<Span> {
    let (_, empty) = measured.iter().find(|(name, _)| name == "none")?;
    let (_, whole) = measured.iter().find(|(name, _)| name == engine)?;
    let (empty, whole) = (span(empty), span(whole));
    Some(Span { wall: whole.wall - empty.wall, cpu: whole.cpu - empty.cpu })
}

/// The names of the engines, the empty app first.
fn names<S>(rows: &[(Row, Measured<S>)]) -> Vec<&str> {
    rows.first().map_or(Vec::new(), |(_, measured)| measured.iter().map(|(name, _)| name.as_str()).collect())
}

/// Milliseconds, to three digits.
fn milliseconds(time: f64) -> String {
    match time.abs() {
        ..0.9995 => format!("{time:.3}"),
        ..9.995 => format!("{time:.2}"),
        ..99.95 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

/// Wall time, and processor time in brackets.
fn both(span: Span) -> String {
    format!("{} ({})", milliseconds(span.wall), milliseconds(span.cpu))
}

/// The scene, the bodies and the threads of a row.
fn head(row: &Row) -> Vec<String> {
    let scene = format!("{} {}", row.kind, crate::scene::name(row.dimension));
    vec![scene, row.count.to_string(), row.threads.to_string()]
}

/// The names of the columns of [`head`].
const HEAD: [&str; 3] = ["scene", "bodies", "threads"];
