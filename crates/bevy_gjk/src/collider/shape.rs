//! The checked shape of a collider: one convex shape, or a composite of many.

use std::sync::Arc;

use gjk::{Aabb, Placed, Support, Vector};

use crate::collider::aabb::padded;
use crate::collider::{ColliderError, CompositeShape, ContentHash, Dimension, Shape};

/// The type of a checked convex shape of a dimension.
pub type ConvexOf<D> = <<D as Dimension>::Collider as Shape<D>>::ConvexShape;

/// A convex part of a collider, placed in the world.
pub type PlacedPart<'p, D> = Placed<&'p ConvexOf<D>, <D as Dimension>::Vector>;

/// The checked shape of a collider, made from its description by [`Shape::prepare`].
#[derive(Clone, Debug)]
pub enum ColliderShape<D: Dimension> {
    /// One convex shape. It may be a half-space, which is unbounded: then [`half_space`](gjk::Support::half_space)
    /// returns it.
    Convex(ConvexOf<D>),
    /// Many convex shapes, all of them bounded.
    Composite(Arc<CompositeShape<D>>),
}

impl<D: Dimension> ColliderShape<D> {
    /// Returns the shape, if it is a single convex one.
    #[inline]
    pub fn convex(&self) -> Option<&ConvexOf<D>> {
        match self {
            Self::Convex(shape) => Some(shape),
            Self::Composite(_) => None,
        }
    }

    /// Returns the composite shape, if it is one.
    #[inline]
    pub fn composite(&self) -> Option<&CompositeShape<D>> {
        match self {
            Self::Convex(_) => None,
            Self::Composite(parts) => Some(parts),
        }
    }

    /// Returns the shape itself, or an error if it is a half-space.
    pub(crate) fn bounded(self) -> Result<Self, ColliderError> {
        let is_half_space = self.convex().is_some_and(|shape| shape.half_space().is_some());
        if is_half_space { Err(ColliderError::EndlessPart) } else { Ok(self) }
    }

    /// Adds all numbers that the shape is made of to a hash.
    pub(crate) fn add_to(&self, hash: &mut ContentHash) {
        match self {
            Self::Convex(shape) => hash.add_shown(shape),
            Self::Composite(parts) => parts.add_to(hash),
        }
    }

    /// Computes the AABB of the shape placed by an affine map. The shape is bounded.
    pub(crate) fn bounds(&self, affine: &<D::Vector as Vector>::Affine) -> Aabb<D::Vector> {
        match self {
            Self::Convex(shape) => padded(Placed::new(shape, *affine).aabb()),
            Self::Composite(parts) => parts.bounds(affine),
        }
    }

    /// Returns the number of convex parts.
    pub fn len(&self) -> u32 {
        match self {
            Self::Convex(_) => 1,
            Self::Composite(parts) => parts.len(),
        }
    }

    /// Returns `false`: a collider shape has at least one convex part.
    pub fn is_empty(&self) -> bool {
        false
    }
}
