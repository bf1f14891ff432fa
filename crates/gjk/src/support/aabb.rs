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
            half_extents = half_extents + edge.abs();
        }
        return Aabb { min: origin - half_extents, max: origin + half_extents };
    }
    let plane = shape.half_space();
    let mut sides = [[V::Scalar::ZERO; 2]; 3];
    for (index, sides) in sides.iter_mut().enumerate().take(V::DIMENSION) {
        let axis = V::axis(index);
        *sides = match &plane {
            None => shape.support_interval(axis),
            Some(plane) => [-V::Scalar::ONE, V::Scalar::ONE].map(|sign| {
                // A half-space is bounded along its normal alone.
                let bounded = V::narrow(plane.normal) == axis * sign;
                if bounded { V::narrow(plane.point).element(index) } else { V::Scalar::FAR * sign }
            }),
        };
    }
    // Not a sum over the axes: with an infinite side, the other coordinates would be NaN.
    Aabb { min: V::from_fn(|index| sides[index][0]), max: V::from_fn(|index| sides[index][1]) }
}
