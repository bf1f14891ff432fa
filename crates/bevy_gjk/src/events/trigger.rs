//! Triggers observers, one event at a time: of each queued transition for one entity of the pair, then for the other,
//! first those of the event itself, then those that match components of the other entity.
//!
//! Observers may change the world in any way, so all lookups are repeated after some have run.

use bevy_ecs::component::ComponentId;
use bevy_ecs::event::{EntityComponentsTrigger, EntityEvent, EventKey, PropagateEntityTrigger};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::observer::CachedObservers;
use bevy_ecs::prelude::{Entity, World};

use super::queue::{AllKeys, EventKeys, PendingTriggers};
use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::detection::contacts::{Transition, TransitionKind};
use crate::ecs::detect::Shared;
use crate::events::despawned::{forget_despawned, record_patterns};
use crate::events::{
    BubbleCollisions, CollisionEnded, CollisionStarted, MatchedEvent, ObservedEvent, ProximityEnded,
    ProximityStarted,
};

/// Triggers the observers of all pending transitions in order. Transitions that observers cause are queued behind
/// them.
pub(crate) fn trigger_observers<D: Dimension>(world: &mut World) {
    // Observers wait until the schedule has run, so that they may run it, too.
    if world.get_resource::<Shared>().is_some_and(|shared| shared.runs_on_demand) {
        return;
    }
    let Some(pending) = world.get_resource::<PendingTriggers<D>>() else { return };
    let keys = pending.keys;
    record_patterns::<D>(world, keys.iter().map(|keys| keys.match_event));
    let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() else { return };
    // If an observer ran the detection, the outer call triggers the new transitions after those before them.
    if pending.transitions.is_empty() || core::mem::replace(&mut pending.is_triggering, true) {
        return;
    }
    let mut components = core::mem::take(&mut pending.components);
    while let Some(transition) = next_transition::<D>(world, keys) {
        let keys = keys.of(&transition.change);
        let [a, b] = transition.entities;
        let restores = restore_count::<D>(world);
        let is_match_observed = is_observed(world, keys.match_event);
        let ran = trigger_pair(world, keys, is_match_observed, transition, [a, b], &mut components);
        // Looked up again only if observers ran, since these may have spawned other observers.
        let is_match_observed = if ran { is_observed(world, keys.match_event) } else { is_match_observed };
        if ran && restore_count::<D>(world) != restores {
            continue;
        }
        trigger_pair(world, keys, is_match_observed, transition, [b, a], &mut components);
    }
    if let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() {
        pending.is_triggering = false;
        pending.components = components;
    }
    forget_despawned::<D>(world);
}

/// Returns how many states have been restored.
pub(super) fn restore_count<D: Dimension>(world: &World) -> u32 {
    world.get_resource::<Collisions<D>>().map_or(0, |collisions| collisions.restores)
}

/// Takes the first pending transition, unless a state was restored since the run that found it. If there are no
/// observers at all, it clears the queue.
fn next_transition<D: Dimension>(world: &mut World, keys: AllKeys) -> Option<Transition<D>> {
    let is_any_observed = keys
        .iter()
        .any(|EventKeys { event, match_event }| is_observed(world, event) || is_observed(world, match_event));
    let restores = restore_count::<D>(world);
    let mut pending = world.get_resource_mut::<PendingTriggers<D>>()?;
    pending.drop_before_restore(restores);
    if !is_any_observed {
        pending.transitions.clear();
    }
    pending.transitions.pop_front()
}

/// Returns whether an event has any observer.
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

/// Triggers the event of a transition for one entity of its pair. Returns whether observers ran.
fn trigger_pair<D: Dimension>(
    world: &mut World,
    keys: EventKeys,
    is_match_observed: bool,
    transition: Transition<D>,
    [entity, other]: [Entity; 2],
    components: &mut Vec<ComponentId>,
) -> bool {
    let flip = entity != transition.entities[0];
    let dimension = core::marker::PhantomData;
    let pair = [entity, other];
    match transition.change {
        TransitionKind::Started(contact, time) => {
            trigger::<D, _>(world, keys, is_match_observed, pair, components, || {
                let contact = if flip { contact.flipped() } else { contact };
                CollisionStarted::<D> { entity, other, contact, time }
            })
        }
        TransitionKind::Ended(reason) => {
            let event = || CollisionEnded::<D> { entity, other, reason, dimension };
            trigger::<D, _>(world, keys, is_match_observed, pair, components, event)
        }
        TransitionKind::ProximityStarted(closest) => {
            trigger::<D, _>(world, keys, is_match_observed, pair, components, || {
                let closest = if flip { closest.flipped() } else { closest };
                ProximityStarted::<D> { entity, other, closest }
            })
        }
        TransitionKind::ProximityEnded(reason) => {
            let event = || ProximityEnded::<D> { entity, other, reason, dimension };
            trigger::<D, _>(world, keys, is_match_observed, pair, components, event)
        }
    }
}

/// Triggers an event if it may have an observer and its entity exists. Returns whether observers ran.
fn trigger<D: Dimension, E: ObservedEvent>(
    world: &mut World,
    keys: EventKeys,
    is_match_observed: bool,
    [entity, other]: [Entity; 2],
    components: &mut Vec<ComponentId>,
    event: impl Fn() -> E,
) -> bool {
    let observers = world.observers().try_get_observers(keys.event);
    if observers.is_none() && !is_match_observed {
        return false;
    }
    let has_observer = observers.map(|observers| has_observer(observers, entity));
    let Ok(target) = world.get_entity(entity) else { return false };
    let bubbles = target.contains::<BubbleCollisions>();
    let mut route = Route { bubbles, stop_at: None };
    let mut is_triggered = false;
    if has_observer.is_some_and(|has_observer| has_observer || bubbles) {
        let mut event = event();
        let mut trigger = PropagateEntityTrigger::default();
        trigger.propagate = bubbles;
        world.trigger_ref_with(&mut event, &mut trigger);
        let last = event.event_target();
        route = Route {
            bubbles: trigger.propagate || last != entity,
            stop_at: (!trigger.propagate).then_some(last),
        };
        is_triggered = true;
    }
    // Before the commands of the observers above are applied, so that one of them that despawns its entity does not
    // keep the others of that entity from running.
    if is_match_observed {
        is_triggered |=
            trigger_matched::<D, E>(world, keys.match_event, [entity, other], route, components, event);
    }
    if is_triggered {
        // Observers of the next event see what these did.
        world.flush();
    }
    is_triggered
}

/// How far an event bubbles up from child to parent.
struct Route {
    bubbles: bool,
    /// The entity at which an observer stopped the event.
    stop_at: Option<Entity>,
}

/// Returns whether an observer that asks for no component receives the events of an entity.
fn has_observer(observers: &CachedObservers, entity: Entity) -> bool {
    !observers.global_observers().is_empty() || observers.entity_observers().contains_key(&entity)
}

/// Triggers the observers that ask for components of the other entity. Returns whether there may have been any.
// Not inlined, since most apps have no such observers.
#[inline(never)]
fn trigger_matched<D: Dimension, E: ObservedEvent>(
    world: &mut World,
    key: EventKey,
    [entity, other]: [Entity; 2],
    Route { bubbles, mut stop_at }: Route,
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
    let mut has_observer = has_observer(observers, entity)
        || bubbles && !(observers.global_observers().is_empty() && observers.entity_observers().is_empty());
    for (&component, component_observers) in observers.component_observers() {
        let has_component = match &other_entity {
            Some(other) => other.contains_id(component),
            None => despawned.contains(other, component),
        };
        if has_component {
            // All of them, since the event may bubble up to parents whose observers ask for other components.
            components.push(component);
            has_observer |= bubbles
                || !component_observers.global_observers().is_empty()
                || component_observers.entity_component_observers().contains_key(&entity);
        }
    }
    if !has_observer {
        return false;
    }
    // Observers run in the order of the components, and that of a hash map is not deterministic.
    components.sort_unstable();
    let mut event = MatchedEvent { event: event(), original_target: entity, propagates: bubbles };
    loop {
        let target = event.event_target();
        if stop_at == Some(target) {
            event.propagates = false;
            stop_at = None;
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
