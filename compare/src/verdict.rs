//! Who is right: every answer is held against the oracle's, untimed.
//!
//! Peers stop their searches early, at about a thousandth of the distance; that is a choice, and no fault.
//! So a peer's answer is wrong where it is off by more than [`PEER`], and a peer counts as right in a row
//! if at most a hundredth of its answers are wrong. Of its manifolds only the verdict is judged, whether the
//! shapes meet: some prefer a face's normal to a shallower edge's on purpose. Our own answers are all held
//! to [`OURS`], what the crate promises, and one that is wrong is a bug.

use std::ops::Range;
use std::thread;

use glam::Vec3;

use crate::bench::{self, Sheet};
use crate::oracle::Truth;
use crate::question::{MIXES, Mix, Question};

/// What a peer's answer may be off by, relative to the size of the pair.
pub const PEER: f64 = 2e-3;
/// What ours may be off by.
pub const OURS: f64 = 2e-5;

/// What a peer answers, in terms that all share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// Whether the shapes meet.
    pub meets: bool,
    /// The distance, or minus the depth, where that is part of the answer.
    pub distance: Option<f64>,
    /// How far the nearest points are from each other.
    pub gap: Option<f64>,
    /// The unit normal from the first shape to the second, in the world.
    pub normal: Option<Vec3>,
}

/// How right the answers of an entry are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// How many were judged.
    pub judged: usize,
    /// How many are wrong.
    pub wrong: usize,
    /// By how much the worst is off, relative to the size of the pair.
    pub worst: f64,
}

impl Tally {
    /// Whether so few are wrong that the time counts.
    pub fn is_right(&self) -> bool {
        self.wrong * 100 <= self.judged
    }

    fn add(&mut self, error: f64, tolerance: f64) {
        self.judged += 1;
        self.wrong += usize::from(error > tolerance);
        self.worst = self.worst.max(error);
    }

    fn merge(&mut self, other: Self) {
        self.judged += other.judged;
        self.wrong += other.wrong;
        self.worst = self.worst.max(other.worst);
    }
}

/// The answers of an entry, on their way to the judge.
struct Examined {
    question: Question,
    ours: bool,
    answers: Vec<Answer>,
}

/// Judges all answers.
pub fn judge(sheets: &mut [Sheet]) {
    for sheet in sheets {
        MIXES.into_iter().for_each(|mix| judge_mix(sheet, mix));
    }
}

fn judge_mix(sheet: &mut Sheet, mix: Mix) {
    let workload = sheet.workload;
    let poses = workload.poses(mix);
    let rows = sheet.rows.iter_mut().filter(|row| row.mix == mix && !row.question.is_floor());
    let (mut tallies, mut examined) = (Vec::new(), Vec::new());
    for row in rows {
        for entry in &mut row.entries {
            // The first frame is to find what the last left, as when it is timed.
            entry.job.run();
            let (ours, answers) = (entry.peer == bench::OURS, entry.job.answers());
            examined.push(Examined { question: row.question, ours, answers });
            tallies.push(&mut entry.tally);
        }
    }
    if examined.is_empty() {
        return;
    }
    let judge_some = |part: Range<usize>| {
        let mut tallies = vec![Tally::default(); examined.len()];
        for index in part {
            let truth = Truth::new(workload, &poses[index]);
            for (Examined { question, ours, answers }, tally) in examined.iter().zip(&mut tallies) {
                let tolerance = if *ours { OURS } else { PEER };
                tally.add(error(*question, *ours, &answers[index], &truth), tolerance);
            }
        }
        tallies
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = poses.len().div_ceil(threads);
    let parts = (0..threads).map(|i| (i * share).min(poses.len())..((i + 1) * share).min(poses.len()));
    thread::scope(|scope| {
        let workers: Vec<_> = parts.map(|part| scope.spawn(|| judge_some(part))).collect();
        for worker in workers {
            let found = worker.join().expect("the oracle panicked");
            tallies.iter_mut().zip(found).for_each(|(tally, found)| tally.merge(found));
        }
    });
}

/// By how much an answer is off, relative to the size of the pair.
fn error(question: Question, ours: bool, answer: &Answer, truth: &Truth) -> f64 {
    let apart = truth.distance.max(0.0);
    let verdict = if answer.meets == (truth.distance <= 0.0) { 0.0 } else { truth.distance.abs() };
    let error = match question {
        Question::ClosestPoints => {
            let gap = if answer.meets { 0.0 } else { off(answer.gap, apart) };
            off(answer.distance, apart).max(gap)
        }
        Question::Contact | Question::Manifold
            if answer.meets && truth.distance < 0.0 && (ours || question == Question::Contact) =>
        {
            let depth = off(answer.distance, truth.distance);
            let along = answer.normal.map(|normal| truth.depth_along(normal.as_dvec3()));
            depth.max(off(along, -truth.distance))
        }
        _ => 0.0,
    };
    error.max(verdict) / truth.size
}

/// How far what was told is from what is, if it was told.
fn off(told: Option<f64>, is: f64) -> f64 {
    let off = told.map_or(0.0, |told| (told - is).abs());
    if off.is_nan() { f64::INFINITY } else { off }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::workloads;

    /// What an answer to a question about two circles that overlap by a quarter is off by.
    fn off(question: Question, answer: Answer) -> f64 {
        let mut circles = workloads().swap_remove(0);
        assert_eq!(circles.name, "2D circle-circle");
        circles.choose_poses(1, |mix| mix == Mix::Overlap);
        let mut poses = circles.poses(Mix::Overlap)[0];
        poses.b.position = poses.a.position + Vec3::X;
        error(question, true, &answer, &Truth::new(&circles, &poses))
    }

    #[test]
    fn the_right_answer_is_right() {
        let contact =
            Answer { meets: true, distance: Some(-0.25), normal: Some(Vec3::X), ..Answer::default() };
        assert!(off(Question::Contact, contact) < 1e-6);
        assert!(off(Question::Contact, Answer { normal: Some(Vec3::Y), ..contact }) > 0.5);
        assert!(off(Question::Contact, Answer { distance: Some(-0.3), ..contact }) > 0.01);
        assert!(off(Question::Contact, Answer::default()) > 0.1);
    }

    #[test]
    fn what_is_no_number_is_wrong() {
        let nowhere = Answer { meets: true, distance: Some(f64::NAN), ..Answer::default() };
        assert_eq!(off(Question::ClosestPoints, nowhere), f64::INFINITY);
    }
}
