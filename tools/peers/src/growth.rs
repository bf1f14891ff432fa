//! The time of a query of `gjk` against the number of vertices: pairs of polygons or hulls of as many vertices each.

use std::error::Error;
use std::path::Path;

use oracle::case::Dimension;
use report::plot::{self, Curve, Panel, Plot};
use report::table::{table, three_digits};

use crate::bench::{BenchmarkGroup, Row};
use crate::peers::ours;
use crate::query::{PoseSet, QueryKind, Start};
use crate::timing::{measure, medians};
use crate::workload::Workload;

/// Pairs in the pose set that is not moving: few, since hulls of thousands of vertices take long.
const PAIRS: usize = 128;
/// The rows that are measured, with what the legend says.
const ROWS: [(QueryKind, PoseSet, &str); 3] = [
    (QueryKind::Intersects, PoseSet::Near, "intersects, near touching"),
    (QueryKind::ClosestPoints, PoseSet::MovingApart, "closest points"),
    (QueryKind::Manifold, PoseSet::MovingOverlap, "manifold"),
];

/// Returns the numbers of vertices that are measured.
fn counts(dimension: Dimension, most: usize) -> Vec<usize> {
    let (first, last) = if dimension == Dimension::Plane { (2, 10) } else { (3, 12) };
    let powers = (first..=last).map(|power| 1 << power);
    let counts = [3].into_iter().filter(|_| dimension == Dimension::Plane).chain(powers);
    counts.filter(|&count| count <= most).collect()
}

/// Measures, prints the times, and plots them.
pub fn draw(most: usize, passes: usize, file: &Path) -> Result<(), Box<dyn Error>> {
    let [plane, space] =
        [Dimension::Plane, Dimension::Space].map(|dimension| curves(dimension, most, passes));
    let panels = vec![
        Panel { title: "2D: convex polygons", counts: "vertices of each shape", curves: plane },
        Panel { title: "3D: convex hulls", counts: "vertices of each shape", curves: space },
    ];
    let plot = Plot {
        title: "Time of a query by number of vertices",
        subtitle: "Median processor time of one query about two shapes, one thread.",
        times: "time of a query",
        panels,
    };
    plot::draw(&plot, file)
}

fn curves(dimension: Dimension, most: usize, passes: usize) -> Vec<Curve> {
    let counts = counts(dimension, most);
    let workload = |&count: &usize| {
        let mut workload = Workload::with_vertices("growth", dimension, count);
        workload.prepare(PAIRS, |query, pose_set| ROWS.iter().any(|row| (row.0, row.1) == (query, pose_set)));
        workload
    };
    let workloads: Vec<Workload> = counts.iter().map(workload).collect();
    let mut groups: Vec<BenchmarkGroup> = workloads.iter().map(BenchmarkGroup::new).collect();
    groups.iter_mut().for_each(ours::add);
    measure(&mut groups, 1, passes);
    let mut curves = Vec::new();
    for (colour, (query, pose_set, name)) in ROWS.into_iter().enumerate() {
        for start in [Start::Cold, Start::Warm] {
            let time = |group: &BenchmarkGroup| -> Option<f64> {
                let row = group.rows.iter().find(|row| row.query == query && row.pose_set == pose_set)?;
                time_of(row, start)
            };
            let times = counts.iter().zip(&groups);
            let points: Vec<(f64, f64)> =
                times.filter_map(|(&count, group)| Some((count as f64, time(group)? * 1e-9))).collect();
            let dashed = start == Start::Warm;
            let name = if dashed { "with a cache" } else { name }.to_owned();
            if !points.is_empty() {
                curves.push(Curve { name, colour, dashed, points });
            }
        }
    }
    print(dimension, &counts, &curves);
    curves
}

fn time_of(row: &Row, start: Start) -> Option<f64> {
    let index = row.benchmarks.iter().position(|benchmark| benchmark.start == start)?;
    Some(medians(row)[index])
}

fn print(dimension: Dimension, counts: &[usize], curves: &[Curve]) {
    let names = curves.iter().map(|curve| format!("{}, ns", curve.name));
    let mut rows = vec![[format!("{dimension} vertices")].into_iter().chain(names).collect::<Vec<_>>()];
    for (index, count) in counts.iter().enumerate() {
        let times = curves.iter().map(|curve| three_digits(curve.points[index].1 * 1e9));
        rows.push([count.to_string()].into_iter().chain(times).collect());
    }
    println!("{}", table(&rows, 0));
}
