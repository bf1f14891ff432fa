//! The colliders that a warning was logged about, and why.

use core::sync::atomic::AtomicU8;

use bevy_ecs::prelude::Entity;

use crate::collider::{ColliderError, GridFlaw};
use crate::ecs::warned_entities::WarnedEntities;

/// The entities that were warned of and are still invalid.
#[derive(Debug, Default)]
pub(crate) struct Warned {
    pub(crate) colliders: WarnedEntities<ColliderError>,
    pub(crate) margins: WarnedEntities<()>,
    /// The colliders that are in no layer.
    pub(crate) layers: WarnedEntities<()>,
    /// The grids of which cells are left out, and by which flaw.
    pub(crate) cells: WarnedEntities<GridFlaw>,
    /// Whether a part of a swept compound was named that moved relative to its root.
    pub(crate) has_part_of_swept: bool,
    /// The flaws of questions that were reported, a bit for each.
    pub(crate) questions: AtomicU8,
    /// Whether the app has started: its startup schedules have run.
    pub(crate) has_started: bool,
}

impl Warned {
    /// Returns the error of the collider of an entity, if it was found invalid.
    pub(crate) fn error_of(&self, entity: Entity) -> Option<ColliderError> {
        self.colliders.get(entity).copied()
    }

    /// Iterates over the entities that were last seen [without a place](ColliderError::NotPlaced), in no particular
    /// order.
    pub(crate) fn not_placed(&self) -> impl Iterator<Item = Entity> {
        self.colliders
            .iter()
            .filter(|(_, error)| **error == ColliderError::NotPlaced)
            .map(|(entity, _)| entity)
    }

    /// Forgets that the collider of an entity was invalid.
    pub(crate) fn forget(&mut self, entity: Entity) {
        self.colliders.remove(entity);
    }

    /// Returns whether an entity was last seen without a place.
    pub(crate) fn is_not_placed(&self, entity: Entity) -> bool {
        self.colliders.get(entity) == Some(&ColliderError::NotPlaced)
    }
}
