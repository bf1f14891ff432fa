//! The bounding box of a shape.

use crate::math::{Aabb, Scalar, Vector};
use crate::support::Support;

/// The tight box around a shape, from its extents along the axes.
///
/// The sides that a half-space does not reach are at [`Scalar::FAR`].
pub(super) fn aabb<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> Aabb<V> {
    let mut bounds = Aabb { min: V::ZERO, max: V::ZERO };
    if let Some(plane) = shape.half_space() {
        let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
        for index in 0..V::DIMENSION {
            let axis = V::axis(index);
            let ends = |sign: V::Scalar| {
                // Only what points straight out of the half-space has an end.
                let bounded = normal == axis * sign;
                if bounded { point.element(index) } else { V::Scalar::FAR * sign }
            };
            bounds.min = bounds.min + axis * ends(-V::Scalar::ONE);
            bounds.max = bounds.max + axis * ends(V::Scalar::ONE);
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
