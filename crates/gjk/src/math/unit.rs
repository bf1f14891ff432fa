//! Directions of length one.

use crate::math::{Scalar, Vector};

/// The range of squared lengths that lose nothing: of those outside, coordinates may have vanished.
const SQUARES: core::ops::Range<f64> = 1e-20..1e20;

/// The point of the unit sphere in a direction whose square is far from one.
#[cold]
fn unit_of_extreme<V: Vector>(direction: V) -> V {
    // In two steps: the inverse of a very small number may be infinite.
    let mut scaled = direction;
    for _ in 0..2 {
        let largest = scaled.max(-scaled).max_element();
        if !(largest > V::Scalar::ZERO) {
            return V::ZERO;
        }
        let inverse = V::Scalar::ONE / largest;
        scaled = if inverse.is_finite() { scaled * inverse } else { scaled * V::Scalar::narrow(1e30) };
    }
    scaled * (V::Scalar::ONE / scaled.dot(scaled).sqrt())
}

/// The point of the unit sphere in a direction of any length; zero for the zero direction.
#[inline(always)]
pub(crate) fn unit<V: Vector>(direction: V) -> V {
    let square = direction.dot(direction);
    if !(square > V::Scalar::narrow(SQUARES.start) && square < V::Scalar::narrow(SQUARES.end)) {
        return unit_of_extreme(direction);
    }
    direction * (V::Scalar::ONE / square.sqrt())
}
