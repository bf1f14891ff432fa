//! Warnings of what is invalid: for each entity one, until it is mended.

use bevy_ecs::entity::{Entities, EntityHashMap, EntityHashSet};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Entity, Query};
use bevy_log::warn;

use crate::collider::Dimension;
use crate::collider::ProximityMargin;
use crate::error::ColliderError;

/// Who has been warned of and not mended since.
#[derive(Debug, Default)]
pub(crate) struct Warned {
    colliders: EntityHashMap<ColliderError>,
    margins: EntityHashSet,
}

impl Warned {
    /// Returns the error of the collider of an entity, if it was found invalid.
    pub(crate) fn error_of(&self, entity: Entity) -> Option<ColliderError> {
        self.colliders.get(&entity).copied()
    }
}

/// Warns.
pub(super) struct Warnings<'a, 'w, 's> {
    pub(super) warned: &'a mut Warned,
    pub(super) names: &'a Query<'w, 's, NameOrEntity>,
    pub(super) entities: &'a Entities,
}

impl Warnings<'_, '_, '_> {
    /// Whether any collider has been warned of and not mended since.
    pub(super) fn any_collider(&self) -> bool {
        !self.warned.colliders.is_empty()
    }

    /// Notes whether a collider is valid, and warns if it has become invalid.
    pub(super) fn collider<D: Dimension>(&mut self, entity: Entity, state: Result<(), ColliderError>) {
        let colliders = &mut self.warned.colliders;
        let Err(error) = state else {
            colliders.remove(&entity);
            return;
        };
        // Entities that were despawned are never cleared.
        if colliders.len() == colliders.capacity() {
            colliders.retain(|&entity, _| self.entities.contains(entity));
        }
        if colliders.insert(entity, error).is_none() {
            let name = self.name(entity);
            warn!("the {} collider of entity {name} rests until it is mended: {error}", D::NAME);
        }
    }

    /// A part of a compound is left out from now on.
    pub(super) fn part<D: Dimension>(&self, part: Entity, error: ColliderError) {
        let name = self.name(part);
        warn!("the {} collider of entity {name} is left out until it is mended: {error}", D::NAME);
    }

    /// The margin, or none if it is invalid.
    pub(super) fn margin(&mut self, entity: Entity, ProximityMargin(margin): ProximityMargin) -> f32 {
        if margin.is_finite() && margin >= 0.0 {
            clear(&mut self.warned.margins, entity);
            return margin;
        }
        if insert(&mut self.warned.margins, entity, self.entities) {
            let name = self.name(entity);
            warn!("the ProximityMargin of entity {name} is {margin}, and counts as none until it is mended");
        }
        0.0
    }

    fn name(&self, entity: Entity) -> String {
        let name = self.names.get(entity).ok().and_then(|it| it.name);
        name.map_or_else(|| entity.to_string(), |name| format!("{entity} \"{name}\""))
    }
}

fn clear(warned: &mut EntityHashSet, entity: Entity) {
    if !warned.is_empty() {
        warned.remove(&entity);
    }
}

/// Whether an entity was not among them.
fn insert(warned: &mut EntityHashSet, entity: Entity, entities: &Entities) -> bool {
    // Those that are gone are not mended any more.
    if warned.len() == warned.capacity() {
        warned.retain(|&entity| entities.contains(entity));
    }
    warned.insert(entity)
}
