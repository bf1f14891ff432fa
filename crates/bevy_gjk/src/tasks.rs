//! Work for all threads of Bevy's compute pool.

#[cfg(feature = "parallel")]
use bevy_tasks::ComputeTaskPool;

/// Fewer boxes are placed, or looked for partners of, sooner than they are handed out.
pub(crate) const BOXES: usize = 1024;
/// Of fewer pairs it is sooner seen whether they still meet.
pub(crate) const LISTED: usize = 4096;
/// Fewer pairs are tested sooner than they are handed out.
#[cfg(feature = "parallel")]
pub(crate) const TESTS: usize = 512;

/// How many threads there are for work of so many steps, of which fewer than `worthwhile` are better done on one;
/// one at least, also where the pool has none of its own.
pub(crate) fn threads(steps: usize, worthwhile: usize) -> usize {
    #[cfg(feature = "parallel")]
    if steps >= worthwhile {
        return ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num().max(1));
    }
    let _ = (steps, worthwhile);
    1
}

/// Into how many parts work for so many threads is divided: several for each, so that none waits long for the slowest.
pub(crate) fn parts(threads: usize) -> usize {
    if threads > 1 { 8 * threads } else { 1 }
}

/// Does all tasks, on so many threads: on one, one after the other.
///
/// Each thread takes the next task when it is done with its last, this one among them.
pub(crate) fn each<T: Send>(threads: usize, tasks: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    #[cfg(feature = "parallel")]
    if let Some(pool) = ComputeTaskPool::try_get().filter(|_| threads > 1) {
        return crew::each(pool, threads, tasks, work);
    }
    let _ = threads;
    tasks.for_each(work);
}

#[cfg(feature = "parallel")]
mod crew {
    use core::hint::spin_loop;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::{Mutex, PoisonError};

    use bevy_tasks::TaskPool;

    /// So many times it is looked whether the others are done before this thread goes to sleep: to be woken takes some
    /// 50 microseconds, which is longer than they need as a rule.
    const LOOKS: usize = 2000;

    pub(super) fn each<T: Send>(
        pool: &TaskPool,
        threads: usize,
        tasks: impl Iterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
    ) {
        let (tasks, busy) = (Mutex::new(tasks), AtomicUsize::new(0));
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let help = || {
            busy.fetch_add(1, Ordering::Relaxed);
            while let Some(task) = next() {
                work(task);
            }
            busy.fetch_sub(1, Ordering::Release);
        };
        let help = &help;
        let mut outcome = Ok(());
        pool.scope(|scope| {
            for _ in 1..threads {
                scope.spawn(async move { help() });
            }
            // A panic must not leave the scope before the others have.
            outcome = catch_unwind(AssertUnwindSafe(help));
            let mut looks = 0;
            while looks < LOOKS && busy.load(Ordering::Acquire) > 0 {
                spin_loop();
                looks += 1;
            }
        });
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use core::sync::atomic::{AtomicU32, Ordering};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use bevy_tasks::TaskPoolBuilder;

    use super::crew;

    #[test]
    fn each_task_is_done_once() {
        let pool = TaskPoolBuilder::new().num_threads(3).build();
        for count in [0, 1, 2, 1000] {
            let mut done = vec![0; count];
            crew::each(&pool, 3, done.iter_mut(), |done| *done += 1);
            assert!(done.iter().all(|&done| done == 1));
        }
    }

    /// As a shape of the user's own may: what was borrowed for the tasks must outlive all of them.
    #[test]
    fn a_panic_ends_no_sooner_than_the_others() {
        let pool = TaskPoolBuilder::new().num_threads(3).build();
        for of in 0..20 {
            let (begun, ended) = (AtomicU32::new(0), AtomicU32::new(0));
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                crew::each(&pool, 3, 0..40, |task| {
                    begun.fetch_add(1, Ordering::SeqCst);
                    std::thread::yield_now();
                    assert!(task != of, "on purpose");
                    ended.fetch_add(1, Ordering::SeqCst);
                });
            }));
            assert!(outcome.is_err());
            assert_eq!(begun.into_inner(), ended.into_inner() + 1);
        }
    }
}
