//! What a collider is made of: one convex shape, or many.

use std::sync::Arc;

use gjk::{Aabb, Placed, Support, Vector};

use crate::aabb::padded;
use crate::collider::CompositeShape;
use crate::collider::{Dimension, Shape};
use crate::error::ColliderError;

/// The type of a convex shape as the systems test it.
pub type ConvexOf<D> = <<D as Dimension>::Collider as Shape<D>>::ConvexShape;

/// What the systems make of a collider's description.
#[derive(Clone, Debug)]
pub enum ColliderShape<D: Dimension> {
    /// One convex shape. It may be a half-space, which has no end: then its
    /// [`half_space`](gjk::Support::half_space) is there.
    Convex(ConvexOf<D>),
    /// Many, all of them bounded.
    Composite(Arc<CompositeShape<D>>),
}

impl<D: Dimension> ColliderShape<D> {
    /// The shape, if it is a single convex one.
    #[inline]
    pub fn convex(&self) -> Option<&ConvexOf<D>> {
        match self {
            Self::Convex(shape) => Some(shape),
            Self::Composite(_) => None,
        }
    }

    /// The parts, if it has several.
    #[inline]
    pub fn composite(&self) -> Option<&CompositeShape<D>> {
        match self {
            Self::Convex(_) => None,
            Self::Composite(parts) => Some(parts),
        }
    }

    /// The same, if it has an end.
    pub(crate) fn bounded(self) -> Result<Self, ColliderError> {
        let endless = self.convex().is_some_and(|shape| shape.half_space().is_some());
        if endless { Err(ColliderError::EndlessPart) } else { Ok(self) }
    }

    /// The box around it where a map places it, if it has an end.
    pub(crate) fn bounds(&self, affine: &<D::Vector as Vector>::Affine) -> Aabb<D::Vector> {
        match self {
            Self::Convex(shape) => padded(Placed::new(shape, *affine).aabb()),
            Self::Composite(parts) => parts.bounds(affine),
        }
    }

    /// How many convex shapes there are.
    pub fn len(&self) -> u32 {
        match self {
            Self::Convex(_) => 1,
            Self::Composite(parts) => parts.len(),
        }
    }

    /// Never: a form has at least one convex shape.
    pub fn is_empty(&self) -> bool {
        false
    }
}
