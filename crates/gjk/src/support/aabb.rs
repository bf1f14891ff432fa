//! The axis-aligned bounding box (AABB) of a shape.

use crate::math::{Aabb, Scalar, Vector};
use crate::support::Support;

/// Returns the tight AABB of a shape, from its extents along the axes.
///
/// The unbounded sides of a half-space are at [`Scalar::FAR`].
pub(super) fn aabb<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> Aabb<V> {
    let plane = shape.half_space();
    let mut sides = [[V::Scalar::ZERO; 2]; 3];
    for (index, sides) in sides.iter_mut().enumerate().take(V::DIMENSION) {
        let axis = V::axis(index);
        *sides = match &plane {
            None => shape.extent(axis),
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
