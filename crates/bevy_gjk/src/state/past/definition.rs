//! All of a collider but its place.

use bevy_ecs::entity::EntityMapper;
use bevy_ecs::prelude::Entity;

use crate::collider::{ColliderError, ColliderShape, Dimension};
use crate::detection::proxies::{ColliderSettings, Colliders};

/// All of a collider but its place: what rarely changes.
#[derive(Debug)]
pub(super) struct Definition<D: Dimension> {
    pub(super) entity: Entity,
    pub(super) shape: Result<ColliderShape<D>, ColliderError>,
    pub(super) settings: ColliderSettings<'static>,
}

impl<D: Dimension> Definition<D> {
    /// Returns the definition of the collider in a slot.
    pub(super) fn of(slot: u32, colliders: &Colliders<D>) -> Self {
        let collider = colliders.at(slot);
        let settings = ColliderSettings::of(slot, colliders);
        Self { entity: collider.entity, shape: collider.shape.clone(), settings }
    }

    /// Returns the definition with other ids of entities.
    pub(super) fn mapped(&self, mapper: &mut impl EntityMapper) -> Self {
        let mut settings = self.settings.clone();
        settings.map_entities(|entity| mapper.get_mapped(entity));
        Self { entity: mapper.get_mapped(self.entity), shape: self.shape.clone(), settings }
    }
}
