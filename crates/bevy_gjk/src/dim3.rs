//! Collision detection in 3D.
//!
//! Aliases of the types that both dimensions share, and the shapes of this one. Import the [`prelude`].

#[cfg(feature = "stepper")]
pub(crate) mod boundary;
mod collider;
mod convex_shape;
mod dimension;
mod edges;
mod extruded;
mod height_field;
#[cfg(feature = "overlay")]
mod outline;
mod primitives;

pub use collider::Collider;
use convex_shape::ConvexShape;
pub use dimension::Dim3;

use crate::dimension_module::dimension_module;

dimension_module! {
    Dim3, gjk::Vec3, "3D", "dim3";
    prelude {}
}
