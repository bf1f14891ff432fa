//! Benchmark of states: saving, restoring, running ticks again, and asking the past.
//!
//!     cargo bench --bench state

use std::hint::black_box;
use std::time::Instant;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_ecs::system::SystemState;
use bevy_gjk::state::{CollisionPast, CollisionPastPlugin, CollisionState};
use bevy_gjk::{
    CollisionOrder, CollisionPlugin, CollisionQuery, Collisions, Dim2, Dim3, Dimension, QueryFilter, dim2,
    dim3,
};
use bevy_math::Vec3;
use bevy_transform::prelude::*;
use gjk::Vector;

#[allow(dead_code)]
mod common;
use common::Random;

/// The number of colliders that move, beside ten times as many that stand still.
const MOVING: usize = 1_000;
/// The number of measurements, of which the median counts.
const SAMPLES: usize = 101;

fn main() {
    measure::<Dim2>("2D", 500.0, |_| dim2::Collider::circle(1.0), Vec3::truncate);
    measure::<Dim3>("3D", 110.0, |_| dim3::Collider::sphere(1.0), |at| at);
}

/// Returns the place of a still body on a grid that fills the cube, or the square in 2D.
fn tile<D: Dimension>(index: usize, side: f32) -> Vec3 {
    let count = ((11 * MOVING) as f32).powf(1.0 / D::Vector::DIMENSION as f32).ceil() as usize;
    let at = [index % count, index / count % count, index / (count * count)];
    Vec3::from_array(at.map(|at| (at as f32 + 0.5) / count as f32 * side - 0.5 * side))
}

/// A body that moves through a cube.
#[derive(Component, Clone, Copy)]
struct Moving {
    from: Vec3,
    velocity: Vec3,
}

struct Bench<D: Dimension> {
    app: App,
    side: f32,
    dimension: core::marker::PhantomData<D>,
}

impl<D: Dimension> Bench<D> {
    fn new(side: f32, shape: fn(usize) -> D::Collider, keeps_past: bool) -> Self {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::<D>::default()));
        if keeps_past {
            app.add_plugins(CollisionPastPlugin::<D>::new(20));
        }
        app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
        let mut random = Random(1);
        for index in 0..11 * MOVING {
            let is_moving = index % 11 == 0;
            // What stands still is a level of tiles that do not touch.
            let from = if is_moving { random.point(side) } else { tile::<D>(index, side) };
            let body = (shape(index), CollisionOrder(index as u64), Transform::from_translation(from));
            let mut body = app.world_mut().spawn(body);
            if is_moving {
                body.insert(Moving { from, velocity: random.point(0.4) });
            }
        }
        Self { app, side, dimension: core::marker::PhantomData }
    }

    /// Runs a tick, in which the bodies are where they are at that time.
    fn tick(&mut self, tick: u64) {
        let Self { app, side, .. } = self;
        let world = app.world_mut();
        if let Some(mut past) = world.get_resource_mut::<CollisionPast<D>>() {
            past.begin_tick(tick);
        }
        for (mut place, moving) in world.query::<(&mut Transform, &Moving)>().iter_mut(world) {
            let at = moving.from + moving.velocity * tick as f32 + 0.5 * *side;
            place.translation = at.map(|at| at.rem_euclid(*side)) - 0.5 * *side;
        }
        app.update();
    }
}

/// Returns the median time, in microseconds.
fn median(mut run: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..SAMPLES).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    times[SAMPLES / 2]
}

fn timed(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e6
}

fn measure<D: Dimension>(
    name: &str,
    side: f32,
    shape: fn(usize) -> D::Collider,
    point: fn(Vec3) -> D::Vector,
) {
    let mut bench = Bench::<D>::new(side, shape, false);
    let mut now = 40;
    (0..now).for_each(|tick| bench.tick(tick));
    let mut state = CollisionState::<D>::default();
    let save = median(|| {
        bench.tick(now);
        now += 1;
        timed(|| bench.app.world().resource::<Collisions<D>>().save_into(&mut state))
    });
    let pairs = state.pair_count();
    println!("{name}: {MOVING} moving, {} still, {pairs} pairs remembered", 10 * MOVING);
    println!("  {:<40} {save:9.1} us", "save");

    let (mut restores, mut again) = (Vec::new(), Vec::new());
    let plain = median(|| {
        let run = |bench: &mut Bench<D>, now| timed(|| (1..=8).for_each(|tick| bench.tick(now + tick)));
        let forward = run(&mut bench, now);
        bench.app.world().resource::<Collisions<D>>().save_into(&mut state);
        now += 8;
        let predicted = run(&mut bench, now);
        let restore = timed(|| {
            bench.app.world_mut().resource_scope(|world, mut collisions: Mut<Collisions<D>>| {
                collisions.restore(&state, world.entities()).unwrap();
            });
        });
        restores.push(restore);
        again.push(restore + run(&mut bench, now));
        now += 8;
        forward.min(predicted)
    });
    let [restore, again] = [restores, again].map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[SAMPLES / 2]
    });
    println!("  {:<40} {restore:9.1} us", "restore");
    println!("  {:<40} {plain:9.1} us", "8 ticks");
    println!("  {:<40} {again:9.1} us, {:.2} times", "restore and 8 ticks", again / plain);
    past::<D>(side, shape, point);
}

fn past<D: Dimension>(side: f32, shape: fn(usize) -> D::Collider, point: fn(Vec3) -> D::Vector) {
    let [mut without, mut with] = [false, true].map(|keeps| Bench::<D>::new(side, shape, keeps));
    let mut now = 60;
    (0..now).for_each(|tick| [&mut without, &mut with].into_iter().for_each(|bench| bench.tick(tick)));
    let mut differences: Vec<f64> = (0..4 * SAMPLES)
        .map(|_| {
            now += 1;
            let [one, two] = [&mut without, &mut with].map(|bench| timed(|| bench.tick(now)));
            two - one
        })
        .collect();
    differences.sort_by(f64::total_cmp);
    println!("  {:<40} {:9.1} us a tick", "keeping places", differences[2 * SAMPLES]);

    let mut random = Random(5);
    let mut direction = || D::Direction::try_from(point(random.point(1.0))).ok();
    let directions: Vec<_> = core::iter::from_fn(|| Some(direction())).flatten().take(1000).collect();
    let rays: Vec<_> =
        directions.into_iter().map(|direction| (point(random.point(side)), direction)).collect();
    let cast = |query: &CollisionQuery<D>| {
        let cast = |(origin, direction): &(D::Vector, D::Direction)| {
            query.cast_ray(*origin, *direction, 50.0, &QueryFilter::ALL).is_some()
        };
        black_box(rays.iter().filter(|ray| cast(ray)).count());
    };
    let mut state = SystemState::<CollisionQuery<D>>::new(with.app.world_mut());
    let query = state.get(with.app.world()).unwrap();
    cast(&query);
    let live = median(|| timed(|| cast(&query)));
    let mut past = with.app.world_mut().resource_mut::<CollisionPast<D>>();
    let mut back = 0;
    let rewind = median(|| {
        back = (back + 7) % 19;
        timed(|| _ = black_box(past.at(now - back).is_ok()))
    });
    let query = past.at(now - 9).unwrap();
    cast(&query);
    let rewound = median(|| timed(|| cast(&query)));
    println!("  {:<40} {rewind:9.1} us", "going to another tick");
    println!("  {:<40} {:9.3} us", "a ray", live / 1000.0);
    println!("  {:<40} {:9.3} us, {:.2} times", "a rewound ray", rewound / 1000.0, rewound / live);
}
