//! Warnings about components that do nothing because their partner is missing: another component, a plugin, a schedule.
//!
//! Each [`Rule`] names a component and those beside which it works. The rule of delay:
//! - A missing plugin does not arrive later: it is reported in the frame in which the first entity needs it, once.
//! - A missing component may arrive later, as that of a scene does: it is reported for each entity for which it is still
//!   missing [`PATIENCE`] frames after it was first looked for, once until it arrives. While an asset that the entity names
//!   is being loaded, the frames do not count. What arrives after the warning works as if it had arrived before.
//!
//! Entities that are disabled by Bevy's `Disabled` are not looked at until they are enabled.
//!
//! Where nothing is wrong, next to nothing is done: entities of the same archetype have the same components, so the rules
//! are asked about archetypes, each once, and only entities of archetypes that lack a partner are looked at, when one of
//! them came or went.

use core::sync::atomic::{AtomicU32, Ordering};

use bevy_app::{App, Last};
use bevy_ecs::archetype::{ArchetypeGeneration, ArchetypeId, Archetypes};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, Mut, Res, Resource, World};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_log::warn;
use bevy_platform::collections::{HashMap, HashSet};

#[cfg(any(feature = "meshes", feature = "sprites"))]
mod assets;
mod colliders;
mod disabled;
mod inspector;
#[cfg(any(feature = "meshes", feature = "sprites"))]
mod loading;
mod movers;
mod observers;
#[cfg(feature = "picking")]
mod pickers;
mod plugins;
mod rule;
mod schedules;

use crate::collider::{Dim2, Dim3, Dimension};
use crate::detection::Collisions;
use inspector::Inspector;
use rule::{Finding, Rule};

/// For how many frames a missing component is waited for. Tuning constant: scenes, commands and deferred inserts arrive
/// within two or three frames, and a warning should come while the developer is still looking.
const PATIENCE: u32 = 8;
/// How often entities that lack a partner are looked at, in frames. Tuning constant.
const INTERVAL: u32 = 4;
/// How many entities a rule names, so that a scene with a thousand of them does not flood the log.
const MAX_WARNINGS: u32 = 20;

/// What is known of the entities that lack a partner.
#[derive(Resource)]
pub(crate) struct Watch {
    /// The schedule of each collision plugin, with the rule about it.
    schedules: Vec<schedules::PluginSchedule>,
    frame: AtomicU32,
    /// The rules; empty until the first look, when all plugins have been added.
    rules: Vec<Rule>,
    /// The archetypes that the rules have been asked about.
    generation: ArchetypeGeneration,
    /// The archetypes that lack a partner, each with the index of the rule.
    suspects: Vec<(usize, ArchetypeId)>,
    /// The fingerprint of the entities of these archetypes when all of them were decided.
    settled: Option<u64>,
    /// Since which frame entities have been waited for.
    waiting: HashMap<(usize, Entity), u32>,
    /// The entities that were warned of.
    reported: HashSet<(usize, Entity)>,
}

/// Adds the system that looks for what is missing, once for both dimensions, and notes in which schedule the plugin of a
/// dimension runs.
pub(crate) fn install<D: Dimension>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    if !app.world().contains_resource::<Watch>() {
        app.insert_resource(Watch {
            schedules: Vec::new(),
            frame: AtomicU32::new(0),
            rules: Vec::new(),
            generation: ArchetypeGeneration::initial(),
            suspects: Vec::new(),
            settled: None,
            waiting: HashMap::default(),
            reported: HashSet::default(),
        });
        app.add_systems(Last, check.run_if(is_due));
    }
    let mut watch = app.world_mut().resource_mut::<Watch>();
    watch.schedules.push(schedules::PluginSchedule::new::<D>(schedule));
}

/// Returns whether there may be something to report: an archetype is new, or an entity came to those that lack a partner.
fn is_due(
    watch: Res<Watch>,
    archetypes: &Archetypes,
    flat: Option<Res<Collisions<Dim2>>>,
    solid: Option<Res<Collisions<Dim3>>>,
) -> bool {
    let frame = watch.frame.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    if watch.generation != archetypes.generation() {
        return true;
    }
    if !frame.is_multiple_of(INTERVAL) {
        return false;
    }
    let any_not_placed = flat.is_some_and(|it| it.warned.not_placed().next().is_some())
        || solid.is_some_and(|it| it.warned.not_placed().next().is_some());
    any_not_placed || watch.settled != Some(watch.fingerprint(archetypes))
}

/// Looks at all entities that lack a partner, and warns of those that have lacked it for too long.
fn check(world: &mut World) {
    world.resource_scope(|world, mut watch: Mut<Watch>| watch.check(world));
}

impl Watch {
    /// Creates all rules that apply to the app.
    fn create_rules(&self, world: &World) -> Vec<Rule> {
        let mut rules = vec![disabled::not_placed(plugins::lacks_propagation(world, self))];
        rules.push(disabled::below_disabled());
        plugins::add_rules(world, self, &mut rules);
        colliders::add_rules(&mut rules);
        colliders::add_rules_of::<Dim2>(world, &mut rules);
        colliders::add_rules_of::<Dim3>(world, &mut rules);
        movers::add_rules_of::<Dim2>(world, &mut rules);
        movers::add_rules_of::<Dim3>(world, &mut rules);
        observers::add_rules_of::<Dim2>(world, &mut rules);
        observers::add_rules_of::<Dim3>(world, &mut rules);
        #[cfg(any(feature = "meshes", feature = "sprites"))]
        assets::add_rules(world, &mut rules);
        #[cfg(feature = "picking")]
        pickers::add_rules(world, &mut rules);
        rules.extend(self.schedules.iter().filter_map(schedules::PluginSchedule::rule));
        rules
    }

    fn check(&mut self, world: &World) {
        if self.rules.is_empty() {
            self.rules = self.create_rules(world);
        }
        self.find_suspects(world);
        let now = *self.frame.get_mut();
        let inspector = Inspector { world };
        let mut is_settled = true;
        let last_waiting = core::mem::take(&mut self.waiting);
        let last_reported = core::mem::take(&mut self.reported);
        for (index, entity) in self.targets(world) {
            let key = (index, entity);
            let rule = &mut self.rules[index];
            if rule.is_retired {
                continue;
            }
            if last_reported.contains(&key) {
                self.reported.insert(key);
                continue;
            }
            match rule.judge(&inspector, entity) {
                Finding::Complete => {}
                Finding::Retired => rule.is_retired = true,
                Finding::Loading => is_settled = false,
                Finding::Component(text) => {
                    let since = last_waiting.get(&key).copied().unwrap_or(now);
                    if now.wrapping_sub(since) < PATIENCE {
                        is_settled = false;
                        self.waiting.insert(key, since);
                    } else {
                        self.reported.insert(key);
                        rule.warn(text);
                    }
                }
                Finding::Certain(text) => {
                    self.reported.insert(key);
                    rule.warn(text);
                }
                Finding::Plugin(text) => {
                    rule.is_retired = true;
                    warn!("{text}");
                }
            }
        }
        self.settled = is_settled.then(|| self.fingerprint(world.archetypes()));
    }

    /// Asks the rules about all archetypes that are new.
    fn find_suspects(&mut self, world: &World) {
        for archetype in &world.archetypes()[self.generation..] {
            for (index, rule) in self.rules.iter().enumerate() {
                if rule.suspects(archetype, world) {
                    self.suspects.push((index, archetype.id()));
                }
            }
        }
        self.generation = world.archetypes().generation();
    }

    /// Returns the entities to look at with the indices of their rules, in the order of the rules and of the entities.
    fn targets(&self, world: &World) -> Vec<(usize, Entity)> {
        let mut targets: Vec<_> = disabled::all_not_placed(world).map(|entity| (0, entity)).collect();
        for &(index, id) in &self.suspects {
            let entities = world.archetypes()[id].entities();
            let count = if self.rules[index].is_about_all { 1 } else { usize::MAX };
            targets.extend(entities.iter().take(count).map(|row| (index, row.id())));
        }
        targets.sort_unstable_by_key(|&(index, entity)| (index, entity.index_u32()));
        targets
    }

    /// Returns a number that changes when an entity comes to the suspects or goes.
    fn fingerprint(&self, archetypes: &Archetypes) -> u64 {
        let of_archetype = |&(index, id): &(usize, ArchetypeId)| {
            let rule = &self.rules[index];
            match (rule.is_retired, rule.is_about_all) {
                (true, _) => 0,
                (false, true) => u64::from(archetypes[id].len()),
                (false, false) => archetypes[id].entities().iter().fold(0, |sum: u64, row| {
                    // An odd factor, 2^64 divided by the golden ratio, so that sums of other entities differ.
                    sum.wrapping_add(row.id().to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15))
                }),
            }
        };
        self.suspects.iter().map(of_archetype).fold(0, u64::wrapping_add)
    }
}

impl Rule {
    /// Logs a warning, unless the rule has named enough entities.
    fn warn(&mut self, text: String) {
        self.warnings += 1;
        if self.warnings < MAX_WARNINGS {
            warn!("{text}");
        } else {
            self.is_retired = true;
            warn!("{text} (of more entities like this, nothing is said)");
        }
    }
}
