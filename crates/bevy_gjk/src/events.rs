//! Phase four: what began and what ended, as messages and to observers.

use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::prelude::{Commands, Entity, ResMut, World};
use gjk::Contact;

use crate::collisions::{Collisions, rank};
use crate::dimension::Dimension;

/// Why a touch ended.
///
/// Where several are true, of one entity or of both, the first of these is told: [`Despawned`](Self::Despawned),
/// [`Removed`](Self::Removed), [`Disabled`](Self::Disabled), [`Invalid`](Self::Invalid),
/// [`Filtered`](Self::Filtered), [`Separated`](Self::Separated).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndReason {
    /// The two moved apart.
    Separated,
    /// One of them, or both, does not exist any more.
    Despawned,
    /// One of them lost its collider.
    Removed,
    /// One of them was disabled, by [`ColliderDisabled`](crate::ColliderDisabled) or Bevy's `Disabled`.
    Disabled,
    /// Their [`CollisionLayers`](crate::CollisionLayers) do not agree any more.
    Filtered,
    /// The collider or the transform of one of them became invalid; a warning says how.
    Invalid,
}

/// A touch of two colliders that began or ended: exactly one of each for every touch.
///
/// Of a pair, `a` is the entity with the lower index. In each frame the endings come first; both are in the
/// order of their pairs.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn listen(mut events: MessageReader<CollisionEvent>) {
///     for event in events.read() {
///         match event {
///             CollisionEvent::Started { a, b, contact } => println!("{a} hit {b}, {} deep", contact.depth),
///             CollisionEvent::Ended { a, b, reason } => println!("{a} left {b}: {reason:?}"),
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(listen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CollisionEvent<D: Dimension> {
    /// The two touch now, and did not before.
    Started {
        /// The entity with the lower index.
        a: Entity,
        /// The other one.
        b: Entity,
        /// Where and how deep; the normal points from `a` to `b`.
        contact: Contact<D::Vector>,
    },
    /// The two do not touch any more.
    Ended {
        /// The entity with the lower index.
        a: Entity,
        /// The other one.
        b: Entity,
        /// Why.
        reason: EndReason,
    },
}

impl<D: Dimension> Message for CollisionEvent<D> {}

impl<D: Dimension> CollisionEvent<D> {
    /// The two entities, the one with the lower index first.
    pub fn entities(&self) -> [Entity; 2] {
        match *self {
            Self::Started { a, b, .. } | Self::Ended { a, b, .. } => [a, b],
        }
    }

    /// Whether the touch began.
    pub fn is_started(&self) -> bool {
        matches!(self, Self::Started { .. })
    }
}

/// Reaches the observers of an entity when it begins to touch another. It can bubble up to parents.
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
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
#[entity_event(propagate)]
pub struct CollisionStarted<D: Dimension> {
    /// Whose event it is.
    pub entity: Entity,
    /// What it touches.
    pub other: Entity,
    /// The contact as `entity` sees it: `on_a` is on its surface, the normal points away from it.
    pub contact: Contact<D::Vector>,
}

/// Reaches the observers of an entity when it ceases to touch another, also when that one is gone. It can
/// bubble up to parents.
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
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
#[entity_event(propagate)]
pub struct CollisionEnded<D: Dimension> {
    /// Whose event it is.
    pub entity: Entity,
    /// What it touched; perhaps it does not exist any more.
    pub other: Entity,
    /// Why it ended.
    pub reason: EndReason,
    pub(crate) dimension: core::marker::PhantomData<D>,
}

/// Writes the messages and triggers the observers.
pub(crate) fn write_events<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut messages: MessageWriter<CollisionEvent<D>>,
    mut commands: Commands,
) {
    if collisions.facts.is_empty() {
        return;
    }
    collisions.facts.sort_unstable_by_key(|fact| (fact.is_started(), fact.entities().map(rank)));
    messages.write_batch(collisions.facts.iter().copied());
    commands.queue(trigger_observers::<D>);
}

/// Tells the observers of both entities, as far as these exist at that moment.
fn trigger_observers<D: Dimension>(world: &mut World) {
    // The list is lent out meanwhile, not copied: observers may do as they please with the world.
    let mut facts = match world.get_resource_mut::<Collisions<D>>() {
        Some(mut collisions) => core::mem::take(&mut collisions.facts),
        None => return,
    };
    let observed = is_observed::<CollisionStarted<D>>(world) || is_observed::<CollisionEnded<D>>(world);
    for fact in facts.drain(..).filter(|_| observed) {
        let [a, b] = fact.entities();
        for (entity, other) in [(a, b), (b, a)] {
            if !world.entities().contains(entity) {
                continue;
            }
            match fact {
                CollisionEvent::Started { contact, .. } => {
                    let contact = if entity == a { contact } else { contact.flipped() };
                    world.trigger(CollisionStarted::<D> { entity, other, contact });
                }
                CollisionEvent::Ended { reason, .. } => {
                    let dimension = core::marker::PhantomData;
                    world.trigger(CollisionEnded::<D> { entity, other, reason, dimension });
                }
            }
            // The next observer sees what this one did, and what does not exist any more hears nothing.
            world.flush();
        }
    }
    if let Some(mut collisions) = world.get_resource_mut::<Collisions<D>>() {
        // Unless an observer ran the systems by hand and new facts are waiting.
        if collisions.facts.is_empty() {
            collisions.facts = facts;
        }
    }
}

/// Whether any observer waits for an event.
fn is_observed<E: EntityEvent>(world: &World) -> bool {
    world.event_key::<E>().is_some_and(|key| world.observers().try_get_observers(key).is_some())
}
