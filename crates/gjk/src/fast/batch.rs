//! Overlap tests of eight pairs at a time, one in each SIMD lane.
//!
//! The tests run in `f32` with a bound of the rounding. Pairs that the bound leaves undecided are tested one
//! by one.
//!
//! Measured gain: a loop over 3D boxes (capsules) that overlap takes 2.1 (2.3) times as long as a batch.

pub mod boxes;
mod columns;
pub mod segments;

pub use columns::{Columns, LANES, Verdicts};
