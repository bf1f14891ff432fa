//! The colliders of 2D: the component that describes a shape, and the convex shapes made from it.

pub(crate) mod area;
mod collider;
mod convex_shape;
mod dimension;
mod primitives;
#[cfg(feature = "overlay")]
pub(crate) mod wireframe;

pub use collider::Collider;
pub(crate) use convex_shape::ConvexShape;
pub use dimension::Dim2;
