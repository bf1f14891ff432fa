//! The colliders of 2D: the component that describes a shape, and the convex shapes made from it.

pub(crate) mod area;
#[cfg(feature = "stepper")]
pub(crate) mod boundary;
mod collider;
mod convex_shape;
mod dimension;
#[cfg(feature = "overlay")]
pub(crate) mod outline;
mod primitives;

pub use collider::Collider;
pub(crate) use convex_shape::ConvexShape;
pub use dimension::Dim2;
