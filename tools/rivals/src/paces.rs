//! The cost when all bodies move equally far in a frame: a tree whose boxes have a margin hears of all of
//! them at once, every so many frames.

use std::io;

use oracle::case::Dimension;

use crate::frames::Frames;
use crate::report::{Style, headed, table};
use crate::row::{Row, Task};
use crate::scene::Kind;
use crate::worker::{self, Measured};

/// How far: around a twentieth, avian's margin, and to half a body and more.
const PACES: [f32; 8] = [0.005, 0.02, 0.049, 0.05, 0.051, 0.1, 0.3, 1.0];
/// How many balls.
const COUNT: usize = 10_000;

/// Measures, and prints the table.
///
/// # Errors
/// If a worker fails.
pub fn print(seconds: f64) -> io::Result<()> {
    let mut lines = Vec::new();
    for pace in PACES {
        let kind = Kind::Pace(pace);
        let row = Row { task: Task::Frames, kind, dimension: Dimension::Plane, count: COUNT, threads: 1 };
        eprintln!("{row}");
        let measured: Measured<Frames> = worker::measure(&row, seconds, "")?;
        if lines.is_empty() {
            let names = measured.iter().map(|(name, _)| name.clone());
            lines.push(["pace".to_owned()].into_iter().chain(names).collect::<Vec<_>>());
        }
        let cell = |(_, it): &(String, Frames)| {
            let [_, most, nearly_all] = it.percentiles.map(|span| span.cpu);
            format!("{:.2} {most:.2} {nearly_all:.2} {:.2}", it.median.cpu, it.worst)
        };
        lines.push([pace.to_string()].into_iter().chain(measured.iter().map(cell)).collect());
    }
    let meaning = "Whole frames of 10 000 balls of radius 0.5 in the plane, milliseconds of processor time: the \
        median, the 90th and 99th percentiles without the drift of the machine, and the longest.";
    println!(
        "{}",
        table(
            &headed("Milliseconds of a frame, by how far each ball moves in it"),
            &lines,
            meaning,
            Style::Plain
        )
    );
    Ok(())
}
