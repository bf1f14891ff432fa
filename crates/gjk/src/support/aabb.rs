//! The axis-aligned bounding box (AABB) of a shape.

use crate::math::{Aabb, Scalar, Vector};
use crate::support::Support;

/// Returns the tight AABB of a shape, from its extents along the axes.
///
/// The unbounded sides of a half-space are at [`Scalar::FAR`].
pub(super) fn aabb<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> Aabb<V> {
    let mut bounds = Aabb { min: V::ZERO, max: V::ZERO };
    if let Some(plane) = shape.half_space() {
        let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
        for index in 0..V::DIMENSION {
            let axis = V::axis(index);
            let side = |sign: V::Scalar| {
                // A half-space is bounded along its normal alone.
                let bounded = normal == axis * sign;
                if bounded { point.element(index) } else { V::Scalar::FAR * sign }
            };
            bounds.min = bounds.min + axis * side(-V::Scalar::ONE);
            bounds.max = bounds.max + axis * side(V::Scalar::ONE);
        }
        return bounds;
    }
    for index in 0..V::DIMENSION {
        let axis = V::axis(index);
        let [least, most] = shape.extent(axis);
        bounds.min = bounds.min + axis * least;
        bounds.max = bounds.max + axis * most;
    }
    bounds
}
