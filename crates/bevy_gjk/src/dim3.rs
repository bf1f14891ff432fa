//! Collision detection in 3D: the collider, the plugin, events, queries and characters.
//!
//! What most code needs, in this order:
//! - [`CollisionPlugin`] detects collisions in an app.
//! - [`Collider`] is the component that gives an entity a shape.
//! - [`CollisionStarted`], [`CollisionEnded`] and [`CollisionStartedWith`] are for observers, [`CollisionEvent`] is a
//!   message.
//! - [`Collisions`] knows what touches now.
//! - [`CollisionQuery`] casts rays and shapes, finds what overlaps or is nearest, and moves shapes along walls.
//! - [`CharacterMover`] walks on the ground, up slopes and steps.
//!
//! Import the [`prelude`]. Everything but the collider is an alias of a type that both dimensions share: its own page
//! has the details, with an example.

pub use crate::collider::dim3::{Collider, Dim3};

use crate::dimension_module::dimension_module;

dimension_module! {
    Dim3, gjk::Vec3, "3D", "dim3";
    prelude {}
}
