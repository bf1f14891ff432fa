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

/// A touch of two colliders that began or ended.
pub type CollisionEvent = crate::CollisionEvent<Dim2>;
/// Reaches the observers of an entity that begins to touch another.
pub type CollisionStarted = crate::CollisionStarted<Dim2>;
/// Matches the event of an entity that begins to touch another that has a component of `C`: an event pattern.
pub type CollisionStartedWith<C> = crate::EventWith<CollisionStarted, C>;
/// Reaches the observers of an entity that ceases to touch another.
pub type CollisionEnded = crate::CollisionEnded<Dim2>;
/// Matches the event of an entity that ceases to touch another that has a component of `C`: an event pattern.
pub type CollisionEndedWith<C> = crate::EventWith<CollisionEnded, C>;
/// Two colliders that came near, or are not near any more.
pub type ProximityEvent = crate::ProximityEvent<Dim2>;
/// Reaches the observers of an entity that another comes near.
pub type ProximityStarted = crate::ProximityStarted<Dim2>;
/// Matches the event of an entity that another with a component of `C` comes near: an event pattern.
pub type ProximityStartedWith<C> = crate::EventWith<ProximityStarted, C>;
/// Reaches the observers of an entity that another is not near any more.
pub type ProximityEnded = crate::ProximityEnded<Dim2>;
/// Matches the event of an entity that another with a component of `C` is not near any more: an event pattern.
pub type ProximityEndedWith<C> = crate::EventWith<ProximityEnded, C>;
/// What touches now, with contacts.
pub type Collisions = crate::Collisions<Dim2>;
/// One of the things that touch now.
pub type Touch<'c> = crate::Touch<'c, Dim2>;
/// One of the things that are near now.
pub type Proximity = crate::Proximity<Dim2>;
/// Asks the colliders: rays, moving shapes, what is where, what is nearest.
pub type CollisionQuery<'w> = crate::CollisionQuery<'w, Dim2>;
/// A collider that belongs to no entity, to ask about.
pub type PlacedShape = crate::PlacedShape<Dim2>;
/// Two colliders to ask about.
pub type PairQuery<'q> = crate::PairQuery<'q, Dim2>;
/// Where a ray enters a collider.
pub type RayHit = crate::RayHit<Dim2>;
/// How a shape that moves first touches a collider.
pub type CastHit = crate::CastHit<Dim2>;
/// How near a collider is to a shape or a point.
pub type Nearby = crate::Nearby<Dim2>;
/// Where two colliders touch.
pub type Contact = gjk::Contact<gjk::Vec2>;
/// The few points where two colliders touch.
pub type Manifold = gjk::Manifold<gjk::Vec2>;
/// Where two colliders are nearest.
pub type ClosestPoints = gjk::ClosestPoints<gjk::Vec2>;
/// Shows how the test of one pair runs, step by step.
#[cfg(feature = "stepper")]
pub type CollisionStepper = crate::CollisionStepper<Dim2>;
/// The steps of that test.
#[cfg(feature = "stepper")]
pub type CollisionTrace = crate::CollisionTrace<Dim2>;
/// Adds all of this to an app.
pub type CollisionPlugin = crate::CollisionPlugin<Dim2>;
/// Lets pointers pick colliders.
#[cfg(feature = "picking")]
pub type CollisionPickingPlugin = crate::CollisionPickingPlugin<Dim2>;

/// Makes colliders from meshes and scenes.
#[cfg(feature = "meshes")]
pub type MeshColliderPlugin = crate::MeshColliderPlugin<Dim2>;

/// The names that most 2D code needs: `use bevy_gjk::dim2::prelude::*;`
pub mod prelude {
    #[cfg(feature = "picking")]
    pub use super::CollisionPickingPlugin;
    #[cfg(feature = "meshes")]
    pub use super::MeshColliderPlugin;
    pub use super::{
        CastHit, ClosestPoints, Collider, CollisionEnded, CollisionEndedWith, CollisionEvent,
        CollisionPlugin, CollisionQuery, CollisionStarted, CollisionStartedWith, Collisions, Contact,
        Manifold, Nearby, PlacedShape, Proximity, ProximityEnded, ProximityEndedWith, ProximityEvent,
        ProximityStarted, ProximityStartedWith, RayHit, Touch,
    };
    #[cfg(feature = "stepper")]
    pub use super::{CollisionStepper, CollisionTrace};
    pub use crate::{
        BubbleCollisions, ColliderDisabled, CollisionExceptions, CollisionFilter, CollisionLayers,
        CollisionSystems, CompoundCollider, EndReason, LayerMask, NoSelfCollision, ProximityMargin,
        QueryFilter, SweptCollider, collision_layers,
    };
    #[cfg(feature = "meshes")]
    pub use crate::{ColliderFromMesh, CollidersFromScene};
    #[cfg(feature = "sprites")]
    pub use crate::{ColliderFromSprite, SpriteColliderPlugin};
    #[cfg(feature = "overlay")]
    pub use crate::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey};
    #[cfg(feature = "stepper")]
    pub use crate::{
        CollisionStepperGizmos, CollisionStepperKeys, StepThrough, StepperPlace, StepperQuestion,
    };
}
