//! Reads the world for the table: names, components, and what is above and below an entity, disabled or not.

use core::any::TypeId;

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::entity_disabling::DefaultQueryFilters;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::prelude::{Entity, World};

use super::Outcome;
#[cfg(any(feature = "meshes", feature = "sprites"))]
use super::loading::{self, Pending};
use crate::ecs::ancestors;
use crate::ecs::names::NameSource;

/// A view of the world.
pub(super) struct Inspector<'w> {
    pub(super) world: &'w World,
}

impl Inspector<'_> {
    /// Returns an entity and its name, for a warning.
    pub(super) fn name(&self, entity: Entity) -> String {
        self.world.named(entity).to_string()
    }

    /// Returns whether an entity has any of these components.
    pub(super) fn has_any(&self, entity: Entity, components: &[TypeId]) -> bool {
        let entity = self.world.get_entity(entity);
        entity.is_ok_and(|entity| components.iter().any(|&component| entity.contains_type_id(component)))
    }

    /// Returns whether an entity has a disabling component.
    pub(super) fn is_disabled(&self, entity: Entity) -> bool {
        let (entity, filters) =
            (self.world.get_entity(entity), self.world.get_resource::<DefaultQueryFilters>());
        entity.is_ok_and(|entity| {
            filters.is_some_and(|filters| filters.disabling_ids().any(|id| entity.contains_id(id)))
        })
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

    /// Returns where else in the hierarchy of an entity there is one with any of these components, for a warning: `on
    /// entity 3v0 below it`.
    #[cfg(any(feature = "meshes", feature = "sprites"))]
    pub(super) fn place_of(&self, entity: Entity, components: &[TypeId]) -> Option<String> {
        let below = self.find_below(entity, components).map(|below| (below, "below"));
        let (other, side) =
            below.or_else(|| self.find_above(entity, components).map(|above| (above, "above")))?;
        Some(format!("on entity {} {side} it", self.name(other)))
    }

    /// Warns that an entity has something that does not work.
    pub(super) fn warning(&self, entity: Entity, has: &str, but: &str) -> Outcome {
        Outcome::Warning(format!("entity {} has {has}, but {but}", self.name(entity)))
    }

    /// Warns of something that an asset of the entity, or of one below it, may bring: not while the asset is being
    /// loaded; if it could not be loaded, the warning says why, instead of the cure.
    pub(super) fn warning_unless_loading(&self, entity: Entity, has: &str, but: &str, cure: &str) -> Outcome {
        #[cfg(any(feature = "meshes", feature = "sprites"))]
        {
            let entities = core::iter::once(entity).chain(self.below(entity));
            match entities.filter_map(|entity| loading::pending(self.world, entity)).max() {
                Some(Pending::Loading) => return Outcome::Unknown,
                Some(Pending::Failed(error)) => {
                    return self.warning(entity, has, &format!("{but}. Its asset was not loaded: {error}"));
                }
                None => {}
            }
        }
        self.warning(entity, has, &format!("{but}. {cure}"))
    }
}
