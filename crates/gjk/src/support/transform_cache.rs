//! What a shape's size becomes under a map.

use crate::math::Affine;
use crate::math::{Scalar, Vector};
use crate::support::Support;

/// What a map without its translation makes of a shape's size. Who asks many questions about a shape that only
/// moves computes it once, for [`Placed::with_cache`](super::Placed::with_cache).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformCache<V: Vector> {
    pub(super) half_extents: V,
    // Below zero where none is known.
    bounding_radius: V::Scalar,
    pub(super) inscribed_radius: V::Scalar,
    // Of the factor by which the map enlarges, one over the square, if it does so alike in all directions; else 0.
    pub(super) inverse_square: V::Scalar,
    // Of balls that stay balls; else 0, and the core has all.
    pub(super) radius: V::Scalar,
    // Balls stay balls, or there are none.
    pub(super) keeps_balls: bool,
    // It may have half edges.
    pub(super) straight: bool,
    // The shape's own origin is that of its coordinates.
    pub(super) centered: bool,
}

impl<V: Vector> TransformCache<V> {
    /// Computes it for a shape and a map.
    #[inline]
    pub fn new(shape: &(impl Support<V> + ?Sized), affine: &V::Affine) -> Self {
        let scale = affine.similarity();
        let inverse = scale.map_or(V::Scalar::ZERO, |scale| V::Scalar::ONE / scale);
        let inverse_square = inverse * inverse;
        Self {
            half_extents: extents(affine, shape.half_extents()),
            bounding_radius: shape
                .bounding_radius()
                .map_or(-V::Scalar::ONE, |radius| radius * scale.unwrap_or_else(|| affine.largest_stretch())),
            inscribed_radius: shape.inscribed_radius() * scale.unwrap_or_else(|| affine.least_stretch()),
            inverse_square: if inverse_square.is_finite() { inverse_square } else { V::Scalar::ZERO },
            radius: scale.map_or(V::Scalar::ZERO, |scale| shape.convex_radius() * scale),
            keeps_balls: scale.is_some() || shape.convex_radius() == V::Scalar::ZERO,
            straight: shape.may_be_zonotope(),
            centered: shape.origin() == V::ZERO,
        }
    }
}

impl<V: Vector> TransformCache<V> {
    #[inline(always)]
    pub(super) fn bounding_radius(&self) -> Option<V::Scalar> {
        (self.bounding_radius >= V::Scalar::ZERO).then_some(self.bounding_radius)
    }

    /// Of the factor by which the map enlarges, one over the square, if it does so alike in all directions; else 0.
    #[inline(always)]
    pub fn inverse_square(&self) -> V::Scalar {
        self.inverse_square
    }

    /// The radius of a ball around the shape's origin that lies within it, as the map makes it; 0 where none is known.
    #[inline]
    pub fn inscribed_radius(&self) -> V::Scalar {
        self.inscribed_radius
    }
}

/// Half the sides of the box around what a map makes of a box, without its translation.
#[inline]
pub(super) fn extents<V: Vector>(affine: &V::Affine, inner: V) -> V {
    let mut extents = V::ZERO;
    for index in 0..V::DIMENSION {
        let column = affine.column(index) * inner.element(index);
        extents = extents + column.max(-column);
    }
    extents
}
