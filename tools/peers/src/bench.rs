//! The benchmarks of a workload, grouped in rows.
//!
//! A row is a kind of query on one pose set. A peer's benchmark in it has the poses, converted to the peer's
//! format beforehand, a function that runs the query, which is timed, and one that converts the result to an
//! [`Answer`], which is not.

use std::rc::Rc;

use crate::accuracy::{Accuracy, Answer};
use crate::job::Job;
use crate::pose::PosePair;
use crate::pose_set::MOVING_PAIRS;
use crate::query::{POSE_SETS, PoseSet, QueryKind, Start};
use crate::workload::Workload;

/// The name of this project's crate in the table.
pub const OURS: &str = "gjk";

/// The benchmark of one peer in a row.
pub struct Benchmark {
    /// The name of the peer.
    pub peer: &'static str,
    /// Whether the queries start cold or warm.
    pub start: Start,
    /// The queries.
    pub job: Job,
    /// The time of one query in each repetition, in nanoseconds.
    pub samples: Vec<f64>,
    /// How accurate the answers are.
    pub accuracy: Accuracy,
}

/// A kind of query on one pose set, with the benchmarks of all peers that have it.
pub struct Row {
    /// The kind of query.
    pub query: QueryKind,
    /// The pose set.
    pub pose_set: PoseSet,
    /// The benchmarks.
    pub benchmarks: Vec<Benchmark>,
}

/// All rows of a workload.
pub struct BenchmarkGroup<'w> {
    /// The workload.
    pub workload: &'w Workload,
    /// The rows in which there is a benchmark.
    pub rows: Vec<Row>,
}

impl<'w> BenchmarkGroup<'w> {
    /// Creates a group without benchmarks, which accepts those of the workload's rows.
    pub fn new(workload: &'w Workload) -> Self {
        Self { workload, rows: Vec::new() }
    }

    /// Returns a builder for the benchmarks of a peer, given a function that converts poses to its format.
    pub fn peer<P>(
        &mut self,
        name: &'static str,
        convert: impl Fn(&PosePair) -> P,
    ) -> PeerBuilder<'_, 'w, P> {
        let poses = POSE_SETS.map(|pose_set| self.workload.poses(pose_set).iter().map(&convert).collect());
        PeerBuilder { group: self, name, poses }
    }

    fn add(&mut self, query: QueryKind, pose_set: PoseSet, benchmark: Benchmark) {
        match self.rows.iter_mut().find(|row| row.query == query && row.pose_set == pose_set) {
            Some(row) => row.benchmarks.push(benchmark),
            None => self.rows.push(Row { query, pose_set, benchmarks: vec![benchmark] }),
        }
    }
}

/// A builder that adds the benchmarks of one peer to the rows of a workload.
pub struct PeerBuilder<'s, 'w, P> {
    group: &'s mut BenchmarkGroup<'w>,
    name: &'static str,
    poses: [Rc<[P]>; POSE_SETS.len()],
}

impl<P: 'static> PeerBuilder<'_, '_, P> {
    /// Adds a query that starts cold, in every pose set that it has.
    pub fn add_cold<R: 'static>(
        &mut self,
        query: QueryKind,
        call: impl FnMut(&P) -> R + Clone + 'static,
        to_answer: impl Fn(&P, &R) -> Answer + Clone + 'static,
    ) {
        for &pose_set in query.pose_sets() {
            let poses = self.poses[pose_set as usize].clone();
            let (call, to_answer) = (call.clone(), to_answer.clone());
            self.add(query, pose_set, Start::Cold, Job::cold(poses, call, to_answer));
        }
    }

    /// Adds a query that starts warm, with a cache for each pair, in every moving pose set that it has.
    pub fn add_warm<C: Clone + 'static, R: 'static>(
        &mut self,
        query: QueryKind,
        empty_cache: C,
        call: impl FnMut(&P, &mut C) -> R + Clone + 'static,
        to_answer: impl Fn(&P, &R) -> Answer + Clone + 'static,
    ) {
        for &pose_set in query.pose_sets().iter().filter(|pose_set| pose_set.is_moving()) {
            let (poses, caches) =
                (self.poses[pose_set as usize].clone(), vec![empty_cache.clone(); MOVING_PAIRS]);
            let (call, to_answer) = (call.clone(), to_answer.clone());
            self.add(query, pose_set, Start::Warm, Job::warm(poses, caches, call, to_answer));
        }
    }

    fn add(&mut self, query: QueryKind, pose_set: PoseSet, start: Start, job: Job) {
        if self.group.workload.rows.contains(&(query, pose_set)) {
            let benchmark =
                Benchmark { peer: self.name, start, job, samples: Vec::new(), accuracy: Accuracy::default() };
            self.group.add(query, pose_set, benchmark);
        }
    }
}
