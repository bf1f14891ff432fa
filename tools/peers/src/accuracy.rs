//! Checks every answer against the oracle, outside of the timing.
//!
//! Peers stop their searches early, at about a thousandth of the distance; that is a choice and not a fault.
//! So a peer's answer counts as wrong if its error is larger than [`PEER_TOLERANCE`], and a peer counts as
//! accurate in a row if at most 1 % of its answers are wrong. Of a peer's manifold only the verdict, whether
//! the shapes intersect, is checked, since some prefer a face's normal to that of a shallower edge on
//! purpose. Our own answers must all be within [`OUR_TOLERANCE`], as the crate promises; a wrong one is a
//! bug.

use std::ops::Range;
use std::thread;

use glam::Vec3;

use crate::bench::{self, BenchmarkGroup};
use crate::ground_truth::GroundTruth;
use crate::query::{POSE_SETS, PoseSet, QueryKind};

/// The largest error of a correct answer of a peer, relative to the size of the pair.
pub const PEER_TOLERANCE: f64 = 2e-3;
/// The largest error of a correct answer of ours, relative to the size of the pair.
pub const OUR_TOLERANCE: f64 = 2e-5;

/// An answer, in a format that all peers share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// Whether the shapes intersect.
    pub intersects: bool,
    /// The distance, or minus the penetration depth, if the query returns it.
    pub distance: Option<f64>,
    /// The distance between the two closest points, if the query returns them.
    pub point_distance: Option<f64>,
    /// The unit normal from the first shape to the second, in the world.
    pub normal: Option<Vec3>,
}

/// How accurate the answers of a benchmark are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accuracy {
    /// The number of answers that were checked.
    pub checked: usize,
    /// The number of wrong answers.
    pub wrong: usize,
    /// The largest error, relative to the size of the pair.
    pub max_error: f64,
}

impl Accuracy {
    /// Returns whether few enough answers are wrong for the time to count.
    pub fn is_accurate(&self) -> bool {
        self.wrong * 100 <= self.checked
    }

    fn add(&mut self, error: f64, tolerance: f64) {
        self.checked += 1;
        self.wrong += usize::from(error > tolerance);
        self.max_error = self.max_error.max(error);
    }

    fn merge(&mut self, other: Self) {
        self.checked += other.checked;
        self.wrong += other.wrong;
        self.max_error = self.max_error.max(other.max_error);
    }
}

/// The answers of a benchmark, to be checked.
struct BenchmarkAnswers {
    query: QueryKind,
    ours: bool,
    answers: Vec<Answer>,
}

/// Checks the answers of all benchmarks.
pub fn check(groups: &mut [BenchmarkGroup]) {
    for group in groups {
        POSE_SETS.into_iter().for_each(|pose_set| check_pose_set(group, pose_set));
    }
}

fn check_pose_set(group: &mut BenchmarkGroup, pose_set: PoseSet) {
    let workload = group.workload;
    let poses = workload.poses(pose_set);
    let rows = group.rows.iter_mut().filter(|row| row.pose_set == pose_set);
    let (mut accuracies, mut all_answers) = (Vec::new(), Vec::new());
    for row in rows {
        for benchmark in &mut row.benchmarks {
            let (ours, answers) = (benchmark.peer == bench::OURS, (benchmark.job.answers)());
            all_answers.push(BenchmarkAnswers { query: row.query, ours, answers });
            accuracies.push(&mut benchmark.accuracy);
        }
    }
    if all_answers.is_empty() {
        return;
    }
    let check_range = |range: Range<usize>| {
        let mut accuracies = vec![Accuracy::default(); all_answers.len()];
        for index in range {
            let truth = GroundTruth::new(workload, &poses[index]);
            for (BenchmarkAnswers { query, ours, answers }, accuracy) in
                all_answers.iter().zip(&mut accuracies)
            {
                let tolerance = if *ours { OUR_TOLERANCE } else { PEER_TOLERANCE };
                accuracy.add(relative_error(*query, *ours, &answers[index], &truth), tolerance);
            }
        }
        accuracies
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let chunk = poses.len().div_ceil(threads);
    let ranges = (0..threads).map(|i| (i * chunk).min(poses.len())..((i + 1) * chunk).min(poses.len()));
    thread::scope(|scope| {
        let workers: Vec<_> = ranges.map(|range| scope.spawn(|| check_range(range))).collect();
        for worker in workers {
            let of_range = worker.join().expect("the oracle does not panic");
            accuracies.iter_mut().zip(of_range).for_each(|(total, accuracy)| total.merge(accuracy));
        }
    });
}

/// Returns the error of an answer, relative to the size of the pair.
fn relative_error(query: QueryKind, ours: bool, answer: &Answer, truth: &GroundTruth) -> f64 {
    let distance = truth.distance.max(0.0);
    let verdict_error = if answer.intersects == (truth.distance <= 0.0) { 0.0 } else { truth.distance.abs() };
    let error = match query {
        QueryKind::ClosestPoints => {
            let point_error = if answer.intersects { 0.0 } else { error_of(answer.point_distance, distance) };
            error_of(answer.distance, distance).max(point_error)
        }
        QueryKind::Contact | QueryKind::Manifold
            if answer.intersects && truth.distance < 0.0 && (ours || query == QueryKind::Contact) =>
        {
            let depth_error = error_of(answer.distance, truth.distance);
            let depth_along_normal = answer.normal.map(|normal| truth.depth_along(normal.as_dvec3()));
            depth_error.max(error_of(depth_along_normal, -truth.distance))
        }
        _ => 0.0,
    };
    error.max(verdict_error) / truth.size
}

/// Returns the difference of a value from the correct one; zero if the query does not return it.
fn error_of(value: Option<f64>, correct: f64) -> f64 {
    let error = value.map_or(0.0, |value| (value - correct).abs());
    if error.is_nan() { f64::INFINITY } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::workloads;

    /// Returns the error of an answer to a query about two circles that overlap by a quarter.
    fn error_for_circles(query: QueryKind, answer: Answer) -> f64 {
        let mut circles = workloads().swap_remove(0);
        assert_eq!(circles.name, "2D circle-circle");
        circles.prepare(1, |_, pose_set| pose_set == PoseSet::Overlap);
        let mut poses = circles.poses(PoseSet::Overlap)[0];
        poses.b.position = poses.a.position + Vec3::X;
        relative_error(query, true, &answer, &GroundTruth::new(&circles, &poses))
    }

    #[test]
    fn a_correct_answer_has_no_error() {
        let contact =
            Answer { intersects: true, distance: Some(-0.25), normal: Some(Vec3::X), ..Answer::default() };
        assert!(error_for_circles(QueryKind::Contact, contact) < 1e-6);
        assert!(error_for_circles(QueryKind::Contact, Answer { normal: Some(Vec3::Y), ..contact }) > 0.5);
        assert!(error_for_circles(QueryKind::Contact, Answer { distance: Some(-0.3), ..contact }) > 0.01);
        assert!(error_for_circles(QueryKind::Contact, Answer::default()) > 0.1);
    }

    #[test]
    fn nan_is_an_infinite_error() {
        let nan = Answer { intersects: true, distance: Some(f64::NAN), ..Answer::default() };
        assert_eq!(error_for_circles(QueryKind::ClosestPoints, nan), f64::INFINITY);
    }
}
