//! Collision detection in 3D.
//!
//! What most code needs, in this order:
//! - [`CollisionPlugin`] detects collisions in an app.
//! - [`Collider`] is the component that gives an entity a shape.
//! - [`CollisionStarted`], [`CollisionEnded`] and [`CollisionStartedWith`] are for observers, [`CollisionEvent`] is a
//!   message.
//! - [`Collisions`] knows what touches now.
//! - [`CollisionQuery`] casts rays and shapes, finds what overlaps or is nearest, and moves shapes along walls.
//!
//! Import the [`prelude`]. All but the collider are aliases of the types that both dimensions share.

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
