//! Platforms that are solid from one side: tiles of 16 units, a box of 12 by 20.

use super::level::Level;
use crate::common::prelude::*;

const SKIN: f32 = 0.1;

fn mover() -> CharacterMover<Dim2> {
    CharacterMover::for_height(20.0).with_skin(SKIN)
}

fn hero() -> dim2::Collider {
    dim2::Collider::rectangle(12.0, 20.0)
}

/// A platform whose top is at this height.
fn platform(level: &mut Level<Dim2>, top: f32) -> Entity {
    let place = at_xy(0.0, top - 2.0);
    level.spawn((dim2::Collider::rectangle(64.0, 4.0), OneWayPlatform::<Dim2>::default(), place))
}

fn with_floor() -> Level<Dim2> {
    let mut level = Level::new();
    level.obstacle(dim2::Collider::rectangle(400.0, 16.0), at_xy(0.0, -8.0));
    level
}

#[test]
fn a_jump_goes_through_a_one_way_platform_and_lands_on_it() {
    let mut level = with_floor();
    platform(&mut level, 40.0);
    let character = level.character(mover(), hero(), at_xy(0.0, 10.1));
    let mut speed = 5.0;
    let mut highest = 0.0f32;
    for _ in 0..80 {
        let state = level.step(character, Vec2::new(0.0, speed));
        let way = level.place(character).y - highest;
        assert!(speed < 0.01 || way > 0.0, "it rises in each frame: {state:?}");
        highest = highest.max(level.place(character).y);
        speed = if state.is_grounded() { 0.0 } else { speed - 0.2 };
    }
    let place = level.place(character);
    assert!((place.y - 50.1).abs() < 1e-3, "{place}");
    assert!(highest > 60.0);
}

/// godot#9399: a platform that rises 8 units a frame.
#[test]
fn a_one_way_platform_that_rises_carries_whoever_stands_on_it() {
    let mut level = Level::<Dim2>::new();
    let lift = platform(&mut level, 0.0);
    let character = level.character(mover(), hero(), at_xy(0.0, 10.1));
    for frame in 1..=60 {
        let top = 8.0 * frame as f32;
        level.set(lift, at_xy(0.0, top - 2.0));
        let state = level.step(character, Vec2::new(0.0, -0.3));
        assert!(state.is_grounded(), "{frame}");
        assert!((level.place(character).y - top - 10.1).abs() < 1e-3, "{frame}: {}", level.place(character));
    }
}

/// The same platform catches whoever it comes up to from below.
#[test]
fn a_one_way_platform_that_rises_from_below_catches_a_falling_character() {
    let mut level = Level::<Dim2>::new();
    let lift = platform(&mut level, 0.0);
    let character = level.character(mover(), hero(), at_xy(0.0, 40.0));
    for frame in 1..=30 {
        let top = 8.0 * frame as f32;
        level.set(lift, at_xy(0.0, top - 2.0));
        level.step(character, Vec2::new(0.0, -1.0));
        let bottom = level.place(character).y - 10.0;
        assert!(bottom > top, "{frame}: {bottom}");
    }
    assert!(level.state(character).is_grounded());
}

/// godot#1854: a character whose head was inside was lifted onto the platform.
#[test]
fn a_character_with_its_head_inside_is_never_lifted() {
    let mut level = with_floor();
    // Its underside is at 18, the head at 20.1.
    platform(&mut level, 22.0);
    let character = level.character(mover(), hero(), at_xy(0.0, 10.1));
    for _ in 0..120 {
        let state = level.step(character, Vec2::new(0.2, -0.5));
        assert!((level.place(character).y - 10.1).abs() < 1e-4, "{state:?}");
        assert!(state.is_grounded());
    }
    assert!((level.place(character).x - 24.0).abs() < 1e-3);
}

#[test]
fn a_one_way_platform_at_the_height_of_the_body_does_not_shake_it() {
    let mut level = with_floor();
    platform(&mut level, 12.0);
    let character = level.character(mover(), hero(), at_xy(-60.0, 10.1));
    for frame in 0..120 {
        let x = level.place(character).x;
        level.step(character, Vec2::new(1.0, -0.5));
        let place = level.place(character);
        assert!((place.x - x - 1.0).abs() < 1e-4 && (place.y - 10.1).abs() < 1e-4, "{frame}: {place}");
    }
}

#[test]
fn a_drop_for_one_move_falls_through_one_platform() {
    let mut level = with_floor();
    platform(&mut level, 40.0);
    platform(&mut level, 80.0);
    let character = level.character(mover(), hero(), at_xy(0.0, 90.1));
    assert!(level.state(character).is_grounded());
    level.change(character, |motion: &mut MoverMotion<Dim2>| {
        *motion = MoverMotion { displacement: Vec2::new(0.0, -0.5), drop_through: true };
    });
    level.app.update();
    assert!(!level.state(character).is_grounded());
    level.walk(character, Vec2::new(0.0, -1.0), 120);
    // It fell through the upper one, and stands on the lower one.
    assert!((level.place(character).y - 50.1).abs() < 1e-3, "{}", level.place(character));
}

#[test]
fn a_one_way_wall_is_passed_from_one_side_and_stops_from_the_other() {
    for (direction, passes) in [(Vec2::X, true), (Vec2::NEG_X, false)] {
        let mut level = with_floor();
        let gate = OneWayPlatform::<Dim2> { direction, ..Default::default() };
        let place = at_xy(0.0, 16.0);
        level.spawn((dim2::Collider::rectangle(4.0, 32.0), gate, place));
        let character = level.character(mover(), hero(), at_xy(-20.0, 10.1));
        level.walk(character, Vec2::new(1.0, -0.5), 60);
        let x = level.place(character).x;
        assert!(if passes { (x - 40.0).abs() < 1e-3 } else { (x + 8.1).abs() < 1e-3 }, "{direction}: {x}");
    }
}

/// A row of one-way tiles and one platform as wide are the same to a round bottom that passes through from below.
#[test]
fn the_seams_of_a_row_catch_nothing_from_below() {
    let one_way = |level: &mut Level<Dim2>, width: f32, x: f32| {
        let place = at_xy(x, -4.0);
        level.spawn((dim2::Collider::rectangle(width, 8.0), OneWayPlatform::<Dim2>::default(), place));
    };
    for below in [0.05, 0.3, 1.0, 3.0, 5.0] {
        for x in [-3.0, -1.0, 0.0, 2.5] {
            for motion in
                [Vec2::new(3.0, -0.2), Vec2::new(-3.0, -0.2), Vec2::new(1.0, 0.0), Vec2::new(5.0, -2.0)]
            {
                let ends = [true, false].map(|is_row| {
                    let mut level = Level::new();
                    if is_row {
                        (-3..3).for_each(|tile| one_way(&mut level, 16.0, 16.0 * tile as f32 + 8.0));
                    } else {
                        one_way(&mut level, 96.0, 0.0);
                    }
                    let body = dim2::Collider::capsule(6.0, 8.0);
                    let character = level.character(mover(), body, at_xy(x, 10.0 - below));
                    [(); 3].map(|()| {
                        let state = level.step(character, motion);
                        (level.place(character), state.is_grounded())
                    })
                });
                assert_eq!(ends[0], ends[1], "{below} below, at {x}, {motion}");
            }
        }
    }
}
