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

/// Does all tasks, on so many threads: on one, one after the other.
pub(crate) fn each<T: Send>(threads: usize, tasks: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    #[cfg(feature = "parallel")]
    if let Some(pool) = ComputeTaskPool::try_get().filter(|_| threads > 1) {
        let work = &work;
        pool.scope(|scope| tasks.for_each(|task| scope.spawn(async move { work(task) })));
        return;
    }
    let _ = threads;
    tasks.for_each(work);
}
