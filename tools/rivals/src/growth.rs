//! How the cost of a frame grows with the number of bodies, as a picture.

mod axis;
mod plot;

use std::path::Path;
use std::{fs, io};

use oracle::case::Dimension;

use crate::frames::Frames;
use crate::report::headed;
use crate::row::{Row, Task};
use crate::scene::Kind;
use crate::worker::{self, Measured};

/// The engines that are drawn: the defaults only cost more.
pub const DRAWN: [&str; 6] =
    ["gjk touches", "gjk contacts", "rapier lean", "rapier collision-only", "rapier contacts", "avian lean"];

/// These and the empty app, for the workers.
const NAMES: &str = "none,gjk,lean,only,contacts";

/// A panel: a kind of scene.
pub struct Panel {
    /// What it shows.
    pub title: &'static str,
    /// What the numbers of bodies are.
    pub below: &'static str,
    /// For each of [`DRAWN`], the numbers of bodies, and milliseconds of processor time without the empty app.
    pub curves: Vec<Vec<(usize, f64)>>,
}

/// The panels, before they are measured.
const PANELS: [(&str, &str, Kind, Dimension); 3] = [
    ("Moving circles", "bodies", Kind::Balls, Dimension::Plane),
    ("Moving mixed shapes, 3D", "bodies", Kind::Mixed, Dimension::Space),
    ("100 among bodies at rest, 2D", "bodies at rest", Kind::Still, Dimension::Plane),
];
/// The numbers of bodies.
const SIZES: [usize; 7] = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
/// More at rest.
const MORE: usize = 200_000;

/// Measures, prints the numbers, and draws the picture.
///
/// # Errors
/// If a worker fails, or the file cannot be written.
pub fn draw(sizes: Option<&[usize]>, seconds: f64, file: &Path) -> io::Result<()> {
    let mut panels = Vec::new();
    for (title, below, kind, dimension) in PANELS {
        println!("{}", headed(&format!("{title}, ms of processor time without the empty app")));
        println!("{:>8}  {}", "bodies", DRAWN.map(|name| format!("{name:>21}")).join("  "));
        let mut curves = vec![Vec::new(); DRAWN.len()];
        let mut counts = sizes.unwrap_or(&SIZES).to_vec();
        counts.extend((kind == Kind::Still && sizes.is_none()).then_some(MORE));
        for count in counts {
            let row = Row { task: Task::Frames, kind, dimension, count, threads: 1 };
            let measured: Measured<Frames> = worker::measure(&row, seconds, NAMES)?;
            let time = |name: &str| measured.iter().find(|it| it.0 == name).map(|it| it.1.median.cpu);
            let empty = time("none").unwrap_or(0.0);
            let times = DRAWN.map(|name| time(name).map_or(f64::NAN, |time| time - empty));
            println!("{count:>8}  {}", times.map(|time| format!("{time:>21.3}")).join("  "));
            for (curve, time) in curves.iter_mut().zip(times) {
                // Less than the clock can tell of two frames.
                curve.push((count, time.max(1e-3)));
            }
        }
        panels.push(Panel { title, below, curves });
    }
    fs::write(file, plot::plot(&panels))
}
