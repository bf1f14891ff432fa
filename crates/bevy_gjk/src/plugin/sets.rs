//! The sets of the phases, and how they are added to a schedule.

use bevy_app::{App, PostUpdate};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{IntoScheduleConfigs, SystemSet};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::ScheduleSystem;
use bevy_transform::TransformSystems;
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
};

use super::reactions_last;
use crate::ecs::detect::Shared;
use crate::frame::CollisionSystems;

/// Adds systems to the set of a phase.
pub(crate) fn add_systems<M>(
    app: &mut App,
    schedule: Interned<dyn ScheduleLabel>,
    phase: CollisionSystems,
    systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
) {
    app.add_systems(schedule, systems.in_set(phase).after(Propagation));
}

/// The propagation of transforms, in all schedules but `PostUpdate`: it runs first in [`CollisionSystems::Prepare`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Propagation;

/// The systems that keep [`Touching`](crate::touching::Touching) up to date, between the narrow phase and the events.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KeepTouching;

/// Adds the sets of the phases to a schedule, once for both dimensions.
pub(super) fn prepare_schedule(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    let mut shared = app.world_mut().get_resource_or_init::<Shared>();
    if shared.schedules.contains(&schedule) {
        return;
    }
    shared.schedules.push(schedule);
    use CollisionSystems::{BroadPhase, Events, Filter, Movers, NarrowPhase, Overlay, Prepare};
    app.init_schedule(schedule);
    app.configure_sets(schedule, KeepTouching.after(NarrowPhase).before(Events));
    let phases = (Prepare, Movers, BroadPhase, Filter, NarrowPhase, Events, Overlay).chain();
    if schedule == PostUpdate.intern() {
        app.configure_sets(schedule, phases.after(TransformSystems::Propagate));
        reactions_last::install(app);
    } else {
        app.configure_sets(schedule, phases);
        let propagation = (mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain();
        app.init_resource::<StaticTransformOptimizations>();
        app.add_systems(schedule, propagation.in_set(Propagation));
        app.configure_sets(schedule, Propagation.in_set(Prepare));
    }
}
