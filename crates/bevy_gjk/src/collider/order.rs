//! An order of the app's own for entities.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// A key that replaces the index of the entity wherever an order of colliders shows: which entity of a pair is `a`, the
/// order of events and of [`Collisions::iter`](crate::Collisions::iter), and which one comes first in queries and moves of
/// several at the same distance.
///
/// The index of an entity depends on what was spawned and despawned before, so two peers, or a game before and after a
/// rollback, have the same entity under other indices. With the id that both know it by, such as the one that the network
/// layer gives it, they get the same events in the same order, to the bit.
///
/// Colliders with a key come before those without one, which keep the order of their indices. Keys should be unique; of two
/// entities with the same key the one with the lower index comes first.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{CollisionOrder, dim2::prelude::*};
///
/// fn spawn(commands: &mut Commands, network_id: u64) {
///     commands.spawn((Collider::circle(0.5), CollisionOrder(network_id)));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[component(summary_tick)]
#[reflect(Component, Debug, Default, Clone, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[doc(alias("determinism", "stable order", "network id", "rollback"))]
pub struct CollisionOrder(pub u64);
