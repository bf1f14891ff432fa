//! Shapes of one's own, and the types that a prepared collider is made of, for code that works on shapes of any kind.
//!
//! Most games need none of them: they write `Collider`, and [`CustomShape`] for a shape of their own.
//! [`Shape::prepare`] checks a `Collider` and returns a [`ColliderShape`]: one convex shape, a
//! half-space or a [`CompositeShape`] of many convex parts, with its [`BoundingVolumes`].

#[cfg(feature = "overlay")]
pub use crate::collider::Pen;
pub use crate::collider::{
    BevyAabb, BoundingVolumes, ColliderShape, CompositeShape, Convex, ConvexOf, CustomShape, PlacedPart,
    Shape,
};
pub use gjk::Aabb;
