//! Single pairs that do not meet.

use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::{Component, Entity, ReflectComponent};
use bevy_ecs::reflect::ReflectMapEntities;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// The entities whose colliders this entity's collider never meets: for a pair it is enough that one of the
/// two names the other.
///
/// Meant for a few: a thrower and what was thrown, a wheel and its axle. For more there are
/// [`CollisionLayers`](crate::CollisionLayers). Entities that do not exist any more do no harm.
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
#[reflect(Component, MapEntities, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct CollisionExceptions(
    /// Whom it does not meet, in any order.
    #[entities]
    pub Vec<Entity>,
);

impl CollisionExceptions {
    /// These.
    pub fn of(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self(entities.into_iter().collect())
    }
}
