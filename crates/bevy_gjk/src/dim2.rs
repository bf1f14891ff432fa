//! Collision detection in 2D.
//!
//! Aliases of the types that both dimensions share, and the shapes of this one. Import the [`prelude`].

#[cfg(feature = "stepper")]
pub(crate) mod boundary;
mod collider;
mod convex_shape;
mod dimension;
#[cfg(feature = "overlay")]
pub(crate) mod outline;
mod primitives;

pub use collider::Collider;
pub(crate) use convex_shape::{ConvexShape, checked};
pub use dimension::Dim2;

use crate::dimension_module::dimension_module;

dimension_module! {
    Dim2, gjk::Vec2, "2D", "dim2";
    prelude {
        #[cfg(feature = "sprites")]
        pub use crate::{ColliderFromSprite, SpriteColliderPlugin};
    }
}
