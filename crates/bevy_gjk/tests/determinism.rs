//! The same world gives the same events, however it is run and in whatever order it was made.

mod common;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_gjk::dim2::Collider;
use bevy_gjk::{CollisionEvent, Dim2};
use bevy_transform::components::Transform;
use common::{Random, app, step};

#[derive(Component, Clone, Copy)]
struct Number(usize);

/// Runs 60 frames of 200 circles, spawned in the order given; the events name the circles by number.
fn run(mut app: App, order: impl Iterator<Item = usize>) -> Vec<Vec<(bool, [usize; 2])>> {
    let mut random = Random(3);
    let paths: Vec<[f32; 4]> = (0..200)
        .map(|_| {
            [
                random.range(-9.0, 9.0),
                random.range(-9.0, 9.0),
                random.range(-0.2, 0.2),
                random.range(-0.2, 0.2),
            ]
        })
        .collect();
    for number in order {
        app.world_mut().spawn((Number(number), Collider::circle(0.4), Transform::IDENTITY));
    }
    let mut frames: Vec<Vec<_>> = Vec::new();
    for frame in 0..60 {
        let mut query = app.world_mut().query::<(&Number, &mut Transform)>();
        for (number, mut transform) in query.iter_mut(app.world_mut()) {
            let [x, y, by_x, by_y] = paths[number.0];
            transform.translation.x = x + by_x * frame as f32;
            transform.translation.y = y + by_y * frame as f32;
        }
        let events = step::<Dim2>(&mut app);
        let name = |event: &CollisionEvent<Dim2>| {
            (event.is_started(), event.entities().map(|it| app.world().get::<Number>(it).unwrap().0))
        };
        frames.push(events.iter().map(name).collect());
    }
    assert!(frames.iter().flatten().count() > 300);
    frames
}

#[test]
fn one_thread_and_many_agree_in_every_event() {
    let mut single = app();
    single.edit_schedule(PostUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    assert_eq!(run(app(), 0..200), run(single, 0..200));
}

#[test]
fn the_order_of_spawning_only_changes_the_order_of_events() {
    let sorted = |frames: Vec<Vec<(bool, [usize; 2])>>| -> Vec<Vec<_>> {
        let sort = |mut frame: Vec<(bool, [usize; 2])>| {
            frame.iter_mut().for_each(|(_, pair)| pair.sort_unstable());
            frame.sort_unstable();
            frame
        };
        frames.into_iter().map(sort).collect()
    };
    assert_eq!(sorted(run(app(), 0..200)), sorted(run(app(), (0..200).rev())));
}
