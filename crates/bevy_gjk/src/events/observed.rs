//! The events as observers receive them, each from the side of its entity.

use core::marker::PhantomData;

use bevy_ecs::event::EntityEvent;
use bevy_ecs::prelude::Entity;
use bevy_ecs::reflect::ReflectEvent;
use bevy_reflect::Reflect;
use gjk::{ClosestPoints, Contact};

use crate::collider::Dimension;
use crate::end_reason::EndReason;

/// Reaches the observers of an entity when it begins to touch another. It can
/// [bubble up](crate::BubbleCollisions) to parents.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Collider::circle(0.5)).observe(|hit: On<CollisionStarted>| {
///         println!("{} was hit by {} at {}", hit.entity, hit.other, hit.contact.on_a);
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[entity_event(propagate)]
#[reflect(opaque, Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct CollisionStarted<D: Dimension> {
    /// Whose event it is.
    pub entity: Entity,
    /// What it touches.
    pub other: Entity,
    /// The contact as `entity` sees it: `on_a` is on its surface, the normal points away from it.
    pub contact: Contact<D::Vector>,
    /// When they met on the way of a [`SweptCollider`](crate::SweptCollider), from 0 at its start to 1 at its
    /// end; 1 if neither is swept.
    pub time: f32,
}

/// Reaches the observers of an entity when it ceases to touch another, also when that one is gone. It can
/// [bubble up](crate::BubbleCollisions) to parents.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim3::prelude::*;
///
/// fn report(end: On<CollisionEnded>) {
///     println!("{} does not touch {} any more: {:?}", end.entity, end.other, end.reason);
/// }
/// # bevy_ecs::system::assert_is_system(|mut commands: Commands| { commands.add_observer(report); });
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[entity_event(propagate)]
#[reflect(opaque, Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct CollisionEnded<D: Dimension> {
    /// Whose event it is.
    pub entity: Entity,
    /// What it touched; perhaps it does not exist any more.
    pub other: Entity,
    /// Why it ended.
    pub reason: EndReason,
    pub(super) dimension: PhantomData<D>,
}

/// Reaches the observers of an entity when another comes within the [margin](crate::ProximityMargin) of the
/// two without touching. It can [bubble up](crate::BubbleCollisions) to parents.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[entity_event(propagate)]
#[reflect(opaque, Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct ProximityStarted<D: Dimension> {
    /// Whose event it is.
    pub entity: Entity,
    /// What is near.
    pub other: Entity,
    /// The nearest points and the distance as `entity` sees it: `on_a` is on its surface.
    pub closest: ClosestPoints<D::Vector>,
}

/// Reaches the observers of an entity when another is not near any more: it went, or now touches. It can
/// [bubble up](crate::BubbleCollisions) to parents.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[entity_event(propagate)]
#[reflect(opaque, Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct ProximityEnded<D: Dimension> {
    /// Whose event it is.
    pub entity: Entity,
    /// What was near; perhaps it does not exist any more.
    pub other: Entity,
    /// Why it is not near any more.
    pub reason: EndReason,
    pub(super) dimension: PhantomData<D>,
}
