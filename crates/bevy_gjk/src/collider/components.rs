//! The components that both dimensions share: those of the root of the crate and of both preludes.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;

pub use super::filter::{CollisionExceptions, CollisionSpace, NoSelfCollision};
pub use super::layers::CollisionLayers;

/// Disables an entity's collider without removing it: its touches end, and begin again when this component is removed.
///
/// It acts on the collider of its own entity, or on the [`CompoundCollider`](crate::CompoundCollider), and not on those
/// of entities below it. On an entity without a collider it does nothing, and a warning says so. To disable a whole
/// tree, use `insert_recursive::<Children>(ColliderDisabled)`.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::ColliderDisabled;
/// # #[derive(Component)] struct Ghost;
///
/// fn fade(ghosts: Query<Entity, Added<Ghost>>, mut commands: Commands) {
///     for ghost in &ghosts {
///         commands.entity(ghost).insert(ColliderDisabled);
///     }
/// }
/// # bevy_ecs::system::assert_is_system(fade);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct ColliderDisabled;

/// The distance in world units up to which other colliders are *near*: they do not touch, but are reported by
/// [`ProximityEvent`](crate::ProximityEvent)s, separately from touches.
///
/// The margin of a pair is the larger one of the two. Touches do not depend on the margin. A negative, NaN or infinite
/// margin counts as 0, with a warning that names the entity.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Collider::circle(1.0), ProximityMargin(5.0))).observe(|near: On<ProximityStarted>| {
///         println!("{} is {} away", near.other, near.closest.distance);
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[component(summary_tick)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[doc(alias("near", "sensor"))]
pub struct ProximityMargin(pub f32);

/// Merges the collider of this entity and all colliders below it in the hierarchy into one: a ship with its turrets.
///
/// This entity is the one that touches others: the touch begins when the first of the shapes touches, and ends when
/// the last one stops touching. The shapes do not touch each other.
/// [`Touch::touching_parts`](crate::Touch::touching_parts) returns which of them touch.
///
/// What acts on a whole collider is read from this entity: the layers, margin, exceptions and order, whether it is
/// [swept](crate::SweptCollider), [one-way](crate::OneWayPlatform) or a [conveyor](crate::SurfaceVelocity), and what it
/// is [touching](crate::touching::Touching). On the entities below these components have no effect; of the last four, a
/// warning names the entity. [`ColliderDisabled`](crate::ColliderDisabled) on this entity disables the compound, on an
/// entity below only that shape. Shapes can be added, removed and moved at any time: the compound follows in the same
/// run. Invalid shapes and half-spaces are left out, with a warning. Of nested compounds, only the topmost is one.
///
/// Its motion is that of the whole. A shape that you move inside of it, as an animation does, jumps to its new place. A
/// [swept](crate::SweptCollider) compound misses what that shape met on its way. The shape carries no
/// [character](crate::CharacterMover) that stands on it, and pushes only what it overlaps in the end. A warning says
/// so. Where that matters, give the shape a collider of its own, outside of the compound.
///
/// The shapes are placed by their `Transform`s and those of the entities between, as in Bevy's propagation: each is
/// where it would be as a collider of its own. In 2D this includes parts with a z offset from an entity that is rotated
/// about x or y, like a card that is turned over. Such a compound is [swept](crate::SweptCollider) with the rotation
/// that it has at the end of its path.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let mut ship = commands.spawn((CompoundCollider, CollisionLayers::default()));
///     ship.with_child((Collider::capsule(1.0, 4.0), Transform::default()));
///     ship.with_child((Collider::rectangle(1.0, 3.0), Transform::from_xyz(2.0, 0.0, 0.0)));
///     ship.observe(|hit: On<CollisionStarted>, collisions: Res<Collisions>| {
///         let part = collisions.get(hit.entity, hit.other).and_then(|touch| touch.touching_parts()).map(|[part, _]| part.entity);
///         println!("the ship was hit by {}, on its part {part:?}", hit.other);
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[require(Transform)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CompoundCollider;

/// Sweeps a collider along its path since the last run of the systems (continuous collision detection), so that it
/// does not tunnel through others: for bullets, dashes, and colliders that move farther in a frame than their size.
///
/// If one collider of a pair is swept, the two touch if they meet anywhere along the path. The touch begins in that
/// frame, with the contact at the time of impact, and [`time`](crate::Touch::time) is that time as a fraction of the
/// path, from 0 to 1. If the two overlap at the start, the time is 0, and the contact is that at the start. If the
/// collider meets several walls in one run, [`first_touch`](crate::Collisions::first_touch) is the first. The touch
/// ends like any other, in the first frame whose path does not meet the other collider.
///
/// A collider that is not swept is tested at its position at the end of the frame. If both are swept, both move.
/// Proximity is tested at the end of the path. A touch has no [manifold](crate::Touch::manifold) if the two no
/// longer touch at the end of the path.
///
/// # The path
/// A translation is a straight line at constant speed and is tested as a whole, at any speed, as precisely as any cast.
/// A rotation turns at a constant rate through the smaller angle, and the scale changes linearly: a sprite that is
/// flipped by a scale of −1 passes through a scale of 0, and does not turn round. Both are followed by conservative
/// advancement, which misses nothing: the tolerance is 1/10,000 of the size of the smaller collider, or 1/512 of the
/// distance that the rotation moves the farthest point in a frame if that is more. Colliders that pass within this
/// distance count as touching. Half-spaces do not turn along the path.
///
/// If a run is interrupted, as by [`detect_collisions`](crate::detect_collisions) between two of its phases, no part of
/// the path is lost: the next test covers the straight line from where the collider was last tested.
///
/// The first run with a collider does not sweep it, and neither does the first one after a [`reset`](Self::reset).
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn shoot(mut commands: Commands) {
///     commands.spawn((Collider::circle(2.0), SweptCollider::default())).observe(hit);
/// }
///
/// fn hit(hit: On<CollisionStarted>, collisions: Res<Collisions>, mut commands: Commands) {
///     // Only the first collider on its path is hit.
///     let Some(first) = collisions.first_touch(hit.entity) else { return };
///     if first.other == hit.other {
///         println!("the bullet hits {} at {}", hit.other, hit.contact.on_b);
///         commands.entity(hit.entity).despawn();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[component(summary_tick)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[doc(alias("bullet", "tunnelling", "tunneling", "CCD", "continuous collision detection"))]
pub struct SweptCollider {
    /// The number of resets: changing it triggers change detection.
    #[reflect(default)]
    #[cfg_attr(feature = "serialize", serde(default))]
    resets: u32,
}

impl SweptCollider {
    /// Skips the sweep in the next run of the systems, because the entity was teleported and did not move along a path.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_gjk::SweptCollider;
    ///
    /// fn teleport(mut travelers: Query<(&mut Transform, &mut SweptCollider)>) {
    ///     for (mut transform, mut swept) in &mut travelers {
    ///         transform.translation.x = -transform.translation.x;
    ///         swept.reset();
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(teleport);
    /// ```
    pub fn reset(&mut self) {
        self.resets = self.resets.wrapping_add(1);
    }

    /// Returns the number of resets.
    pub(crate) fn resets(&self) -> u32 {
        self.resets
    }
}

/// A key that replaces the index of the entity wherever an order of colliders shows: which entity of a pair is `a`, the
/// order of events and of [`Collisions::iter`](crate::Collisions::iter), and which of several at the same distance
/// comes first in queries and moves.
///
/// The index of an entity depends on what was spawned and despawned before, so two peers, or a game before and after a
/// rollback, have the same entity under other indices. With the id that both know it by, such as the one that the
/// network layer gives it, they get the same events in the same order, to the bit.
///
/// Colliders with a key come before those without one, which keep the order of their indices. Keys should be unique; of
/// two entities with the same key the one with the lower index comes first.
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
