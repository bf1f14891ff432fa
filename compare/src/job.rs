//! A list of questions to one peer, ready to be timed: the only call through a pointer is that of the list.

use std::hint::black_box;
use std::rc::Rc;

use crate::verdict::Answer;

/// Questions about a list of poses.
pub trait Job {
    /// Asks them all, and drops the answers.
    fn run(&mut self);
    /// Asks them all, and translates the answers.
    fn answers(&mut self) -> Vec<Answer>;
    /// How many they are.
    fn count(&self) -> usize;
}

/// Questions of which nothing is kept.
pub struct Asked<P, Ask, Translate> {
    /// The poses.
    pub poses: Rc<[P]>,
    /// Asks about one of them.
    pub ask: Ask,
    /// Translates what it answered.
    pub translate: Translate,
}

impl<P, R, Ask, Translate> Job for Asked<P, Ask, Translate>
where
    Ask: FnMut(&P) -> R,
    Translate: Fn(&P, &R) -> Answer,
{
    #[inline(never)]
    fn run(&mut self) {
        for pose in &*self.poses {
            black_box((self.ask)(pose));
        }
    }

    fn answers(&mut self) -> Vec<Answer> {
        self.poses.iter().map(|pose| (self.translate)(pose, &(self.ask)(pose))).collect()
    }

    fn count(&self) -> usize {
        self.poses.len()
    }
}

/// Questions about pairs in motion, each with a memory of its own.
pub struct Remembered<P, M, Ask, Translate> {
    /// The poses, frame by frame, each frame as long as the memories.
    pub poses: Rc<[P]>,
    /// What is kept for each pair.
    pub memories: Vec<M>,
    /// Asks about one of the poses.
    pub ask: Ask,
    /// Translates what it answered.
    pub translate: Translate,
}

impl<P, M, R, Ask, Translate> Job for Remembered<P, M, Ask, Translate>
where
    Ask: FnMut(&P, &mut M) -> R,
    Translate: Fn(&P, &R) -> Answer,
{
    #[inline(never)]
    fn run(&mut self) {
        for frame in self.poses.chunks(self.memories.len()) {
            for (pose, memory) in frame.iter().zip(&mut self.memories) {
                black_box((self.ask)(pose, memory));
            }
        }
    }

    fn answers(&mut self) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(self.poses.len());
        for frame in self.poses.chunks(self.memories.len()) {
            for (pose, memory) in frame.iter().zip(&mut self.memories) {
                answers.push((self.translate)(pose, &(self.ask)(pose, memory)));
            }
        }
        answers
    }

    fn count(&self) -> usize {
        self.poses.len()
    }
}
