//! The summary: mean speedups, the rows where a peer is faster, and wrong answers.

use std::fmt::Write;

use super::line::Line;

/// Returns a summary of some lines.
pub fn summary(lines: &[Line]) -> String {
    let mut text = String::new();
    let headline: Vec<&Line> = lines.iter().filter(|line| line.headline).collect();
    let all: Vec<&Line> = lines.iter().collect();
    for (name, lines) in [("headline rows", headline), ("all rows", all)] {
        let speedups: Vec<f64> = lines.iter().filter_map(|line| line.speedup()).collect();
        let count = lines.len() - speedups.len();
        let without_peer =
            if count > 0 { format!(", {count} more without an accurate peer") } else { String::new() };
        let _ = writeln!(
            text,
            "{name}: speedup {:.2}, geometric mean of {} rows{without_peer}",
            geometric_mean(&speedups),
            speedups.len()
        );
    }
    let slower: Vec<(f64, &Line)> = lines
        .iter()
        .filter_map(|line| Some((line.speedup()?, line)))
        .filter(|(speedup, _)| *speedup < 1.0)
        .collect();
    let _ = writeln!(text, "slower than the fastest accurate peer: {} rows", slower.len());
    for (speedup, line) in slower {
        let fastest = line.fastest_accurate_peer().map_or("", |result| result.peer);
        let mark = if line.headline { "*" } else { " " };
        let _ = writeln!(text, "  {mark} {speedup:.2}  {}  ({fastest})", line.name());
    }
    let ours = || lines.iter().filter_map(|line| Some((line, line.ours?.accuracy)));
    let (checked, wrong) = ours()
        .fold((0, 0), |(checked, wrong), (_, accuracy)| (checked + accuracy.checked, wrong + accuracy.wrong));
    let max_error = ours().map(|(_, accuracy)| accuracy.max_error).fold(0.0, f64::max);
    let _ = writeln!(
        text,
        "answers of gjk: {wrong} of {checked} wrong, largest error {max_error:.1e} of the size"
    );
    for (line, accuracy) in ours().filter(|(_, accuracy)| accuracy.wrong > 0) {
        let _ = writeln!(
            text,
            "    {} of {} wrong, largest error {:.1e}  {}",
            accuracy.wrong,
            accuracy.checked,
            accuracy.max_error,
            line.name()
        );
    }
    text
}

/// Returns the geometric mean; NaN if there are no speedups.
fn geometric_mean(speedups: &[f64]) -> f64 {
    let logarithms: f64 = speedups.iter().map(|speedup| speedup.ln()).sum();
    (logarithms / speedups.len() as f64).exp()
}
