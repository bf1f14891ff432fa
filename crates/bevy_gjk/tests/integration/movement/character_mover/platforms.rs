//! Ground that moves or turns, what is moved into a character, and conveyors.

use super::level::Level;
use super::person::{SKIN, SOLE, cuboid, mover, person, with_slab};
use crate::common::prelude::*;

/// Jolt's `TestRotatingPlatform`: one turn a second at a radius of 9.
#[test]
fn a_turning_platform_carries_a_character_exactly_and_without_lag() {
    let (mut level, platform) = with_slab(24.0, 24.0);
    let start = Vec3::new(9.0, SOLE, 0.0);
    let character = level.character(mover(), person(), Transform::from_translation(start));
    for frame in 1..=120 {
        let turn = Quat::from_rotation_y(std::f32::consts::TAU * frame as f32 / 60.0);
        level.set(platform, at_xy(0.0, -0.5).with_rotation(turn));
        let state = level.step(character, Vec3::ZERO);
        let place = level.place(character);
        assert!(state.is_grounded(), "{frame}");
        assert!(place.distance(turn * start) < 1e-3, "{frame}: {place} {}", turn * start);
        assert!(level.clearance(character) > 0.99 * f64::from(SKIN), "{frame}");
    }
}

/// Jolt's `TestMovingPlatformUp`.
#[test]
fn a_lift_keeps_the_skin_as_the_gap_up_and_down() {
    for speed in [0.5f32, -0.5, 8.0, -8.0] {
        let (mut level, lift) = with_slab(4.0, 4.0);
        let character = level.character(mover(), person(), Transform::from_xyz(0.3, SOLE, 0.1));
        for frame in 1..=60 {
            let height = speed * frame as f32 / 60.0;
            level.set(lift, at_xy(0.0, height - 0.5));
            let state = level.step(character, Vec3::new(0.01, -0.02, 0.0));
            let place = level.place(character);
            assert!(state.is_grounded(), "{speed} {frame}");
            assert!((place.y - height - SOLE).abs() < 1e-4, "{speed} {frame}: {place} {height}");
        }
        assert!((level.place(character).x - 0.9).abs() < 1e-4);
    }
}

/// A platform that goes to the side, up and down and turns carries its passenger on all of these.
#[test]
fn a_platform_that_moves_and_turns_at_once_keeps_its_passenger() {
    let (mut level, platform) = with_slab(6.0, 6.0);
    let character = level.character(mover(), person(), Transform::from_xyz(2.0, SOLE, 1.0));
    let at = |time: f32| {
        let center = Vec3::new(4.0 * time.sin(), (2.0 * time).sin(), 3.0 * (1.0 - time.cos()));
        Transform::from_translation(center - Vec3::Y * 0.5).with_rotation(Quat::from_rotation_y(1.7 * time))
    };
    for frame in 1..=300 {
        let place = at(frame as f32 / 60.0);
        level.set(platform, place);
        let state = level.step(character, Vec3::NEG_Y * 0.01);
        assert!(state.is_grounded() && state.end == MoveEnd::Arrived, "{frame}: {state:?}");
        let expected = place.transform_point(Vec3::new(2.0, 0.5 + SOLE, 1.0));
        assert!(level.place(character).distance(expected) < 5e-3, "{frame}: {}", level.place(character));
    }
}

/// rapier#485: a character that does not move by itself was not pushed.
#[test]
fn a_wall_that_is_moved_into_a_character_pushes_it() {
    let (mut level, _) = with_slab(20.0, 20.0);
    let wall = cuboid(&mut level, Vec3::new(2.0, 1.0, 0.0), Vec3::new(1.0, 2.0, 4.0));
    let character = level.character(mover(), person(), at_xy(1.0, SOLE));
    level.set(wall, at_xy(1.5, 1.0));
    let state = level.step(character, Vec3::ZERO);
    let place = level.place(character);
    assert!((place.x - (1.5 - 0.5 - 0.3 - SKIN)).abs() < 1e-4, "{place}");
    assert!((state.pushed.x + 1.0 - place.x).abs() < 1e-4 && state.is_grounded(), "{state:?}");
    // Across all of the room in one frame: nothing passes through.
    level.set(wall, at_xy(-6.0, 1.0));
    level.step(character, Vec3::ZERO);
    let place = level.place(character);
    assert!((place.x - (-6.5 - 0.3 - SKIN)).abs() < 1e-3, "{place}");
}

#[test]
fn a_character_that_is_not_pushed_stays_where_it_is() {
    let (mut level, _) = with_slab(20.0, 20.0);
    let wall = cuboid(&mut level, Vec3::new(2.0, 1.0, 0.0), Vec3::new(1.0, 2.0, 4.0));
    let mover = CharacterMover { is_pushed: false, ..mover() };
    let character = level.character(mover, person(), at_xy(1.0, SOLE));
    level.set(wall, at_xy(1.5, 1.0));
    level.step(character, Vec3::ZERO);
    assert!((level.place(character).x - 1.0).abs() < 1e-5);
}

#[test]
fn a_floor_that_rises_ten_units_in_one_frame_takes_its_character_along() {
    let (mut level, floor) = with_slab(20.0, 20.0);
    for (first, start) in [(0.0, SOLE), (5.0, SOLE + 1.0)] {
        level.set(floor, at_xy(0.0, first - 0.5));
        level.app.update();
        let place = at_xy(0.0, first + start);
        let character = level.character(mover(), person(), place);
        level.set(floor, at_xy(0.0, first + 9.5));
        level.step(character, Vec3::NEG_Y * 0.01);
        let place = level.place(character);
        assert!((place.y - (first + 10.0 + SOLE)).abs() < 1e-3, "{place}");
        level.app.world_mut().despawn(character);
    }
}

/// tnua#99: the carry went on after the character had left the platform.
#[test]
fn stepping_off_a_platform_ends_the_carry() {
    let (mut level, platform) = with_slab(4.0, 4.0);
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    let mut x = 0.0;
    let mut go = |level: &mut Level<Dim3>, way: Vec3| {
        x += 0.1;
        level.set(platform, at_xy(x, -0.5));
        level.step(character, way)
    };
    for _ in 0..10 {
        let state = go(&mut level, Vec3::NEG_Y * 0.01);
        assert!((state.carried.x - 0.1).abs() < 1e-5, "{state:?}");
    }
    let place = level.place(character);
    assert!((place.x - 1.0).abs() < 1e-4, "{place}");
    // A jump: the frame of the jump still begins on the platform.
    let state = go(&mut level, Vec3::Y * 0.5);
    assert!((state.carried.x - 0.1).abs() < 1e-5 && !state.is_grounded(), "{state:?}");
    for _ in 0..5 {
        let state = go(&mut level, Vec3::Y * 0.1);
        assert_eq!(state.carried, Vec3::ZERO);
    }
    assert!((level.place(character).x - 1.1).abs() < 1e-4);
}

#[test]
fn a_floor_that_rises_under_a_ceiling_crushes_and_names_both() {
    let (mut level, floor) = with_slab(20.0, 20.0);
    let ceiling = cuboid(&mut level, Vec3::Y * 3.5, Vec3::new(20.0, 1.0, 20.0));
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    let mut crushed = 0;
    for frame in 1..=20 {
        level.set(floor, at_xy(0.0, 0.1 * frame as f32 - 0.5));
        let state = level.step(character, Vec3::ZERO);
        let room = 3.0 - 0.1 * frame as f32;
        if room > 1.95 + 2.0 * SKIN + 1e-3 {
            assert_eq!(state.end, MoveEnd::Arrived, "{frame}: {room}");
        } else {
            crushed += 1;
            let MoveEnd::Crushed(pair) = state.end else { panic!("{frame}: {state:?}") };
            assert!(pair == [floor, ceiling] || pair == [ceiling, floor], "{pair:?}");
        }
        // It never passes through the ceiling.
        assert!(level.place(character).y < 3.0, "{frame}");
    }
    assert!(crushed > 5);
}

/// godot#38721: a character that stood still on a conveyor was not carried.
#[test]
fn a_conveyor_carries_a_character_until_a_wall_stops_it() {
    let mut level = Level::<Dim2>::new();
    let belt = dim2::Collider::rectangle(400.0, 16.0);
    level.spawn((belt, SurfaceVelocity::<Dim2>::new(Vec2::X * 60.0), at_xy(0.0, -8.0)));
    level.obstacle(dim2::Collider::rectangle(16.0, 64.0), at_xy(108.0, 32.0));
    let mover = CharacterMover::for_height(20.0).with_skin(0.1);
    let place = at_xy(0.0, 10.1);
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), place);
    for frame in 0..60 {
        let before = level.place(character);
        let state = level.step(character, Vec2::ZERO);
        let way = level.place(character) - before;
        assert!((way - Vec2::X).length() < 1e-3 && state.is_grounded(), "{frame}: {way}");
        assert!((state.carried - Vec2::X).length() < 1e-3);
    }
    level.walk(character, Vec2::ZERO, 60);
    let place = level.place(character);
    assert!((place - Vec2::new(100.0 - 6.1, 10.1)).length() < 1e-2, "{place}");
    // It walks against the belt: at first the wall holds what the belt would carry.
    level.step(character, Vec2::new(-3.0, 0.0));
    let before = level.place(character);
    level.step(character, Vec2::new(-3.0, 0.0));
    assert!((level.place(character).x - before.x + 2.0).abs() < 2e-2);
}

/// A conveyor carries by the time of one frame, also after a second in which the only character was disabled.
#[test]
fn a_conveyor_carries_an_enabled_character_by_one_frame() {
    let mut level = Level::<Dim2>::new();
    let belt = dim2::Collider::rectangle(400.0, 16.0);
    level.spawn((belt, SurfaceVelocity::<Dim2>::new(Vec2::X * 60.0), at_xy(0.0, -8.0)));
    let mover = CharacterMover::for_height(20.0).with_skin(0.1);
    let place = at_xy(0.0, 10.1);
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), place);
    level.step(character, Vec2::ZERO);
    level.app.insert(character, Disabled);
    level.app.updates(60);
    level.app.remove::<Disabled>(character);
    for _ in 0..3 {
        let before = level.place(character);
        level.step(character, Vec2::ZERO);
        let way = level.place(character) - before;
        assert!((way - Vec2::X).length() < 1e-3, "{way}");
    }
}

/// A character that is the child of what it stands on is carried once, not twice.
#[test]
fn a_passenger_that_is_a_child_of_its_platform_is_carried_once() {
    let (mut level, platform) = with_slab(6.0, 6.0);
    let place = at_xy(1.0, 0.5 + SOLE);
    let character = level.spawn((mover(), person(), place, ChildOf(platform)));
    level.app.update();
    for frame in 1..=60 {
        level.set(platform, at_xy(0.1 * frame as f32, -0.5));
        level.step(character, Vec3::NEG_Y * 0.01);
        let place = level.place(character);
        assert!((place - Vec3::new(1.0 + 0.1 * frame as f32, SOLE, 0.0)).length() < 1e-3, "{place}");
    }
}

/// Characters on each other's shoulders are moved from the lowest up.
#[test]
fn a_character_that_stands_on_another_one_is_carried_by_it() {
    for upper_first in [false, true] {
        let (mut level, _) = with_slab(40.0, 40.0);
        let box_shape = || dim3::Collider::cuboid(1.0, 1.0, 1.0);
        let places = [0.5 + SKIN, 1.5 + 2.0 * SKIN];
        let spawn =
            |level: &mut Level<Dim3>, height: f32| level.spawn((mover(), box_shape(), at_xy(0.0, height)));
        let (lower, upper);
        if upper_first {
            upper = spawn(&mut level, places[1]);
            lower = spawn(&mut level, places[0]);
        } else {
            lower = spawn(&mut level, places[0]);
            upper = spawn(&mut level, places[1]);
        }
        level.app.update();
        level.step(lower, Vec3::ZERO);
        level.walk(lower, Vec3::new(0.05, -0.01, 0.0), 60);
        let [below, above] = [lower, upper].map(|entity| level.place(entity));
        assert!((below.x - 3.0).abs() < 1e-3, "{below}");
        assert!((above - below - Vec3::Y * (1.0 + SKIN)).length() < 1e-3, "{above} {below}");
    }
}

#[test]
fn a_disabled_character_stays_and_goes_on_when_it_is_enabled() {
    let (mut level, _) = with_slab(20.0, 20.0);
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    level.app.insert(character, ColliderDisabled);
    let state = level.step(character, Vec3::X);
    assert_eq!((level.place(character).x, state.is_grounded()), (0.0, false));
    assert_eq!(level.get::<MoverMotion<Dim3>>(character).displacement, Vec3::ZERO, "a run takes the way");
    level.app.remove::<ColliderDisabled>(character);
    let state = level.step(character, Vec3::X);
    assert!((level.place(character).x - 1.0).abs() < 1e-5 && state.is_grounded());
}

/// A platform that is scaled and mirrored, under a parent that turns.
#[test]
fn a_platform_under_a_parent_that_turns_carries_its_passenger() {
    let mut level = Level::<Dim3>::new();
    let arm = level.spawn(Transform::default());
    let place = at_xy(6.0, -0.5).with_scale(Vec3::new(-4.0, 1.0, 4.0));
    let platform = (dim3::Collider::cuboid(1.0, 1.0, 1.0), place, ChildOf(arm));
    level.spawn(platform);
    let character = level.character(mover(), person(), Transform::from_xyz(6.5, SOLE, 0.4));
    for frame in 1..=180 {
        let turn = Quat::from_rotation_y(0.02 * frame as f32);
        level.set(arm, Transform::from_rotation(turn));
        let state = level.step(character, Vec3::NEG_Y * 0.01);
        let expected = turn * Vec3::new(6.5, SOLE, 0.4);
        assert!(state.is_grounded(), "{frame}");
        assert!(level.place(character).distance(expected) < 2e-3, "{frame}: {}", level.place(character));
    }
}

/// Against a wall whose edge a round bottom touches, the ground is the lift below, and not the edge.
#[test]
fn the_edge_of_a_ledge_is_not_the_ground_beside_a_lift() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(dim2::Collider::rectangle(80.0, 80.0), at_xy(40.0, -40.0));
    let at = |height: f32| at_xy(-40.0, height - 4.0);
    let lift = level.obstacle(dim2::Collider::rectangle(79.0, 8.0), at(-30.0));
    let mover = CharacterMover { step_height: 2.0, ..CharacterMover::for_height(40.0) };
    let body = dim2::Collider::capsule(11.0, 18.0);
    let character = level.character(mover, body, at_xy(-20.0, -9.8));
    for frame in 0..70 {
        level.set(lift, at(0.5 * frame as f32 - 30.0));
        let state = level.step(character, Vec2::new(1.0, -0.1));
        let height = 0.5 * frame as f32 - 30.0;
        // Nearer to the top, the contact with the edge is not steeper than the steepest ground.
        if height < -4.2 {
            assert_eq!(state.ground.map(|ground| ground.entity), Some(lift), "frame {frame}");
            let place = level.place(character);
            assert!((place.y - height - 20.2).abs() < 1e-2, "frame {frame}: {place}");
        }
    }
    let place = level.place(character);
    assert!(place.x > 0.0 && place.y > 20.0, "{place}");
}
