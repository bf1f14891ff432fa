//! Platforms that are solid from one side: tiles of 16 units, a box of 12 by 20.

use super::prelude::*;

fn mover() -> CharacterMover<Dim2> {
    CharacterMover::for_height(20.0).with_skin(0.1)
}

/// Spawns a platform whose top is at this height.
fn platform(level: &mut Level<Dim2>, top: f32) -> Entity {
    level.one_way(dim2::Collider::rectangle(64.0, 4.0), at_xy(0.0, top - 2.0))
}

fn hero(level: &mut Level<Dim2>, x: f32, y: f32) -> Entity {
    level.character(mover(), dim2::Collider::rectangle(12.0, 20.0), at_xy(x, y))
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
    let character = hero(&mut level, 0.0, 10.1);
    let mut speed = 5.0;
    let mut highest = 0.0f32;
    for _ in 0..80 {
        let state = level.step(character, Vec2::new(0.0, speed));
        let height = level.place(character).y;
        assert!(speed < 0.01 || height > highest, "it rises in each frame");
        highest = highest.max(height);
        speed = if state.is_grounded() { 0.0 } else { speed - 0.2 };
    }
    assert_near(level.place(character).y, 50.1, 1e-3);
    assert!(highest > 60.0);
}

/// godot#9399: a platform that rises 8 units a frame. It also lifts characters that it reaches from below.
#[test]
fn a_one_way_platform_that_rises_carries_whoever_stands_on_it_or_falls_onto_it() {
    for (start, fall) in each([(10.1, -0.3), (40.0, -1.0)]) {
        let mut level = Level::<Dim2>::new();
        let lift = platform(&mut level, 0.0);
        let character = hero(&mut level, 0.0, start);
        for frame in 1..=60 {
            let top = 8.0 * frame as f32;
            let state = level.step_beside(lift, at_xy(0.0, top - 2.0), character, Vec2::new(0.0, fall));
            assert!(level.place(character).y - 10.0 > top);
            if start == 10.1 || frame >= 30 {
                assert!(state.is_grounded());
                assert_near(level.place(character).y, top + 10.1, 1e-3);
            }
        }
    }
}

/// godot#1854: a character whose head was inside was lifted onto the platform.
#[test]
fn a_character_with_its_head_inside_is_never_lifted() {
    let mut level = with_floor();
    // Its underside is at 18, the head at 20.1.
    platform(&mut level, 22.0);
    let character = hero(&mut level, 0.0, 10.1);
    for _ in 0..120 {
        level.walk_on_ground(character, Vec2::new(0.2, -0.5), 1);
        assert_near(level.place(character).y, 10.1, 1e-4);
    }
    assert_near(level.place(character).x, 24.0, 1e-3);
}

#[test]
fn a_one_way_platform_at_the_height_of_the_body_does_not_shake_it() {
    let mut level = with_floor();
    platform(&mut level, 12.0);
    let character = hero(&mut level, -60.0, 10.1);
    for _ in 0..120 {
        let x = level.place(character).x;
        level.step(character, Vec2::new(1.0, -0.5));
        let place = level.place(character);
        assert!((place.x - x - 1.0).abs() < 1e-4 && (place.y - 10.1).abs() < 1e-4, "{place}");
    }
}

#[test]
fn a_one_way_wall_is_passed_from_one_side_and_stops_from_the_other() {
    for (direction, x) in each([(Vec2::X, 40.0), (Vec2::NEG_X, -8.1)]) {
        let mut level = with_floor();
        let gate = OneWayPlatform::<Dim2> { direction, ..Default::default() };
        level.spawn((dim2::Collider::rectangle(4.0, 32.0), gate, at_xy(0.0, 16.0)));
        let character = hero(&mut level, -20.0, 10.1);
        level.walk(character, Vec2::new(1.0, -0.5), 60);
        assert_near(level.place(character).x, x, 1e-3);
    }
}

/// A row of one-way tiles and one platform as wide are the same to a round bottom that passes through from below.
#[test]
fn the_seams_of_a_row_catch_nothing_from_below() {
    let motions = [[3.0, -0.2], [-3.0, -0.2], [1.0, 0.0], [5.0, -2.0]].map(Vec2::from);
    for (below, x, motion) in each3([0.05, 0.3, 1.0, 3.0, 5.0], [-3.0, -1.0, 0.0, 2.5], motions) {
        let ends = [true, false].map(|is_row| {
            let mut level = Level::new();
            if is_row {
                for tile in -3..3 {
                    level
                        .one_way(dim2::Collider::rectangle(16.0, 8.0), at_xy(16.0 * tile as f32 + 8.0, -4.0));
                }
            } else {
                level.one_way(dim2::Collider::rectangle(96.0, 8.0), at_xy(0.0, -4.0));
            }
            let body = dim2::Collider::capsule(6.0, 8.0);
            let character = level.character(mover(), body, at_xy(x, 10.0 - below));
            [(); 3].map(|()| {
                let state = level.step(character, motion);
                (level.place(character), state.is_grounded())
            })
        });
        assert_eq!(ends[0], ends[1]);
    }
}
