//! Reads the world for the rules: names, components, and what is above and below an entity, disabled or not.

use core::any::TypeId;

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::entity_disabling::DefaultQueryFilters;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{Entity, World};

#[cfg(any(feature = "meshes", feature = "sprites"))]
use super::loading;
use super::rule::Finding;
use crate::ecs::ancestors;
use crate::ecs::warned_entities::with_name;

/// A view of the world.
pub(super) struct Inspector<'w> {
    pub(super) world: &'w World,
}

impl Inspector<'_> {
    /// Returns an entity and its name, for a warning.
    pub(super) fn name(&self, entity: Entity) -> String {
        with_name(entity, self.world.get::<Name>(entity))
    }

    /// Returns whether an entity has any of these components.
    pub(super) fn has_any(&self, entity: Entity, components: &[TypeId]) -> bool {
        let entity = self.world.get_entity(entity);
        entity.is_ok_and(|entity| components.iter().any(|&component| entity.contains_type_id(component)))
    }

    /// Returns whether an entity has a disabling component.
    pub(super) fn is_disabled(&self, entity: Entity) -> bool {
        let (Ok(entity), Some(filters)) =
            (self.world.get_entity(entity), self.world.get_resource::<DefaultQueryFilters>())
        else {
            return false;
        };
        filters.disabling_ids().any(|id| entity.contains_id(id))
    }

    /// Iterates over the ancestors of an entity, nearest first.
    pub(super) fn above(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        ancestors(entity, |entity| self.world.get::<ChildOf>(entity).map(ChildOf::parent)).skip(1)
    }

    /// Iterates over the descendants of an entity, each once, even if the hierarchy has a cycle.
    pub(super) fn below(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        let mut seen = EntityHashSet::default();
        let mut stack = vec![entity];
        core::iter::from_fn(move || {
            loop {
                let next = stack.pop()?;
                if seen.insert(next) {
                    let children = self.world.get::<Children>(next);
                    stack.extend(children.into_iter().flat_map(|children| children.iter().rev()));
                    return Some(next);
                }
            }
        })
        .skip(1)
    }

    /// Returns the first descendant of an entity with any of these components.
    pub(super) fn find_below(&self, entity: Entity, components: &[TypeId]) -> Option<Entity> {
        self.below(entity).find(|&entity| self.has_any(entity, components))
    }

    /// Returns the nearest ancestor of an entity with any of these components.
    pub(super) fn find_above(&self, entity: Entity, components: &[TypeId]) -> Option<Entity> {
        self.above(entity).find(|&entity| self.has_any(entity, components))
    }

    /// Returns what is to be said about something that is missing and that an asset of the entity, or of one below it, may
    /// bring: nothing while that is being loaded; if it could not be loaded, why, instead of the cure.
    pub(super) fn missing(&self, entity: Entity, problem: &str, cure: &str) -> Finding {
        #[cfg(any(feature = "meshes", feature = "sprites"))]
        {
            let entities = core::iter::once(entity).chain(self.below(entity));
            match entities.filter_map(|entity| loading::pending(self.world, entity)).max() {
                Some(loading::Pending::Loading) => return Finding::Loading,
                Some(loading::Pending::Failed(error)) => {
                    return Finding::Component(format!("{problem}. Its asset was not loaded: {error}"));
                }
                None => {}
            }
        }
        #[cfg(not(any(feature = "meshes", feature = "sprites")))]
        let _ = entity;
        Finding::Component(format!("{problem}. {cure}"))
    }
}
