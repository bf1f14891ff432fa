//! The table: a line for each row, `gjk` beside its peers.

use std::fmt::Write;

use super::line::{Line, PeerResult};
use crate::bench::{BenchmarkGroup, OURS};
use crate::timing::medians;

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Aligned with spaces.
    Plain,
    /// Markdown.
    Markdown,
}

/// The explanation below the table.
const LEGEND: &str = "Median nanoseconds of one query. † more than 1 % of the answers are wrong, never the fastest. \
( ) no warm start: its cold time. Fastest peer: among those with right answers. Speedup: its time divided by that of \
gjk. Wrong: the number of wrong answers of gjk.";

/// Returns the table of all lines, with the legend.
pub fn table(lines: &[Line], style: Style) -> String {
    let mut peers = Vec::<&str>::new();
    for result in lines.iter().flat_map(|line| &line.peers) {
        if !peers.contains(&result.peer) {
            peers.push(result.peer);
        }
    }
    let last_columns = ["fastest peer", "speedup", "wrong"];
    let header =
        ["workload", "query", "poses", OURS].into_iter().chain(peers.iter().copied()).chain(last_columns);
    let mut rows = vec![header.map(str::to_owned).collect()];
    rows.extend(lines.iter().map(|line| row(line, &peers)));
    format!("{}\n{LEGEND}\n", layout(&rows, 3, style))
}

fn row(line: &Line, peers: &[&str]) -> Vec<String> {
    let mut row = vec![line.workload.to_owned(), line.query.to_string(), line.poses()];
    let result_of = |peer: &str| line.peers.iter().find(|result| result.peer == peer);
    row.push(cell(line.ours.as_ref()));
    row.extend(peers.iter().map(|peer| cell(result_of(peer))));
    row.push(line.fastest_accurate_peer().map_or("–".into(), |result| result.peer.into()));
    row.push(line.speedup().map_or("–".into(), |speedup| format!("{speedup:.2}")));
    row.push(line.ours.map_or("–".into(), |result| result.accuracy.wrong.to_string()));
    row
}

fn cell(result: Option<&PeerResult>) -> String {
    let Some(result) = result else { return "–".into() };
    let time = nanoseconds(result.time);
    let mark = if result.accuracy.is_accurate() { "" } else { "†" };
    if result.is_cold_fallback { format!("({time}{mark})") } else { format!("{time}{mark}") }
}

fn nanoseconds(time: f64) -> String {
    if time < 99.95 { format!("{time:.1}") } else { format!("{time:.0}") }
}

/// Returns the table of the baselines of all workloads.
pub fn baselines(groups: &[BenchmarkGroup], style: Style) -> String {
    let mut rows = vec![["workload", "baseline", "method", "ns"].map(str::to_owned).to_vec()];
    for group in groups {
        for row in group.rows.iter().filter(|row| row.query.is_baseline()) {
            for (benchmark, time) in row.benchmarks.iter().zip(medians(row)) {
                let name = group.workload.name.to_owned();
                rows.push(vec![name, row.query.to_string(), benchmark.peer.into(), nanoseconds(time)]);
            }
        }
    }
    if rows.len() > 1 { layout(&rows, 3, style) } else { String::new() }
}

/// Formats rows of equal length, the first of which is the header. The first `words` columns are text,
/// aligned to the left; the others are numbers.
fn layout(rows: &[Vec<String>], words: usize, style: Style) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let (begin, separator, end) =
        if style == Style::Markdown { ("| ", " | ", " |\n") } else { ("", "  ", "\n") };
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let pad = |(column, cell): (usize, &String)| {
            let width = widths[column];
            if column < words { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        };
        let cells: Vec<String> = row.iter().enumerate().map(pad).collect();
        let line = cells.join(separator);
        let line = if style == Style::Plain { line.trim_end() } else { &line };
        let _ = write!(text, "{begin}{line}{end}");
        if index == 0 && style == Style::Markdown {
            let rule = |(column, width): (usize, &usize)| {
                let dashes = "-".repeat(*width);
                if column < words { format!("-{dashes}-") } else { format!("-{dashes}:") }
            };
            let rules: Vec<String> = widths.iter().enumerate().map(rule).collect();
            let _ = writeln!(text, "|{}|", rules.join("|"));
        }
    }
    text
}
