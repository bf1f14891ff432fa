//! Collision detection for [Bevy](https://bevy.org), in 2D and 3D, without a physics engine.
//!
//! This crate finds out which entities touch, where and how deep, and reports when a touch begins and when it ends.
//! It does not simulate anything: your own systems move the entities, and nothing pushes them apart.
//!
//! Every entity with a `Collider` and a `Transform` takes part. There are no bodies to add and no flags to set. A
//! collider only reports what touches it, so use it as a hit box, a trigger or a sensor. Only a [`CharacterMover`] and
//! the [moves](CollisionQuery::move_and_slide) of your own systems stop at colliders.
//!
//! The shape is exactly what the entity's `GlobalTransform` makes of it, under rotation, non-uniform scale, mirroring
//! and shear, for round shapes too. The algorithms, GJK and EPA, are those of the [`gjk`] crate.
//!
//! | you want | use |
//! |---|---|
//! | to give an entity a shape | [`dim2::Collider`], [`dim3::Collider`] |
//! | to hear that a touch begins or ends | observers of [`CollisionStarted`] and [`CollisionEnded`], messages [`CollisionEvent`] |
//! | to know what touches now | [`Collisions`] |
//! | rays, shape casts, overlaps, the nearest | [`CollisionQuery`] |
//! | clicks and other pointer events (picking) | `CollisionPickingPlugin`, with the feature `picking` |
//! | a character that walks, climbs steps and rides on platforms | [`CharacterMover`] |
//! | room to stand up, the edge or the ledge ahead of a character | [`CharacterQuery`](queries::CharacterQuery) |
//! | one-way platforms, conveyors | [`OneWayPlatform`], [`SurfaceVelocity`] |
//! | to move any shape along walls | [`CollisionQuery::move_and_slide`] |
//! | to know why a character is stuck | [`MoveTrace`](trace::MoveTrace) |
//! | fast bullets | [`SweptCollider`] |
//! | to say who may touch whom | [`CollisionLayers`], [`collision_layers!`] |
//! | to see all of it | `CollisionPlugin::with_overlay`, `CollisionGizmos` |
//! | what an entity touches, in a query | [`Touching`](touching::Touching) |
//! | to know why two do not touch | [`CollisionRules`] |
//! | names in the log | [`EntityNames`](texts::EntityNames) |
//!
//! The book, `docs/book/src/SUMMARY.md` in the repository, explains each of them. It has a guide for users of avian and
//! `bevy_rapier`, recipes for what the library leaves to you, and, for contributors, a map of the code.
//!
//! # Getting started
//! Add the plugin of a dimension, spawn entities with colliders, and read the events:
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//! use bevy_transform::prelude::*;
//!
//! fn spawn(mut commands: Commands) {
//!     commands.spawn((Collider::circle(20.0), Transform::from_xyz(-10.0, 0.0, 0.0)));
//!     commands.spawn((Collider::rectangle(30.0, 50.0), Transform::from_xyz(10.0, 0.0, 0.0)));
//! }
//!
//! fn listen(mut events: MessageReader<CollisionEvent>) {
//!     for event in events.read() {
//!         println!("{event}");
//!     }
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((TransformPlugin, CollisionPlugin::default())); // `DefaultPlugins` contains the first
//! app.add_systems(Startup, spawn).add_systems(Last, listen);
//! app.update();
//! assert_eq!(app.world().resource::<Collisions>().iter().count(), 1);
//! ```
//!
//! [`dim2`] and [`dim3`] contain the same names. Import the prelude of one of them, or write `dim2::Collider` and
//! `dim3::Collider` in an app that uses both. The types behind these names are generic over the [`Dimension`], except
//! `Collider`, of which there are two. [`CollisionPlugins`] adds both dimensions at once.
//!
//! # Components
//! - `Collider` ([2D](dim2::Collider), [3D](dim3::Collider)) describes the shape. Every convex primitive of
//!   `bevy_shape` converts into one; there are also half-spaces, triangle meshes, polylines, height fields and
//!   compounds, and every shape except a half-space can be rounded. A shape of your own is one function: see
//!   [`CustomShape`](shape::CustomShape). You can edit a collider at any time, in code, in scene files
//!   (`"bevy_gjk::dim2::Collider": Circle(radius: 1.0)`), in `bsn!` and in inspectors.
//! - [`CompoundCollider`] makes one collider out of an entity and all its descendants.
//! - [`CollisionLayers`], [`NoSelfCollision`] and [`CollisionExceptions`] decide which entities may touch: see
//!   [Filters](#filters).
//! - [`CollisionSpace`] names the space that a collider is in, one of several worlds in one app that share nothing.
//! - [`ProximityMargin`] reports other colliders within a distance, before they touch.
//! - [`SweptCollider`] detects what a fast collider would pass through between two frames.
//! - [`BubbleCollisions`] propagates the events of an entity to its ancestors.
//! - [`ColliderDisabled`] disables a collider while it is present.
//! - [`Touching`](touching::Touching) holds the entities that this one touches, for queries and `Changed`.
//! - `ColliderGizmo` hides the collider in the overlay, or gives it a color.
//!
//! # Events
//! The beginning and the end of a touch are available in three ways:
//!
//! - [`CollisionEvent`] is a message: `Started` with the contact, or `Ended` with the [`EndReason`].
//! - [`CollisionStarted`] and [`CollisionEnded`] are observer events. They are triggered on both entities.
//! - `CollisionStartedWith<C>` and `CollisionEndedWith<C>` are the same events for observers that only want to hear of
//!   one kind of other entity: see [Observers by component](#observers-by-component).
//!
//! The normal of a pair is a unit vector that points from the first entity to the second one, or away from the entity
//! that you asked about. Moving the other entity by `normal * depth` makes the two just touch. The normal of a hit, of
//! a query or a move, points out of the surface that was hit: the page `queries.md` of the book has a table.
//!
//! Shapes are closed sets: two shapes that just touch collide, to within half a millionth of the size of the pair.
//!
//! Each touch begins exactly once and ends exactly once, whatever happens to its entities. It ends when one of them is
//! despawned, loses its collider, is disabled, moves away, is excluded by a filter, or becomes invalid. It goes on
//! while colliders are edited or replaced. An entity that is spawned and despawned between two runs of the plugin
//! causes no events.
//!
//! Of the two entities of a pair, the observers of the one with the lower index run first. Ends are triggered before
//! beginnings. Observers may change the world, and may even detect collisions by hand: the events that result are
//! triggered after all earlier ones. An entity that an observer despawns receives no further events, while the other
//! entity of the pair still does. So use `try_insert` for an entity that an earlier observer may have despawned. If
//! there are no observers, nothing is triggered.
//!
//! ## Observers by component
//! The event patterns `CollisionStartedWith<C>`, `CollisionEndedWith<C>`, `ProximityStartedWith<C>` and
//! `ProximityEndedWith<C>` match if the other entity has a component of the bundle `C`:
//!
//! ```
//! # use bevy_ecs::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//!
//! #[derive(Component)]
//! struct Enemy;
//!
//! #[derive(Component)]
//! struct Coin;
//!
//! fn spawn(mut commands: Commands) {
//!     commands
//!         .spawn(Collider::circle(0.5))
//!         .observe(|hit: On<CollisionStartedWith<Enemy>>| println!("{} hurts at {}", hit.other, hit.contact.on_a))
//!         .observe(|hit: On<CollisionStartedWith<Coin>>| println!("{} reaches {}", hit.entity, hit.other));
//! }
//! # bevy_ecs::system::assert_is_system(spawn);
//! ```
//!
//! Global observers can use these patterns, and the events bubble. A despawned entity still counts with the components
//! that it had when it was despawned, so every touch with an enemy that began also ends. See
//! [`EventWith`](event_patterns::EventWith).
//!
//! ## Proximity
//! Proximity is separate from touching. Two colliders are *near* each other if they do not touch, and their distance is
//! within the [`ProximityMargin`] of either of them. [`ProximityEvent`], [`ProximityStarted`] and [`ProximityEnded`]
//! report it, and [`Collisions::proximities`] lists the pairs with their distances. When the two touch, the proximity
//! ends with [`EndReason::Touched`].
//!
//! # Queries
//! The resource [`Collisions`] knows what touches now. Ask it about one entity, about a pair, or about all of them; it
//! gives contacts, manifolds and the time at which each touch began.
//!
//! [`CollisionQuery`] is a system parameter for all other questions. It casts rays and moving shapes, finds the
//! colliders that overlap a shape, a box or a point, finds the nearest ones, and computes the distance, the contact or
//! the time of impact of two given colliders.
//!
//! With the feature `picking`, `CollisionPickingPlugin` is a backend for `bevy_picking`: pointers hit colliders.
//!
//! # Moving characters and shapes
//! [`CharacterMover`] moves an entity as a character: it walks on ground, climbs steps, snaps to slopes, rides on
//! platforms that move and turn, and slides along walls. Write the displacement that you want into [`MoverMotion`], and
//! read what happened from [`MoverState`]. [`OneWayPlatform`] and [`SurfaceVelocity`] are for obstacles. Systems of
//! your own can move colliders with a [`ColliderMover`], in the set [`CollisionSystems::Movers`].
//!
//! [`CollisionQuery::move_and_slide`] moves a shape, such as that of a camera or a cursor, among the colliders and
//! slides it along what it presses against. [`CollisionQuery::depenetrate`] pushes it out of what it overlaps. The
//! [`MoveSettings::skin`] is the clearance that it keeps, and [`MoveEnd`] says why a move ended.
//! [`CollisionQuery::mover`] is the builder of both: with a callback, your game decides about each hit.
//!
//! A [`MoveTrace`](trace::MoveTrace) beside a [`CharacterMover`] records each move. Print it to read why the character
//! is stuck. The overlay draws it, too.
//!
//! # Filters
//! - [`CollisionLayers`] has 32 bits of memberships and 32 bits of filters; [`collision_layers!`] names them.
//! - [`NoSelfCollision`] on an entity keeps all colliders below it from touching each other.
//! - [`CollisionSpace`] on an entity puts all colliders below it into a world of their own.
//! - [`CollisionExceptions`] excludes single pairs.
//! - A [`CollisionFilter`] of your own decides with any data of the world, and a [`ContactFilter`] sees the contact,
//!   too.
//!
//! You may change all of them at any time. A touch that is no longer allowed ends with [`EndReason::Filtered`].
//!
//! # Systems
//! The systems run in `PostUpdate` after transform propagation, so a collider is where its entity is drawn in the same
//! frame. One such pass through all of them is called a *run*. They can run in any other
//! [schedule](CollisionPlugin::in_schedule), which then propagates transforms itself. Pausing the time does not stop
//! them. [`detect_collisions`] runs them by hand; [`read_colliders`] only reads the colliders, for queries. Order systems that react to the events [after
//! `CollisionSystems::Events`](CollisionSystems).
//!
//! [`CollisionSystems`] are the system sets of the phases, in this order: `Prepare`, `Movers`, `BroadPhase`, `Filter`,
//! `NarrowPhase`, `Events`, `Overlay`. You can [leave out](CollisionPlugin::without) each phase.
//!
//! The results are deterministic: the same world produces the same events, to the bit and in the same order, on any
//! number of threads.
//!
//! With the feature `libm` the events are also the same on every platform, if the colliders and their
//! `GlobalTransform`s are. Sums, products and square roots are those of IEEE 754, trigonometric functions are those of
//! `libm`, and SIMD does not change the rounding; see [`gjk`](gjk#determinism).
//!
//! Bevy's transform propagation has this property. The `f32` quaternions of `glam` do not have it when a game
//! normalizes, interpolates or rotates by them: compute such motion in `f64`, or enable the feature `scalar-math` of
//! `glam`. Time has to advance in fixed steps.
//!
//! A collider that does not describe a shape, or a transform that contains a NaN, is reported in a warning with the
//! entity and the [cause](ColliderError), once until it is valid again. Meanwhile the collider takes no part and its
//! touches end; all others go on. A scale of zero is valid: it makes a flat shape, or a point.
//!
//! A component whose partner is missing is reported as well, once, with the entity and the cure: [`CollisionLayers`]
//! without a collider, a `ColliderFromMesh` without a mesh, a [`CharacterMover`] without its plugin. A missing plugin
//! is reported at once. For a missing component the plugin waits eight frames, and as long as an asset that the entity
//! names is being loaded, because scenes and assets arrive later. What arrives after the warning works all the same.
//!
//! # Cargo features
//! | feature | default | what it adds |
//! |---|---|---|
//! | `outlines` | yes | Cuts the concave areas of `dim2::Collider::Outline` into convex parts |
//! | `parallel` | yes | `Prepare`, `BroadPhase` and `NarrowPhase` use Bevy's compute task pool when there is enough work |
//! | `overlay` | yes | `CollisionGizmos`: gizmos for shapes, contacts, normals, depths, names, one-way sides and the broad phase |
//! | `diagnostics` | yes | `CollisionDiagnosticsPlugin`: the time of each phase, and counts of colliders, pairs, tests and touches, as Bevy diagnostics such as `collision/2d/narrow_phase`; [`CollisionPlugins`] contains it |
//! | `picking` | no | `CollisionPickingPlugin` |
//! | `meshes` | no | `ColliderFromMesh` and `CollidersFromScene`: colliders made from meshes and scenes when they are loaded or changed |
//! | `sprites` | no | `ColliderFromSprite`: colliders made from sprites when they are loaded or changed |
//! | `remote` | no | the module `remote`: what touches, and why two do not, as methods of Bevy's remote protocol |
//! | `libm` | no | the same results on every platform, bit for bit |
//! | `serialize` | no | `serde` for the components |
//! | `recorder` | no | the module `recording`: what a game did with its colliders in a file, and played again |
//!
//! # Debugging a collision
//! The overlay draws what the systems see: the outlines of all colliders, with contacts, normals and depths. It needs
//! Bevy's `GizmoPlugin` and is off until you switch it on; `CollisionGizmos` chooses what is drawn. It has no key
//! unless you set one, or ask for the overlay by `CollisionPlugin::with_overlay(true)`:
//!
//! ```
//! # #[cfg(feature = "overlay")] {
//! # use bevy_app::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//! use bevy_input::keyboard::KeyCode;
//!
//! let mut app = App::new();
//! app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
//! # }
//! ```
//!
//! If an outline is not where the sprite or the model is, the `Transform` or the shape is wrong. If there is no
//! outline, the entity is disabled or hidden by its `ColliderGizmo`, or the collider is invalid and a warning has named
//! the cause.
//!
//! A pair that layers or a filter exclude is never tested: [`CollisionRules::why_apart`] says which rule excludes it.
//! The crate `bevy_gjk_debugger` steps through GJK and EPA on any pair of colliders, and through the last move of any
//! character.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "meshes", feature = "sprites"))]
pub mod assets;
mod collider;
mod debug;
mod detection;
pub mod dim2;
pub mod dim3;
mod dimension_module;
mod ecs;
mod events;
mod frame;
mod movement;
#[cfg(feature = "picking")]
pub mod picking;
mod plugin;
mod query;
#[cfg(feature = "recorder")]
pub mod recording;
pub mod shape;
pub mod state;

pub use collider::components::*;
pub use collider::{
    ColliderError, ColliderPart, CollisionFilter, ContactFilter, Dim2, Dim3, Dimension, FilteredContact,
    LayerMask, OneWayPlatform, SurfaceVelocity,
};
pub use debug::CollisionRules;
#[cfg(feature = "overlay")]
pub use debug::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey};
pub use detection::{Collisions, EndReason, Proximity, Touch};
pub use ecs::{DetectCollisions, detect_collisions, read_colliders};
pub use events::{
    BubbleCollisions, CollisionEnded, CollisionEvent, CollisionStarted, ProximityEnded, ProximityEvent,
    ProximityStarted,
};
pub use frame::CollisionSystems;
pub use gjk;
pub use movement::{
    CharacterMover, ColliderMover, MoveEnd, MoveHit, MoveResponse, MoveSettings, MoverContact, MoverMotion,
    MoverState,
};
pub use plugin::{CollisionPlugin, CollisionPlugins};
pub use query::{CastHit, CollisionQuery, Nearby, QueryFilter, RayHit};

/// What the questions of a [`CollisionQuery`] take and return, for code that names these types.
pub mod queries {

    pub use crate::detection::{Colliders, PlacedCollider, SourcePart, SurfaceFace, TouchContact};
    pub use crate::movement::{CharacterQuery, EdgeAhead, LedgeAhead, MoveResult, PushResult, ShapeMover};
    pub use crate::query::{PairQuery, PartVisitor, PlacedShape, QueryShape, QueryWithShapes, VisitFlow};
}

/// The keys of the overlay's categories.
#[cfg(feature = "overlay")]
pub mod overlay {
    pub use crate::debug::{OverlayCategory, OverlayCategoryKeys};
}

/// Grids of cells with identity: tile maps and voxels.
pub mod grid {
    pub use crate::collider::{CellGrid, CellKind, Cells, GridCell, GridError};
    pub use crate::detection::CellTouch;
    pub use crate::events::{CellEnded, CellEvent, CellStarted};
}

/// The geometry of colliders for others: triangles and outlines, for navigation meshes, drawing and export.
pub mod geometry {
    pub use crate::collider::geometry::{Geometry, GeometryDetail, GeometryError};
}

/// What an entity touches, as a component for queries.
pub mod touching {
    pub use crate::events::Touching;
}

/// Texts for people: entities and events with their names, and why two entities do not touch.
pub mod texts {
    #[doc(hidden)]
    pub use crate::collider::LayerNames;
    pub use crate::debug::{ApartReason, WhyApart};
    pub use crate::ecs::{Describe, EntityNames, NameSource, NamedEntity};
}

/// The record of a move of a character, and what it consists of; see [`MoveTrace`](trace::MoveTrace).
pub mod trace {
    pub use crate::movement::{
        MoveEvent, MoveTrace, PushingPart, StepRefusal, SweepPurpose, TracedPush, TracedStep, TracedSweep,
    };
}

/// The types behind `On<CollisionStartedWith<Enemy>>`: observers of events whose other entity has certain components.
pub mod event_patterns {
    pub use crate::events::{EventWith, MatchedEvent, ObservedEvent};
}

/// What touches, and why two do not, as methods of Bevy's remote protocol (BRP).
///
/// A game registers them, for the dimension that it uses:
///
/// ```ignore
/// use bevy::remote::{BrpError, BrpResult, RemotePlugin};
/// use bevy_gjk::{Dim2, remote};
///
/// fn answer(result: remote::RemoteResult) -> BrpResult {
///     result.map_err(|error| BrpError { code: error.code, message: error.message, data: None })
/// }
///
/// let plugin = RemotePlugin::default()
///     .with_method_main(remote::TOUCHING, remote::touching::<Dim2>.map(answer))
///     .with_method_main(remote::WHY_APART, remote::why_apart::<Dim2>.map(answer));
/// ```
#[cfg(feature = "remote")]
pub mod remote {
    pub use crate::debug::remote::{RemoteError, RemoteResult, TOUCHING, WHY_APART, touching, why_apart};
}

/// The times of the phases, and counts of colliders, pairs, tests and touches, as Bevy diagnostics.
#[cfg(feature = "diagnostics")]
pub mod diagnostics {
    pub use crate::debug::{CollisionDiagnostic, CollisionDiagnosticsPlugin};
}

/// Compiles the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
