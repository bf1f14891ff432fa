//! What a map makes of a shape's sizes, computed once for many questions.

use crate::math::{Affine, Scalar, Vector};
use crate::support::{Size, Support};

/// What the linear part of an affine map makes of a shape's sizes.
///
/// For a shape that only moves, compute it once and place the shape by
/// [`Placed::with_cache`](super::Placed::with_cache).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformCache<V: Vector> {
    pub(super) size: Size<V>,
    /// One over the square of the factor of a similarity; 0 for any other map.
    pub(super) inverse_square: V::Scalar,
    /// The convex radius where spheres stay spheres; otherwise 0, and the core includes it.
    pub(super) convex_radius: V::Scalar,
    /// Spheres stay spheres under the map, or the shape has no convex radius.
    pub(super) keeps_spheres: bool,
    pub(super) may_be_zonotope: bool,
    /// The core's origin is that of the shape's coordinates.
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
            keeps_spheres: scale.is_some() || core.convex_radius == V::Scalar::ZERO,
            may_be_zonotope: shape.may_be_zonotope(),
            is_centered: core.origin == V::ZERO,
        }
    }

    /// Returns one over the square of the factor by which the map enlarges all lengths; 0 if it does not enlarge
    /// them alike.
    #[inline(always)]
    pub fn inverse_square(&self) -> V::Scalar {
        self.inverse_square
    }

    /// Returns the radius of a sphere around the shape's origin that lies within the shape; 0 where none is known.
    #[inline]
    pub fn inscribed_radius(&self) -> V::Scalar {
        self.size.inscribed_radius
    }
}

/// Returns what a map makes of a shape's sizes; `scale` is its factor if it is a similarity.
#[inline(always)]
pub(super) fn scaled<V: Vector>(affine: &V::Affine, size: Size<V>, scale: Option<V::Scalar>) -> Size<V> {
    Size {
        half_extents: extents(affine, size.half_extents),
        bounding_radius: size.bounding_radius * scale.unwrap_or_else(|| affine.largest_stretch()),
        inscribed_radius: size.inscribed_radius * scale.unwrap_or_else(|| affine.least_stretch()),
    }
}

/// Returns half the sides of the box around what a map makes of a box, without its translation.
#[inline]
fn extents<V: Vector>(affine: &V::Affine, inner: V) -> V {
    let mut extents = V::ZERO;
    for index in 0..V::DIMENSION {
        let column = affine.column(index) * inner.element(index);
        extents = extents + column.max(-column);
    }
    extents
}
