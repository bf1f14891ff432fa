//! Benchmark of observers: the time of frames in which many touches begin and end.
//!
//!     cargo bench -p bevy_gjk --bench events

use std::hint::black_box;
use std::time::Instant;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_math::Vec3;
use bevy_transform::prelude::*;

/// The number of pairs, which touch in every other frame.
const PAIRS: usize = 2_000;
/// The number of measured frames; in each, all touches begin or all end.
const FRAMES: usize = 400;

type Scene = (&'static str, fn(&mut App));

fn main() {
    let scenes: [Scene; 6] = [
        ("no observers", |_| {}),
        ("one global observer", observe_all),
        ("one observer per entity", observe_each),
        ("one global observer by component, matched", observe_with::<Moving>),
        ("one global observer by component, unmatched", observe_with::<Unused>),
        ("one observer by component per entity", observe_each_with),
    ];
    for (name, observe) in scenes {
        let mut app = scene();
        observe(&mut app);
        println!("{name:<45} {:8.1} us per frame", measure(&mut app));
    }
}

/// Spawns a grid of pairs that are far from each other.
fn scene() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
    for pair in 0..PAIRS {
        let at = Vec3::new((pair % 50) as f32 * 10.0, (pair / 50) as f32 * 10.0, 0.0);
        app.world_mut().spawn((Collider::circle(1.0), Transform::from_translation(at), Static));
        app.world_mut().spawn((
            Collider::circle(1.0),
            Transform::from_translation(at + Vec3::X * 4.0),
            Moving,
        ));
    }
    app
}

#[derive(Component)]
struct Moving;

#[derive(Component)]
struct Static;

/// A component that no entity has.
#[derive(Component)]
struct Unused;

fn observe_all(app: &mut App) {
    app.add_observer(|hit: On<CollisionStarted>| _ = black_box(hit.other));
    app.add_observer(|end: On<CollisionEnded>| _ = black_box(end.other));
}

fn observe_each(app: &mut App) {
    let all: Vec<_> = app.world_mut().query_filtered::<Entity, With<Moving>>().iter(app.world()).collect();
    for entity in all {
        let mut entity = app.world_mut().entity_mut(entity);
        entity.observe(|hit: On<CollisionStarted>| _ = black_box(hit.other));
        entity.observe(|end: On<CollisionEnded>| _ = black_box(end.other));
    }
}

/// Observes the touches in which the other entity has a component.
fn observe_with<C: Component>(app: &mut App) {
    app.add_observer(|hit: On<CollisionStartedWith<C>>| _ = black_box(hit.other));
    app.add_observer(|end: On<CollisionEndedWith<C>>| _ = black_box(end.other));
}

fn observe_each_with(app: &mut App) {
    let all: Vec<_> = app.world_mut().query_filtered::<Entity, With<Static>>().iter(app.world()).collect();
    for entity in all {
        let mut entity = app.world_mut().entity_mut(entity);
        entity.observe(|hit: On<CollisionStartedWith<Moving>>| _ = black_box(hit.other));
        entity.observe(|end: On<CollisionEndedWith<Moving>>| _ = black_box(end.other));
    }
}

/// Returns the median time of a frame, in microseconds.
fn measure(app: &mut App) -> f64 {
    let mut times = Vec::with_capacity(FRAMES);
    for frame in 0..FRAMES + 20 {
        let step = if frame % 2 == 0 { -3.0 } else { 3.0 };
        let mut movers = app.world_mut().query_filtered::<&mut Transform, With<Moving>>();
        for mut transform in movers.iter_mut(app.world_mut()) {
            transform.translation.x += step;
        }
        let start = Instant::now();
        app.update();
        if frame >= 20 {
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
