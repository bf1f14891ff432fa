//! The component that makes one collider of those of an entity and all entities below it in the hierarchy.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;

/// Merges the collider of this entity and all colliders below it in the hierarchy into one: a ship with its turrets.
///
/// This entity is the one that touches others: the touch begins when the first of the shapes touches, and ends when
/// the last one stops touching. The shapes do not touch each other.
/// [`Touch::touching_parts`](crate::Touch::touching_parts) returns which of them touch.
///
/// What acts on a whole collider is read from this entity: the layers, margin, exceptions and order, whether it is
/// [swept](crate::SweptCollider), [one-way](crate::OneWayPlatform) or a [conveyor](crate::SurfaceVelocity), and what it is
/// [touching](crate::touching::Touching). On the entities below these components have no effect; of the last four, a
/// warning names the entity. [`ColliderDisabled`](crate::ColliderDisabled) on this entity disables the compound, on an
/// entity below only that shape. Shapes can be added, removed and moved at any time: the compound follows in the same run. Invalid
/// shapes and half-spaces are left out, with a warning. Of nested compounds, only the topmost is one.
///
/// What counts as its motion is that of the whole. A shape that is moved inside of it, as by an animation, is at once where it
/// was moved: [swept](crate::SweptCollider), the compound misses what that shape met on its way; it carries no
/// [character](crate::CharacterMover) that stands on it, and pushes only what it overlaps in the end. A warning says so. Where
/// that matters, give the shape a collider of its own, outside of the compound.
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
