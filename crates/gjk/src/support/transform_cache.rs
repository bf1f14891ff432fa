//! A cache of the sizes of a shape under a map, computed once for many queries.

use crate::math::{Affine, Scalar, Vector};
use crate::support::Support;
use crate::support::hints::Size;

/// The sizes of a shape under the linear part of an affine map.
///
/// For a shape that is translated only, compute the cache once and place the shape by
/// [`Placed::with_cache`](super::Placed::with_cache).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformCache<V: Vector> {
    pub(super) size: Size<V>,
    /// One over the square of the scale factor of a similarity; 0 for any other map.
    pub(super) inverse_square: V::Scalar,
    /// The convex radius under a similarity; 0 under any other map, under which the core includes it.
    pub(super) convex_radius: V::Scalar,
    /// Whether the convex radius stays one under the map, because the map is a similarity or the radius is 0.
    pub(super) keeps_radius: bool,
    pub(super) may_be_zonotope: bool,
    /// Whether the origin of the core is that of the shape's coordinates.
    pub(super) is_centered: bool,
}

impl<V: Vector> TransformCache<V> {
    /// Computes the cache of a shape and a map.
    #[inline]
    pub fn new(shape: &(impl Support<V> + ?Sized), affine: &V::Affine) -> Self {
        let core = shape.core();
        let scale = affine.similarity();
        let inverse = scale.map_or(V::Scalar::ZERO, |scale| V::Scalar::ONE / scale);
        let inverse_square = inverse * inverse;
        Self {
            size: scaled(affine, shape.size(), scale),
            inverse_square: if inverse_square.is_finite() { inverse_square } else { V::Scalar::ZERO },
            convex_radius: scale.map_or(V::Scalar::ZERO, |scale| core.convex_radius * scale),
            keeps_radius: scale.is_some() || core.convex_radius == V::Scalar::ZERO,
            may_be_zonotope: core.may_be_zonotope,
            is_centered: core.origin == V::ZERO,
        }
    }

    /// Returns one over the square of the scale factor of the map; 0 if the map is not a similarity.
    #[inline(always)]
    pub fn inverse_square(&self) -> V::Scalar {
        self.inverse_square
    }

    /// Returns the radius of an inscribed sphere around the origin of the core; 0 if none is known.
    #[inline]
    pub fn inscribed_radius(&self) -> V::Scalar {
        self.size.inscribed_radius
    }
}

/// Returns the sizes of a shape under a map; `scale` is the scale factor of the map if it is a similarity.
#[inline(always)]
pub(super) fn scaled<V: Vector>(affine: &V::Affine, size: Size<V>, scale: Option<V::Scalar>) -> Size<V> {
    Size {
        half_extents: half_extents(affine, size.half_extents),
        bounding_radius: size.bounding_radius * scale.unwrap_or_else(|| affine.largest_stretch()),
        inscribed_radius: size.inscribed_radius * scale.unwrap_or_else(|| affine.least_stretch()),
    }
}

/// Returns the half extents of the AABB of a box under the linear part of a map.
#[inline]
fn half_extents<V: Vector>(affine: &V::Affine, half_size: V) -> V {
    let mut extents = V::ZERO;
    for index in 0..V::DIMENSION {
        let column = affine.column(index) * half_size.element(index);
        extents = extents + column.abs();
    }
    extents
}
