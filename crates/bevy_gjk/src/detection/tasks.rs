//! Tasks for all threads of Bevy's compute task pool.

#[cfg(feature = "parallel")]
use bevy_tasks::ComputeTaskPool;

/// The smallest number of AABBs to compute or to search that is worth several threads; tuning constant.
pub(crate) const MIN_PARALLEL_AABBS: usize = 1024;
/// The smallest length of a neighbor list that is worth several threads; tuning constant.
pub(crate) const MIN_PARALLEL_LISTED_PAIRS: usize = 4096;
/// The smallest number of pairs to test that is worth several threads; tuning constant.
#[cfg(feature = "parallel")]
pub(crate) const MIN_PARALLEL_TESTS: usize = 512;

/// The smallest number of contacts to read that is worth several threads; tuning constant.
pub(crate) const MIN_PARALLEL_CONTACTS: usize = 256;

/// Returns the number of threads for work of so many steps, of which fewer than `worthwhile` are faster on one: at
/// least one, also if the pool has none.
pub(crate) fn threads(steps: usize, worthwhile: usize) -> usize {
    #[cfg(feature = "parallel")]
    if steps >= worthwhile {
        return ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num().max(1));
    }
    let _ = (steps, worthwhile);
    1
}

/// Returns into how many tasks the work of so many threads is divided: several for each, to balance the load.
pub(crate) fn task_count(threads: usize) -> usize {
    if threads > 1 { 8 * threads } else { 1 }
}

/// Runs all tasks on so many threads; on one thread, one after the other.
///
/// Each thread, including this one, takes the next task when it has finished its last.
pub(crate) fn each<T: Send>(threads: usize, tasks: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    #[cfg(feature = "parallel")]
    if let Some(pool) = ComputeTaskPool::try_get().filter(|_| threads > 1) {
        return pool_tasks::each(pool, threads, tasks, work);
    }
    let _ = threads;
    tasks.for_each(work);
}

#[cfg(feature = "parallel")]
mod pool_tasks {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::{Mutex, PoisonError};

    use bevy_tasks::TaskPool;

    pub(super) fn each<T: Send>(
        pool: &TaskPool,
        threads: usize,
        tasks: impl Iterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
    ) {
        let tasks = Mutex::new(tasks);
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let help = || {
            while let Some(task) = next() {
                work(task);
            }
        };
        let help = &help;
        let mut outcome = Ok(());
        pool.scope(|scope| {
            for _ in 1..threads {
                scope.spawn(async move { help() });
            }
            // A panic must not leave the scope before the other threads have finished.
            outcome = catch_unwind(AssertUnwindSafe(help));
        });
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use bevy_tasks::TaskPoolBuilder;
    use core::sync::atomic::{AtomicU32, Ordering};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn each_task_runs_once() {
        let pool = TaskPoolBuilder::new().num_threads(3).build();
        for count in [0, 1, 2, 1000] {
            let mut done = vec![0; count];
            pool_tasks::each(&pool, 3, done.iter_mut(), |done| *done += 1);
            assert!(done.iter().all(|&done| done == 1));
        }
    }

    /// A user's shape may panic: the data borrowed by the tasks must outlive all of them.
    #[test]
    fn a_panic_waits_for_all_other_tasks() {
        let pool = TaskPoolBuilder::new().num_threads(3).build();
        for panicking in 0..20 {
            let (begun, ended) = (AtomicU32::new(0), AtomicU32::new(0));
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                pool_tasks::each(&pool, 3, 0..40, |task| {
                    begun.fetch_add(1, Ordering::SeqCst);
                    std::thread::yield_now();
                    assert!(task != panicking, "on purpose");
                    ended.fetch_add(1, Ordering::SeqCst);
                });
            }));
            assert!(outcome.is_err());
            assert_eq!(begun.into_inner(), ended.into_inner() + 1);
        }
    }
}
