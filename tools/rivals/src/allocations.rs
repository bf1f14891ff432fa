//! Counts what all threads allocate, while it is told to.
#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

/// The system's allocator, with counters.
pub struct Counted;

static COUNTING: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);

/// Begins to count, from where it left off. While nobody counts, an allocation costs a load more.
pub fn begin() {
    COUNTING.store(true, Relaxed);
}

/// Ceases to count.
pub fn end() {
    COUNTING.store(false, Relaxed);
}

/// How often was allocated, and how many bytes, ever since the program began.
pub fn counted() -> (u64, u64) {
    (CALLS.load(Relaxed), BYTES.load(Relaxed))
}

/// The bytes allocated and not freed, of those that were counted.
pub fn live() -> i64 {
    LIVE.load(Relaxed)
}

fn note(allocated: usize, freed: usize) {
    if COUNTING.load(Relaxed) {
        LIVE.fetch_add(allocated as i64 - freed as i64, Relaxed);
        if allocated > 0 {
            CALLS.fetch_add(1, Relaxed);
            BYTES.fetch_add(allocated as u64, Relaxed);
        }
    }
}

// SAFETY: every call reaches the system's allocator as it came, and its answer is given back as it is.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller keeps what `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}
