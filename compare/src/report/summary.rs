//! The sums: how many times faster, where slower, and what is wrong.

use std::fmt::Write;

use super::line::Line;

/// A few lines about all of them.
pub fn summary(lines: &[Line]) -> String {
    let mut text = String::new();
    let headline: Vec<&Line> = lines.iter().filter(|line| line.headline).collect();
    let all: Vec<&Line> = lines.iter().collect();
    for (what, lines) in [("headline rows", headline), ("all rows", all)] {
        let ratios: Vec<f64> = lines.iter().filter_map(|line| line.ratio()).collect();
        let alone = lines.len() - ratios.len();
        let alone = if alone > 0 { format!(", {alone} more without a right peer") } else { String::new() };
        let _ = writeln!(
            text,
            "{what}: ratio {:.2} in the geometric mean of {}{alone}",
            mean(&ratios),
            ratios.len()
        );
    }
    let slower: Vec<(f64, &Line)> = lines
        .iter()
        .filter_map(|line| Some((line.ratio()?, line)))
        .filter(|(ratio, _)| *ratio < 1.0)
        .collect();
    let _ = writeln!(text, "slower than the fastest right peer: {} rows", slower.len());
    for (ratio, line) in slower {
        let fastest = line.fastest().map_or("", |figure| figure.peer);
        let sign = if line.headline { "*" } else { " " };
        let _ = writeln!(text, "  {sign} {ratio:.2}  {}  ({fastest})", line.name());
    }
    let ours = || lines.iter().filter_map(|line| Some((line, line.ours?.tally)));
    let (judged, wrong) =
        ours().fold((0, 0), |(judged, wrong), (_, tally)| (judged + tally.judged, wrong + tally.wrong));
    let worst = ours().map(|(_, tally)| tally.worst).fold(0.0, f64::max);
    let _ = writeln!(text, "our answers: {wrong} of {judged} off, the worst by {worst:.1e} of the size");
    for (line, tally) in ours().filter(|(_, tally)| tally.wrong > 0) {
        let _ = writeln!(
            text,
            "    {} of {}, worst {:.1e}  {}",
            tally.wrong,
            tally.judged,
            tally.worst,
            line.name()
        );
    }
    text
}

/// The geometric mean; NaN of nothing.
fn mean(ratios: &[f64]) -> f64 {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logarithms / ratios.len() as f64).exp()
}
