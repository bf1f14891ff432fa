//! The table: a line for each row, ours beside each peer.

use std::fmt::Write;

use super::line::{Figure, Line};
use crate::bench::{OURS, Sheet};
use crate::timing::medians;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With spaces.
    Plain,
    /// In Markdown.
    Markdown,
}

/// What the signs mean.
const LEGEND: &str = "Nanoseconds for a question, medians. † more than 1 % of the answers are wrong: never the \
fastest. ( ) keeps nothing from frame to frame: its cold time. Ratio: the fastest peer with right answers to \
gjk. Off: how many of gjk's answers are.";

/// All lines, and what their signs mean.
pub fn table(lines: &[Line], style: Style) -> String {
    let mut peers = Vec::<&str>::new();
    for figure in lines.iter().flat_map(|line| &line.peers) {
        if !peers.contains(&figure.peer) {
            peers.push(figure.peer);
        }
    }
    let ends = ["fastest right", "ratio", "off"];
    let head = ["workload", "question", "poses", OURS].into_iter().chain(peers.iter().copied()).chain(ends);
    let mut rows = vec![head.map(str::to_owned).collect()];
    rows.extend(lines.iter().map(|line| row(line, &peers)));
    format!("{}\n{LEGEND}\n", layout(&rows, 3, style))
}

fn row(line: &Line, peers: &[&str]) -> Vec<String> {
    let mut row = vec![line.workload.to_owned(), line.question.to_string(), line.poses()];
    let figure_of = |peer: &str| line.peers.iter().find(|figure| figure.peer == peer);
    row.push(cell(line.ours.as_ref()));
    row.extend(peers.iter().map(|peer| cell(figure_of(peer))));
    row.push(line.fastest().map_or("–".into(), |figure| figure.peer.into()));
    row.push(line.ratio().map_or("–".into(), |ratio| format!("{ratio:.2}")));
    row.push(line.ours.map_or("–".into(), |figure| figure.tally.wrong.to_string()));
    row
}

fn cell(figure: Option<&Figure>) -> String {
    let Some(figure) = figure else { return "–".into() };
    let time = nanoseconds(figure.time);
    let sign = if figure.tally.is_right() { "" } else { "†" };
    if figure.borrowed { format!("({time}{sign})") } else { format!("{time}{sign}") }
}

fn nanoseconds(time: f64) -> String {
    if time < 99.95 { format!("{time:.1}") } else { format!("{time:.0}") }
}

/// The floors of all workloads.
pub fn floors(sheets: &[Sheet], style: Style) -> String {
    let mut rows = vec![["workload", "floor", "by", "ns"].map(str::to_owned).to_vec()];
    for sheet in sheets {
        for row in sheet.rows.iter().filter(|row| row.question.is_floor()) {
            for (entry, time) in row.entries.iter().zip(medians(row)) {
                let name = sheet.workload.name.to_owned();
                rows.push(vec![name, row.question.to_string(), entry.peer.into(), nanoseconds(time)]);
            }
        }
    }
    if rows.len() > 1 { layout(&rows, 3, style) } else { String::new() }
}

/// Writes rows of equal length, the first of which is the head. So many columns are words, the rest numbers.
fn layout(rows: &[Vec<String>], words: usize, style: Style) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let (begin, between, end) =
        if style == Style::Markdown { ("| ", " | ", " |\n") } else { ("", "  ", "\n") };
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let pad = |(column, cell): (usize, &String)| {
            let width = widths[column];
            if column < words { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        };
        let cells: Vec<String> = row.iter().enumerate().map(pad).collect();
        let line = cells.join(between);
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
