//! What a collider is made of: one convex shape, or many.

use std::sync::Arc;

use gjk::{Aabb, Placed, Support, Vector};

use super::parts::Parts;
use crate::bounds::grown;
use crate::dimension::{Dimension, Shape};
use crate::validate::ColliderError;

/// The type of a convex shape as the systems test it.
pub type Convex<D> = <<D as Dimension>::Collider as Shape<D>>::Prepared;

/// What the systems make of a collider's description.
#[derive(Clone, Debug)]
pub enum Form<D: Dimension> {
    /// One convex shape. It may be a half-space, which has no end: then its
    /// `half_space` is there.
    Convex(Convex<D>),
    /// Many, all of them bounded.
    Parts(Arc<Parts<D>>),
}

impl<D: Dimension> Form<D> {
    /// The shape, if it is a single convex one.
    #[inline]
    pub fn convex(&self) -> Option<&Convex<D>> {
        match self {
            Self::Convex(shape) => Some(shape),
            Self::Parts(_) => None,
        }
    }

    /// The parts, if it has several.
    #[inline]
    pub fn parts(&self) -> Option<&Parts<D>> {
        match self {
            Self::Convex(_) => None,
            Self::Parts(parts) => Some(parts),
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
            Self::Convex(shape) => grown(Placed::new(shape, *affine).aabb()),
            Self::Parts(parts) => parts.bounds(affine),
        }
    }

    /// How many convex shapes there are.
    pub fn len(&self) -> u32 {
        match self {
            Self::Convex(_) => 1,
            Self::Parts(parts) => parts.len(),
        }
    }

    /// Never: a form has at least one convex shape.
    pub fn is_empty(&self) -> bool {
        false
    }
}
