//! Tools for hot loops: prefetching of memory before it is needed, and pushing to a vector without a branch.

/// Prefetches the cache line in which a value begins, without waiting. It is a hint, and does nothing on processors
/// without such an instruction.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    prefetch_index::prefetch_index(core::slice::from_ref(value), 0);
}

/// Iterates over groups of this size, each with the group after it, whose data is prefetched while this one is
/// processed.
#[inline]
pub(crate) fn groups<T>(all: &[T], size: usize) -> impl Iterator<Item = (&[T], &[T])> {
    let groups = all.chunks(size);
    let next = groups.clone().skip(1).chain([&[][..]]);
    groups.zip(next)
}

/// Pushes an item if a condition holds, without a branch: for conditions that are hard to predict.
#[inline(always)]
pub(crate) fn push_if<T: Copy>(items: &mut Vec<T>, item: T, condition: bool) {
    let count = items.len() + usize::from(condition);
    items.push(item);
    items.truncate(count);
}
