//! How the time of a frame grows with the number of bodies, as a plot.

use std::error::Error;
use std::path::Path;

use oracle::case::Dimension;
use report::plot::{self, Curve, Panel, Plot};

use crate::results::Results;
use crate::row::{Row, Task};
use crate::scene::Kind;
use crate::tables::versions;

/// The engines that are drawn: the defaults only cost more.
const DRAWN: [&str; 6] =
    ["gjk touches", "gjk contacts", "rapier lean", "rapier collision-only", "rapier contacts", "avian lean"];

/// The panels.
const PANELS: [(&str, &str, Kind, Dimension); 3] = [
    ("Moving circles", "bodies", Kind::Balls, Dimension::Plane),
    ("Moving mixed shapes, 3D", "bodies", Kind::Mixed, Dimension::Space),
    ("100 among bodies at rest, 2D", "bodies at rest", Kind::Still, Dimension::Plane),
];
/// The numbers of bodies.
const SIZES: [usize; 7] = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

/// Returns the rows that are measured.
pub fn rows(sizes: Option<&[usize]>) -> Vec<Row> {
    let row = |kind, dimension| {
        move |&count: &usize| Row { task: Task::Frames, kind, dimension, count, threads: 1 }
    };
    let sizes = sizes.unwrap_or(&SIZES);
    PANELS.iter().flat_map(|&(_, _, kind, dimension)| sizes.iter().map(row(kind, dimension))).collect()
}

/// Plots all rows of the scenes of the panels that were measured on one thread.
pub fn draw(results: &Results, file: &Path) -> Result<(), Box<dyn Error>> {
    let panel = |(title, counts, kind, dimension)| {
        let rows = results.rows(Task::Frames).into_iter();
        let mut rows: Vec<Row> =
            rows.filter(|row| (row.kind, row.dimension, row.threads) == (kind, dimension, 1)).collect();
        rows.sort_by_key(|row| row.count);
        let curve = |(colour, name): (usize, &&str)| {
            // Less is less than the clock can tell of two frames.
            let time =
                |row: &Row| Some((row.count as f64, results.net(row, name, "cpu ms")?.max(1e-3) * 1e-3));
            Curve {
                name: name.to_string(),
                colour,
                dashed: false,
                points: rows.iter().filter_map(time).collect(),
            }
        };
        Panel { title, counts, curves: DRAWN.iter().enumerate().map(curve).collect() }
    };
    let about = "Median processor time that the engine adds to a frame of the empty app; one worker thread";
    let plot = Plot {
        title: "What a frame costs, by the number of bodies",
        subtitle: &format!("{about}; {}", versions()),
        times: "time of a frame",
        panels: PANELS.map(panel).into(),
    };
    plot::draw(&plot, file)
}
