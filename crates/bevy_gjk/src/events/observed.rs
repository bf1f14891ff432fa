//! The entity events that observers receive, each from the point of view of its entity.

use core::marker::PhantomData;

use bevy_ecs::event::EntityEvent;
use bevy_ecs::prelude::Entity;
use bevy_ecs::reflect::ReflectEvent;
use bevy_reflect::Reflect;
use gjk::{ClosestPoints, Contact};

use crate::collider::Dimension;
use crate::detection::EndReason;

/// An entity event: an entity began to touch another. It can [bubble up](crate::BubbleCollisions) to parents.
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
#[doc(alias("sensor", "trigger"))]
pub struct CollisionStarted<D: Dimension> {
    /// The entity that receives the event.
    pub entity: Entity,
    /// The entity that it touches.
    pub other: Entity,
    /// The contact from the point of view of `entity`: `on_a` is on its surface, the normal points away from it.
    pub contact: Contact<D::Vector>,
    /// The time of the contact during the motion of a [`SweptCollider`](crate::SweptCollider), from 0 at its start to
    /// 1 at its end; 1 if neither is swept.
    pub time: f32,
}

/// An entity event: an entity no longer touches another, which may have been despawned. It can [bubble
/// up](crate::BubbleCollisions) to parents.
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
    /// The entity that receives the event.
    pub entity: Entity,
    /// The entity that it touched; it may have been despawned.
    pub other: Entity,
    /// Why the touch ended.
    pub reason: EndReason,
    pub(super) dimension: PhantomData<D>,
}

/// An entity event: another entity came within the [margin](crate::ProximityMargin) of the two without touching. It
/// can [bubble up](crate::BubbleCollisions) to parents.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[entity_event(propagate)]
#[reflect(opaque, Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct ProximityStarted<D: Dimension> {
    /// The entity that receives the event.
    pub entity: Entity,
    /// The entity that is within the margin.
    pub other: Entity,
    /// The closest points and their distance from the point of view of `entity`: `on_a` is on its surface, and the
    /// normal points away from it.
    pub closest: ClosestPoints<D::Vector>,
}

/// An entity event: another entity is no longer within the [margin](crate::ProximityMargin), or the two touch now. It
/// can [bubble up](crate::BubbleCollisions) to parents.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[entity_event(propagate)]
#[reflect(opaque, Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct ProximityEnded<D: Dimension> {
    /// The entity that receives the event.
    pub entity: Entity,
    /// The entity that was within the margin; it may have been despawned.
    pub other: Entity,
    /// Why the proximity ended.
    pub reason: EndReason,
    pub(super) dimension: PhantomData<D>,
}
