//! The nearest point of a segment.

use crate::math::Wide;
use crate::reference::simplex::Nearest;

/// The point of the segment from `a` to `b` nearest to the origin.
#[inline]
pub(crate) fn segment<W: Wide>(a: W, b: W) -> Nearest<W, 2> {
    let along = b - a;
    let length_squared = along.dot(along);
    // Of the two ends, `to_b` and `to_a` are their weights times the squared length.
    let to_b = -a.dot(along);
    let to_a = b.dot(along);
    // A NaN fails both comparisons and ends at an end point.
    if !(to_b > 0.0) {
        Nearest { point: a, weights: [1.0, 0.0], encloses: false }
    } else if !(to_a > 0.0) {
        Nearest { point: b, weights: [0.0, 1.0], encloses: false }
    } else {
        // Not beyond the end, wherever rounding puts it: that would be nearer to the origin than the segment is.
        let weight = (to_b / length_squared).min(1.0);
        Nearest { point: a + along * weight, weights: [1.0 - weight, weight], encloses: false }
    }
}
