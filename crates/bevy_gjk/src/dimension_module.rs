//! The macro that fills the module of a dimension: aliases of the types that both share, and the prelude.

/// Defines the aliases of a dimension and its prelude.
///
/// It takes the dimension, its vector, its name and module for the docs, and names that only this prelude has.
macro_rules! dimension_module {
    ($dimension:ident, $vector:ty, $name:literal, $module:literal; prelude { $($only_here:item)* }) => {
        #[doc = concat!("A message: two ", $name, " colliders began to touch, or no longer touch.")]
        pub type CollisionEvent = crate::CollisionEvent<$dimension>;
        #[doc = concat!("An entity event: a ", $name, " collider began to touch another one.")]
        pub type CollisionStarted = crate::CollisionStarted<$dimension>;
        #[doc = concat!(
            "An event pattern: a ", $name,
            " collider began to touch an entity with a component of `C`."
        )]
        pub type CollisionStartedWith<C> = crate::event_patterns::EventWith<CollisionStarted, C>;
        #[doc = concat!("An entity event: a ", $name, " collider no longer touches another one.")]
        pub type CollisionEnded = crate::CollisionEnded<$dimension>;
        #[doc = concat!(
            "An event pattern: a ", $name,
            " collider no longer touches an entity with a component of `C`."
        )]
        pub type CollisionEndedWith<C> = crate::event_patterns::EventWith<CollisionEnded, C>;
        #[doc = concat!("A message: two ", $name, " colliders came within their margin, or are no longer within it.")]
        pub type ProximityEvent = crate::ProximityEvent<$dimension>;
        #[doc = concat!("An entity event: a ", $name, " collider came within the margin of another one.")]
        pub type ProximityStarted = crate::ProximityStarted<$dimension>;
        #[doc = concat!(
            "An event pattern: a ", $name,
            " collider came near an entity with a component of `C`."
        )]
        pub type ProximityStartedWith<C> = crate::event_patterns::EventWith<ProximityStarted, C>;
        #[doc = concat!("An entity event: a ", $name, " collider is no longer within the margin of another one.")]
        pub type ProximityEnded = crate::ProximityEnded<$dimension>;
        #[doc = concat!(
            "An event pattern: a ", $name,
            " collider is no longer near an entity with a component of `C`."
        )]
        pub type ProximityEndedWith<C> = crate::event_patterns::EventWith<ProximityEnded, C>;
        #[doc = concat!("A resource: all pairs of ", $name, " colliders that touch or are near.")]
        pub type Collisions = crate::Collisions<$dimension>;
        #[doc = concat!("A component: the entities that a ", $name, " collider touches.")]
        pub type Touching = crate::touching::Touching<$dimension>;
        #[doc = concat!("A touch of two ", $name, " colliders.")]
        pub type Touch<'c> = crate::Touch<'c, $dimension>;
        #[doc = concat!("A ", $name, " contact that was read with many others.")]
        pub type TouchContact = crate::queries::TouchContact<$dimension>;
        #[doc = concat!("Two ", $name, " colliders that are near and do not touch.")]
        pub type Proximity = crate::Proximity<$dimension>;
        #[doc = concat!(
            "A system parameter for queries against ", $name,
            " colliders: rays, shapes, nearest."
        )]
        pub type CollisionQuery<'w> = crate::CollisionQuery<'w, $dimension>;
        #[doc = concat!("A system parameter that says why two ", $name, " colliders do not touch.")]
        pub type CollisionRules<'w, 's> = crate::CollisionRules<'w, 's, $dimension>;
        #[doc = concat!("A placed ", $name, " shape that belongs to no entity, for queries.")]
        pub type PlacedShape = crate::queries::PlacedShape<$dimension>;
        #[doc = concat!("A query of two given ", $name, " colliders.")]
        pub type PairQuery<'q> = crate::queries::PairQuery<'q, $dimension>;
        #[doc = concat!("The point where a ray enters a ", $name, " collider.")]
        pub type RayHit = crate::RayHit<$dimension>;
        #[doc = concat!("The first touch of a moving shape and a ", $name, " collider, with the normal out of the collider.")]
        pub type CastHit = crate::CastHit<$dimension>;
        #[doc = concat!("The distance of a ", $name, " collider from a shape or a point.")]
        pub type Nearby = crate::Nearby<$dimension>;
        #[doc = concat!("A part of a ", $name, " collider that stops or turns a move, with the normal out of it.")]
        pub type MoveHit = crate::MoveHit<$dimension>;
        #[doc = concat!("Where a ", $name, " move led, and why it ended.")]
        pub type MoveResult = crate::queries::MoveResult<$dimension>;
        #[doc = concat!("Where a push out of overlapping ", $name, " colliders led.")]
        pub type PushResult = crate::queries::PushResult<$dimension>;
        #[doc = concat!("A component: moves a ", $name, " collider as a character.")]
        pub type CharacterMover = crate::CharacterMover<$dimension>;
        #[doc = concat!("A system parameter that answers what a game asks about the surroundings of a ", $name, " character.")]
        pub type CharacterQuery<'w, 's> = crate::queries::CharacterQuery<'w, 's, $dimension>;
        #[doc = concat!("A wall whose top a ", $name, " character could stand on.")]
        pub type LedgeAhead = crate::queries::LedgeAhead<$dimension>;
        #[doc = concat!("A component: how far a ", $name, " character wants to go in the next run.")]
        pub type MoverMotion = crate::MoverMotion<$dimension>;
        #[doc = concat!("A component: what the last run did with a ", $name, " character.")]
        pub type MoverState = crate::MoverState<$dimension>;
        #[doc = concat!("A surface that a ", $name, " character touches.")]
        pub type MoverContact = crate::MoverContact<$dimension>;
        #[doc = concat!("A component: the record of what the last move of a ", $name, " character did, and why it ended.")]
        pub type MoveTrace = crate::trace::MoveTrace<$dimension>;
        #[doc = concat!("One thing that a ", $name, " move did.")]
        pub type MoveEvent = crate::trace::MoveEvent<$dimension>;
        #[doc = concat!("A grid of cells: ", $name, " cells that are one collider.")]
        pub type CellGrid = crate::grid::CellGrid<$dimension>;
        #[doc = concat!("A message: a ", $name, " collider began to touch a cell, or no longer touches it.")]
        pub type CellEvent = crate::grid::CellEvent<$dimension>;
        #[doc = concat!("An event for observers: a ", $name, " collider began to touch a cell.")]
        pub type CellStarted = crate::grid::CellStarted<$dimension>;
        #[doc = concat!("An event for observers: a ", $name, " collider no longer touches a cell.")]
        pub type CellEnded = crate::grid::CellEnded<$dimension>;
        #[doc = concat!("What a cell of a ", $name, " grid may be.")]
        pub type CellKind = crate::grid::CellKind<$dimension>;
        #[doc = concat!("A component: a ", $name, " collider that is solid for characters from one side only.")]
        pub type OneWayPlatform = crate::OneWayPlatform<$dimension>;
        #[doc = concat!("A component: the velocity at which a ", $name, " surface carries characters.")]
        pub type SurfaceVelocity = crate::SurfaceVelocity<$dimension>;
        #[doc = concat!("A system parameter that moves ", $name, " colliders before pairs are searched for.")]
        pub type ColliderMover<'w, 's> = crate::ColliderMover<'w, 's, $dimension>;
        #[doc = concat!("Two ", $name, " colliders that overlap, as a [`ContactFilter`](crate::ContactFilter) sees them.")]
        pub type FilteredContact = crate::FilteredContact<$dimension>;
        #[doc = concat!("The deepest contact of two ", $name, " colliders, `a` and `b`; the normal points from `a` to `b`.")]
        pub type Contact = gjk::Contact<$vector>;
        #[doc = concat!("The contact manifold of two ", $name, " colliders.")]
        pub type Manifold = gjk::Manifold<$vector>;
        #[doc = concat!("The closest points of two ", $name, " colliders.")]
        pub type ClosestPoints = gjk::ClosestPoints<$vector>;
        #[doc = concat!("All that the plugin remembers of ", $name, " collisions from one run to the next.")]
        pub type CollisionState = crate::state::CollisionState<$dimension>;
        #[doc = concat!("A resource: the ", $name, " events of the last ticks, by which each is presented once.")]
        pub type CollisionLog = crate::state::CollisionLog<$dimension>;
        #[doc = concat!("Adds the [`CollisionLog`] of ", $name, " events to an app.")]
        pub type CollisionLogPlugin = crate::state::CollisionLogPlugin<$dimension>;
        #[doc = concat!("A resource: where ", $name, " colliders were in the last ticks.")]
        pub type CollisionPast = crate::state::CollisionPast<$dimension>;
        #[doc = concat!("Adds the [`CollisionPast`] of ", $name, " colliders to an app.")]
        pub type CollisionPastPlugin = crate::state::CollisionPastPlugin<$dimension>;
        #[doc = concat!("A message and an event: a ", $name, " event is presented for the first time.")]
        pub type CollisionPresented = crate::state::CollisionPresented<$dimension>;
        #[doc = concat!("A message and an event: a ", $name, " event that was presented has not happened.")]
        pub type CollisionRetracted = crate::state::CollisionRetracted<$dimension>;
        #[doc = concat!("Adds ", $name, " collision detection to an app.")]
        pub type CollisionPlugin = crate::CollisionPlugin<$dimension>;
        #[doc = concat!("A resource: records what a game does with its ", $name, " colliders.")]
        #[cfg(feature = "recorder")]
        pub type CollisionRecorder = crate::recording::CollisionRecorder<$dimension>;
        #[doc = concat!("Adds the [`CollisionRecorder`] of ", $name, " colliders to an app.")]
        #[cfg(feature = "recorder")]
        pub type CollisionRecorderPlugin = crate::recording::CollisionRecorderPlugin<$dimension>;
        #[doc = concat!("Lets pointers pick ", $name, " colliders.")]
        #[cfg(feature = "picking")]
        pub type CollisionPickingPlugin = crate::picking::CollisionPickingPlugin<$dimension>;
        #[doc = concat!("Makes ", $name, " colliders from meshes and scenes.")]
        #[cfg(feature = "meshes")]
        pub type MeshColliderPlugin = crate::assets::MeshColliderPlugin<$dimension>;

        pub use shared::*;

        /// The names of the prelude that both dimensions share.
        mod shared {
            pub use crate::collider::components::*;
            pub use crate::{
                BubbleCollisions, CollisionFilter, CollisionSystems, ContactFilter, EndReason, LayerMask,
                MoveEnd, MoveResponse, MoveSettings, QueryFilter, collision_layers,
            };
            #[cfg(feature = "overlay")]
            pub use crate::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey};
            #[cfg(feature = "meshes")]
            pub use crate::assets::{ColliderFromMesh, CollidersFromScene};
            $($only_here)*
        }

        #[doc = concat!(
            "The names that most ", $name,
            " code needs: `use bevy_gjk::", $module, "::prelude::*;`"
        )]
        pub mod prelude {
            #[cfg(feature = "picking")]
            pub use super::CollisionPickingPlugin;
            #[cfg(feature = "meshes")]
            pub use super::MeshColliderPlugin;
            #[cfg(feature = "recorder")]
            pub use super::{CollisionRecorder, CollisionRecorderPlugin};
            pub use super::{
                CastHit, CharacterMover, CharacterQuery, Collider, ColliderMover, CollisionEnded,
                CollisionEndedWith, CollisionEvent, CollisionLog, CollisionLogPlugin, CollisionPast,
                CollisionPastPlugin, CollisionPlugin, CollisionPresented,
                CollisionQuery, CollisionRetracted, CollisionRules, CollisionStarted, CollisionState,
                CollisionStartedWith, Collisions, Contact, FilteredContact, MoveEvent, MoveHit, MoveResult,
                MoveTrace, MoverContact, MoverMotion, MoverState, Nearby, OneWayPlatform, PlacedShape,
                Proximity, ProximityEnded, ProximityEndedWith, ProximityEvent, ProximityStarted,
                ProximityStartedWith, PushResult, RayHit, SurfaceVelocity, Touch, Touching,
            };
            pub use super::shared::*;
        }
    };
}

pub(crate) use dimension_module;
