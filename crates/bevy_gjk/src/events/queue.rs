//! The queue of the events: messages are written at once, and transitions wait in it until observers are
//! [triggered](super::trigger).
//!
//! Observers may change the world in any way, even run the detection again. So events that an observer causes come
//! after all earlier ones.

use std::collections::VecDeque;

use bevy_ecs::component::ComponentId;
use bevy_ecs::event::EventKey;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::Observer;
use bevy_ecs::prelude::{Added, FromWorld, Resource, World};

use super::{PairMessage, into_message};
use crate::collider::Dimension;
use crate::detection::contacts::{Transition, TransitionKind};
use crate::ecs::UnfilteredQuery;
use crate::events::despawned::DespawnedComponents;
use crate::events::{
    CollisionEnded, CollisionEvent, CollisionStarted, MatchedEvent, ObservedEvent, ProximityEnded,
    ProximityEvent, ProximityStarted,
};

/// The keys of an event for the lookup of its observers.
#[derive(Clone, Copy)]
pub(super) struct EventKeys {
    /// The key of the event itself.
    pub(super) event: EventKey,
    /// The key of its [`MatchedEvent`], for observers that ask for components of the other entity.
    pub(super) match_event: EventKey,
}

impl EventKeys {
    fn register<E: ObservedEvent>(world: &mut World) -> Self {
        Self {
            event: world.register_event_key::<E>(),
            match_event: world.register_event_key::<MatchedEvent<E>>(),
        }
    }
}

/// The keys of all entity events.
#[derive(Clone, Copy)]
pub(super) struct AllKeys {
    started: EventKeys,
    ended: EventKeys,
    proximity_started: EventKeys,
    proximity_ended: EventKeys,
}

impl AllKeys {
    pub(super) fn of<D: Dimension>(self, change: &TransitionKind<D>) -> EventKeys {
        match change {
            TransitionKind::Started(..) => self.started,
            TransitionKind::Ended(_) => self.ended,
            TransitionKind::ProximityStarted(_) => self.proximity_started,
            TransitionKind::ProximityEnded(_) => self.proximity_ended,
        }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = EventKeys> {
        [self.started, self.ended, self.proximity_started, self.proximity_ended].into_iter()
    }
}

/// The transitions for which observers have not been triggered yet.
#[derive(Resource)]
pub(crate) struct PendingTriggers<D: Dimension> {
    pub(super) transitions: VecDeque<Transition<D>>,
    /// The number of restored states when these were queued.
    restores: u32,
    /// Whether observers are being triggered at this moment.
    pub(super) is_triggering: bool,
    pub(super) keys: AllKeys,
    /// Whether there ever was an observer of any of these events.
    observed: bool,
    /// The recorded components of despawned entities.
    pub(super) despawned: DespawnedComponents,
    /// A buffer for the components of an entity that patterns ask for.
    pub(super) components: Vec<ComponentId>,
}

impl<D: Dimension> PendingTriggers<D> {
    /// Returns whether there are transitions for which observers have not been triggered yet.
    pub(super) fn is_pending(&self) -> bool {
        self.is_triggering || !self.transitions.is_empty()
    }

    /// Drops the transitions of runs before the last restore: they lead away from a state that is gone. `restores` is
    /// the number of restored states.
    pub(crate) fn drop_before_restore(&mut self, restores: u32) {
        if core::mem::replace(&mut self.restores, restores) != restores {
            self.transitions.clear();
        }
    }

    /// Records whether one of the added observers observes a collision event.
    pub(crate) fn detect_observers(&mut self, added: &UnfilteredQuery<&'static Observer, Added<Observer>>) {
        if self.observed || added.is_empty() {
            return;
        }
        let mut observed = added.iter().flat_map(|observer| observer.descriptor().event_keys());
        let keys = self.keys;
        self.observed = observed.any(|&key| {
            keys.iter().any(|EventKeys { event, match_event }| key == event || key == match_event)
        });
    }

    /// Returns whether there ever was an observer of a collision event.
    pub(crate) fn is_observed(&self) -> bool {
        self.observed
    }

    /// Writes transitions as messages, and queues them for the observers if there are any.
    pub(crate) fn send(
        &mut self,
        transitions: impl Iterator<Item = Transition<D>>,
        touching: &mut MessageWriter<CollisionEvent<D>>,
        near: &mut MessageWriter<ProximityEvent<D>>,
    ) {
        for transition in transitions {
            match into_message(transition) {
                PairMessage::Collision(event) => _ = touching.write(event),
                PairMessage::Proximity(event) => _ = near.write(event),
            }
            if self.observed {
                self.transitions.push_back(transition);
            }
        }
    }
}

impl<D: Dimension> FromWorld for PendingTriggers<D> {
    fn from_world(world: &mut World) -> Self {
        let keys = AllKeys {
            started: EventKeys::register::<CollisionStarted<D>>(world),
            ended: EventKeys::register::<CollisionEnded<D>>(world),
            proximity_started: EventKeys::register::<ProximityStarted<D>>(world),
            proximity_ended: EventKeys::register::<ProximityEnded<D>>(world),
        };
        Self {
            transitions: VecDeque::new(),
            restores: 0,
            is_triggering: false,
            keys,
            observed: false,
            despawned: DespawnedComponents::default(),
            components: Vec::new(),
        }
    }
}
