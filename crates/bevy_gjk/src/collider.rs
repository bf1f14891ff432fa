//! Collider components and the checked shapes made from them, generic over the dimension.
//!
//! The components that hold a description are [`dim2::Collider`](crate::dim2::Collider) and
//! [`dim3::Collider`](crate::dim3::Collider). [`Shape::prepare`] checks a description and makes a [`ColliderShape`]:
//! one convex shape, or a [`CompositeShape`] of many in a bounding volume hierarchy. [`Dimension`] is what the rest of
//! the plugin needs from 2D or 3D. The optional components of a collider are here too: [`ColliderDisabled`],
//! [`ProximityMargin`], [`SweptCollider`].

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

pub(crate) mod aabb;
mod bounding_volumes;
pub(crate) mod bvh;
mod composite;
mod compound;
mod content;
mod convert;
mod convex_shapes;
mod custom;
pub(crate) mod dim2;
pub(crate) mod dim3;
mod dimension;
mod error;
pub(crate) mod exit_search;
mod filter;
mod grid;
mod interpolation;
mod layer_names;
mod layers;
mod limits;
mod one_way;
mod order;
mod part;
mod rounded;
mod shape;
mod shared_constructors;
pub(crate) mod solid;
mod surface_velocity;
mod swept;

pub use bounding_volumes::BoundingVolumes;
pub use composite::CompositeShape;
pub(crate) use composite::{CellRules, Child, LayersOfKinds, SearchVisitor, Simplices};
pub(crate) use content::ContentHash;
pub use convert::BevyAabb;
pub(crate) use convex_shapes::{checked, convex_shapes};
pub use custom::{Custom, CustomShape};
pub use dim2::Dim2;
pub use dim3::Dim3;
#[cfg(feature = "overlay")]
pub use dimension::Pen;
pub(crate) use dimension::is_finite;
pub use dimension::{AffineOf, Dimension, Shape};
pub use error::ColliderError;
pub use filter::{CollisionFilter, ContactFilter, FilteredContact};
pub(crate) use grid::GridFlaw;
pub use grid::{CellGrid, CellKind, Cells, GridCell, GridError};
pub(crate) use interpolation::{between2, between3, change2, change3};
pub use layer_names::LayerNames;
pub use layers::LayerMask;
pub(crate) use limits::part_count;
pub use one_way::OneWayPlatform;
pub use part::ColliderPart;
pub(crate) use part::compound;
pub use rounded::RoundedShape;
pub(crate) use rounded::rounded;
pub use shape::{ColliderShape, ConvexOf};
pub use surface_velocity::SurfaceVelocity;

/// The components that both dimensions share: those of the root of the crate and of both preludes.
pub(crate) mod components {
    pub use super::compound::CompoundCollider;
    pub use super::filter::{CollisionExceptions, NoSelfCollision};
    pub use super::layers::CollisionLayers;
    pub use super::order::CollisionOrder;
    pub use super::swept::SweptCollider;
    pub use super::{ColliderDisabled, ProximityMargin};
}
pub use components::*;

/// Disables an entity's collider without removing it: its touches end, and begin again when this component is removed.
///
/// It acts on the collider of its own entity, or on the [`CompoundCollider`](crate::CompoundCollider), and not on those of
/// entities below it: beside no collider, it does nothing and a warning says so. To disable a whole tree, use
/// `insert_recursive::<Children>(ColliderDisabled)`.
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
