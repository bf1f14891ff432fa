//! The verdicts, found on all threads.

use core::time::Duration;

use bevy_tasks::ComputeTaskPool;
use gjk::Cache;

use super::{Pairs, Verdict};
use crate::collider::{Colliders, PlacedCollider};
use crate::dimension::Dimension;
use crate::events::EndReason;

/// What a thread found out about a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tested<D: Dimension> {
    cache: Cache<D::Vector>,
    verdict: Verdict<D>,
}

impl<D: Dimension> Default for Tested<D> {
    fn default() -> Self {
        Self { cache: Cache::default(), verdict: Verdict::Apart }
    }
}

impl<D: Dimension> Pairs<D> {
    /// Does the same as [`test`](Self::test) on all threads of the compute pool. The verdicts are put down in the order of the work, so
    /// that nothing depends on the threads.
    pub(crate) fn test_in_parallel(
        &mut self,
        colliders: &Colliders<D>,
        now: Duration,
        test: impl Fn([&PlacedCollider<D>; 2], &mut Cache<D::Vector>, &Verdict<D>) -> Verdict<D> + Sync,
    ) {
        /// Fewer are tested sooner than they are handed out.
        const WORTHWHILE: usize = 512;
        let pool = ComputeTaskPool::try_get().filter(|pool| pool.thread_num() > 1);
        let Some(pool) = pool.filter(|_| self.work.len() >= WORTHWHILE) else {
            return self.test(colliders, now, test);
        };
        let work = self.take_work(colliders.run);
        let mut tested = core::mem::take(&mut self.tested);
        tested.clear();
        tested.resize(work.len(), Tested::default());
        // A few for each thread, so that none waits long for the slowest.
        let chunk = work.len().div_ceil(4 * pool.thread_num()).max(64);
        let (table, test) = (&self.table, &test);
        pool.scope(|scope| {
            for (work, tested) in work.chunks(chunk).zip(tested.chunks_mut(chunk)) {
                scope.spawn(async move {
                    for (&index, tested) in work.iter().zip(tested) {
                        let pair = &table[index as usize];
                        let placed = pair.slots.map(|slot| colliders.at(slot));
                        tested.cache = pair.cache;
                        tested.verdict = test(placed, &mut tested.cache, &pair.verdict);
                    }
                });
            }
        });
        for (&index, tested) in work.iter().zip(&tested) {
            self.table[index as usize].cache = tested.cache;
            self.judge(index, tested.verdict, EndReason::Separated, (now, colliders.run));
        }
        self.tested = tested;
        self.finish(work);
    }
}
