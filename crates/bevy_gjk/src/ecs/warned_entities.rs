//! The entities that a warning was logged about, so that each is warned of once until it is valid again.

use bevy_ecs::entity::{Entities, EntityHashMap};
use bevy_ecs::prelude::Entity;

/// The entities that were warned of and are still invalid, and why.
#[derive(Debug)]
pub(crate) struct WarnedEntities<R>(EntityHashMap<R>);

impl<R> Default for WarnedEntities<R> {
    fn default() -> Self {
        Self(EntityHashMap::default())
    }
}

impl<R> WarnedEntities<R> {
    /// Returns whether no entity is invalid.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns why an entity was warned of.
    pub(crate) fn get(&self, entity: Entity) -> Option<&R> {
        self.0.get(&entity)
    }

    /// Iterates over the entities and why they were warned of, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entity, &R)> {
        self.0.iter().map(|(&entity, reason)| (entity, reason))
    }

    /// Records that an entity is invalid. Returns the reason that was recorded before.
    pub(crate) fn insert(&mut self, entity: Entity, reason: R, entities: &Entities) -> Option<R> {
        // Despawned entities do not become valid again: they are removed when the map is about to grow.
        if self.0.len() == self.0.capacity() {
            self.0.retain(|&entity, _| entities.contains(entity));
        }
        self.0.insert(entity, reason)
    }

    /// Records what is wrong with an entity, or that nothing is. Returns it if there is something to warn of: something
    /// else than before.
    pub(crate) fn update(&mut self, entity: Entity, reason: Option<R>, entities: &Entities) -> Option<R>
    where
        R: Clone + PartialEq,
    {
        let Some(reason) = reason else {
            self.remove(entity);
            return None;
        };
        (self.insert(entity, reason.clone(), entities).as_ref() != Some(&reason)).then_some(reason)
    }

    /// Records that an entity is valid.
    pub(crate) fn remove(&mut self, entity: Entity) {
        if !self.0.is_empty() {
            self.0.remove(&entity);
        }
    }
}
