//! The axis-aligned bounding box (AABB) of a shape.

use crate::math::{Aabb, Scalar, Vector};
use crate::support::Support;
use crate::support::hints::{Core, Zonotope};

/// Returns the tight AABB of a shape, from its half edges or from its extents along the axes.
///
/// The unbounded sides of a half-space are at [`Scalar::FAR`].
pub(super) fn aabb<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> Aabb<V> {
    if let Some(Zonotope { edges, count }) = Zonotope::of(shape) {
        let Core { origin, convex_radius, .. } = shape.core();
        let mut half_extents = V::splat(convex_radius);
        for edge in edges.into_iter().take(count) {
            half_extents = half_extents + edge.max(-edge);
        }
        return Aabb { min: origin - half_extents, max: origin + half_extents };
    }
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
