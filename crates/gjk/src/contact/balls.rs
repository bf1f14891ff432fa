//! The balls around two shapes: where they are apart, nobody needs to look closer.

use crate::support::Support;
use crate::vector::{Scalar, Vector, Wide};

/// For the rounding of radii, rigid maps and support points, and for what counts as touching: some ten millionths
/// of the size together. A pair beyond it is apart for everybody who looks closer.
const MARGIN: f64 = 1.0 + 1e-5;

/// Whether the balls of two shapes, if both are known, are clearly apart.
#[inline(always)]
pub(super) fn apart<V: Vector>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    // In the plane, the whole answer takes hardly longer.
    if V::DIMENSION == 2 {
        return false;
    }
    let (Some(radius_a), Some(radius_b)) = (a.bounding_radius(), b.bounding_radius()) else { return false };
    let offset = a.origin().widen() - b.origin().widen();
    let reach = (radius_a.widen() + radius_b.widen()) * MARGIN;
    // Squares that vanish are not larger, and neither is a NaN.
    let square = offset.dot(offset);
    square > reach * reach && square < f64::INFINITY
}
