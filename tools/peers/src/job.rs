//! Lists of queries to one peer, ready to be timed. Only the call of a whole list goes through a pointer, not
//! that of each query.

use std::hint::black_box;
use std::rc::Rc;

use crate::accuracy::Answer;

/// A list of queries, one for each pose pair.
pub trait Job {
    /// Runs all queries and drops their results.
    fn run(&mut self);
    /// Runs all queries and returns their results as answers.
    fn answers(&mut self) -> Vec<Answer>;
    /// Returns the number of queries.
    fn count(&self) -> usize;
}

/// Queries that start cold.
pub struct ColdJob<P, Call, ToAnswer> {
    /// The poses.
    pub poses: Rc<[P]>,
    /// Runs the query for one of them.
    pub call: Call,
    /// Converts the result to an answer.
    pub to_answer: ToAnswer,
}

impl<P, R, Call, ToAnswer> Job for ColdJob<P, Call, ToAnswer>
where
    Call: FnMut(&P) -> R,
    ToAnswer: Fn(&P, &R) -> Answer,
{
    #[inline(never)]
    fn run(&mut self) {
        for pose in &*self.poses {
            black_box((self.call)(pose));
        }
    }

    fn answers(&mut self) -> Vec<Answer> {
        self.poses.iter().map(|pose| (self.to_answer)(pose, &(self.call)(pose))).collect()
    }

    fn count(&self) -> usize {
        self.poses.len()
    }
}

/// Queries about moving pairs that start warm, with a cache for each pair.
pub struct WarmJob<P, C, Call, ToAnswer> {
    /// The poses, frame by frame; each frame has one for each cache.
    pub poses: Rc<[P]>,
    /// The cache of each pair.
    pub caches: Vec<C>,
    /// Runs the query for one of the poses.
    pub call: Call,
    /// Converts the result to an answer.
    pub to_answer: ToAnswer,
}

impl<P, C, R, Call, ToAnswer> Job for WarmJob<P, C, Call, ToAnswer>
where
    Call: FnMut(&P, &mut C) -> R,
    ToAnswer: Fn(&P, &R) -> Answer,
{
    #[inline(never)]
    fn run(&mut self) {
        for frame in self.poses.chunks(self.caches.len()) {
            for (pose, cache) in frame.iter().zip(&mut self.caches) {
                black_box((self.call)(pose, cache));
            }
        }
    }

    fn answers(&mut self) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(self.poses.len());
        for frame in self.poses.chunks(self.caches.len()) {
            for (pose, cache) in frame.iter().zip(&mut self.caches) {
                answers.push((self.to_answer)(pose, &(self.call)(pose, cache)));
            }
        }
        answers
    }

    fn count(&self) -> usize {
        self.poses.len()
    }
}
