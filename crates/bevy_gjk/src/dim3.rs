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

/// A touch of two colliders that began or ended.
pub type CollisionEvent = crate::CollisionEvent<Dim3>;
/// Reaches the observers of an entity that begins to touch another.
pub type CollisionStarted = crate::CollisionStarted<Dim3>;
/// Matches the event of an entity that begins to touch another that has a component of `C`: an event pattern.
pub type CollisionStartedWith<C> = crate::EventWith<CollisionStarted, C>;
/// Reaches the observers of an entity that ceases to touch another.
pub type CollisionEnded = crate::CollisionEnded<Dim3>;
/// Matches the event of an entity that ceases to touch another that has a component of `C`: an event pattern.
pub type CollisionEndedWith<C> = crate::EventWith<CollisionEnded, C>;
/// Two colliders that came near, or are not near any more.
pub type ProximityEvent = crate::ProximityEvent<Dim3>;
/// Reaches the observers of an entity that another comes near.
pub type ProximityStarted = crate::ProximityStarted<Dim3>;
/// Matches the event of an entity that another with a component of `C` comes near: an event pattern.
pub type ProximityStartedWith<C> = crate::EventWith<ProximityStarted, C>;
/// Reaches the observers of an entity that another is not near any more.
pub type ProximityEnded = crate::ProximityEnded<Dim3>;
/// Matches the event of an entity that another with a component of `C` is not near any more: an event pattern.
pub type ProximityEndedWith<C> = crate::EventWith<ProximityEnded, C>;
/// What touches now, with contacts.
pub type Collisions = crate::Collisions<Dim3>;
/// One of the things that touch now.
pub type Touch<'c> = crate::Touch<'c, Dim3>;
/// One of the things that are near now.
pub type Proximity = crate::Proximity<Dim3>;
/// Asks the colliders: rays, moving shapes, what is where, what is nearest.
pub type CollisionQuery<'w> = crate::CollisionQuery<'w, Dim3>;
/// A collider that belongs to no entity, to ask about.
pub type PlacedShape = crate::PlacedShape<Dim3>;
/// Two colliders to ask about.
pub type PairQuery<'q> = crate::PairQuery<'q, Dim3>;
/// Where a ray enters a collider.
pub type RayHit = crate::RayHit<Dim3>;
/// How a shape that moves first touches a collider.
pub type CastHit = crate::CastHit<Dim3>;
/// How near a collider is to a shape or a point.
pub type Nearby = crate::Nearby<Dim3>;
/// Where two colliders touch.
pub type Contact = gjk::Contact<gjk::Vec3>;
/// The few points where two colliders touch.
pub type Manifold = gjk::Manifold<gjk::Vec3>;
/// Where two colliders are nearest.
pub type ClosestPoints = gjk::ClosestPoints<gjk::Vec3>;
/// Shows how the test of one pair runs, step by step.
#[cfg(feature = "stepper")]
pub type CollisionStepper = crate::CollisionStepper<Dim3>;
/// The steps of that test.
#[cfg(feature = "stepper")]
pub type CollisionTrace = crate::CollisionTrace<Dim3>;
/// Adds all of this to an app.
pub type CollisionPlugin = crate::CollisionPlugin<Dim3>;
/// Lets pointers pick colliders.
#[cfg(feature = "picking")]
pub type CollisionPickingPlugin = crate::CollisionPickingPlugin<Dim3>;

/// Makes colliders from meshes and scenes.
#[cfg(feature = "meshes")]
pub type MeshColliderPlugin = crate::MeshColliderPlugin<Dim3>;

/// The names that most 3D code needs: `use bevy_gjk::dim3::prelude::*;`
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
    #[cfg(feature = "overlay")]
    pub use crate::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey};
    #[cfg(feature = "stepper")]
    pub use crate::{
        CollisionStepperGizmos, CollisionStepperKeys, StepThrough, StepperPlace, StepperQuestion,
    };
}
