//! One warning for each character that cannot be moved.

use bevy_ecs::entity::{Entities, EntityHashMap};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Entity, Query};
use bevy_log::warn;

use crate::collider::Dimension;

/// The characters that were warned of and still cannot be moved, and why.
#[derive(Debug, Default)]
pub(super) struct Warned(EntityHashMap<&'static str>);

impl Warned {
    /// Warns that a character is not moved, unless the same was said before.
    pub(super) fn warn<D: Dimension>(
        &mut self,
        entity: Entity,
        reason: &'static str,
        names: &Query<NameOrEntity>,
        entities: &Entities,
    ) {
        // Despawned entities are cleared when the map is about to grow.
        if self.0.len() == self.0.capacity() {
            self.0.retain(|&entity, _| entities.contains(entity));
        }
        if self.0.insert(entity, reason) != Some(reason) {
            let name = names.get(entity).ok().and_then(|it| it.name);
            let name = name.map_or_else(|| entity.to_string(), |name| format!("{entity} \"{name}\""));
            warn!(
                "the {} CharacterMover of entity {name} does not move until it is fixed: {reason}",
                D::NAME
            );
        }
    }

    /// Notes that a character can be moved.
    pub(super) fn clear(&mut self, entity: Entity) {
        if !self.0.is_empty() {
            self.0.remove(&entity);
        }
    }
}
