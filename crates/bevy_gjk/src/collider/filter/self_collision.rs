//! Self-collision groups: the colliders below an entity that do not collide with each other.
//!
//! The group of a collider is its topmost ancestor with [`NoSelfCollision`]; a pair of one group is refused.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// Prevents collisions among the colliders of this entity and of all entities below it in the hierarchy: the limbs of a
/// body, the turrets of a ship. They still collide with all others.
///
/// The entity does not need a collider of its own. Of nested entities with this component, the topmost one defines the
/// group.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{NoSelfCollision, dim3::Collider};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Transform::default(), NoSelfCollision)).with_children(|ship| {
///         ship.spawn(Collider::cuboid(2.0, 1.0, 6.0));
///         ship.spawn(Collider::sphere(1.5));
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NoSelfCollision;
