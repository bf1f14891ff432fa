//! The events: transitions of the contact graph as messages and as entity events for observers.
//!
//! A message reports a pair once. Observers receive an event for each of both entities, from its point of view, and
//! may [match](EventWith) the components of the other entity.

use bevy_ecs::message::Message;
use bevy_ecs::prelude::Entity;
use bevy_ecs::reflect::ReflectMessage;
use bevy_reflect::Reflect;
use gjk::{ClosestPoints, Contact};

mod bubble;
mod cells;
mod despawned;
mod observed;
mod pattern;
mod queue;
#[cfg(feature = "recorder")]
mod recorded;
mod text;
mod touching;
mod trigger;

pub use bubble::BubbleCollisions;
pub(crate) use cells::send_cell_events;
pub use cells::{CellEnded, CellEvent, CellStarted};
pub use observed::{CollisionEnded, CollisionStarted, ProximityEnded, ProximityStarted};
pub use pattern::{EventWith, MatchedEvent, ObservedEvent};
pub(crate) use queue::PendingTriggers;
#[cfg(feature = "recorder")]
pub(crate) use recorded::recorded_transition;
pub use touching::Touching;
pub(crate) use touching::keep_touching;
pub(crate) use trigger::trigger_observers;

use crate::collider::Dimension;
use crate::detection::EndReason;
use crate::detection::contacts::{Transition, TransitionKind};

/// A message: two colliders began to touch, or no longer touch. Each touch has exactly one `Started` and one `Ended`.
///
/// A touch belongs to two entities: it goes on while their shapes are edited or replaced. `a` is the entity of the pair
/// with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder); [`seen_from`](Self::seen_from)
/// makes the entity that you name the first. In each run of the plugin all `Ended` come before all `Started`, both in
/// the order of their pairs.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # #[derive(Component)] struct Player;
///
/// fn listen(mut events: MessageReader<CollisionEvent>, player: Single<Entity, With<Player>>) {
///     for event in events.read().filter_map(|event| event.seen_from(*player)) {
///         match event {
///             CollisionEvent::Started { b: other, contact, .. } => println!("hit {other} at {}", contact.on_a),
///             CollisionEvent::Ended { b: other, reason, .. } => println!("left {other}: {reason:?}"),
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(listen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(opaque, Message, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
#[doc(alias("sensor", "trigger"))]
pub enum CollisionEvent<D: Dimension> {
    /// The two began to touch.
    Started {
        /// The entity with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder).
        a: Entity,
        /// The other entity.
        b: Entity,
        /// The contact; its normal points from `a` to `b`.
        contact: Contact<D::Vector>,
        /// The time of the contact during the motion of a [`SweptCollider`](crate::SweptCollider), from 0 at its
        /// start to 1 at its end; 1 if neither is swept.
        time: f32,
    },
    /// The two no longer touch.
    Ended {
        /// The entity with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder).
        a: Entity,
        /// The other entity.
        b: Entity,
        /// Why the touch ended.
        reason: EndReason,
    },
}

/// A message: two colliders came within their [margin](crate::ProximityMargin) without touching, or are no longer
/// within it. A proximity also ends when the two touch, with [`EndReason::Touched`].
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn listen(mut events: MessageReader<ProximityEvent>) {
///     for event in events.read() {
///         match event {
///             ProximityEvent::Started { a, b, closest } => println!("{a} is {} from {b}", closest.distance),
///             ProximityEvent::Ended { a, b, reason: EndReason::Touched } => println!("{a} reached {b}"),
///             ProximityEvent::Ended { a, b, reason } => println!("{a} is not near {b}: {reason:?}"),
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(listen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(opaque, Message, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub enum ProximityEvent<D: Dimension> {
    /// The two came within the margin.
    Started {
        /// The entity with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder).
        a: Entity,
        /// The other entity.
        b: Entity,
        /// The closest points of both and their distance; the normal points from `a` to `b`.
        closest: ClosestPoints<D::Vector>,
    },
    /// The two are no longer within the margin, or they touch.
    Ended {
        /// The entity with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder).
        a: Entity,
        /// The other entity.
        b: Entity,
        /// Why the proximity ended.
        reason: EndReason,
    },
}

/// Implements what both messages have in common.
macro_rules! pair_event {
    ($event:ident, $detail:ident, $flipped:path $(, $time:ident)?) => {
        impl<D: Dimension> Message for $event<D> {}

        impl<D: Dimension> $event<D> {
            /// Returns the two entities, the one that is lower in [order](crate::CollisionOrder) first.
            pub fn entities(&self) -> [Entity; 2] {
                match *self {
                    Self::Started { a, b, .. } | Self::Ended { a, b, .. } => [a, b],
                }
            }

            /// Returns whether the event is a start.
            pub fn is_started(&self) -> bool {
                matches!(self, Self::Started { .. })
            }

            /// Returns the event from the point of view of one of the two: with `entity` as `a`, and the normal
            /// pointing away from it. Returns `None` if the event is not about that entity.
            pub fn seen_from(self, entity: Entity) -> Option<Self> {
                match self {
                    Self::Started { a, .. } | Self::Ended { a, .. } if a == entity => Some(self),
                    Self::Started { a, b, $detail $(, $time)? } if b == entity => {
                        Some(Self::Started { a: b, b: a, $detail: $flipped($detail) $(, $time)? })
                    }
                    Self::Ended { a, b, reason } if b == entity => Some(Self::Ended { a: b, b: a, reason }),
                    _ => None,
                }
            }
        }
    };
}

pair_event!(CollisionEvent, contact, Contact::flipped, time);
pair_event!(ProximityEvent, closest, ClosestPoints::flipped);

/// The message about a transition.
pub(crate) enum PairMessage<D: Dimension> {
    Collision(CollisionEvent<D>),
    Proximity(ProximityEvent<D>),
}

/// Converts a transition into its message.
pub(crate) fn into_message<D: Dimension>(transition: Transition<D>) -> PairMessage<D> {
    use PairMessage::{Collision, Proximity};
    let [a, b] = transition.entities;
    match transition.change {
        TransitionKind::Started(contact, time) => Collision(CollisionEvent::Started { a, b, contact, time }),
        TransitionKind::Ended(reason) => Collision(CollisionEvent::Ended { a, b, reason }),
        TransitionKind::ProximityStarted(closest) => Proximity(ProximityEvent::Started { a, b, closest }),
        TransitionKind::ProximityEnded(reason) => Proximity(ProximityEvent::Ended { a, b, reason }),
    }
}
