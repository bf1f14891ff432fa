//! Measures the time of a query against the number of vertices, prints it, and plots it:
//!
//! ```sh
//! cargo run --release --bin growth -- ../../docs/growth.svg
//! ```
//!
//! The second argument is the number of repetitions, 15 by default.

use std::process::ExitCode;
use std::{env, fs};

use peers::growth::{Curve, measure, plot};
use peers::query::Start;
use oracle::case::Dimension;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let reps = arguments.get(1).map_or(Ok(15), |text| text.parse());
    let (Some(path), Ok(reps @ 1..)) = (arguments.first(), reps) else {
        eprintln!("usage: growth FILE.svg [REPETITIONS]");
        return ExitCode::FAILURE;
    };
    let (curves_2d, curves_3d) = (measure(Dimension::Plane, reps), measure(Dimension::Space, reps));
    for (title, curves) in [("2D", &curves_2d), ("3D", &curves_3d)] {
        println!("{}", table(title, curves));
    }
    let panels = [
        ("2D: convex polygons", &[3, 16, 64, 256, 1024][..], &*curves_2d),
        ("3D: convex hulls", &[8, 64, 512, 4096][..], &*curves_3d),
    ];
    match fs::write(path, plot(panels)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns a table of the times in nanoseconds, with a column for each curve.
fn table(title: &str, curves: &[Curve]) -> String {
    let head = curves.iter().map(|curve| {
        let warm = if curve.start == Start::Warm { ", warm" } else { "" };
        format!("{:>21}", format!("{}{warm}", curve.query))
    });
    let mut text = format!("{title:>8}{}\n", head.collect::<String>());
    for (index, &(count, _)) in curves[0].points.iter().enumerate() {
        let times = curves.iter().map(|curve| format!("{:>21.1}", curve.points[index].1));
        text += &format!("{count:>8}{}\n", times.collect::<String>());
    }
    text
}
