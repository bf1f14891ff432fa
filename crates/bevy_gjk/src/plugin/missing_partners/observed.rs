//! What observers of collision events wait for in vain: their entity, or the component that they ask for, is above the
//! collider; or a character stops before the two touch.

use core::any::TypeId;

use bevy_ecs::component::ComponentId;
use bevy_ecs::event::{Event, EventKey};
use bevy_ecs::observer::{CachedObservers, ObservedBy, Observer};
use bevy_ecs::prelude::{Entity, World};

use super::table::{COLLIDERS, COMPOUND, SCENES, SOURCES};
use super::{Inspector, Outcome, Row, When};
use crate::collider::{Dim2, Dim3, Dimension};
use crate::detection::Collisions;
use crate::events::{BubbleCollisions, CollisionEnded, CollisionStarted, MatchedEvent};
use crate::movement::{CharacterMover, MoverRuns};

/// Returns the observers of an event.
fn observers<E: Event>(world: &World) -> Option<&CachedObservers> {
    world.event_key::<E>().and_then(|key: EventKey| world.observers().try_get_observers(key))
}

/// Returns the components of the other entity for which an entity has observers of the beginning of its touches, or all
/// entities have.
fn asked_for<D: Dimension>(world: &World) -> impl Iterator<Item = ComponentId> {
    let observers = observers::<MatchedEvent<CollisionStarted<D>>>(world);
    observers.into_iter().flat_map(|all| all.component_observers().keys().copied())
}

/// Returns whether an entity has an observer of its own of collision events, whatever the other entity is.
fn is_observed<D: Dimension>(world: &World, entity: Entity) -> bool {
    let all = [observers::<CollisionStarted<D>>(world), observers::<CollisionEnded<D>>(world)];
    all.into_iter().flatten().any(|all| all.entity_observers().contains_key(&entity))
}

/// Returns whether an entity has an observer of its own that asks for a component of the other entity.
fn asks_for<D: Dimension>(world: &World, entity: Entity, other: Option<Entity>) -> bool {
    let Some(all) = observers::<MatchedEvent<CollisionStarted<D>>>(world) else { return false };
    let other = other.and_then(|other| world.get_entity(other).ok());
    all.component_observers().iter().any(|(&component, all)| {
        all.entity_component_observers().contains_key(&entity)
            && other.is_none_or(|other| other.contains_id(component))
    })
}

/// Returns the row that an entity with observers needs a collider, unless the events of one below it bubble up.
pub(super) fn needs_collider<D: Dimension>() -> Row {
    let row = Row::new(When::Later, [TypeId::of::<ObservedBy>()], |it, entity| {
        let bubbles = [TypeId::of::<BubbleCollisions>()];
        let is_observed = is_observed::<D>(it.world, entity) || asks_for::<D>(it.world, entity, None);
        if !is_observed
            || it.find_above(entity, COMPOUND).is_some()
            || it.find_below(entity, &bubbles).is_some()
        {
            return Outcome::Nothing;
        }
        let Some(child) = it.find_below(entity, COLLIDERS) else { return Outcome::Nothing };
        let [parent, child] = [entity, child].map(|entity| it.name(entity));
        let but = format!(
            "no Collider: the events are those of the colliders below it. Insert BubbleCollisions into each of them, such as \
             {child}, or make one collider of all of them by a CompoundCollider on {parent}"
        );
        it.warning(entity, "an observer of collision events", &but)
    });
    row.unless(COLLIDERS).unless(COMPOUND).unless(SOURCES).unless(SCENES)
}

/// Returns the row that the components for which observers ask are on the entity of the collider. One entity stands for
/// all of its archetype.
pub(super) fn asks_for_components_of_colliders<D: Dimension>() -> Row {
    let row = Row::new(When::Later, [TypeId::of::<Observer>()], |it, _| {
        let any = [COLLIDERS, COMPOUND, SOURCES, SCENES].concat();
        for component in asked_for::<D>(it.world) {
            let archetypes = it.world.archetypes().iter().filter(|archetype| archetype.contains(component));
            let owners: Vec<_> =
                archetypes.filter_map(|archetype| Some(archetype.entities().first()?.id())).collect();
            // Where colliders have it, that others have it too is no mistake.
            if owners.iter().any(|&owner| it.has_any(owner, &any)) {
                continue;
            }
            if let Some(outcome) = owners.iter().find_map(|&owner| owns_in_vain(it, owner)) {
                return outcome;
            }
        }
        Outcome::Nothing
    });
    let mut row = row.about_archetypes();
    row.are_disabled = None;
    row
}

/// Warns of an entity with a component that observers ask for, above colliders without it.
fn owns_in_vain(it: &Inspector, owner: Entity) -> Option<Outcome> {
    let child = it.find_below(owner, COLLIDERS)?;
    if it.find_above(owner, COMPOUND).is_some() {
        return None;
    }
    let but = format!(
        "no Collider: what touches is the collider below it, {}, which lacks that component. Insert it there, or make one \
         collider of all below by a CompoundCollider on the entity that has it",
        it.name(child)
    );
    Some(it.warning(owner, "a component for which an observer of CollisionStartedWith asks", &but))
}

/// Returns the first characters of a dimension that were stopped, each with what stopped it, where either has observers.
pub(super) fn stopped<D: Dimension>(world: &World) -> &[[Entity; 2]] {
    world.get_resource::<MoverRuns<D>>().map_or(&[], MoverRuns::stopped)
}

/// Returns the row about characters that stop before something whose touches are observed.
pub(super) fn stops_before_observed() -> Row {
    Row::new(When::Once, [], |it, entity| {
        let warning = stops_in_vain::<Dim2>(it, entity).or_else(|| stops_in_vain::<Dim3>(it, entity));
        warning.map_or(Outcome::Nothing, Outcome::Warning)
    })
}

/// Returns the warning about what stops a character, if an observer waits for the two to touch.
fn stops_in_vain<D: Dimension>(it: &Inspector, entity: Entity) -> Option<String> {
    let collisions = it.world.get_resource::<Collisions<D>>()?;
    let mut pairs = stopped::<D>(it.world).iter().filter(|pair| pair[0] == entity);
    let [_, other] = *pairs.find(|[_, other]| {
        let is_heard = is_observed::<D>(it.world, *other)
            || asks_for::<D>(it.world, *other, Some(entity))
            || asks_for::<D>(it.world, entity, Some(*other));
        is_heard && it.world.get_entity(*other).is_ok() && !collisions.contains(entity, *other)
    })?;
    let [name, other, dimension] = [it.name(entity), it.name(other), D::NAME.to_owned()];
    Some(format!(
        "the {dimension} CharacterMover of entity {name} stops before {other}, so the two never touch, and an observer of \
         CollisionStarted waits for it in vain. To let it walk into {other}, leave the layer of {other} out of its \
         solid_layers (of more like this, nothing is said)"
    ))
}

/// Returns the row about characters whose lengths are those of a person in meters, while the world has other units.
pub(super) fn fits_its_size<D: Dimension>() -> Row {
    /// The least height of a step, as a fraction of the height of the character. Tuning constant: `for_height` makes it
    /// a sixth; the default for a person in meters is a fiftieth of a character of 15 pixels.
    const LEAST_STEP: f32 = 0.02;
    Row::new(When::Later, [TypeId::of::<CharacterMover<D>>(), TypeId::of::<D::Collider>()], |it, entity| {
        let collisions = it.world.get_resource::<Collisions<D>>();
        let placed = collisions.and_then(|all| all.colliders.get(entity));
        let (Some(placed), Some(mover)) = (placed, it.world.get::<CharacterMover<D>>(entity)) else {
            return Outcome::Nothing;
        };
        let bounds = placed.bounds();
        let [size, up] = [bounds.max - bounds.min, mover.up].map(D::coordinates);
        let length = up.iter().map(|it| it * it).sum::<f32>().sqrt();
        let height = size.iter().zip(up).map(|(size, up)| size * up.abs()).sum::<f32>() / length;
        let is_tiny = mover.step_height > 0.0 && mover.step_height < LEAST_STEP * height;
        if !(is_tiny && height.is_finite()) {
            return Outcome::Nothing;
        }
        let (name, dimension, step) = (it.name(entity), D::NAME, mover.step_height);
        Outcome::Warning(format!(
            "the {dimension} CharacterMover of entity {name}, which is {height:.1} high, climbs no step above {step}: its lengths \
             are those of a person in meters. Create it by CharacterMover::for_height({height:.1}), or set its step_height to 0"
        ))
    })
}
