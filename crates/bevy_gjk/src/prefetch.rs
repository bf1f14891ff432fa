//! Asking for memory before it is needed.

/// Asks the processor to fetch the line of memory in which this begins, and waits for nothing. It is a hint: where the
/// processor has no such instruction, it is none.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    prefetch_index::prefetch_index(core::slice::from_ref(value), 0);
}
