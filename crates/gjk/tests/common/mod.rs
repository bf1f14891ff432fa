//! Random shapes, and all questions about a pair.

pub mod answers;
pub mod any_shape;
pub mod dynamic;
pub mod raw_shapes;
mod rng;

pub use rng::Rng;

use gjk::{Affine, Placed, Support, Vector};

/// Places a shape without turning it.
pub fn at<V: Vector, S: Support<V>>(shape: S, x: V) -> Placed<S, V> {
    shape.placed(Affine::from_translation(x))
}
