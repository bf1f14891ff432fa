//! The parts of a collider that both dimensions share; the components themselves are
//! [`dim2::Collider`](crate::dim2::Collider) and [`dim3::Collider`](crate::dim3::Collider).

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

mod custom;
mod proxy;

pub use custom::{Custom, CustomShape};
pub(crate) use proxy::{Proxies, Proxy, ProxyId, State};

/// Takes an entity's collider out of all collisions, without losing it: its touches end, and begin again
/// when this component is removed.
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
pub struct ColliderDisabled;
