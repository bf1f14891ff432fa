//! The component that lets collision events bubble up to parents.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// Lets the entity events of this collider bubble up: after the observers of the entity itself, those of its parent
/// run, and so on to the root, unless an observer stops it by `propagate(false)`.
///
/// Use it for objects with several colliders: one observer on the parent receives the events of all its children, and
/// `original_event_target()` returns the child. Without this component an observer of the collider can still let a
/// single event bubble, by `propagate(true)`. As everywhere in Bevy, global observers run for such an event at each
/// step.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let mut ship = commands.spawn(Transform::default());
///     ship.with_child((Collider::circle(1.0), BubbleCollisions));
///     ship.with_child((Collider::rectangle(8.0, 1.0), BubbleCollisions));
///     ship.observe(|hit: On<CollisionStarted>| {
///         println!("{} was hit on its part {}", hit.entity, hit.original_event_target());
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct BubbleCollisions;
