//! What moves cost, and how right they are.

use report::table::{table, three_digits};

use super::{CROWD, Figures, OfDimension, Walks};
use crate::mover::SKIN;
use crate::tables::versions;

/// Writes the tables of moves and of characters.
pub fn report(measured: &[OfDimension]) -> String {
    let of_dimension = |it: &OfDimension| {
        let judged = it.moves.figures.first().map_or(0, |ours| ours.faults.moves);
        let (timed, free) = (it.moves.timed, 100.0 * it.moves.free as f64 / judged as f64);
        let clock = 1e3 * it.moves.clock;
        format!(
            "{}: {timed} moves of each were timed, without the {clock:.0} ns of a look at the clock;\n{judged} were \
             judged, of which {free:.0} % had a free way.\n",
            it.dimension
        )
    };
    let (obstacles, judged) = measured.first().map_or((0, 0), |it| (it.obstacles, it.judged));
    let counts: String = measured.iter().map(of_dimension).collect();
    format!(
        "{}.\n\n{}\n{CROWD} capsules among {obstacles} obstacles at rest, a skin of {SKIN}.\n{counts}\n{}\n{CROWD} \
         characters; {judged} frames are judged.\n",
        versions(),
        moves(measured),
        walks(measured)
    )
}

fn moves(measured: &[OfDimension]) -> String {
    let head = [
        "engine",
        "µs, 50 / 90 / 99 %",
        "µs, mean",
        "times ours",
        "too near",
        "inside",
        "through",
        "worst",
        "halted",
        "progress",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for OfDimension { dimension, moves, .. } in measured {
        let ours = moves.figures.first().map_or(f64::NAN, |ours| ours.mean);
        for Figures { name, percentiles, mean, faults, halted, used } in &moves.figures {
            lines.push(vec![
                format!("{dimension}: {name}"),
                percentiles.map(three_digits).join(" / "),
                three_digits(*mean),
                format!("{:.1}", mean / ours),
                faults.near.to_string(),
                faults.inside.to_string(),
                faults.through.to_string(),
                format!("{:.1e}", faults.worst),
                halted.to_string(),
                format!("{:.1} %", 100.0 * used),
            ]);
        }
    }
    table(&lines, 1)
}

fn walks(measured: &[OfDimension]) -> String {
    let head =
        ["engine", "ms, 50 / 90 / 99 %", "ms of processor time", "too near", "inside", "worst", "progress"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for OfDimension { dimension, walks, .. } in measured {
        for (index, Walks { name, percentiles, cpu, faults, used }) in walks.iter().enumerate() {
            let judged = [
                faults.near.to_string(),
                faults.inside.to_string(),
                format!("{:.1e}", faults.worst),
                format!("{:.1} %", 100.0 * used),
            ];
            let mut line = vec![
                format!("{dimension}: {name}"),
                percentiles.map(three_digits).join(" / "),
                three_digits(*cpu),
            ];
            // The first is the app without characters.
            line.extend(if index == 0 { [(); 4].map(|()| "–".to_owned()) } else { judged });
            lines.push(line);
        }
    }
    table(&lines, 1)
}
