//! The colliders of 3D: the component that describes a shape, and the convex shapes made from it.

#[cfg(feature = "stepper")]
pub(crate) mod boundary;
mod collider;
mod convex_shape;
mod dimension;
mod edges;
mod extruded;
mod extruded_area;
mod height_field;
#[cfg(feature = "overlay")]
mod outline;
mod primitives;
mod solid;

pub use collider::Collider;
use convex_shape::ConvexShape;
pub use dimension::Dim3;
