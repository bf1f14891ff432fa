//! Exceptions: single pairs that do not collide.

use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::{Component, Entity, ReflectComponent};
use bevy_ecs::reflect::ReflectMapEntities;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// The entities with which this entity's collider does not collide. It is enough if one entity of a pair lists the
/// other.
///
/// It is meant for a few entities: a thrower and its projectile, a wheel and its axle. For more, use
/// [`CollisionLayers`](crate::CollisionLayers). Despawned entities in the list have no effect.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{CollisionExceptions, dim2::Collider};
/// # #[derive(Component)] struct Player;
///
/// fn throw(player: Single<Entity, With<Player>>, mut commands: Commands) {
///     commands.spawn((Collider::circle(0.1), CollisionExceptions::of([*player])));
/// }
/// # bevy_ecs::system::assert_is_system(throw);
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, MapEntities, Reflect)]
#[component(summary_tick)]
#[reflect(Component, MapEntities, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CollisionExceptions(
    /// The entities, in any order.
    #[entities]
    pub Vec<Entity>,
);

impl CollisionExceptions {
    /// Creates exceptions for these entities.
    pub fn of(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self(entities.into_iter().collect())
    }
}
