//! Pairs of shapes of space.
#![no_main]

// Each target asks in one of the two spaces.
#[allow(dead_code)]
#[path = "../../crates/gjk/tests/common/bits.rs"]
mod bits;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bits::Bits::new(data).ask_in_space());
