//! The plugin: adds the systems of the phases to their schedules.

use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{IntoScheduleConfigs, IntoSystem, ResMut};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParamItem;

mod components;
mod group;
mod missing_partners;
mod reactions_last;
mod sets;

use crate::collider::{
    CollisionFilter, CollisionSpace, CompoundCollider, ContactFilter, Dimension, NoSelfCollision,
    OneWayPlatform, PluginSearch, SurfaceVelocity,
};
use crate::detection::broad_phase::BroadPhase;
use crate::detection::{Collisions, EndReason};
use crate::ecs::detect::{DetectCollisions, ReadColliders, Shared};
use crate::events::{
    CellEvent, CollisionEnded, CollisionEvent, CollisionStarted, PendingTriggers, ProximityEnded,
    ProximityEvent, ProximityStarted, Touching, keep_touching, send_cell_events, trigger_observers,
};
use crate::frame::compounds::Compounds;
use crate::frame::pipeline::{
    filter_pairs, find_pairs, move_characters, send_events, test_pairs, test_pairs_with_filter,
    update_proxies,
};
use crate::frame::{CollisionSystems, timed};
use crate::movement::{
    CharacterMover, MoveTrace, MoverMotion, MoverRuns, MoverState, has_characters, overwritten,
};
use components::COLLIDER_COMPONENTS;
pub use group::CollisionPlugins;
pub(crate) use sets::add_systems;
use sets::{KeepTouching, prepare_schedule};

/// A function that adds systems to a schedule.
type Install = Arc<dyn Fn(&mut App, Interned<dyn ScheduleLabel>) + Send + Sync>;

/// Adds collision detection in one dimension: [`dim2::CollisionPlugin`](crate::dim2::CollisionPlugin) or
/// [`dim3::CollisionPlugin`](crate::dim3::CollisionPlugin). You may add both.
///
/// It runs in `PostUpdate`, after Bevy has propagated the transforms, so all motion of a frame is reported in the same
/// frame. It can also run [in any other schedule](Self::in_schedule).
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
///
/// # What it adds to an app
/// The list is complete: there are no hooks on components, and an app has nothing to call or to handle. A `Collider`
/// itself has an `on_add` hook, by which the first one in an app without any plugin warns that the plugin is missing; the
/// plugin takes it off.
///
/// | what | how to do without |
/// |---|---|
/// | systems in the plugin's schedule, in the sets of [`CollisionSystems`] | [`without`](Self::without), for each phase |
/// | in the same schedule, between the narrow phase and the events, a system for the components [`Touching`](crate::touching::Touching) | [`without`](Self::without)`(CollisionSystems::Events)`; without such a component it does nothing |
/// | in `PostUpdate`, a build pass that puts the [events, and reactions to collisions, last](CollisionSystems); Bevy's own pass for sync points is added again behind it, which forgets each `before_ignore_deferred` and `after_ignore_deferred` so far | run it in another schedule |
/// | in a schedule other than `PostUpdate`, Bevy's systems that propagate transforms, and their resource, `StaticTransformOptimizations` | run it in `PostUpdate` |
/// | the schedule [`DetectCollisions`], which runs when [`detect_collisions`](crate::detect_collisions) is called, and a schedule for [`read_colliders`](crate::read_colliders) | do not call them |
/// | the resources [`Collisions`] and, not public, `BroadPhase`, `Compounds`, `PendingTriggers`, `MoverRuns`, `Shared`, `PluginSearch` and `MissingPartners`; with the feature `diagnostics` also `Clock` | leave the plugin out |
/// | the messages [`CollisionEvent`], [`ProximityEvent`] and [`CellEvent`](crate::grid::CellEvent) | [`without`](Self::without)`(CollisionSystems::Events)` writes none |
/// | if the plugin of the other dimension or Bevy's `TransformPlugin` is missing: a system in `CollisionSystems::Prepare` that warns once of a collider that needs it | add that plugin, or [`without`](Self::without)`(CollisionSystems::Prepare)` |
/// | a system in `Last` that warns of components whose partner is missing, such as [`CollisionLayers`](crate::CollisionLayers) on an entity without a collider; it runs when there is such an entity | [`without`](Self::without)`(CollisionSystems::Prepare)`, in both dimensions |
/// | in `PostStartup`, a system that notes that the app has started; queries that are asked before warn that there is nothing to find | – |
/// | in `FixedLast`, or in `Last` if the plugin runs in fixed steps, a system that warns of a [`MoverMotion`] that is assigned several times before a run takes it; it runs while there are characters | [`without`](Self::without)`(CollisionSystems::Movers)` |
/// | the required component `Transform` of each `Collider` | – |
/// | reflected types in the type registry, for scene files and inspectors | – |
/// | if the app can draw gizmos: the gizmo group `CollisionGizmos`, off until toggled, the resource `CollisionOverlayKey`, without a key by default, and the system in `PreUpdate` that reads it; with `with_overlay` also `OverlayCategoryKeys`; not public, `QueryLog`, `KeyInstalled` and `WarnedWithoutGizmos` | [`without`](Self::without)`(CollisionSystems::Overlay)`, or without the feature `overlay` |
pub struct CollisionPlugin<D: Dimension> {
    schedule: Interned<dyn ScheduleLabel>,
    /// The phases that do not get the plugin's own system.
    left_out: Vec<CollisionSystems>,
    added: Vec<Install>,
    /// Whether the overlay is shown at the start, if the app asked for it.
    #[cfg(feature = "overlay")]
    overlay: Option<bool>,
    dimension: PhantomData<D>,
}

impl<D: Dimension> Default for CollisionPlugin<D> {
    fn default() -> Self {
        Self::in_schedule(PostUpdate)
    }
}

impl<D: Dimension> CollisionPlugin<D> {
    /// Runs the plugin in this schedule. In any schedule but `PostUpdate`, it propagates transforms there first, in
    /// [`CollisionSystems::Prepare`].
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            left_out: Vec::new(),
            added: Vec::new(),
            #[cfg(feature = "overlay")]
            overlay: None,
            dimension: PhantomData,
        }
    }

    /// Adds the overlay with its keys: `F1` shows and hides it, and while it is shown, the
    /// [digits](crate::overlay::OverlayCategoryKeys::digits) switch what it draws. `true` shows it from the start. If
    /// the app has set a [`CollisionOverlayKey`](crate::CollisionOverlayKey) or an
    /// [`OverlayCategoryKeys`](crate::overlay::OverlayCategoryKeys) before, that stays as it is.
    ///
    /// This function exists with the feature `overlay`, which is on by default. If a release of your game leaves the
    /// feature out, write `#[cfg(feature = "..")]` around the call. In an app without Bevy's `GizmoPlugin` a warning
    /// says that nothing can be drawn.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// App::new().add_plugins(CollisionPlugin::default().with_overlay(true));
    /// ```
    #[cfg(feature = "overlay")]
    #[must_use]
    pub fn with_overlay(mut self, shown: bool) -> Self {
        self.overlay = Some(shown);
        self
    }

    /// Adds a filter of your own, which is asked about all pairs. There may be several filters. See
    /// [`CollisionFilter`].
    #[must_use]
    pub fn with_filter<F>(self) -> Self
    where
        F: CollisionFilter + 'static,
        for<'w, 's> SystemParamItem<'w, 's, F>: CollisionFilter,
    {
        self.with_install(|app, schedule| {
            let system = timed::<D, _, _>(app, CollisionSystems::Filter, filter_pairs::<D, F>);
            add_systems(app, schedule, CollisionSystems::Filter, system);
        })
    }

    /// Adds a filter of your own that sees the contacts of pairs. It replaces the plugin's own system of the narrow
    /// phase, so there may be one such filter. See [`ContactFilter`].
    #[must_use]
    pub fn with_contact_filter<F>(self) -> Self
    where
        F: ContactFilter<D> + 'static,
        for<'w, 's> SystemParamItem<'w, 's, F>: ContactFilter<D>,
    {
        self.without(CollisionSystems::NarrowPhase).with_install(|app, schedule| {
            let phase = CollisionSystems::NarrowPhase;
            let system = timed::<D, _, _>(app, phase, test_pairs_with_filter::<D, F>);
            add_systems(app, schedule, phase, system);
        })
    }

    /// Leaves out the plugin's own system of a phase.
    #[must_use]
    pub fn without(mut self, phase: CollisionSystems) -> Self {
        self.left_out.push(phase);
        self
    }

    fn with_install(
        mut self,
        install: impl Fn(&mut App, Interned<dyn ScheduleLabel>) + Send + Sync + 'static,
    ) -> Self {
        self.added.push(Arc::new(install));
        self
    }

    fn add_phase<M>(
        &self,
        app: &mut App,
        schedule: Interned<dyn ScheduleLabel>,
        phase: CollisionSystems,
        system: impl IntoSystem<(), (), M>,
    ) where
        M: 'static,
    {
        if !self.left_out.contains(&phase) {
            let system = timed::<D, _, _>(app, phase, system);
            add_systems(app, schedule, phase, system);
        }
    }
}

impl<D: Dimension> fmt::Debug for CollisionPlugin<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CollisionPlugin")
            .field("schedule", &self.schedule)
            .field("left_out", &self.left_out)
            .finish_non_exhaustive()
    }
}

impl<D: Dimension> Plugin for CollisionPlugin<D> {
    fn build(&self, app: &mut App) {
        app.register_type::<D::Collider>()
            .register_type::<CompoundCollider>()
            .register_type::<NoSelfCollision>()
            .register_type::<CollisionSpace>()
            .register_type::<CollisionEvent<D>>()
            .register_type::<CollisionStarted<D>>()
            .register_type::<CollisionEnded<D>>()
            .register_type::<ProximityEvent<D>>()
            .register_type::<ProximityStarted<D>>()
            .register_type::<ProximityEnded<D>>()
            .register_type::<EndReason>()
            .register_type::<CharacterMover<D>>()
            .register_type::<MoverMotion<D>>()
            .register_type::<MoverState<D>>()
            .register_type::<MoveTrace<D>>()
            .register_type::<OneWayPlatform<D>>()
            .register_type::<SurfaceVelocity<D>>()
            .register_type::<Touching<D>>()
            .register_type::<CellEvent<D>>()
            .init_resource::<MoverRuns<D>>()
            .init_resource::<BroadPhase<D>>()
            .init_resource::<Collisions<D>>()
            .init_resource::<PendingTriggers<D>>()
            .init_resource::<Compounds<D>>()
            .add_message::<CollisionEvent<D>>()
            .add_message::<ProximityEvent<D>>()
            .add_message::<CellEvent<D>>();
        PluginSearch::<D>::end(app.world_mut());
        COLLIDER_COMPONENTS.iter().for_each(|row| (row.register)(app));
        if !self.left_out.contains(&CollisionSystems::Prepare) {
            missing_partners::install::<D>(app, self.schedule);
        }
        crate::query::install::<D>(app);
        if !self.left_out.contains(&CollisionSystems::Movers) {
            overwritten::install::<D>(app, self.schedule);
        }
        let on_demand = DetectCollisions.intern();
        let schedules = [self.schedule, on_demand];
        for &schedule in &schedules[..if self.schedule == on_demand { 1 } else { 2 }] {
            prepare_schedule(app, schedule);
            #[cfg(feature = "recorder")]
            {
                let mut shared = app.world_mut().get_resource_or_init::<Shared>();
                shared.schedules_of.push((D::NAME, schedule));
            }
            self.add_phase(app, schedule, CollisionSystems::Prepare, update_proxies::<D>);
            if !self.left_out.contains(&CollisionSystems::Movers) {
                let system = timed::<D, _, _>(app, CollisionSystems::Movers, move_characters::<D>);
                add_systems(app, schedule, CollisionSystems::Movers, system.run_if(has_characters::<D>));
            }
            self.add_phase(app, schedule, CollisionSystems::BroadPhase, find_pairs::<D>);
            self.add_phase(app, schedule, CollisionSystems::NarrowPhase, test_pairs::<D>);
            if !self.left_out.contains(&CollisionSystems::Events) {
                app.add_systems(schedule, keep_touching::<D>.in_set(KeepTouching));
                add_systems(
                    app,
                    schedule,
                    CollisionSystems::Events,
                    send_cell_events::<D>.after(send_events::<D>),
                );
            }
            self.add_phase(app, schedule, CollisionSystems::Events, send_events::<D>);
            for install in &self.added {
                install(app, schedule);
            }
        }
        if !self.left_out.contains(&CollisionSystems::Prepare) {
            let schedule = ReadColliders.intern();
            prepare_schedule(app, schedule);
            let [begin, end] = [true, false].map(|reads_ahead| {
                move |mut collisions: ResMut<Collisions<D>>| collisions.colliders.reads_ahead = reads_ahead
            });
            let read = (begin, update_proxies::<D>, end).chain();
            add_systems(app, schedule, CollisionSystems::Prepare, read);
        }
        app.world_mut().get_resource_or_init::<Shared>().trigger_observers.push(trigger_observers::<D>);
    }

    #[cfg(feature = "overlay")]
    fn finish(&self, app: &mut App) {
        if !self.left_out.contains(&CollisionSystems::Overlay) {
            crate::debug::overlay::install::<D>(app, self.schedule, self.overlay);
        }
    }
}
