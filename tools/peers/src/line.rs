//! The lines of the tables: one for each row, or two where a peer can start warm.

use crate::accuracy::Accuracy;
use crate::bench::{Benchmark, BenchmarkGroup, OURS, Row};
use crate::query::{PoseSet, QueryKind, Start};
use crate::timing::medians;

/// The result of a peer in a line.
#[derive(Clone, Copy)]
pub struct PeerResult {
    /// The name of the peer.
    pub peer: &'static str,
    /// The time of one query, in nanoseconds.
    pub time: f64,
    /// Whether this is the peer's cold time in a warm line, because it has no warm start.
    is_cold_fallback: bool,
    /// How accurate its answers are.
    pub accuracy: Accuracy,
}

/// A line of the tables.
pub struct Line {
    /// The name of the workload.
    pub workload: &'static str,
    query: QueryKind,
    pose_set: PoseSet,
    start: Start,
    /// The result of this project's crate.
    pub ours: Option<PeerResult>,
    peers: Vec<PeerResult>,
}

impl Line {
    /// Returns what the line is about, but for the workload.
    pub fn key(&self) -> (QueryKind, PoseSet, Start) {
        (self.query, self.pose_set, self.start)
    }

    /// Returns the fastest peer whose answers are accurate.
    pub fn fastest_accurate_peer(&self) -> Option<&PeerResult> {
        let accurate = self.peers.iter().filter(|result| result.accuracy.is_accurate());
        accurate.min_by(|one, two| one.time.total_cmp(&two.time))
    }

    /// Returns the time of the fastest accurate peer divided by ours.
    pub fn speedup(&self) -> Option<f64> {
        Some(self.fastest_accurate_peer()?.time / self.ours?.time)
    }

    /// Returns the line's name.
    pub fn name(&self) -> String {
        let warm = if self.start == Start::Warm { ", warm" } else { "" };
        format!("{} {} {}{warm}", self.workload, self.query, self.pose_set)
    }
}

/// Returns the lines of all rows.
pub fn lines(groups: &[BenchmarkGroup]) -> Vec<Line> {
    let mut lines = Vec::new();
    for group in groups {
        for row in &group.rows {
            lines.push(line(group, row, Start::Cold));
            if row.benchmarks.iter().any(|benchmark| benchmark.start == Start::Warm) {
                lines.push(line(group, row, Start::Warm));
            }
        }
    }
    lines
}

fn line(group: &BenchmarkGroup, row: &Row, start: Start) -> Line {
    let mut results = Vec::<PeerResult>::new();
    for (benchmark, time) in row.benchmarks.iter().zip(medians(row)) {
        let &Benchmark { peer, accuracy, .. } = benchmark;
        let result = PeerResult { peer, time, is_cold_fallback: benchmark.start != start, accuracy };
        match results.iter_mut().find(|existing| existing.peer == peer) {
            // A result of the right start replaces a fallback.
            Some(existing) if existing.is_cold_fallback && !result.is_cold_fallback => *existing = result,
            None if start == Start::Warm || !result.is_cold_fallback => results.push(result),
            _ => {}
        }
    }
    let (ours, peers) = results.into_iter().partition::<Vec<_>, _>(|result| result.peer == OURS);
    let (query, pose_set) = (row.query, row.pose_set);
    Line { workload: group.workload.name, query, pose_set, start, ours: ours.first().copied(), peers }
}
