//! Collision detection on demand, from exclusive systems, commands and observers.

use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{Resource, World};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_log::warn;

/// The schedule that [`detect_collisions`] runs: the propagation of transforms and all phases of each collision
/// plugin of the app.
///
/// That function triggers the observers after the schedule has run, so that they may call the function, too. If the
/// schedule is run in any other way, they may not.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::{DetectCollisions, dim2::prelude::*};
///
/// // Collisions are detected when asked for, and not otherwise.
/// App::new().add_plugins(CollisionPlugin::in_schedule(DetectCollisions));
/// ```
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DetectCollisions;

/// Detects collisions at once: propagates transforms, updates [`Collisions`](crate::Collisions) and sends the events.
///
/// It does the same as a run of the systems in their schedule; the next run there reports only what changed since.
/// Messages are written and observers triggered before it returns. If an observer of collision events calls it, the
/// events of that call are triggered after the pending ones.
///
/// It does nothing, and warns once per world, if there is no [`CollisionPlugin`](crate::CollisionPlugin), or in
/// systems and commands of the schedule [`DetectCollisions`], which cannot run within itself.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_gjk::{detect_collisions, dim2::prelude::*};
///
/// fn place_where_free(world: &mut World) {
///     let house = world.spawn(Collider::rectangle(4.0, 4.0)).id();
///     for x in 0..10 {
///         world.get_mut::<Transform>(house).unwrap().translation.x = x as f32;
///         detect_collisions(world);
///         if world.resource::<Collisions>().collisions_with(house).next().is_none() {
///             break;
///         }
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// # app.world_mut().spawn(Collider::rectangle(4.0, 4.0));
/// # place_where_free(app.world_mut());
/// # let xs: Vec<f32> = app.world_mut().query::<&Transform>().iter(app.world()).map(|it| it.translation.x).collect();
/// # assert_eq!(xs, [0.0, 5.0]);
/// ```
pub fn detect_collisions(world: &mut World) {
    let mut shared = world.get_resource_or_init::<Shared>();
    let is_nested = core::mem::replace(&mut shared.runs_on_demand, true);
    // The only error is that the schedule is missing: there is no plugin, or it is running and taken out of the
    // world.
    let has_run = world.try_run_schedule(DetectCollisions).is_ok();
    let Some(mut shared) = world.get_resource_mut::<Shared>() else { return };
    shared.runs_on_demand = is_nested;
    if !has_run {
        shared.warn("detect_collisions");
        return;
    }
    let mut next = 0;
    while let Some(&trigger) =
        world.get_resource::<Shared>().and_then(|shared| shared.trigger_observers.get(next))
    {
        trigger(world);
        next += 1;
    }
}

/// The schedule that [`read_colliders`] runs: the propagation of transforms, and the phase `Prepare`.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ReadColliders;

/// Reads the colliders and propagates the transforms at once, so that a [`CollisionQuery`](crate::CollisionQuery) sees
/// what was spawned, moved and despawned until now. Nothing is detected: touches begin and end in the next run, which
/// is the same as without this function.
///
/// It is a system, too, for any schedule: what runs before it is seen by what runs after it. It costs what the phase
/// [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare) does, and the first time as much as in the first
/// frame.
///
/// It does nothing, and warns once per world, if there is no [`CollisionPlugin`](crate::CollisionPlugin).
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # use bevy_transform::prelude::*;
/// use bevy_gjk::{dim2::prelude::*, read_colliders};
///
/// fn spawn_wall(mut commands: Commands) {
///     commands.spawn((Collider::rectangle(1.0, 8.0), Transform::from_xyz(5.0, 0.0, 0.0)));
/// }
///
/// fn look(query: CollisionQuery) {
///     assert!(query.containing(Vec2::new(5.0, 1.0), &QueryFilter::ALL).is_some());
/// }
///
/// # let mut app = App::new();
/// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// app.add_systems(Startup, (spawn_wall, read_colliders, look).chain());
/// # app.update();
/// ```
pub fn read_colliders(world: &mut World) {
    if world.try_run_schedule(ReadColliders).is_err() {
        world.get_resource_or_init::<Shared>().warn("read_colliders");
    }
}

/// The state that the plugins of both dimensions share.
#[derive(Resource, Default)]
pub(crate) struct Shared {
    /// The schedules that have the phases.
    pub(crate) schedules: Vec<Interned<dyn ScheduleLabel>>,
    /// The schedules of each dimension, by its name.
    #[cfg(feature = "recorder")]
    pub(crate) schedules_of: Vec<(&'static str, Interned<dyn ScheduleLabel>)>,
    /// The functions that trigger the pending observers of each dimension.
    pub(crate) trigger_observers: Vec<fn(&mut World)>,
    /// [`detect_collisions`] is running the schedule: observers wait until it has run, so that they may call the same
    /// function.
    pub(crate) runs_on_demand: bool,
    has_warned: bool,
}

impl Shared {
    /// Warns once that a function did nothing, and why.
    fn warn(&mut self, function: &str) {
        if core::mem::replace(&mut self.has_warned, true) {
            return;
        }
        if self.schedules.contains(&DetectCollisions.intern()) {
            warn!(
                "detect_collisions did nothing: it was called while the schedule DetectCollisions runs, by one of its \
                 systems or commands. Call it before or after, or in an observer of collision events; if the app runs \
                 that schedule itself, call detect_collisions instead"
            );
        } else {
            warn!(
                "{function} did nothing: there is no CollisionPlugin in this app. Add dim2::CollisionPlugin or \
                 dim3::CollisionPlugin of bevy_gjk, or both"
            );
        }
    }
}
