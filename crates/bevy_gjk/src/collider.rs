//! The parts of a collider that both dimensions share; the components themselves are
//! [`dim2::Collider`](crate::dim2::Collider) and [`dim3::Collider`](crate::dim3::Collider).

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

mod bounding_volumes;
mod composite;
mod custom;
mod dimension;
mod interpolation;
mod part;
mod rounded;
mod shape;
mod swept;

pub use bounding_volumes::BoundingVolumes;
pub use composite::CompositeShape;
pub(crate) use composite::{Bvh, BvhNode, BvhVisitor, Child, Simplices, Surface};
pub use custom::{Custom, CustomShape};
#[cfg(feature = "overlay")]
pub use dimension::Pen;
pub(crate) use dimension::is_finite;
pub use dimension::{AffineOf, Dimension, Shape};
pub(crate) use interpolation::{between2, between3, change2, change3};
pub use part::ColliderPart;
pub(crate) use part::compound;
pub use rounded::RoundedShape;
pub(crate) use rounded::rounded;
pub use shape::{ColliderShape, ConvexOf};
pub use swept::SweptCollider;

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
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct ColliderDisabled;

/// Asks of a collider's touches only whether they are: enough for triggers, pick-ups and zones, and the
/// quickest way through the narrow phase.
///
/// It counts for each pair in which one of the two has it. Events are the same; but the contact is computed
/// once, when the touch begins, and stays that of the beginning for as long as it lasts.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{TouchOnly, dim2::Collider};
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Collider::circle(50.0), TouchOnly));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct TouchOnly;

/// The distance, in the units of the world, up to which a collider takes notice of others: what comes within
/// it without touching is *near*, and told of apart from touches, by
/// [`ProximityEvent`](crate::ProximityEvent)s.
///
/// The margin of a pair is the greater one of the two. Touching is the same with any margin. A margin that is
/// negative, NaN or infinite counts as none, with a warning that names the entity.
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
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct ProximityMargin(pub f32);
