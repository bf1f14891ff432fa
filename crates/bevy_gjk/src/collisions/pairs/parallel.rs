//! The verdicts, found on all threads.

use core::time::Duration;

use bevy_tasks::ComputeTaskPool;

use super::candidates::Candidate;
use super::{Answered, Pairs, Test};
use crate::collider::Colliders;
use crate::dimension::Dimension;

/// What each part of the work found out.
#[derive(Debug)]
pub(super) struct Tested<D: Dimension>(Vec<Vec<Answer<D>>>);

impl<D: Dimension> Default for Tested<D> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What a thread found out about a pair.
#[derive(Clone, Copy, Debug)]
struct Answer<D: Dimension> {
    candidate: Candidate,
    answered: Answered<D>,
}

impl<D: Dimension> Pairs<D> {
    /// Does the same as [`test`](Self::test) on all threads of the compute pool. The answers are put down in the
    /// order of the candidates, so that nothing depends on the threads.
    pub(crate) fn test_in_parallel(
        &mut self,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut (impl Test<D> + Clone + Send + Sync),
    ) {
        /// Fewer are tested sooner than they are handed out.
        const WORTHWHILE: usize = 512;
        let pool = ComputeTaskPool::try_get().filter(|pool| pool.thread_num() > 1);
        let Some(pool) = pool.filter(|_| self.candidates.0.len() >= WORTHWHILE) else {
            return self.test(colliders, now, test);
        };
        let candidates = self.take_candidates(colliders);
        // A few for each thread, so that none waits long for the slowest.
        let chunk = candidates.0.len().div_ceil(4 * pool.thread_num()).max(64);
        let chunks = candidates.0.chunks(chunk);
        let mut tested = core::mem::take(&mut self.tested.0);
        tested.resize_with(chunks.len().max(tested.len()), Vec::new);
        let held = &self.held;
        pool.scope(|scope| {
            for (chunk, answers) in chunks.zip(&mut tested) {
                let mut test = test.clone();
                scope.spawn(async move {
                    let ask = |&candidate: &Candidate| {
                        let answered = held.ask(candidate, colliders, &mut test)?;
                        Some(Answer { candidate, answered })
                    };
                    answers.extend(chunk.iter().filter_map(ask));
                });
            }
        });
        let mut tests = 0;
        for answers in &mut tested {
            tests += answers.len();
            for Answer { candidate, answered } in answers.drain(..) {
                self.answer(candidate, answered, now, colliders);
            }
        }
        self.tested.0 = tested;
        self.finish(candidates, tests);
    }
}
