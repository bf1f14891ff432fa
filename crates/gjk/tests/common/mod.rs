//! Random shapes, and all questions about a pair.

pub mod answers;
pub mod raw_shapes;
mod rng;

pub use rng::Rng;
