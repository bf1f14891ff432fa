//! Bounding spheres: if those of two shapes are apart, so are the shapes.

use crate::math::{Scalar, Vector, Wide};
use crate::support::Support;

/// For the rounding of radii, rigid maps and support points, and for what counts as touching: together less than
/// 1e-6 of the size. If the spheres are apart by this factor, every other test finds the shapes apart.
const MARGIN: f64 = 1.0 + 1e-5;

/// Returns whether both bounding spheres are known and clearly apart.
#[inline(always)]
pub(super) fn separate<V: Vector>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    // In 2D the whole answer takes hardly longer.
    if V::DIMENSION == 2 {
        return false;
    }
    let (radius_a, radius_b) = (a.size().bounding_radius, b.size().bounding_radius);
    // Of two spheres, the answer itself takes no longer.
    if radius_a == a.core().convex_radius && radius_b == b.core().convex_radius {
        return false;
    }
    let offset = a.core().origin.widen() - b.core().origin.widen();
    let distance = (radius_a.widen() + radius_b.widen()) * MARGIN;
    // A square that underflows is not larger, and neither is a NaN.
    let square = offset.dot(offset);
    square > distance * distance && square < f64::INFINITY
}
