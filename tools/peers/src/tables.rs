//! What is printed: the versions, how many times as fast as the fastest peer `gjk` is, and where it is slower or wrong;
//! and the CSV file with all measurements.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use report::statistics::{geometric_mean, quantile};
use report::table::{table, three_digits};
use report::versions::locked;

use crate::bench::BenchmarkGroup;
use crate::line::Line;
use crate::peers::{box2d, box3d};
use crate::query::{PoseSet, QueryKind, Start};
use crate::timing::medians;

/// A column of the table, and the rows that are in its cells. No query weighs more in their mean for having many rows.
type Column = (&'static str, &'static [(QueryKind, PoseSet, Start)]);

const COLUMNS: [Column; 4] = [
    (
        "intersects (apart / near / overlap)",
        &[
            (QueryKind::Intersects, PoseSet::Separated, Start::Cold),
            (QueryKind::Intersects, PoseSet::Near, Start::Cold),
            (QueryKind::Intersects, PoseSet::Overlap, Start::Cold),
        ],
    ),
    (
        "closest points (apart / near / warm)",
        &[
            (QueryKind::ClosestPoints, PoseSet::Separated, Start::Cold),
            (QueryKind::ClosestPoints, PoseSet::Near, Start::Cold),
            (QueryKind::ClosestPoints, PoseSet::MovingApart, Start::Warm),
        ],
    ),
    ("contact (overlap)", &[(QueryKind::Contact, PoseSet::Overlap, Start::Cold)]),
    ("manifold (overlap)", &[(QueryKind::Manifold, PoseSet::Overlap, Start::Cold)]),
];

/// Returns all that is printed, in Markdown.
pub fn report(lines: &[Line]) -> String {
    format!("{}\n\n{}\n{}", versions(), speedups(lines), summary(lines))
}

/// Returns the versions of the peers: of the packages, and of the libraries inside them as they report it.
fn versions() -> String {
    let locked = |package| locked(include_str!("../Cargo.lock"), package);
    let mut peers = vec![
        format!("parry {}", locked("parry2d")),
        format!("Box2D {} (boxdd-sys {})", box2d::version(), locked("boxdd-sys")),
        format!("Box3D {} (box3d-sys {})", box3d::version(), locked("box3d-sys")),
    ];
    if cfg!(feature = "jolt") {
        // The version of Jolt is the build metadata of the package's version.
        peers.push(format!("Jolt (joltc-sys {})", locked("joltc-sys")));
    }
    peers.join(", ")
}

fn speedups(lines: &[Line]) -> String {
    let mut workloads: Vec<&str> = lines.iter().map(|line| line.workload).collect();
    workloads.dedup();
    let head =
        ["times as fast as the fastest peer that is right"].into_iter().chain(COLUMNS.map(|column| column.0));
    let mut rows = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    for workload in workloads {
        let cell = |&key: &_| {
            let line = lines.iter().find(|line| line.workload == workload && line.key() == key);
            line.and_then(Line::speedup).map_or("–".to_owned(), |speedup| format!("{speedup:.2}"))
        };
        let cells = COLUMNS.map(|(_, keys)| keys.iter().map(cell).collect::<Vec<_>>().join(" / "));
        rows.push([workload.to_owned()].into_iter().chain(cells).collect());
    }
    table(&rows, 1)
}

fn summary(lines: &[Line]) -> String {
    let mut text = String::new();
    let shown = |line: &&Line| COLUMNS.iter().any(|(_, keys)| keys.contains(&line.key()));
    let mean = |lines: &mut dyn Iterator<Item = &Line>| {
        let speedups: Vec<f64> = lines.filter_map(Line::speedup).collect();
        format!("{:.2} over {}", geometric_mean(speedups.iter().copied()), speedups.len())
    };
    let _ = writeln!(
        text,
        "Geometric means: {} rows in the table, {} rows in all.",
        mean(&mut lines.iter().filter(shown)),
        mean(&mut lines.iter())
    );
    let slower = lines.iter().filter(|line| line.speedup().is_some_and(|speedup| speedup < 1.0));
    let mut rows =
        vec![["slower than a peer", "peer", "ns", "ns of gjk", "speedup"].map(str::to_owned).to_vec()];
    for line in slower {
        let (Some(peer), Some(ours)) = (line.fastest_accurate_peer(), line.ours) else { continue };
        let speedup = format!("{:.2}", peer.time / ours.time);
        rows.push(vec![
            line.name(),
            peer.peer.into(),
            three_digits(peer.time),
            three_digits(ours.time),
            speedup,
        ]);
    }
    let _ = write!(text, "\n{}\n", table(&rows, 2));
    let ours = || lines.iter().filter_map(|line| Some((line, line.ours?.accuracy)));
    let (checked, wrong) =
        ours().fold((0, 0), |sum, (_, accuracy)| (sum.0 + accuracy.checked, sum.1 + accuracy.wrong));
    let max_error = ours().map(|(_, accuracy)| accuracy.max_error).fold(0.0, f64::max);
    let _ = writeln!(
        text,
        "Answers of gjk: {wrong} of {checked} wrong, largest error {max_error:.1e} of the size."
    );
    for (line, accuracy) in ours().filter(|(_, accuracy)| accuracy.wrong > 0) {
        let _ = writeln!(text, "- {}: {} of {} wrong", line.name(), accuracy.wrong, accuracy.checked);
    }
    text
}

/// Writes all benchmarks. Times are in nanoseconds; `ns` is the median without the drift of the machine, and the
/// quantiles are those of the samples as measured.
pub fn write_csv(groups: &[BenchmarkGroup], path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = csv::Writer::from_path(path)?;
    file.write_record([
        "workload",
        "query",
        "poses",
        "start",
        "peer",
        "ns",
        "min",
        "quarter",
        "median",
        "three_quarters",
        "samples",
        "checked",
        "wrong",
        "max_error",
    ])?;
    for group in groups {
        for row in &group.rows {
            for (benchmark, ns) in row.benchmarks.iter().zip(medians(row)) {
                let start = if benchmark.start == Start::Warm { "warm" } else { "cold" };
                let accuracy = benchmark.accuracy;
                let mut record =
                    vec![group.workload.name.to_owned(), row.query.to_string(), row.pose_set.to_string()];
                record.extend([start.to_owned(), benchmark.peer.to_owned(), format!("{ns:.2}")]);
                let quantiles =
                    [0.0, 0.25, 0.5, 0.75].map(|part| quantile(benchmark.samples.iter().copied(), part));
                record.extend(quantiles.map(|time| format!("{time:.2}")));
                record.extend(
                    [benchmark.samples.len(), accuracy.checked, accuracy.wrong]
                        .map(|count| count.to_string()),
                );
                record.push(format!("{:.2e}", accuracy.max_error));
                file.write_record(record)?;
            }
        }
    }
    Ok(file.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_has_every_version() {
        for package in ["parry2d", "boxdd-sys", "box3d-sys", "joltc-sys"] {
            locked(include_str!("../Cargo.lock"), package);
        }
        assert!(versions().starts_with("parry 0.27"));
    }
}
