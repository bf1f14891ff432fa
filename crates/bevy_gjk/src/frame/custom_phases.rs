//! The types for systems that replace a phase of the plugin.
//!
//! [`CollisionPlugin::replace`](crate::CollisionPlugin::replace) puts a system of the app in the place of the plugin's
//! own. Such a system calls one function of [`Collisions`](crate::Collisions), which reads and writes the data of the
//! phase:
//!
//! | phase | function | what its closure gets |
//! |---|---|---|
//! | `Prepare` | [`update_colliders`](crate::Collisions::update_colliders) | a [`ColliderWriter`], which takes shape, transform and [`ColliderSettings`] of each entity |
//! | `BroadPhase` | [`update_pairs`](crate::Collisions::update_pairs) | the table of [`Colliders`] and a [`PairWriter`] |
//! | `Filter` | [`filter_pairs`](crate::Collisions::filter_pairs); the system [`filter_pairs`] calls it for a [`CollisionFilter`](crate::CollisionFilter) | two entities |
//! | `NarrowPhase` | [`test_pairs`](crate::Collisions::test_pairs) | two [`PlacedCollider`]s, the simplex cache and the last [`PairState`] |
//! | `Events` | [`take_events`](crate::Collisions::take_events) | the events, in order |
//!
//! A narrow phase for an app whose colliders are all single convex shapes, without caches, margins and swept colliders:
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_gjk::dim3::prelude::*;
//! use bevy_gjk::gjk;
//! use bevy_gjk::custom_phases::PairState;
//! use bevy_time::Time;
//! use bevy_transform::prelude::*;
//!
//! fn test_pairs(time: Res<Time>, mut collisions: ResMut<Collisions>) {
//!     collisions.test_pairs(time.elapsed(), |[a, b], _cache, _last_state| match (a.placed(), b.placed()) {
//!         (Some(a), Some(b)) if gjk::intersects(&a, &b) => PairState::Touching,
//!         _ => PairState::Apart,
//!     });
//! }
//!
//! let mut app = App::new();
//! let plugin = CollisionPlugin::default().replace(CollisionSystems::NarrowPhase, test_pairs);
//! app.add_plugins((TransformPlugin, bevy_time::TimePlugin, plugin));
//! # app.world_mut().spawn((Collider::sphere(1.0), Transform::default()));
//! # app.world_mut().spawn((Collider::sphere(1.0), Transform::from_xyz(1.5, 0.0, 0.0)));
//! # app.update();
//! # assert_eq!(app.world().resource::<Collisions>().iter().count(), 1);
//! ```

// In this module, and not below `collisions`: the documentation of `Collisions` then lists its accessors first.
mod calls;

pub use crate::ecs::DetectCollisions;
pub use calls::{ColliderWriter, PairWriter};

pub use crate::detection::contacts::PairState;
pub use crate::detection::proxies::{ColliderSettings, Colliders, PlacedCollider};
pub use crate::frame::pipeline::filter_pairs;
