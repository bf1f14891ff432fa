//! What a frame costs, who is right, and what is allocated.

use super::layout::{Style, table};
use super::{HEAD, both, head, headed, milliseconds, names, net};
use crate::frames::{Frames, JUDGED, PERCENTILES};
use crate::row::Row;
use crate::worker::Measured;

/// The frames of all rows.
type Rows = [(Row, Measured<Frames>)];

fn engine_table(
    rows: &Rows,
    more: &str,
    (title, meaning): (&str, &str),
    style: Style,
    cell: impl Fn(&Measured<Frames>, &(String, Frames)) -> String,
    of_row: impl Fn(&Measured<Frames>) -> String,
) -> String {
    let columns = HEAD.into_iter().chain([more]).chain(names(rows));
    let mut lines = vec![columns.map(str::to_owned).collect::<Vec<_>>()];
    for (row, measured) in rows {
        let mut line = head(row);
        line.push(of_row(measured));
        line.extend(measured.iter().map(|engine| cell(measured, engine)));
        lines.push(line);
    }
    table(&headed(title), &lines, meaning, style)
}

/// Milliseconds of a frame.
pub fn times(rows: &Rows, style: Style) -> String {
    let meaning = "Medians: by the clock on the wall, and in brackets the processor time of all threads. For \
        `none` the whole frame of the empty app; for the engines what they take beyond that. † more than 1 % of \
        the pairs are wrong or missing. Pairs touch in truth, on average of the judged frames.";
    let cell = |measured: &Measured<Frames>, (name, frames): &(String, Frames)| {
        if name == "none" {
            return both(frames.median);
        }
        let sign = if frames.tally.is_right() { "" } else { "†" };
        net(measured, name, |frames: &Frames| frames.median).map_or("–".into(), |net| both(net) + sign)
    };
    let pairs = |measured: &Measured<Frames>| {
        let touching = measured.iter().map(|(_, frames)| frames.tally.touching).max().unwrap_or(0);
        (touching / JUDGED as u64).to_string()
    };
    engine_table(rows, "pairs", ("Milliseconds of a frame", meaning), style, cell, pairs)
}

/// Writes the percentiles of single frames.
pub fn percentiles(rows: &Rows, style: Style) -> String {
    let parts = PERCENTILES.map(|part| (100.0 * part).to_string()).join(" / ");
    let meaning = format!(
        "Percentiles {parts} of whole frames by the clock on the wall, the empty app included and without the drift \
         of the machine; `--csv` has the processor time, too. So many frames of each engine were timed: with fewer \
         than 100 the last percentile is the longest frame."
    );
    let cell = |_: &Measured<Frames>, (_, frames): &(String, Frames)| {
        frames.percentiles.map(|span| milliseconds(span.wall)).join(" / ")
    };
    let timed = |measured: &Measured<Frames>| measured.first().map_or(0.0, |it| it.1.timed).to_string();
    engine_table(rows, "frames", ("Percentiles of frames in milliseconds", &meaning), style, cell, timed)
}

/// Wrong and missing pairs.
pub fn answers(rows: &Rows, style: Style) -> String {
    let meaning = "Pairs that do not touch and are said to, + pairs that touch and are not said to, of all that \
        touch in three frames; ! events that make no sense. The truth is an oracle's in `f64`; pairs within 1e-5 \
        of touching are left out. The defaults are held against the frame before: they are an update late.";
    let cell = |_: &Measured<Frames>, (name, frames): &(String, Frames)| {
        let tally = frames.tally;
        if name == "none" {
            return "–".into();
        }
        let odd = if tally.odd > 0 { format!(" {}!", tally.odd) } else { String::new() };
        format!("{}+{}{odd}", tally.wrong, tally.missing)
    };
    let touching = |measured: &Measured<Frames>| {
        measured.iter().map(|(_, frames)| frames.tally.touching).max().unwrap_or(0).to_string()
    };
    engine_table(rows, "judged", ("Wrong and missing pairs", meaning), style, cell, touching)
}

/// Allocations of a frame.
pub fn allocations(rows: &Rows, style: Style) -> String {
    let meaning = "How often a frame allocates, and how many KiB, of all threads; medians of whole frames, those \
        of the empty app included. Pairs are those that the first engine has at the end.";
    let cell = |_: &Measured<Frames>, (_, frames): &(String, Frames)| {
        format!("{:.0} ({:.1})", frames.allocations, frames.bytes / 1024.0)
    };
    let pairs = |measured: &Measured<Frames>| measured.get(1).map_or(0.0, |it| it.1.pairs).to_string();
    engine_table(rows, "pairs", ("Allocations of a frame", meaning), style, cell, pairs)
}
