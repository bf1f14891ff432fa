//! Measures how the cost of a question grows with the number of vertices, prints it, and draws it:
//!
//! ```sh
//! cargo run --release --bin growth -- ../docs/growth.svg
//! ```
//!
//! A second argument is the number of repetitions, 15 if there is none.

use std::process::ExitCode;
use std::{env, fs};

use compare::growth::{Curve, measure, plot};
use compare::question::Memory;
use judge::case::Dimension;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let reps = arguments.get(1).map_or(Ok(15), |text| text.parse());
    let (Some(path), Ok(reps @ 1..)) = (arguments.first(), reps) else {
        eprintln!("usage: growth FILE.svg [REPETITIONS]");
        return ExitCode::FAILURE;
    };
    let (plane, space) = (measure(Dimension::Plane, reps), measure(Dimension::Space, reps));
    for (title, curves) in [("2D", &plane), ("3D", &space)] {
        println!("{}", table(title, curves));
    }
    let panels = [
        ("2D: convex polygons", &[3, 16, 64, 256, 1024][..], &*plane),
        ("3D: convex hulls", &[8, 64, 512, 4096][..], &*space),
    ];
    match fs::write(path, plot(panels)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The times in nanoseconds, a column for each curve.
fn table(title: &str, curves: &[Curve]) -> String {
    let head = curves.iter().map(|curve| {
        let warm = if curve.memory == Memory::Warm { ", warm" } else { "" };
        format!("{:>21}", format!("{}{warm}", curve.question))
    });
    let mut text = format!("{title:>8}{}\n", head.collect::<String>());
    for (index, &(count, _)) in curves[0].points.iter().enumerate() {
        let times = curves.iter().map(|curve| format!("{:>21.1}", curve.points[index].1));
        text += &format!("{count:>8}{}\n", times.collect::<String>());
    }
    text
}
