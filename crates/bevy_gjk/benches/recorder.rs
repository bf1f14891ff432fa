//! Benchmark of the recorder: what it costs the game, and how many bytes a second of a recording has.
//!
//!     cargo bench --bench recorder --features recorder

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_gjk::recording::{
    CollisionRecorder, CollisionRecorderPlugin, CollisionReplay, Recordable, Recording,
};
use bevy_gjk::{CollisionPlugin, Dim2, Dim3, dim2, dim3};
use bevy_math::{Quat, Vec3};
use bevy_transform::prelude::*;

#[allow(dead_code)]
mod common;
use common::Random;

/// The number of colliders, all of which move.
const COUNT: usize = 1_000;
/// The number of runs: ten seconds at 60 Hz.
const RUNS: usize = 600;
/// Half the side of the square or cube in which they are.
const REACH: [f32; 2] = [40.0, 12.0];

fn main() {
    measure::<Dim2>("2D", |_| dim2::Collider::circle(0.5), true);
    measure::<Dim3>("3D", |_| dim3::Collider::sphere(0.5), false);
}

/// A body that moves, turns, and steers now and then.
#[derive(Component, Clone, Copy)]
struct Moving {
    velocity: Vec3,
    spin: f32,
    /// How often it steers, of a hundred runs.
    steers: f32,
}

fn advance(mut bodies: Query<(&mut Transform, &mut Moving)>, mut random: Local<Option<Random>>) {
    let random = random.get_or_insert_with(|| Random(5));
    for (mut transform, mut moving) in &mut bodies {
        if random.range(0.0, 100.0) < moving.steers {
            moving.velocity = Quat::from_rotation_z(random.range(-0.5, 0.5)) * moving.velocity;
        }
        transform.translation += moving.velocity / 60.0;
        transform.rotation *= Quat::from_rotation_z(moving.spin / 60.0);
        let reach = if moving.velocity.z == 0.0 { REACH[0] } else { REACH[1] };
        let at = transform.translation;
        for axis in 0..3 {
            if at[axis].abs() > reach {
                moving.velocity[axis] = -at[axis].signum() * moving.velocity[axis].abs();
            }
        }
    }
}

/// Returns an app of bodies that move straight, or steer now and then.
fn app<D: Recordable>(shape: fn(usize) -> D::Collider, is_flat: bool, steers: f32, is_recorded: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::<D>::default()));
    if is_recorded {
        app.add_plugins(CollisionRecorderPlugin::<D>::ring(64 << 20));
    }
    app.add_systems(Update, advance);
    app.finish();
    let mut random = Random(1);
    for index in 0..COUNT {
        let mut at = |reach: f32| {
            let z = if is_flat { 0.0 } else { random.range(-reach, reach) };
            Vec3::new(random.range(-reach, reach), random.range(-reach, reach), z)
        };
        let (place, velocity) = (at(REACH[usize::from(!is_flat)]), at(3.0));
        let moving = Moving { velocity, spin: random.range(-2.0, 2.0), steers };
        app.world_mut().spawn((shape(index), Transform::from_translation(place), moving));
    }
    app
}

/// Returns the microseconds of each run: the median, without the first ones.
fn time(app: &mut App) -> f64 {
    let mut times: Vec<_> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            app.update();
            1e6 * start.elapsed().as_secs_f64()
        })
        .skip(RUNS / 10)
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure<D: Recordable>(name: &str, shape: fn(usize) -> D::Collider, is_flat: bool) {
    for steers in [0.0, 10.0] {
        let without = time(&mut app::<D>(shape, is_flat, steers, false));
        let mut recorded = app::<D>(shape, is_flat, steers, true);
        let with = time(&mut recorded);
        let start = Instant::now();
        let file = CollisionRecorder::<D>::file(recorded.world_mut());
        let waited = 1e3 * start.elapsed().as_secs_f64();
        let per_second = file.len() as f64 / (RUNS as f64 / 60.0) / 1e3;
        let start = Instant::now();
        let mut replay = CollisionReplay::app(Recording::<D>::read(file).expect("it was just written"));
        let mut runs = 0;
        while let Ok(Some(_)) = CollisionReplay::<D>::step(replay.world_mut()) {
            runs += 1;
        }
        let played = start.elapsed().as_secs_f64() / f64::from(runs) * 1e6;
        let cost = with - without;
        println!(
            "{name}, {COUNT} that move and turn, {steers} % steer in a run: {per_second:.0} KB/s; \
             {cost:.0} µs a run on the main thread, {:.1} % of a frame at 60 Hz ({without:.0} µs without, {with:.0} with); \
             the file is ready after {waited:.0} ms; played again in {played:.0} µs a run",
            100.0 * cost / 16_667.0,
        );
    }
}
