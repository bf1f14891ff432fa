//! The types that a prepared collider is made of, for code that works on shapes of any kind.
//!
//! A game does not need them: it writes `Collider`, and [`CustomShape`](crate::CustomShape) for a shape of its own.
//! [`Shape::prepare`](crate::Shape::prepare) checks a `Collider` and returns a [`ColliderShape`]: one convex shape, a
//! half-space or a [`CompositeShape`] of many convex parts, with its [`BoundingVolumes`].

#[cfg(feature = "overlay")]
pub use crate::collider::Pen;
pub use crate::collider::{BevyAabb, BoundingVolumes, ColliderShape, CompositeShape, ConvexOf};
pub use gjk::Aabb;
