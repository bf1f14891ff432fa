//! Eight pairs at a time, one in each SIMD lane.

pub mod boxes;
mod columns;
pub mod segments;

pub use columns::{Columns, LANES, Verdicts};
