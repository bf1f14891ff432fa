//! The point of a segment nearest to the origin.

use crate::math::Wide;
use crate::simplex::Nearest;

/// Computes the point of the segment from `a` to `b` nearest to the origin.
#[inline]
pub(crate) fn segment<W: Wide>(a: W, b: W) -> Nearest<W, 2> {
    let along = b - a;
    let length_squared = along.dot(along);
    // The weights of the two ends times the squared length.
    let scaled_weight_b = -a.dot(along);
    let scaled_weight_a = b.dot(along);
    // A NaN fails the first comparison and returns an end point.
    if !(scaled_weight_b > 0.0) {
        Nearest { point: a, weights: [1.0, 0.0], encloses: false }
    } else if !(scaled_weight_a > 0.0) {
        Nearest { point: b, weights: [0.0, 1.0], encloses: false }
    } else {
        // Rounding may put the point beyond the end, where it would be nearer to the origin than the segment
        // is.
        let weight = (scaled_weight_b / length_squared).min(1.0);
        Nearest { point: a + along * weight, weights: [1.0 - weight, weight], encloses: false }
    }
}
