//! Motions that are written in another schedule than that of the plugin.

use std::time::Duration;

use bevy::time::{Time, TimePlugin, TimeUpdateStrategy};
use bevy_app::{FixedLast, FixedPostUpdate, FixedUpdate, Last, Update};
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

const VELOCITY: Vec2 = Vec2::new(100.0, 0.0);

type Write = fn(Query<&mut MoverMotion>, Res<Time>);

fn add(mut motions: Query<&mut MoverMotion>, time: Res<Time>) {
    motions.iter_mut().for_each(|mut motion| motion.add(VELOCITY, &time));
}

fn assign(mut motions: Query<&mut MoverMotion>, time: Res<Time>) {
    motions.iter_mut().for_each(|mut motion| motion.displacement = VELOCITY * time.delta_secs());
}

/// Walks for two seconds, and returns how far and the warnings.
fn walk(
    plugin: CollisionPlugin,
    schedule: impl ScheduleLabel,
    write: Write,
    frame: u64,
) -> (f32, Vec<String>) {
    let mut app = app_with((TimePlugin, plugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame)));
    app.add_systems(schedule, write);
    for label in [FixedLast.intern(), Last.intern()] {
        app.edit_schedule(label, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    }
    let hero = (Name::new("hero"), Collider::circle(10.0), CharacterMover::top_down_for_size(20.0));
    let hero = app.spawn(hero);
    app.update();
    let lines = warnings(|| app.updates((2000 / frame) as u32));
    (app.get::<Transform>(hero).translation.x, lines)
}

#[test]
fn what_is_added_arrives_in_any_schedule() {
    // Frames of 5 ms and of 50 ms, beside fixed steps of 16.
    for frame in [5, 50] {
        let fixed = || CollisionPlugin::in_schedule(FixedPostUpdate);
        let walks = [
            walk(fixed(), Update, add, frame),
            walk(fixed(), FixedUpdate, add, frame),
            walk(CollisionPlugin::default(), FixedUpdate, add, frame),
            walk(CollisionPlugin::default(), Update, add, frame),
            // Assigned in the schedule of the plugin, it arrives as well.
            walk(fixed(), FixedUpdate, assign, frame),
            walk(CollisionPlugin::default(), Update, assign, frame),
        ];
        for (index, (way, lines)) in walks.into_iter().enumerate() {
            assert!((way - 200.0).abs() < 6.0, "{index}: {way}");
            assert!(lines.is_empty(), "{index}: {lines:#?}");
        }
    }
}

#[test]
fn what_is_assigned_several_times_before_a_run_is_warned_of_once() {
    let says = ["MoverMotion", "\"hero\"", "add(velocity, &time)"];
    let (way, lines) = walk(CollisionPlugin::in_schedule(FixedPostUpdate), Update, assign, 5);
    assert_one_warning(&lines, &says);
    assert!(way < 100.0, "{way}");
    let (way, lines) = walk(CollisionPlugin::default(), FixedUpdate, assign, 50);
    assert_one_warning(&lines, &says);
    assert!(way < 100.0, "{way}");
}
