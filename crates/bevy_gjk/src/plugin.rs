//! The plugin, and the phases of what it adds.

use core::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{IntoScheduleConfigs, Resource, SystemSet};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_transform::TransformSystems;
use bevy_transform::systems::{mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms};

use crate::bounds::update_bounds;
use crate::broad_phase::{BroadPhase, find_pairs};
use crate::collider::{ColliderDisabled, Proxies};
use crate::collisions::Collisions;
use crate::dimension::Dimension;
use crate::events::{CollisionEvent, write_events};
use crate::layers::CollisionLayers;
use crate::narrow_phase::test_pairs;

/// The phases of collision detection, in the order in which they run; both dimensions share them.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn score(collisions: Res<Collisions>) { /* what touches is known here, in this frame */ }
///
/// let mut app = App::new();
/// app.add_plugins(CollisionPlugin::default());
/// app.add_systems(PostUpdate, score.after(CollisionSystems::NarrowPhase));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionSystems {
    /// Computes the boxes around the colliders that changed.
    Bounds,
    /// Finds the pairs whose boxes overlap.
    BroadPhase,
    /// Finds which of these touch: from here on [`Collisions`] is right.
    NarrowPhase,
    /// Writes the events and triggers the observers.
    Events,
    /// Draws the overlay, if there is one.
    Overlay,
}

/// Collision detection in one dimension: [`dim2::CollisionPlugin`](crate::dim2::CollisionPlugin) or
/// [`dim3::CollisionPlugin`](crate::dim3::CollisionPlugin). Both may be added.
///
/// It runs in `PostUpdate`, after the transforms have been propagated, so that what moved in this frame is
/// reported in this frame; or in any other schedule.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::{dim2, dim3};
///
/// App::new().add_plugins((
///     dim2::CollisionPlugin::default(),
///     dim3::CollisionPlugin::in_schedule(FixedPostUpdate),
/// ));
/// ```
#[derive(Debug)]
pub struct CollisionPlugin<D: Dimension> {
    schedule: Interned<dyn ScheduleLabel>,
    dimension: PhantomData<D>,
}

impl<D: Dimension> Default for CollisionPlugin<D> {
    fn default() -> Self {
        Self::in_schedule(PostUpdate)
    }
}

impl<D: Dimension> CollisionPlugin<D> {
    /// Runs in this schedule. Unless it is `PostUpdate`, transforms are propagated there first.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), dimension: PhantomData }
    }
}

/// The schedules that have been given the phases.
#[derive(Resource, Default)]
struct Prepared(Vec<Interned<dyn ScheduleLabel>>);

impl<D: Dimension> Plugin for CollisionPlugin<D> {
    fn build(&self, app: &mut App) {
        app.register_type::<D::Collider>()
            .register_type::<ColliderDisabled>()
            .register_type::<CollisionLayers>()
            .init_resource::<Proxies<D>>()
            .init_resource::<BroadPhase<D>>()
            .init_resource::<Collisions<D>>()
            .add_message::<CollisionEvent<D>>();
        prepare_schedule(app, self.schedule);
        app.add_systems(
            self.schedule,
            (
                update_bounds::<D>.in_set(CollisionSystems::Bounds),
                find_pairs::<D>.in_set(CollisionSystems::BroadPhase),
                test_pairs::<D>.in_set(CollisionSystems::NarrowPhase),
                write_events::<D>.in_set(CollisionSystems::Events),
            ),
        );
    }

    #[cfg(feature = "overlay")]
    fn finish(&self, app: &mut App) {
        crate::overlay::install::<D>(app, self.schedule);
    }
}

/// Gives a schedule the phases, once.
fn prepare_schedule(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    let mut prepared = app.world_mut().get_resource_or_init::<Prepared>();
    if prepared.0.contains(&schedule) {
        return;
    }
    prepared.0.push(schedule);
    use CollisionSystems::{Bounds, BroadPhase, Events, NarrowPhase, Overlay};
    let phases = (Bounds, BroadPhase, NarrowPhase, Events, Overlay).chain();
    if schedule == PostUpdate.intern() {
        app.configure_sets(schedule, phases.after(TransformSystems::Propagate));
    } else {
        app.configure_sets(schedule, phases);
        let propagation = (mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain();
        app.add_systems(schedule, propagation.before(Bounds));
    }
}
