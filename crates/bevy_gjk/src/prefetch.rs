//! Asking for memory before it is needed.

/// Asks the processor to fetch the line of memory in which this begins, and waits for nothing. It is a hint: where the
/// processor has no such instruction, it is none.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    prefetch_index::prefetch_index(core::slice::from_ref(value), 0);
}

/// Some things in groups of this size, each with the one after it: what that needs is asked for while this one is worked
/// on.
#[inline]
pub(crate) fn groups<T>(all: &[T], size: usize) -> impl Iterator<Item = (&[T], &[T])> {
    let groups = all.chunks(size);
    let next = groups.clone().skip(1).chain([&[][..]]);
    groups.zip(next)
}
