//! Who enters and leaves the surroundings of each of 500 players among 10,000 things that move: the recipe of the book,
//! in milliseconds a frame, beside the same frame without the areas.
//!
//!     cargo bench -p bevy_gjk --bench interest

mod common;

use bevy_app::{App, PostUpdate, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_gjk::dim2::prelude::*;
use bevy_math::Vec3;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

use common::{Random, cpu_time};

const THINGS: u32 = 10_000;
const PLAYERS: u32 = 500;
/// The side of the world, and the distances at which things enter and leave the surroundings of a player.
const SIDE: f32 = 1000.0;
const ENTERS: f32 = 40.0;
const LEAVES: f32 = 50.0;
/// Frames before anything is measured, and frames that are.
const WARM_UP: u32 = 30;
const FRAMES: usize = 120;

collision_layers! {
    enum Layer { Thing, Area }
}

#[derive(Component)]
struct Velocity(Vec3);

#[derive(Component)]
enum Area {
    Near,
    Far,
}

/// How much has entered and left.
#[derive(Resource, Default)]
struct Told([usize; 2]);

fn go(mut moving: Query<(&mut Transform, &mut Velocity)>) {
    for (mut place, mut velocity) in &mut moving {
        place.translation += velocity.0;
        if place.translation.abs().max_element() > 0.5 * SIDE {
            velocity.0 = -velocity.0;
        }
    }
}

fn tell(mut events: MessageReader<CollisionEvent>, areas: Query<&Area>, mut told: ResMut<Told>) {
    for event in events.read() {
        match event.entities().into_iter().find_map(|entity| areas.get(entity).ok()) {
            Some(Area::Near) if event.is_started() => told.0[0] += 1,
            Some(Area::Far) if !event.is_started() => told.0[1] += 1,
            _ => {}
        }
    }
}

fn world(has_areas: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, CollisionPlugin::default())).init_resource::<Told>();
    app.add_systems(Update, go).add_systems(PostUpdate, tell.after(CollisionSystems::Events));
    app.edit_schedule(Update, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    let mut random = Random(1);
    for index in 0..THINGS {
        let layers = CollisionLayers::new(Layer::Thing, Layer::Area);
        let place = Transform::from_translation(random.point(SIDE).with_z(0.0));
        let velocity = Velocity(random.point(1.0).with_z(0.0));
        let mut thing = app.world_mut().spawn((Collider::circle(0.5), layers, place, velocity));
        if has_areas && index < PLAYERS {
            let exceptions = CollisionExceptions::of([thing.id()]);
            for (radius, area) in [(ENTERS, Area::Near), (LEAVES, Area::Far)] {
                let layers = CollisionLayers::new(Layer::Area, Layer::Thing);
                thing.with_child((Collider::circle(radius), layers, exceptions.clone(), area));
            }
        }
    }
    app
}

fn main() {
    for has_areas in [false, true] {
        let mut app = world(has_areas);
        (0..WARM_UP).for_each(|_| app.update());
        app.world_mut().resource_mut::<Told>().0 = [0; 2];
        let mut times: Vec<f64> = (0..FRAMES)
            .map(|_| {
                let start = cpu_time();
                app.update();
                (cpu_time() - start).as_secs_f64() * 1e3
            })
            .collect();
        times.sort_unstable_by(f64::total_cmp);
        let [entered, left] = app.world().resource::<Told>().0.map(|count| count as f64 / FRAMES as f64);
        println!(
            "{:<14} {:8.2} ms a frame, the longest {:.2}; {entered:.0} enter and {left:.0} leave",
            if has_areas { "with areas" } else { "without" },
            times[FRAMES / 2],
            times[FRAMES - 1],
        );
    }
}
