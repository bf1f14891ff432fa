//! The center line: if two shapes overlap on the segment between their origins, they intersect.

use crate::math::{Scalar, Vector, Wide};
use crate::support::Support;

/// For the rounding of the radial functions.
const MARGIN: f64 = 1.0 - 1e-5;

/// Returns whether two shapes whose [radial functions](Support::radial) are known clearly overlap on the segment between
/// their origins.
#[inline(always)]
pub(super) fn overlap<V: Vector>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    // In 2D the whole answer takes hardly longer.
    if V::DIMENSION == 2 {
        return false;
    }
    let line = b.core().origin.widen() - a.core().origin.widen();
    let square = line.dot(line);
    // Squares outside of this range have lost digits.
    if !(1e-30..1e30).contains(&square) {
        return false;
    }
    let line = V::narrow(line);
    let radial_a = a.radial(line);
    if !(radial_a > V::Scalar::ZERO) {
        return false;
    }
    let radial_b = b.radial(-line);
    radial_b > V::Scalar::ZERO && (radial_a.widen() + radial_b.widen()) * MARGIN >= 1.0
}
