//! The way between the origins of two shapes: where the shapes reach each other on it, nobody needs to look closer.

use crate::support::Support;
use crate::vector::{Scalar, Vector, Wide};

/// For the rounding of the radial functions, and more.
const MARGIN: f64 = 1.0 - 1e-5;

/// Whether two shapes, of which the [radial functions](Support::radial) are known, clearly reach each other on the way
/// between their origins.
#[inline(always)]
pub(super) fn reach_each_other<V: Vector>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> bool {
    let way = b.origin().widen() - a.origin().widen();
    let square = way.dot(way);
    // Squares beyond these have lost digits.
    if !(1e-30..1e30).contains(&square) {
        return false;
    }
    let way = V::narrow(way);
    let of_a = a.radial(way);
    if !(of_a > V::Scalar::ZERO) {
        return false;
    }
    let of_b = b.radial(-way);
    of_b > V::Scalar::ZERO && (of_a.widen() + of_b.widen()) * MARGIN >= 1.0
}
