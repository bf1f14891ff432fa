//! The lines of the table: one for each row, or two where a peer can start warm.

use oracle::case::Dimension;

use crate::accuracy::Accuracy;
use crate::bench::{Benchmark, BenchmarkGroup, OURS, Row};
use crate::query::{PoseSet, QueryKind, Start};
use crate::shape::Shape;
use crate::timing::medians;

/// The result of a peer in a line.
#[derive(Clone, Copy)]
pub struct PeerResult {
    /// The name of the peer.
    pub peer: &'static str,
    /// The time of one query, in nanoseconds.
    pub time: f64,
    /// Whether this is the peer's cold time in a warm line, because it has no warm start.
    pub is_cold_fallback: bool,
    /// How accurate its answers are.
    pub accuracy: Accuracy,
}

/// A line of the table.
pub struct Line {
    /// The name of the workload.
    pub workload: &'static str,
    /// The dimension of the workload.
    pub dimension: Dimension,
    /// The kind of query.
    pub query: QueryKind,
    /// The pose set.
    pub pose_set: PoseSet,
    /// Whether the queries start cold or warm.
    pub start: Start,
    /// Whether this is a headline row. These have a mean of their own, in which no kind of query
    /// weighs more for having many rows: `intersects` and `closest points` on random poses, `contact` and
    /// `manifold` on overlapping ones, and warm `closest points` of all pairs but circles and spheres, which
    /// have nothing to cache.
    pub headline: bool,
    /// The result of this project's crate.
    pub ours: Option<PeerResult>,
    /// The results of the peers.
    pub peers: Vec<PeerResult>,
}

impl Line {
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
        format!("{} {} {}", self.workload, self.query, self.poses())
    }

    /// Returns the name of the pose set and, if it is moving, of the start.
    pub fn poses(&self) -> String {
        match (self.start, self.pose_set.is_moving()) {
            (Start::Warm, _) => format!("{}, warm", self.pose_set),
            (Start::Cold, true) => format!("{}, cold", self.pose_set),
            (Start::Cold, false) => self.pose_set.to_string(),
        }
    }
}

/// Returns the lines of all rows except the baselines.
pub fn lines(groups: &[BenchmarkGroup]) -> Vec<Line> {
    groups.iter().flat_map(lines_of).collect()
}

fn lines_of(group: &BenchmarkGroup) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in group.rows.iter().filter(|row| !row.query.is_baseline()) {
        lines.push(line(group, row, Start::Cold));
        if row.benchmarks.iter().any(|benchmark| benchmark.start == Start::Warm) {
            lines.push(line(group, row, Start::Warm));
        }
    }
    lines
}

fn line(group: &BenchmarkGroup, row: &Row, start: Start) -> Line {
    let times = medians(row);
    let mut results = Vec::<PeerResult>::new();
    for (benchmark, &time) in row.benchmarks.iter().zip(&times) {
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
    let headline = match (query, start) {
        (QueryKind::ClosestPoints, Start::Warm) => !matches!(group.workload.a, Shape::Ball(_)),
        (QueryKind::Intersects | QueryKind::ClosestPoints, Start::Cold) => !pose_set.is_moving(),
        (QueryKind::Contact | QueryKind::Manifold, Start::Cold) => pose_set == PoseSet::Overlap,
        _ => false,
    };
    Line {
        workload: group.workload.name,
        dimension: group.workload.dimension,
        query,
        pose_set,
        start,
        headline,
        ours: ours.first().copied(),
        peers,
    }
}
