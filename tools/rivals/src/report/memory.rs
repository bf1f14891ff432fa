//! What memory a scene takes.

use super::HEAD;
use super::layout::{Style, table};
use super::{headed, names};
use crate::memory::Memory;
use crate::row::Row;
use crate::worker::Measured;

const MEBIBYTE: f64 = 1024.0 * 1024.0;

/// What is measured, and where that is.
type Part = (&'static str, fn(&Memory) -> f64);

const PARTS: [Part; 3] =
    [("resident MiB", |it| it.resident), ("peak MiB", |it| it.peak), ("live MiB", |it| it.live)];

/// MiB beyond the empty app, and bytes for each body.
pub fn memory(rows: &[(Row, Measured<Memory>)], style: Style) -> String {
    let mut lines = vec![HEAD.into_iter().chain(names(rows)).map(str::to_owned).collect::<Vec<_>>()];
    lines[0][2] = "what".into();
    for (row, measured) in rows {
        let empty = measured.first().map_or(Memory::default(), |it| it.1);
        let line = |what: &str, cells: &dyn Fn(&(String, Memory)) -> String| {
            let mut line = super::head(row);
            line[2] = what.into();
            line.extend(measured.iter().map(cells));
            line
        };
        for (what, part) in PARTS {
            lines.push(line(what, &|(name, memory)| {
                let less = if name == "none" { 0.0 } else { part(&empty) };
                format!("{:.1}", (part(memory) - less) / MEBIBYTE)
            }));
        }
        lines.push(line("live bytes each", &|(name, memory)| {
            let more = memory.live - empty.live;
            if name == "none" { "–".into() } else { format!("{:.0}", more / row.count as f64) }
        }));
        lines.push(line("pairs", &|(_, memory)| memory.pairs.to_string()));
    }
    let meaning = "After 30 frames, each engine in a process of its own. For `none` the whole; for the engines \
        what they take beyond that. Live is what was allocated and not freed.";
    table(&headed("Memory"), &lines, meaning, style)
}
