//! Sends the events, and sees to it that observers may do as they please meanwhile.

use std::collections::VecDeque;

use bevy_ecs::event::{EntityEvent, Event, EventKey, PropagateEntityTrigger};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::Observer;
use bevy_ecs::prelude::{Added, Commands, Entity, FromWorld, ResMut, Resource, World};

use super::{
    BubbleCollisions, Change, CollisionEnded, CollisionEvent, CollisionStarted, Fact, NearEnded, NearEvent,
    NearStarted,
};
use crate::collisions::{Collisions, flipped};
use crate::detect::Shared;
use crate::dimension::Dimension;
use crate::unfiltered::UnfilteredQuery;

/// What observers are still to be told of.
#[derive(Resource)]
pub(crate) struct Outbox<D: Dimension> {
    facts: VecDeque<Fact<D>>,
    /// They are being told.
    busy: bool,
    /// What there is to be observed.
    keys: [EventKey; 4],
    /// Whether there ever was an observer of any of it.
    observed: bool,
}

impl<D: Dimension> FromWorld for Outbox<D> {
    fn from_world(world: &mut World) -> Self {
        let keys = [
            world.register_event_key::<CollisionStarted<D>>(),
            world.register_event_key::<CollisionEnded<D>>(),
            world.register_event_key::<NearStarted<D>>(),
            world.register_event_key::<NearEnded<D>>(),
        ];
        Self { facts: VecDeque::new(), busy: false, keys, observed: false }
    }
}

/// Writes the messages and triggers the observers.
pub(crate) fn send_events<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut outbox: ResMut<Outbox<D>>,
    mut touching: MessageWriter<CollisionEvent<D>>,
    mut near: MessageWriter<NearEvent<D>>,
    observers: UnfilteredQuery<&'static Observer, Added<Observer>>,
    mut commands: Commands,
) {
    let outbox = &mut *outbox;
    if !outbox.observed && !observers.is_empty() {
        let mut observed = observers.iter().flat_map(|observer| observer.descriptor().event_keys());
        outbox.observed = observed.any(|key| outbox.keys.contains(key));
    }
    if collisions.pairs.facts.is_empty() {
        return;
    }
    for fact in collisions.pairs.take_facts() {
        match fact.into_event() {
            Ok(event) => _ = touching.write(event),
            Err(event) => _ = near.write(event),
        }
        if outbox.observed {
            outbox.facts.push_back(fact);
        }
    }
    if outbox.observed {
        commands.queue(tell_observers::<D>);
    }
}

/// Tells the observers of all facts in order, those of an observer's own doing after all that came before.
pub(crate) fn tell_observers<D: Dimension>(world: &mut World) {
    // They wait until the schedule has run, so that they may run it, too.
    if world.get_resource::<Shared>().is_some_and(|shared| shared.runs_by_hand) {
        return;
    }
    let Some(mut outbox) = world.get_resource_mut::<Outbox<D>>() else { return };
    // An observer ran the systems by hand: the facts wait until those before them have been told.
    if core::mem::replace(&mut outbox.busy, true) {
        return;
    }
    while let Some(fact) = next_fact::<D>(world) {
        let [a, b] = fact.entities;
        for (entity, other) in [(a, b), (b, a)] {
            tell(world, fact, entity, other);
        }
    }
    if let Some(mut outbox) = world.get_resource_mut::<Outbox<D>>() {
        outbox.busy = false;
    }
}

/// Takes the first fact that somebody may want to hear.
fn next_fact<D: Dimension>(world: &mut World) -> Option<Fact<D>> {
    let anybody = is_observed::<CollisionStarted<D>>(world)
        || is_observed::<CollisionEnded<D>>(world)
        || is_observed::<NearStarted<D>>(world)
        || is_observed::<NearEnded<D>>(world);
    let mut outbox = world.get_resource_mut::<Outbox<D>>()?;
    if !anybody {
        outbox.facts.clear();
    }
    outbox.facts.pop_front()
}

/// Whether any observer waits for an event.
fn is_observed<E: EntityEvent>(world: &World) -> bool {
    let observers = world.event_key::<E>().and_then(|key| world.observers().try_get_observers(key));
    observers.is_some_and(|all| !(all.global_observers().is_empty() && all.entity_observers().is_empty()))
}

/// Tells one side of a pair of a fact.
fn tell<D: Dimension>(world: &mut World, fact: Fact<D>, entity: Entity, other: Entity) {
    let flip = entity != fact.entities[0];
    let dimension = core::marker::PhantomData;
    match fact.change {
        Change::Started(contact, time) => trigger(world, entity, || {
            let contact = if flip { contact.flipped() } else { contact };
            CollisionStarted::<D> { entity, other, contact, time }
        }),
        Change::Ended(reason) => {
            trigger(world, entity, || CollisionEnded::<D> { entity, other, reason, dimension });
        }
        Change::NearStarted(closest) => trigger(world, entity, || {
            let closest = if flip { flipped(closest) } else { closest };
            NearStarted::<D> { entity, other, closest }
        }),
        Change::NearEnded(reason) => {
            trigger(world, entity, || NearEnded::<D> { entity, other, reason, dimension });
        }
    }
}

/// Triggers an event if somebody may hear it; what does not exist any more hears nothing.
fn trigger<E>(world: &mut World, entity: Entity, event: impl FnOnce() -> E)
where
    E: EntityEvent + for<'a> Event<Trigger<'a> = PropagateEntityTrigger<false, E, &'static ChildOf>>,
{
    let observers = world.event_key::<E>().and_then(|key| world.observers().try_get_observers(key));
    let Some(observers) = observers else { return };
    let own = observers.entity_observers().contains_key(&entity);
    let all = !observers.global_observers().is_empty();
    let Ok(target) = world.get_entity(entity) else { return };
    let bubble = target.contains::<BubbleCollisions>();
    if own || all || bubble {
        let mut trigger = PropagateEntityTrigger::default();
        trigger.propagate = bubble;
        world.trigger_with(event(), trigger);
        // The next observer sees what this one did.
        world.flush();
    }
}
