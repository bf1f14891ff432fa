//! Collision detection for Bevy, without a physics engine.
//!
//! Entities with a `Collider` take part: no bodies, no body types, no flags. What touches is told by events,
//! in the frame in which it happens, exactly once for each beginning and each end; nothing is pushed, moved
//! or simulated. The shape is exactly what the entity's `GlobalTransform` makes of it, under any rotation,
//! scale, mirror and shear, for round shapes too. The geometry is that of [`gjk`].
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
//!         println!("{event:?}");
//!     }
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((TransformPlugin, CollisionPlugin::default())); // `DefaultPlugins` has the first
//! app.add_systems(Startup, spawn).add_systems(Last, listen);
//! # #[cfg(feature = "overlay")]
//! app.insert_resource(CollisionOverlayKey(Some(bevy_input::keyboard::KeyCode::F1)));
//! app.update();
//! assert_eq!(app.world().resource::<Collisions>().iter().count(), 1);
//! ```
//!
//! # The two dimensions
//! [`dim2`] and [`dim3`] have the same names: import the prelude of one, or write `dim2::Collider` and
//! `dim3::Collider` where an app uses both. The types behind are generic over the [`Dimension`].
//!
//! # Components
//! - `Collider` ([2D](dim2::Collider), [3D](dim3::Collider)): the shape. It can be edited at any time, from
//!   code, scene files (`"bevy_gjk::dim2::Collider": Circle(radius: 1.0)`), `bsn!` and inspectors; every
//!   convex primitive of `bevy_shape` converts into one. There are half-spaces, meshes, polylines, height fields,
//!   compounds, and all but half-spaces rounded. [`CustomShape`]: one's own.
//! - [`CompoundCollider`]: an entity and all below it as one collider.
//! - [`CollisionLayers`], [`NoSelfCollision`], [`CollisionExceptions`]: who meets whom.
//! - [`ProximityMargin`]: up to which distance others are near.
//! - [`TouchOnly`]: a yes or no is enough.
//! - [`SweptCollider`]: meets also what it would fly through in a frame.
//! - [`ColliderDisabled`]: takes the collider out for a while.
//! - [`BubbleCollisions`]: the entity's events rise to its parents.
//! - `ColliderGizmo`: how the overlay draws the entity.
//!
//! # What touches
//! - [`CollisionEvent`] is a message: `Started` with the contact, `Ended` with the [`EndReason`].
//! - [`CollisionStarted`] and [`CollisionEnded`] reach observers, on both entities.
//! - `CollisionStartedWith<Enemy>` and `CollisionEndedWith<Enemy>` reach observers if the other entity has the
//!   component: see [Observers by component](#observers-by-component).
//! - [`Collisions`] is a resource that knows all that touches now: for an entity, for a pair, for all, with
//!   contacts and manifolds, and since when.
//!
//! Normals point from the first to the second of a pair, or away from the entity that was asked for; moving
//! the other by `normal * depth` makes the two just touch. Touching counts, to half a millionth of the size
//! of the pair.
//!
//! Each touch has one beginning and one end, whatever happens to the two. What was spawned and despawned
//! between two runs was never there. A touch is one of two entities: it goes on while their colliders are
//! edited or replaced, and ends when one of them is despawned, loses its collider, is disabled, moves away,
//! is kept from the other by a filter, or becomes invalid.
//!
//! Observers run on the entity with the lower index first, and hear of endings before beginnings. They may
//! change the world as they please, and even detect collisions by hand: what that brings about is told after
//! all that came before. An entity that one of them despawned hears no more, and its partner still does. If
//! nobody observes, nothing is triggered.
//!
//! # Observers by component
//! An observer can ask for what the other entity is. The patterns `CollisionStartedWith<C>`,
//! `CollisionEndedWith<C>`, `ProximityStartedWith<C>` and `ProximityEndedWith<C>` of each prelude match if it has a component
//! of the bundle `C`:
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
//!         .observe(|hit: On<CollisionStartedWith<Coin>>, mut commands: Commands| {
//!             commands.entity(hit.other).despawn();
//!         });
//! }
//! # bevy_ecs::system::assert_is_system(spawn);
//! ```
//!
//! Global observers can use them, and they bubble. For an entity that was despawned the components count that it had
//! then, so that each touch of an enemy that began also ends. [`EventWith`] has the details.
//!
//! # What is near
//! Near is apart from touching: what comes within the [`ProximityMargin`] of one of a pair and does not
//! touch is told by [`ProximityEvent`], [`ProximityStarted`] and [`ProximityEnded`], and [`Collisions::proximities`] knows its
//! distance. When the two touch, it ends with [`EndReason::Touched`].
//!
//! # Who meets whom
//! - [`CollisionLayers`] are 32 bits of membership and 32 of filters; [`collision_layers!`] gives them names.
//! - [`NoSelfCollision`] on an ancestor keeps all colliders below it from each other.
//! - [`CollisionExceptions`] keeps single pairs apart.
//! - A [`CollisionFilter`] of one's own reads whatever it likes of the world.
//!
//! All may change while the game runs. Pairs that may not meet any more end with [`EndReason::Filtered`].
//!
//! # Systems
//! They run in `PostUpdate`, after the transforms have been propagated, so that a collider is where its
//! entity is drawn in the same frame; or in any other [schedule](CollisionPlugin::in_schedule), with their
//! own propagation. Pausing the time does not stop them. [`detect_collisions`] runs them by hand.
//!
//! The sets of [`CollisionSystems`] are the phases: `Bounds`, `BroadPhase`, `Filter`, `NarrowPhase`,
//! `Events`, `Overlay`, in this order. Each can be [replaced](CollisionPlugin::replace) by one's own: what a
//! phase reads and writes are public calls of [`Collisions`].
//!
//! The same world gives the same events, bit by bit and in the same order, on one thread and on many. With
//! the feature `parallel`, on by default, `Bounds`, `BroadPhase` and `NarrowPhase` use Bevy's compute threads where
//! there is much to do.
//!
//! With the feature `libm` the events are the same on every platform, too, if the colliders and their
//! `GlobalTransform`s are: sums, products and roots are those of IEEE 754, trigonometry is that of `libm`, and
//! nothing is rounded as the processor's SIMD pleases; see [`gjk`](gjk#determinism). Bevy's propagation of transforms
//! keeps to this. The `f32` quaternions of glam do not where a game normalises, mixes or turns by them: compute such
//! motion in `f64`, or enable glam's feature `scalar-math`. And time has to come in fixed steps.
//!
//! # Queries
//! [`CollisionQuery`] is a system parameter that asks all colliders: which one a ray hits, which one a moving
//! shape touches first, which ones meet a shape or contain a point, which are nearest, and anything about two
//! given ones. With the feature `picking`, `CollisionPickingPlugin` lets pointers pick colliders.
//!
//! # What is on screen
//! With the features `meshes` and `sprites` colliders are made from what is drawn: `ColliderFromMesh`,
//! `CollidersFromScene` and `ColliderFromSprite` stand beside meshes, scenes and sprites, and follow them when
//! they are loaded or change.
//!
//! # What is invalid
//! A collider that is no shape, or a transform with a NaN, is reported in a warning that names the
//! entity and the [cause](ColliderError), once until it is mended. The collider rests so long, and its touches
//! end; all others go on. A transform with a scale of zero is not invalid: it makes a flat shape, or a point.
//!
//! # Measurements
//! With the feature `diagnostics`, on by default, `CollisionDiagnosticsPlugin` measures the time of each phase
//! and counts colliders, pairs, tests and touches, among Bevy's diagnostics: `collision/2d/narrow_phase`.
//! [`CollisionPlugins`] has it.
//!
//! # The overlay
//! With the feature `overlay`, on by default, and Bevy's `GizmoPlugin` the outlines of all colliders can be
//! drawn, with contacts, normals and depths: see `CollisionGizmos`. It is off until it is toggled.
//!
//! # When a collision looks wrong
//! From the game to the reason takes a minute. Give the overlay and the stepper their keys:
//!
//! ```
//! # #[cfg(feature = "stepper")] {
//! # use bevy_app::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//! use bevy_input::keyboard::KeyCode;
//!
//! let mut app = App::new();
//! app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
//! app.insert_resource(CollisionStepperKeys::STANDARD);
//! # }
//! ```
//!
//! 1. **F1: what the systems see.** An outline that is not where its sprite or model is, is a matter of the
//!    `Transform` or of the shape, and the search is over. Where there is none, the collider rests, and a
//!    warning has said why; or the entity is disabled or hidden.
//! 2. **Point between the two and press F2: why they touch, or do not.** Beside them appears their Minkowski
//!    difference, all that remains when each point of B is taken from each point of A. The two touch exactly if
//!    it holds the origin, the white cross. How deep they overlap is how far the cross is from the border; how
//!    far they are apart is how far the border is from the cross. Shapes with a radius are shown by their cores:
//!    these touch where the difference meets the circle around the cross.
//! 3. **Full stop and comma: the next step, and the one before.** Each step asks both shapes for their farthest
//!    points along the arrow `d`. Dashed lines join these two vertices, `a3` and `b1` perhaps, to the point `w`
//!    of the difference that they make: a vertex that should not be there is found so. If `w` falls short of the
//!    origin, a line that separates the two is found, and GJK stops: they are apart. If the simplex holds the
//!    origin, they touch, and EPA's polytope grows until no facet that is nearer is left: that facet gives
//!    the normal and the depth of the contact.
//! 4. **F4: hold the moment.** The game goes on, or is paused, and what is shown stays.
//!
//! What lasts only a frame is caught by an observer:
//!
//! ```
//! # #[cfg(feature = "stepper")] {
//! # use bevy_ecs::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//!
//! fn catch(touch: On<CollisionStarted>, mut stepper: ResMut<CollisionStepper>) {
//!     if !stepper.frozen && touch.contact.depth > 10.0 {
//!         stepper.show(touch.entity, touch.other);
//!         stepper.frozen = true;
//!     }
//! }
//! # bevy_ecs::prelude::Observer::new(catch);
//! # }
//! ```
//!
//! The `CollisionTrace`, printed, tells the same in numbers, for a report. A pair that the layers or a filter keep
//! apart is never tested; the stepper shows how it would be.

mod aabb;
mod broad_phase;
mod collider;
mod collisions;
mod compound;
mod contacts;
mod convert;
mod detect;
#[cfg(feature = "diagnostics")]
mod diagnostics;
pub mod dim2;
pub mod dim3;
mod end_reason;
mod error;
mod events;
mod filter;
#[cfg(any(feature = "meshes", feature = "sprites"))]
mod from_assets;
mod group;
mod layers;
mod narrow_phase;
#[cfg(feature = "overlay")]
mod overlay;
#[cfg(feature = "picking")]
mod picking;
mod pipeline;
mod plugin;
mod prefetch;
mod proxies;
mod push_if;
mod query;
#[cfg(feature = "stepper")]
mod stepper;
mod systems;
mod tasks;
mod unfiltered;

#[cfg(feature = "overlay")]
pub use collider::Pen;
pub use collider::{
    BoundingVolumes, ColliderDisabled, ColliderPart, ColliderShape, CompositeShape, ConvexOf, CustomShape,
    Dimension, ProximityMargin, Shape, SweptCollider, TouchOnly,
};
pub use collisions::{ColliderWriter, Collisions, PairWriter, Proximity, Touch, TouchingPart};
pub use compound::CompoundCollider;
pub use contacts::PairState;
pub use convert::BevyAabb;
pub use detect::{DetectCollisions, detect_collisions};
#[cfg(feature = "diagnostics")]
pub use diagnostics::{CollisionDiagnostic, CollisionDiagnosticsPlugin};
pub use dim2::Dim2;
pub use dim3::Dim3;
pub use end_reason::EndReason;
pub use error::ColliderError;
pub use events::{
    BubbleCollisions, CollisionEnded, CollisionEvent, CollisionStarted, EventWith, MatchedEvent,
    ObservedEvent, ProximityEnded, ProximityEvent, ProximityStarted,
};
pub use filter::{CollisionExceptions, CollisionFilter, NoSelfCollision};
#[cfg(any(feature = "meshes", feature = "sprites"))]
pub use from_assets::ColliderAssetSystems;
#[cfg(feature = "meshes")]
pub use from_assets::{ColliderFromMesh, CollidersFromScene, MeshColliderPlugin, MeshDimension};
#[cfg(feature = "sprites")]
pub use from_assets::{ColliderFromSprite, SpriteColliderPlugin};
pub use gjk;
pub use gjk::Aabb;
pub use group::CollisionPlugins;
pub use layers::{CollisionLayers, LayerMask};
#[cfg(feature = "overlay")]
pub use overlay::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey};
#[cfg(feature = "picking")]
pub use picking::{CollisionPickingCamera, CollisionPickingPlugin, CollisionPickingSettings};
pub use pipeline::filter_pairs;
pub use plugin::CollisionPlugin;
pub use proxies::{ColliderSettings, Colliders, PlacedCollider};
pub use query::{
    CastHit, CollisionQuery, Nearby, PairQuery, PartVisitor, PlacedShape, QueryFilter, QueryShape, RayHit,
    VisitFlow,
};
#[cfg(feature = "stepper")]
pub use stepper::{
    CollisionStepper, CollisionStepperGizmos, CollisionStepperKeys, CollisionTrace, StepThrough,
    StepperPlace, StepperQuestion,
};
pub use systems::CollisionSystems;

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
