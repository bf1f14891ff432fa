//! All of a collider but its place.

use bevy_ecs::entity::EntityMapper;
use bevy_ecs::prelude::Entity;

use crate::collider::ColliderError;
use crate::collider::{ColliderShape, CollisionLayers, CollisionOrder, Dimension, SweptCollider};
use crate::detection::proxies::{ColliderSettings, Colliders};

/// All of a collider but its place: what rarely changes.
#[derive(Debug)]
pub(super) struct Form<D: Dimension> {
    pub(super) entity: Entity,
    pub(super) shape: Result<ColliderShape<D>, ColliderError>,
    layers: CollisionLayers,
    margin: f32,
    swept: Option<SweptCollider>,
    exceptions: Vec<Entity>,
    group: Option<Entity>,
    order: Option<CollisionOrder>,
}

impl<D: Dimension> Form<D> {
    /// Returns the form of the collider in a slot.
    pub(super) fn of(slot: u32, colliders: &Colliders<D>) -> Self {
        let collider = colliders.at(slot);
        Self {
            entity: collider.entity,
            shape: collider.shape.clone(),
            layers: collider.layers_of_entity(),
            margin: collider.margin,
            swept: collider.swept(),
            exceptions: collider.filter.exceptions().to_vec(),
            group: collider.filter.group(),
            order: colliders.key(slot).map(CollisionOrder),
        }
    }

    pub(super) fn settings(&self) -> ColliderSettings<'_> {
        let Self { layers, margin, swept, ref exceptions, group, order, .. } = *self;
        ColliderSettings { layers, margin, swept, exceptions, group, order }
    }

    /// Returns the form with other ids of entities.
    pub(super) fn mapped(&self, mapper: &mut impl EntityMapper) -> Self {
        Self {
            entity: mapper.get_mapped(self.entity),
            shape: self.shape.clone(),
            exceptions: self.exceptions.iter().map(|&entity| mapper.get_mapped(entity)).collect(),
            group: self.group.map(|group| mapper.get_mapped(group)),
            ..*self
        }
    }
}
