//! Finds what has changed in the world since the last run, of all that a run depends on.

use bevy_ecs::archetype::ArchetypeId;
use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::entity::{EntityHashMap, EntityHashSet};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, EntityRef, QueryState, Ref, World};
use bevy_platform::collections::HashMap;
use bevy_transform::components::{GlobalTransform, Transform};

use crate::ecs::transform_numbers::numbers;
use crate::recording::Recordable;
use crate::recording::components::{ROLES, Role, Since, Watch, Written, global_numbers, watches};
use crate::recording::records::{GlobalNumbers, Numbers};

/// What has changed in the world.
#[derive(Default)]
pub(super) struct Changes {
    /// The entities that are recorded from now on; all of their components are in the other lists.
    pub(super) entered: Vec<Entity>,
    /// Those that are no longer, and whether they still exist.
    pub(super) left: Vec<(Entity, bool)>,
    pub(super) components: Vec<(Entity, u8, Option<Vec<u8>>)>,
    pub(super) transforms: Vec<(Entity, Numbers)>,
    pub(super) globals: Vec<(Entity, Option<GlobalNumbers>)>,
}

type Places<D> = QueryState<(Entity, Ref<'static, Transform>, Ref<'static, GlobalTransform>), Role<D>>;

/// Finds what has changed in the world.
pub(super) struct Watcher<D: Recordable> {
    components: Components,
    places: Places<D>,
    parents: QueryState<(Entity, &'static ChildOf), Role<D>>,
    /// The recorded entities, and which components each of them has, as bits by the index in `watches`.
    known: EntityHashMap<u32>,
    /// How many of the entities with a role have each component.
    counts: Vec<usize>,
    /// Those whose global transform is not what their transform alone makes of it.
    with_global: EntityHashSet,
    /// The entities that have entered in this run.
    entered: EntityHashSet,
    /// The entities without a role above those with one.
    ancestors: Vec<Entity>,
}

/// The components that are recorded.
struct Components {
    /// Their numbers, and what finds their changes.
    watches: Vec<(u8, Box<dyn Watch>)>,
    /// Those of each archetype.
    masks: HashMap<ArchetypeId, u32>,
    /// The bits of those of which each entity with a role has one.
    roles: u32,
}

impl Components {
    /// Returns which of the components an entity has.
    fn mask(&mut self, row: EntityRef) -> u32 {
        let watches = &self.watches;
        *self.masks.entry(row.archetype().id()).or_insert_with(|| {
            let bit =
                |(index, (_, watch)): (usize, &(u8, Box<dyn Watch>))| u32::from(watch.is_on(row)) << index;
            watches.iter().enumerate().map(bit).sum()
        })
    }
}

impl<D: Recordable> Watcher<D> {
    pub(super) fn new(world: &mut World) -> Self {
        let (watches, (places, parents)) =
            watches::<D, _>(world, |world| (Places::<D>::new(world), QueryState::new(world)));
        let bit = |(index, (number, _)): (usize, &(u8, Box<dyn Watch>))| {
            if ROLES.contains(number) { 1 << index } else { 0 }
        };
        let roles = watches.iter().enumerate().map(bit).sum();
        Self {
            counts: vec![0; watches.len()],
            components: Components { watches, masks: HashMap::default(), roles },
            places,
            parents,
            known: EntityHashMap::default(),
            with_global: EntityHashSet::default(),
            entered: EntityHashSet::default(),
            ancestors: Vec::new(),
        }
    }

    /// Finds what has changed.
    pub(super) fn find(&mut self, world: &World, since: Since) -> Changes {
        let mut changes = Changes::default();
        let mut found = Vec::new();
        let mut counts = Vec::with_capacity(self.components.watches.len());
        for (_, watch) in &mut self.components.watches {
            counts.push(watch.find(world, since, &mut |entity, written| found.push((entity, written))));
        }
        self.entered.clear();
        for (entity, written) in found {
            self.note(world, entity, written, &mut changes);
        }
        self.find_moved(world, since, &mut changes);
        let ancestor_is_gone = self.find_ancestors(world, since, &mut changes);
        if ancestor_is_gone || counts != self.counts {
            self.find_removed(world, &mut changes);
            self.counts = counts;
        }
        changes
    }

    /// Finds the entities with a role that have moved.
    fn find_moved(&mut self, world: &World, since: Since, changes: &mut Changes) {
        self.places.update_archetypes(world);
        for (entity, transform, global) in self.places.iter_manual(world) {
            if !self.entered.is_empty() && self.entered.contains(&entity) {
                continue;
            }
            let is_moved = since.includes(transform.last_changed());
            if is_moved {
                changes.transforms.push((entity, numbers(&transform)));
            }
            if is_moved || since.includes(global.last_changed()) {
                note_global(&mut self.with_global, entity, global_numbers(&global, &transform), changes);
            }
        }
    }

    /// Notes a component that was written.
    fn note(&mut self, world: &World, entity: Entity, (number, bytes): Written, changes: &mut Changes) {
        let Ok(row) = world.get_entity(entity) else { return };
        let mask = self.components.mask(row);
        let Some(known) = self.known.get_mut(&entity) else {
            self.enter(row, mask, changes);
            return;
        };
        // All components of an entity are written when it enters.
        if self.entered.contains(&entity) {
            return;
        }
        let added = mask & !*known;
        *known |= added;
        for (index, count) in self.counts.iter_mut().enumerate() {
            *count += usize::from(added >> index & 1 == 1);
        }
        changes.components.push((entity, number, Some(bytes)));
    }

    /// Begins to record an entity, with all of its components.
    fn enter(&mut self, row: EntityRef, mask: u32, changes: &mut Changes) {
        let entity = row.id();
        self.known.insert(entity, mask);
        changes.entered.push(entity);
        self.entered.insert(entity);
        for (index, (_, watch)) in self.components.watches.iter().enumerate() {
            if let Some((number, bytes)) = watch.get(row, Since::Ever) {
                changes.components.push((entity, number, Some(bytes)));
                self.counts[index] += usize::from(mask & self.components.roles != 0);
            }
        }
        self.note_place(row, Since::Ever, changes);
    }

    /// Notes the place of an entity that may have no role.
    fn note_place(&mut self, row: EntityRef, since: Since, changes: &mut Changes) {
        let (Some(transform), Some(global)) = (row.get_ref::<Transform>(), row.get_ref::<GlobalTransform>())
        else {
            return;
        };
        if since.includes(transform.last_changed()) || since.includes(global.last_changed()) {
            changes.transforms.push((row.id(), numbers(&transform)));
            note_global(&mut self.with_global, row.id(), global_numbers(&global, &transform), changes);
        }
    }

    /// Finds the entities above those with a role, and what has changed of them. Returns whether one has been despawned.
    fn find_ancestors(&mut self, world: &World, since: Since, changes: &mut Changes) -> bool {
        let mut ancestors = Vec::new();
        let mut seen = EntityHashSet::default();
        self.parents.update_archetypes(world);
        for (_, child_of) in self.parents.iter_manual(world) {
            let mut above = Some(child_of.parent());
            while let Some(row) = above.and_then(|entity| world.get_entity(entity).ok()) {
                if !seen.insert(row.id()) {
                    break;
                }
                if self.components.mask(row) & self.components.roles == 0 {
                    ancestors.push(row.id());
                }
                above = row.get::<ChildOf>().map(ChildOf::parent);
            }
        }
        // The order of rows in tables is none that a recording should depend on.
        ancestors.sort_unstable();
        for row in ancestors.iter().filter_map(|&entity| world.get_entity(entity).ok()) {
            let mask = self.components.mask(row);
            if !self.known.contains_key(&row.id()) {
                self.enter(row, mask, changes);
                continue;
            }
            for (_, watch) in &self.components.watches {
                if let Some((number, bytes)) = watch.get(row, since) {
                    changes.components.push((row.id(), number, Some(bytes)));
                }
            }
            self.note_place(row, since, changes);
        }
        let has_changed = self.ancestors != ancestors;
        self.ancestors = ancestors;
        has_changed
    }

    /// Finds the components that were removed, and the entities that take no part any longer.
    fn find_removed(&mut self, world: &World, changes: &mut Changes) {
        let mut known: Vec<_> = self.known.iter().map(|(&entity, &mask)| (entity, mask)).collect();
        known.sort_unstable();
        for (entity, before) in known {
            let row = world.get_entity(entity).ok();
            let mask = row.map_or(0, |row| self.components.mask(row));
            if mask & self.components.roles == 0
                && (row.is_none() || self.ancestors.binary_search(&entity).is_err())
            {
                changes.left.push((entity, row.is_some()));
                self.known.remove(&entity);
                self.with_global.remove(&entity);
                continue;
            }
            for (index, (number, _)) in self.components.watches.iter().enumerate() {
                if before & !mask & 1 << index != 0 {
                    changes.components.push((entity, *number, None));
                }
            }
            self.known.insert(entity, mask);
        }
    }
}

/// Notes a global transform. That it is what the transform alone makes of it is noted once.
fn note_global(
    with_global: &mut EntityHashSet,
    entity: Entity,
    numbers: Option<GlobalNumbers>,
    changes: &mut Changes,
) {
    let is_news = match numbers {
        Some(_) => {
            with_global.insert(entity);
            true
        }
        None => !with_global.is_empty() && with_global.remove(&entity),
    };
    if is_news {
        changes.globals.push((entity, numbers));
    }
}
