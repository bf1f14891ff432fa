//! Collision detection by hand, at any moment.

use bevy_ecs::prelude::World;
use bevy_ecs::schedule::ScheduleLabel;

/// The schedule that [`detect_collisions`] runs: the propagation of transforms and all phases of each
/// collision plugin of the app.
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

/// Brings everything up to date at once: transforms, what touches and what is near, and sends the events.
///
/// It is the same as a run of the systems in their schedule, which will report only what happens after. Does
/// nothing in a world without the plugin.
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
///         if world.resource::<Collisions>().of(house).next().is_none() {
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
    // The only error is that there is no such schedule.
    let _ = world.try_run_schedule(DetectCollisions);
}
