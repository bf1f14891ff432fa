//! Sends the events, and sees to it that observers may do as they please meanwhile.

use super::PairLookup;
use super::into_event;
use std::collections::VecDeque;

use bevy_ecs::component::ComponentId;
use bevy_ecs::event::{EntityComponentsTrigger, EntityEvent, EventKey, PropagateEntityTrigger};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::{CachedObservers, Observer};
use bevy_ecs::prelude::{Added, Entity, FromWorld, Resource, World};

use crate::collider::Dimension;
use crate::contacts::{Transition, TransitionKind};
use crate::detect::Shared;
use crate::events::despawned::{DespawnedComponents, forget_despawned, record_patterns};
use crate::events::{
    BubbleCollisions, CollisionEnded, CollisionEvent, CollisionStarted, MatchedEvent, ObservedEvent,
    ProximityEnded, ProximityEvent, ProximityStarted,
};
use crate::unfiltered::UnfilteredQuery;

/// The keys by which the observers of an event are found.
#[derive(Clone, Copy)]
struct Keys {
    /// Of the event itself.
    event: EventKey,
    /// Of its [`MatchedEvent`], for observers that ask for components of the other entity.
    matched: EventKey,
}

impl Keys {
    fn register<E: ObservedEvent>(world: &mut World) -> Self {
        Self {
            event: world.register_event_key::<E>(),
            matched: world.register_event_key::<MatchedEvent<E>>(),
        }
    }
}

/// The keys of all that can be observed.
#[derive(Clone, Copy)]
struct AllKeys {
    started: Keys,
    ended: Keys,
    near_started: Keys,
    near_ended: Keys,
}

impl AllKeys {
    fn of<D: Dimension>(self, change: &TransitionKind<D>) -> Keys {
        match change {
            TransitionKind::Started(..) => self.started,
            TransitionKind::Ended(_) => self.ended,
            TransitionKind::ProximityStarted(_) => self.near_started,
            TransitionKind::ProximityEnded(_) => self.near_ended,
        }
    }

    fn iter(self) -> impl Iterator<Item = Keys> {
        [self.started, self.ended, self.near_started, self.near_ended].into_iter()
    }
}

/// What observers are still to be told of.
#[derive(Resource)]
pub(crate) struct PendingTriggers<D: Dimension> {
    transitions: VecDeque<Transition<D>>,
    /// They are being told.
    busy: bool,
    keys: AllKeys,
    /// Whether there ever was an observer of any of it.
    observed: bool,
    /// What is known of the components of entities that do not exist any more.
    pub(super) despawned: DespawnedComponents,
    /// The components of an entity that patterns ask for; kept for its allocation.
    components: Vec<ComponentId>,
}

impl<D: Dimension> PendingTriggers<D> {
    /// Returns whether there is something that observers have not been told yet.
    pub(super) fn is_pending(&self) -> bool {
        self.busy || !self.transitions.is_empty()
    }
}

impl<D: Dimension> FromWorld for PendingTriggers<D> {
    fn from_world(world: &mut World) -> Self {
        let keys = AllKeys {
            started: Keys::register::<CollisionStarted<D>>(world),
            ended: Keys::register::<CollisionEnded<D>>(world),
            near_started: Keys::register::<ProximityStarted<D>>(world),
            near_ended: Keys::register::<ProximityEnded<D>>(world),
        };
        Self {
            transitions: VecDeque::new(),
            busy: false,
            keys,
            observed: false,
            despawned: DespawnedComponents::default(),
            components: Vec::new(),
        }
    }
}

impl<D: Dimension> PendingTriggers<D> {
    /// Notes whether one of the observers that were added observes a collision event.
    pub(crate) fn look_for_observers(&mut self, added: &UnfilteredQuery<&'static Observer, Added<Observer>>) {
        if self.observed || added.is_empty() {
            return;
        }
        let mut observed = added.iter().flat_map(|observer| observer.descriptor().event_keys());
        let keys = self.keys;
        self.observed =
            observed.any(|&key| keys.iter().any(|Keys { event, matched }| key == event || key == matched));
    }

    /// Returns whether there ever was an observer of a collision event.
    pub(crate) fn is_observed(&self) -> bool {
        self.observed
    }

    /// Writes transitions as messages, and keeps them for the observers.
    pub(crate) fn send(
        &mut self,
        transitions: impl Iterator<Item = Transition<D>>,
        touching: &mut MessageWriter<CollisionEvent<D>>,
        near: &mut MessageWriter<ProximityEvent<D>>,
    ) {
        for transition in transitions {
            match into_event(transition) {
                Ok(event) => _ = touching.write(event),
                Err(event) => _ = near.write(event),
            }
            if self.observed {
                self.transitions.push_back(transition);
            }
        }
    }
}

/// Tells the observers of all facts in order, those of an observer's own doing after all that came before.
pub(crate) fn trigger_observers<D: Dimension, L: PairLookup>(world: &mut World) {
    // They wait until the schedule has run, so that they may run it, too.
    if world.get_resource::<Shared>().is_some_and(|shared| shared.runs_by_hand) {
        return;
    }
    let Some(pending) = world.get_resource::<PendingTriggers<D>>() else { return };
    let keys = pending.keys;
    record_patterns::<D, L>(world, keys.iter().map(|keys| keys.matched));
    let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() else { return };
    // An observer ran the systems by hand: the facts wait until those before them have been told.
    if pending.transitions.is_empty() || core::mem::replace(&mut pending.busy, true) {
        return;
    }
    let mut components = core::mem::take(&mut pending.components);
    while let Some(transition) = next_transition::<D>(world, keys) {
        let keys = keys.of(&transition.change);
        let [a, b] = transition.entities;
        let is_matched = is_observed(world, keys.matched);
        let ran = trigger_pair(world, keys, is_matched, transition, [a, b], &mut components);
        // Looked up again only if observers ran, since these may have spawned others.
        let is_matched = if ran { is_observed(world, keys.matched) } else { is_matched };
        trigger_pair(world, keys, is_matched, transition, [b, a], &mut components);
    }
    if let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() {
        pending.busy = false;
        pending.components = components;
    }
    forget_despawned::<D, L>(world);
}

/// Takes the first fact that somebody may want to hear.
fn next_transition<D: Dimension>(world: &mut World, keys: AllKeys) -> Option<Transition<D>> {
    let anybody =
        keys.iter().any(|Keys { event, matched }| is_observed(world, event) || is_observed(world, matched));
    let mut pending = world.get_resource_mut::<PendingTriggers<D>>()?;
    if !anybody {
        pending.transitions.clear();
    }
    pending.transitions.pop_front()
}

/// Whether any observer waits for an event.
fn is_observed(world: &World, key: EventKey) -> bool {
    observers(world, key).is_some()
}

/// Returns the observers of an event, if there are any.
fn observers(world: &World, key: EventKey) -> Option<&CachedObservers> {
    world.observers().try_get_observers(key).filter(|all| {
        !(all.global_observers().is_empty()
            && all.entity_observers().is_empty()
            && all.component_observers().is_empty())
    })
}

/// Tells one side of a pair of a fact. Returns whether observers ran.
fn trigger_pair<D: Dimension>(
    world: &mut World,
    keys: Keys,
    is_matched: bool,
    transition: Transition<D>,
    [entity, other]: [Entity; 2],
    components: &mut Vec<ComponentId>,
) -> bool {
    let flip = entity != transition.entities[0];
    let dimension = core::marker::PhantomData;
    let pair = [entity, other];
    match transition.change {
        TransitionKind::Started(contact, time) => {
            trigger::<D, _>(world, keys, is_matched, pair, components, || {
                let contact = if flip { contact.flipped() } else { contact };
                CollisionStarted::<D> { entity, other, contact, time }
            })
        }
        TransitionKind::Ended(reason) => {
            let event = || CollisionEnded::<D> { entity, other, reason, dimension };
            trigger::<D, _>(world, keys, is_matched, pair, components, event)
        }
        TransitionKind::ProximityStarted(closest) => {
            trigger::<D, _>(world, keys, is_matched, pair, components, || {
                let closest = if flip { closest.flipped() } else { closest };
                ProximityStarted::<D> { entity, other, closest }
            })
        }
        TransitionKind::ProximityEnded(reason) => {
            let event = || ProximityEnded::<D> { entity, other, reason, dimension };
            trigger::<D, _>(world, keys, is_matched, pair, components, event)
        }
    }
}

/// Triggers an event if somebody may hear it; what does not exist any more hears nothing. Returns whether observers
/// ran.
fn trigger<D: Dimension, E: ObservedEvent>(
    world: &mut World,
    keys: Keys,
    is_matched: bool,
    [entity, other]: [Entity; 2],
    components: &mut Vec<ComponentId>,
    event: impl Fn() -> E,
) -> bool {
    let plain = world.observers().try_get_observers(keys.event);
    if plain.is_none() && !is_matched {
        return false;
    }
    let is_heard = plain.map(|plain| hears(plain, entity));
    let Ok(target) = world.get_entity(entity) else { return false };
    let bubbles = target.contains::<BubbleCollisions>();
    let mut route = Route { bubbles, stop: None };
    let mut is_triggered = false;
    if is_heard.is_some_and(|heard| heard || bubbles) {
        let mut event = event();
        let mut trigger = PropagateEntityTrigger::default();
        trigger.propagate = bubbles;
        world.trigger_ref_with(&mut event, &mut trigger);
        let last = event.event_target();
        route = Route {
            bubbles: trigger.propagate || last != entity,
            stop: (!trigger.propagate).then_some(last),
        };
        is_triggered = true;
    }
    // Before the commands of the others are applied: an observer that despawns its entity keeps no other
    // observer of the same entity from hearing the same event.
    if is_matched {
        is_triggered |=
            trigger_matched::<D, E>(world, keys.matched, [entity, other], route, components, event);
    }
    if is_triggered {
        // The next observer sees what this one did.
        world.flush();
    }
    is_triggered
}

/// How far an event rises from child to parent.
struct Route {
    bubbles: bool,
    /// Where an observer ended its way.
    stop: Option<Entity>,
}

/// Returns whether an observer that asks for no component hears the events of an entity.
fn hears(observers: &CachedObservers, entity: Entity) -> bool {
    !observers.global_observers().is_empty() || observers.entity_observers().contains_key(&entity)
}

/// Triggers the observers that ask for components of the other entity. Returns whether there may have been any.
// Not inlined, since most apps have none.
#[inline(never)]
fn trigger_matched<D: Dimension, E: ObservedEvent>(
    world: &mut World,
    key: EventKey,
    [entity, other]: [Entity; 2],
    Route { bubbles, mut stop }: Route,
    components: &mut Vec<ComponentId>,
    event: impl Fn() -> E,
) -> bool {
    let Some(observers) = observers(world, key) else { return false };
    components.clear();
    let despawned = match world.get_resource::<PendingTriggers<D>>() {
        Some(pending) => &pending.despawned,
        None => return false,
    };
    let other_entity = world.get_entity(other).ok();
    // An observer of the pattern with `()` asks for no component.
    let mut is_heard = hears(observers, entity)
        || bubbles && !(observers.global_observers().is_empty() && observers.entity_observers().is_empty());
    for (&component, of_component) in observers.component_observers() {
        let has_component = match &other_entity {
            Some(other) => other.contains_id(component),
            None => despawned.contains(other, component),
        };
        if has_component {
            // All of them, since an observer may let the event rise to parents that ask for others than it did.
            components.push(component);
            is_heard |= bubbles
                || !of_component.global_observers().is_empty()
                || of_component.entity_component_observers().contains_key(&entity);
        }
    }
    if !is_heard {
        return false;
    }
    // The order of a hash map would be that of the observers, too.
    components.sort_unstable();
    let mut event = MatchedEvent { event: event(), original_target: entity, propagates: bubbles };
    loop {
        let target = event.event_target();
        if stop == Some(target) {
            event.propagates = false;
            stop = None;
        }
        let mut trigger = EntityComponentsTrigger { components, old_archetype: None, new_archetype: None };
        world.trigger_ref_with(&mut event, &mut trigger);
        if !event.propagates {
            return true;
        }
        let Some(&ChildOf(parent)) = world.get::<ChildOf>(target) else { return true };
        event.event.set_event_target(parent);
    }
}
