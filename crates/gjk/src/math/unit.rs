//! Unit vectors.

use crate::math::{Scalar, Vector};

/// The range of squared lengths in which no coordinate that matters has underflowed. `f32` squares underflow
/// at 1e-38: a coordinate lost at 1e-20 is below 1e-9 of the length.
const SAFE_UNIT_SQUARES: core::ops::Range<f64> = 1e-20..1e20;

/// Normalizes a direction whose square overflows or underflows.
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

/// Normalizes a direction of any length; returns zero for the zero vector.
#[inline(always)]
pub(crate) fn unit<V: Vector>(direction: V) -> V {
    let square = direction.dot(direction);
    if !(square > V::Scalar::narrow(SAFE_UNIT_SQUARES.start)
        && square < V::Scalar::narrow(SAFE_UNIT_SQUARES.end))
    {
        return unit_of_extreme(direction);
    }
    direction * (V::Scalar::ONE / square.sqrt())
}
