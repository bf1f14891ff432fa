//! The colliders of 3D: the component that describes a shape, and the convex shapes made from it.

mod collider;
mod convex_shape;
mod dimension;
mod edges;
mod extruded;
mod height_field;
mod primitives;
mod solid;
#[cfg(feature = "overlay")]
mod wireframe;

pub use collider::Collider;
use convex_shape::ConvexShape;
pub use dimension::Dim3;
