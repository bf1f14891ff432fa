//! Warnings about components that do nothing because their partner is missing: another component, a plugin, a schedule.
//!
//! [`table`] lists the components, each with those beside which it works, and what is wrong without; [`When`] says when
//! that is reported. What arrives after the warning works as if it had arrived before. Entities that are disabled by
//! Bevy's `Disabled` are not looked at until they are enabled.
//!
//! Where nothing is wrong, next to nothing is done: entities of the same archetype have the same components, so each
//! archetype is compared with the table once, and only entities of archetypes that lack a partner are looked at, when
//! one of them came or went.

use core::any::TypeId;
use core::sync::atomic::{AtomicU32, Ordering};

use bevy_app::{App, Last};
use bevy_ecs::archetype::{Archetype, ArchetypeId, Archetypes};
use bevy_ecs::entity_disabling::DefaultQueryFilters;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, Mut, Res, Resource, World};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_log::warn;
use bevy_platform::collections::{HashMap, HashSet};

mod colliders;
mod inspector;
#[cfg(any(feature = "meshes", feature = "sprites"))]
mod loading;
#[cfg(feature = "meshes")]
mod meshes;
mod observed;
mod placement;
mod table;

use crate::collider::{Dim2, Dim3, Dimension, PluginSearch};
use crate::detection::Collisions;
use crate::movement::MoverRuns;
use inspector::Inspector;

/// For how many frames a missing component is waited for. Tuning constant: scenes, commands and deferred inserts arrive
/// within two or three frames, and a warning should come while the developer is still looking.
const PATIENCE: u32 = 8;
/// How often entities that lack a partner are looked at, in frames. Tuning constant.
const INTERVAL: u32 = 4;
/// How many entities a row names, so that a scene with a thousand of them does not flood the log.
const MAX_WARNINGS: u32 = 20;

/// When the warning of a row is logged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// For the first entity at once, and for no other: a missing plugin does not arrive later.
    Once,
    /// For each entity at once: whatever arrives later does not help.
    #[cfg_attr(not(feature = "meshes"), expect(dead_code, reason = "only rows about meshes need it"))]
    AtOnce,
    /// For each entity whose partner is still missing [`PATIENCE`] frames after it was first looked for, once until the
    /// partner arrives: a component may come later, as that of a scene does. While an asset that the entity names is
    /// being loaded, the frames do not count.
    Later,
}

/// What is wrong with an entity.
enum Outcome {
    Nothing,
    /// Nothing so far; it is looked at again, even if no entity comes or goes.
    Unknown,
    /// Nothing, nor with any other entity: the row is done.
    NothingEver,
    /// Something, with the text of the warning.
    Warning(String),
}

/// A row of the [`table`].
struct Row {
    /// Entities with all of these are looked at; none if it is empty.
    components: Vec<TypeId>,
    /// An entity with one of these lacks nothing.
    partners: Vec<TypeId>,
    /// Whether the entities have a disabling component; `None` if it makes no difference.
    are_disabled: Option<bool>,
    /// Whether one entity stands for all of its archetype.
    is_about_archetypes: bool,
    when: When,
    check: Box<dyn Fn(&Inspector, Entity) -> Outcome + Send + Sync>,
    /// Whether there is no more to report.
    is_done: bool,
    /// The number of warnings so far.
    warnings: u32,
}

impl Row {
    /// Creates a row about entities with all of these components. `check` looks at those without a partner.
    fn new(
        when: When,
        components: impl Into<Vec<TypeId>>,
        check: impl Fn(&Inspector, Entity) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self {
            components: components.into(),
            partners: Vec::new(),
            are_disabled: Some(false),
            is_about_archetypes: false,
            when,
            check: Box::new(check),
            is_done: false,
            warnings: 0,
        }
    }

    /// Leaves entities with any of these components out.
    fn unless<'t>(mut self, partners: impl IntoIterator<Item = &'t TypeId>) -> Self {
        self.partners.extend(partners);
        self
    }

    fn about_archetypes(self) -> Self {
        Self { is_about_archetypes: true, ..self }
    }

    /// Returns whether the entities of an archetype are to be looked at.
    fn applies_to(&self, archetype: &Archetype, world: &World) -> bool {
        let has =
            |&type_id: &TypeId| world.components().get_id(type_id).is_some_and(|id| archetype.contains(id));
        if self.components.is_empty() || !self.components.iter().all(has) || self.partners.iter().any(has) {
            return false;
        }
        let filters = world.get_resource::<DefaultQueryFilters>();
        let is_disabled = filters.is_some_and(|it| it.disabling_ids().any(|id| archetype.contains(id)));
        self.are_disabled.is_none_or(|wanted| wanted == is_disabled)
    }

    /// Logs a warning, the last one if the row names one entity or has named enough of them.
    fn warn(&mut self, text: &str) {
        self.warnings += 1;
        let is_last = self.warnings == MAX_WARNINGS;
        self.is_done = is_last || self.when == When::Once;
        warn!("{text}{}", if is_last { " (of more entities like this, nothing is said)" } else { "" });
    }
}

/// What is known of the entities that lack a partner.
#[derive(Resource, Default)]
pub(crate) struct MissingPartners {
    /// The schedule of each collision plugin, and what creates the row about it.
    schedules: Vec<(Interned<dyn ScheduleLabel>, fn(Interned<dyn ScheduleLabel>) -> Row)>,
    frame: AtomicU32,
    /// The table; empty until the first look, when all plugins have been added.
    rows: Vec<Row>,
    /// How many archetypes have been compared with the table.
    compared: usize,
    /// The archetypes that lack a partner, each with the index of the row.
    incomplete: Vec<(usize, ArchetypeId)>,
    /// How many characters had been stopped at the last look, of those that something may wait for.
    stopped: usize,
    /// The fingerprint of the entities of these archetypes when there was nothing left to wait for.
    checked: Option<u64>,
    /// Since which frame entities have been waited for.
    waiting: HashMap<(usize, Entity), u32>,
    /// The entities that were warned of.
    reported: HashSet<(usize, Entity)>,
}

/// Adds the system that looks for what is missing, once for both dimensions, and notes in which schedule the plugin of
/// a dimension runs.
pub(crate) fn install<D: Dimension>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    if !app.world().contains_resource::<MissingPartners>() {
        app.init_resource::<MissingPartners>();
        app.add_systems(Last, check.run_if(is_due));
        // The table has a row for a missing plugin, so colliders need not look for it.
        app.world_mut().get_resource_or_init::<PluginSearch<Dim2>>().is_over = true;
        app.world_mut().get_resource_or_init::<PluginSearch<Dim3>>().is_over = true;
    }
    let mut missing = app.world_mut().resource_mut::<MissingPartners>();
    missing.schedules.push((schedule, table::needs_run_of_schedule::<D>));
}

/// Returns whether there may be something to report: an archetype is new, or an entity came to those that lack a
/// partner.
fn is_due(
    missing: Res<MissingPartners>,
    archetypes: &Archetypes,
    flat: (Option<Res<Collisions<Dim2>>>, Option<Res<MoverRuns<Dim2>>>),
    solid: (Option<Res<Collisions<Dim3>>>, Option<Res<MoverRuns<Dim3>>>),
) -> bool {
    let frame = missing.frame.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    if missing.compared != archetypes.len() {
        return true;
    }
    if !frame.is_multiple_of(INTERVAL) {
        return false;
    }
    let any_not_placed = flat.0.is_some_and(|it| it.warned.not_placed().next().is_some())
        || solid.0.is_some_and(|it| it.warned.not_placed().next().is_some());
    let stopped = flat.1.map_or(0, |it| it.stopped().len()) + solid.1.map_or(0, |it| it.stopped().len());
    any_not_placed || missing.stopped != stopped || missing.checked != Some(missing.fingerprint(archetypes))
}

/// Looks at all entities that lack a partner, and warns of those that have lacked it for too long.
fn check(world: &mut World) {
    world.resource_scope(|world, mut missing: Mut<MissingPartners>| missing.check(world));
}

impl MissingPartners {
    fn check(&mut self, world: &World) {
        if self.rows.is_empty() {
            self.rows = table::rows(world, self);
        }
        self.find_incomplete(world);
        self.stopped = observed::stopped::<Dim2>(world).len() + observed::stopped::<Dim3>(world).len();
        let now = *self.frame.get_mut();
        let inspector = Inspector { world };
        let mut is_checked = true;
        let last_waiting = core::mem::take(&mut self.waiting);
        let last_reported = core::mem::take(&mut self.reported);
        for key in self.targets(world) {
            let (index, entity) = key;
            let row = &mut self.rows[index];
            if row.is_done {
                continue;
            }
            if last_reported.contains(&key) {
                self.reported.insert(key);
                continue;
            }
            match (row.check)(&inspector, entity) {
                Outcome::Nothing => {}
                Outcome::Unknown => is_checked = false,
                Outcome::NothingEver => row.is_done = true,
                Outcome::Warning(text) => {
                    let since = last_waiting.get(&key).copied().unwrap_or(now);
                    if row.when == When::Later && now.wrapping_sub(since) < PATIENCE {
                        is_checked = false;
                        self.waiting.insert(key, since);
                    } else {
                        self.reported.insert(key);
                        row.warn(&text);
                    }
                }
            }
        }
        self.checked = is_checked.then(|| self.fingerprint(world.archetypes()));
    }

    /// Compares all new archetypes with the table.
    fn find_incomplete(&mut self, world: &World) {
        for archetype in world.archetypes().iter().skip(self.compared) {
            let applying = self.rows.iter().enumerate().filter(|(_, row)| row.applies_to(archetype, world));
            self.incomplete.extend(applying.map(|(index, _)| (index, archetype.id())));
        }
        self.compared = world.archetypes().len();
    }

    /// Returns the entities to look at with the indices of their rows, in the order of the rows and of the entities.
    fn targets(&self, world: &World) -> Vec<(usize, Entity)> {
        let not_placed =
            placement::all_not_placed::<Dim2>(world).chain(placement::all_not_placed::<Dim3>(world));
        let mut targets: Vec<_> = not_placed.map(|entity| (table::NOT_PLACED, entity)).collect();
        let stopped = observed::stopped::<Dim2>(world).iter().chain(observed::stopped::<Dim3>(world));
        targets.extend(stopped.map(|&[entity, _]| (table::STOPPED, entity)));
        for &(index, id) in &self.incomplete {
            let entities = world.archetypes()[id].entities();
            let count = if self.rows[index].is_about_archetypes { 1 } else { usize::MAX };
            targets.extend(entities.iter().take(count).map(|row| (index, row.id())));
        }
        targets.sort_unstable_by_key(|&(index, entity)| (index, entity.index_u32()));
        targets
    }

    /// Returns a number that changes when an entity comes to those that lack a partner, or goes.
    fn fingerprint(&self, archetypes: &Archetypes) -> u64 {
        let of_archetype = |&(index, id): &(usize, ArchetypeId)| {
            let row = &self.rows[index];
            match (row.is_done, row.is_about_archetypes) {
                (true, _) => 0,
                (false, true) => u64::from(archetypes[id].len()),
                (false, false) => archetypes[id].entities().iter().fold(0, |sum: u64, row| {
                    // An odd factor, 2^64 divided by the golden ratio, so that sums of other entities differ.
                    sum.wrapping_add(row.id().to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15))
                }),
            }
        };
        self.incomplete.iter().map(of_archetype).fold(0, u64::wrapping_add)
    }
}
