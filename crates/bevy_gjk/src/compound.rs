//! Colliders that are made of those of child entities.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;

mod compounds;
mod parts;

pub(crate) use compounds::{Compounds, HierarchyQueries};

/// Makes one collider of this entity's own and of all below it in the hierarchy: a ship with its turrets.
///
/// To others it is this entity that touches: one beginning, when the first of the shapes touches, and one end, when
/// the last ceases to, whichever it is. The shapes do not touch one another. Which of them it is in a touch tells
/// [`Collisions::touching_parts`](crate::Collisions::touching_parts).
///
/// This entity's layers, margin, exceptions and [`TouchOnly`](crate::TouchOnly) count, and those of the entities below
/// do not. [`ColliderDisabled`](crate::ColliderDisabled) takes out the whole here, and below a single shape. Shapes may
/// come, go and move as they please: the whole follows in the same run. What is invalid is left out, with a warning;
/// so is a half-space. Where such entities are nested, the topmost is the whole.
///
/// The shapes stand where their `Transform`s and those between put them, as in Bevy's propagation: each where a collider
/// of its own would stand. In 2D that holds also for what is in front of an entity that is turned out of the plane, or
/// behind it, as on a card that is turned over; such a compound is [swept](crate::SweptCollider) as it is turned at the
/// end of its way.
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
///         let part = collisions.touching_parts(hit.entity, hit.other).map(|[part, _]| part.entity);
///         println!("the ship was hit by {}, on its part {part:?}", hit.other);
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[require(Transform)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct CompoundCollider;
