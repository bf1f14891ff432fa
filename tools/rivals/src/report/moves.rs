//! What moves cost, and how right they are.

use super::layout::{Style, table};
use super::{headed, milliseconds};
use crate::frames::PERCENTILES;
use crate::mover::SKIN;
use crate::moves::{CROWD, Figures, OfDimension, Walks};
use crate::scene;

/// Writes the tables of moves and of characters.
pub fn moves(measured: &[OfDimension], style: Style) -> String {
    let moves = table(&headed("Microseconds of a move"), &lines(measured), &meaning(measured), style);
    let title = headed(&format!("Milliseconds of a frame with {CROWD} characters"));
    let walks = table(&title, &walk_lines(measured), &walk_meaning(measured), style);
    format!("{moves}\n{walks}")
}

/// The rows of the table of moves, the head first.
pub(super) fn lines(measured: &[OfDimension]) -> Vec<Vec<String>> {
    let percentiles = PERCENTILES.map(|part| (100.0 * part).to_string()).join(" / ");
    let head = [
        "engine".to_owned(),
        format!("µs, {percentiles} %"),
        "µs, mean".to_owned(),
        "times ours".to_owned(),
        "too near".to_owned(),
        "inside".to_owned(),
        "through".to_owned(),
        "worst".to_owned(),
        "halted".to_owned(),
        "progress".to_owned(),
    ];
    let mut lines = vec![head.to_vec()];
    for OfDimension { dimension, moves, .. } in measured {
        let ours = moves.figures.first().map_or(f64::NAN, |ours| ours.mean);
        for figures in &moves.figures {
            let Figures { name, percentiles, mean, faults, halted, used } = figures;
            lines.push(vec![
                format!("{}: {name}", scene::name(*dimension)),
                percentiles.map(milliseconds).join(" / "),
                milliseconds(*mean),
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
    lines
}

/// What the columns of the table of moves mean.
pub(super) fn meaning(measured: &[OfDimension]) -> String {
    let of_dimension = |it: &OfDimension| {
        let judged = it.moves.figures.first().map_or(0, |ours| ours.faults.moves);
        let (timed, free) = (it.moves.timed, 100.0 * it.moves.free as f64 / judged as f64);
        let clock = 1e3 * it.moves.clock;
        format!(
            "{}: {timed} moves of each were timed, without the {clock:.0} ns of a look at the clock, and {judged} were \
             judged, of which {free:.0} % had a free way. ",
            scene::name(it.dimension)
        )
    };
    let obstacles = measured.first().map_or(0, |it| it.obstacles);
    let counts: String = measured.iter().map(of_dimension).collect();
    format!(
        "{CROWD} capsules among {obstacles} obstacles at rest, 2 to 6 units a second, 64 moves a second, a skin of \
         {SKIN}. All answer the same questions, and go on from where the first one came to. Percentiles of single moves are by the \
         clock on the wall, the mean is of processor time, and so is its ratio to ours. {counts}Too near: moves that \
         ended nearer to an obstacle than the skin, or than they began, by more than a tenth of the skin; inside: that \
         ended inside an obstacle, deeper than they began by as much; through: that were inside an obstacle on their \
         way and left it again; worst: by how much a clearance at an end fell short, at most. Halted: moves that made \
         less than 99 % of their way though the straight way was free. Progress: of all other moves, the part of the \
         motion that was made along it, on average; a move through an obstacle makes more."
    )
}

/// The rows of the table of characters, the head first.
pub(super) fn walk_lines(measured: &[OfDimension]) -> Vec<Vec<String>> {
    let percentiles = PERCENTILES.map(|part| (100.0 * part).to_string()).join(" / ");
    let wall = format!("ms, {percentiles} %");
    let head = ["engine", &wall, "ms of processor time", "too near", "inside", "worst", "progress"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for OfDimension { dimension, walks, .. } in measured {
        for (index, Walks { name, percentiles, cpu, faults, used }) in walks.iter().enumerate() {
            let mut line = vec![
                format!("{}: {name}", scene::name(*dimension)),
                percentiles.map(milliseconds).join(" / "),
                milliseconds(*cpu),
            ];
            let judged = [
                faults.near.to_string(),
                faults.inside.to_string(),
                format!("{:.1e}", faults.worst),
                format!("{:.1} %", 100.0 * used),
            ];
            // The app without characters.
            line.extend(if index == 0 { [(); 4].map(|()| "–".to_owned()) } else { judged });
            lines.push(line);
        }
    }
    lines
}

/// What the columns of the table of characters mean.
pub(super) fn walk_meaning(measured: &[OfDimension]) -> String {
    let judged = measured.first().map_or(0, |it| it.judged);
    format!(
        "Whole frames, one thread. In each, {CROWD} characters are to go 2 to 6 units a second over the obstacles, and \
         3 units a second down; slopes of up to 50 degrees, steps of 0.3, snapping over 0.2. Each engine's characters go \
         their own ways. {judged} frames are judged as above, without the ways. `none` is the app with the obstacles alone, and \
         without an engine."
    )
}
