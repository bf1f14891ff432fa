//! The order of reactions to collisions among all systems of `PostUpdate`: they come last.
//!
//! Systems of Bevy look for new and changed entities in `PostUpdate` and queue commands that insert a component into
//! each: the mesh of a sprite, the bounding sphere of a light, the sink of a sound. `Commands::insert` aborts the app
//! if the entity is despawned before the command is applied. A reaction to a collision despawns, and nothing but the
//! order in which plugins were added would say whether before or after. So the systems that are ordered after a phase
//! and may despawn, by commands or as exclusive systems, run after all others that queue commands.
//!
//! The events are sent after all other systems, since observers may spawn, too: what is spawned after the transforms
//! have been propagated must not be found visible before they are propagated again, or it would be drawn at the origin.
//!
//! Only the order of systems that leave it open is decided here: one that is ordered after a phase stays there. The
//! sets of Bevy cannot say this: the systems of sprites are in none, those of lights and sounds are in crates that this
//! one does not depend on, and other plugins insert, too.

use core::iter;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::{SystemSet, World};
use bevy_ecs::schedule::graph::DiGraph;
use bevy_ecs::schedule::passes::AutoInsertApplyDeferredPass;
use bevy_ecs::schedule::{
    FlattenedDependencies, NodeId, ScheduleBuildError, ScheduleBuildPass, ScheduleGraph, SystemKey,
    SystemSetKey,
};
use bevy_platform::collections::HashSet;
use bevy_platform::hash::FixedHasher;
use indexmap::IndexSet;

use crate::frame::CollisionSystems;

/// Adds the order to `PostUpdate`.
pub(super) fn install(app: &mut App) {
    app.edit_schedule(PostUpdate, |schedule| {
        // Bevy's pass, which adds sync points, has to see the order. Passes run in the order in which they are added.
        let settings = schedule.get_build_settings();
        schedule.remove_build_pass::<AutoInsertApplyDeferredPass>();
        schedule.add_build_pass(ReactionsLast);
        schedule.set_build_settings(settings);
    });
}

/// Adds the order whenever the schedule is built.
#[derive(Debug)]
struct ReactionsLast;

impl ScheduleBuildPass for ReactionsLast {
    type EdgeOptions = ();

    fn add_dependency(&mut self, _: NodeId, _: NodeId, _: Option<&()>) {}

    fn collapse_set(
        &mut self,
        _: SystemSetKey,
        _: &IndexSet<SystemKey, FixedHasher>,
        _: &DiGraph<NodeId>,
    ) -> impl Iterator<Item = (NodeId, NodeId)> {
        iter::empty()
    }

    fn build(
        &mut self,
        _: &mut World,
        graph: &mut ScheduleGraph,
        mut dependencies: FlattenedDependencies<'_>,
    ) -> Result<(), ScheduleBuildError> {
        let phases: HashSet<_> =
            CollisionSystems::ALL.into_iter().flat_map(|phase| systems_of(graph, phase)).collect();
        let events = systems_of(graph, CollisionSystems::Events);
        let phases_and_later = with_successors(dependencies.graph(), phases.iter().copied());
        let all = graph.systems.iter().map(|(system, ..)| system);
        let (later, others): (Vec<_>, Vec<_>) = all.partition(|system| phases_and_later.contains(system));
        let is_reaction = |system: &SystemKey| !phases.contains(system) && can_despawn(graph, *system);
        let reactions: Vec<_> = later.into_iter().filter(is_reaction).collect();
        // None of the others comes after a phase, so that there can be no cycle.
        for other in others.into_iter().filter(|&other| !shares_data(graph, other, &events)) {
            events.iter().for_each(|&event| dependencies.add_edge(other, event));
            if queues_commands(graph, other) {
                reactions.iter().for_each(|&reaction| dependencies.add_edge(other, reaction));
            }
        }
        Ok(())
    }
}

/// Returns whether a system queues commands, which are applied after it.
fn queues_commands(graph: &ScheduleGraph, system: SystemKey) -> bool {
    graph.systems.get(system).is_some_and(|it| it.system().has_deferred())
}

/// Returns whether a system may despawn entities: by commands, or with the whole world.
fn can_despawn(graph: &ScheduleGraph, system: SystemKey) -> bool {
    queues_commands(graph, system) || graph.systems.get(system).is_some_and(|it| it.access().is_exclusive())
}

/// Returns the systems of a set and of the sets in it.
fn systems_of(graph: &ScheduleGraph, set: impl SystemSet) -> Vec<SystemKey> {
    let Some(set) = graph.system_sets.get_key(set.intern()) else { return Vec::new() };
    let hierarchy = graph.hierarchy().graph();
    let mut nodes = vec![NodeId::Set(set)];
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        for member in hierarchy.neighbors(node) {
            if !nodes.contains(&member) {
                nodes.push(member);
            }
        }
        next += 1;
    }
    nodes.into_iter().filter_map(|node| node.as_system()).collect()
}

/// Returns systems and all that are ordered after one of them.
fn with_successors(
    dependencies: &DiGraph<SystemKey>,
    systems: impl Iterator<Item = SystemKey>,
) -> HashSet<SystemKey> {
    let mut found = HashSet::default();
    let mut rest: Vec<_> = systems.collect();
    while let Some(system) = rest.pop() {
        if found.insert(system) {
            rest.extend(dependencies.neighbors(system));
        }
    }
    found
}

/// Returns whether a system cannot run at the same time as one of others. One that reads the events without an order
/// keeps what it has, so that it does not come to see those of the last frame.
fn shares_data(graph: &ScheduleGraph, system: SystemKey, others: &[SystemKey]) -> bool {
    let access = |system| graph.systems.get(system).map(bevy_ecs::schedule::SystemWithAccess::access);
    let Some(own) = access(system) else { return true };
    others.iter().filter_map(|&other| access(other)).any(|other| !own.is_compatible(other))
}
