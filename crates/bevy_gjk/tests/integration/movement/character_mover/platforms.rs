//! Ground that moves or turns, what is moved into a character, and conveyors.

use super::prelude::*;
use super::vehicles::assert_carried;

/// Jolt's `TestRotatingPlatform`: one turn a second at a radius of 9.
#[test]
fn a_turning_platform_carries_a_character_exactly_and_without_lag() {
    let (level, platform) = with_slab(24.0, 24.0);
    assert_carried(level, platform, Vec3::new(9.0, 0.5 + SOLE, 0.0), (120, 1e-3), &|frame| {
        at_xy(0.0, -0.5).with_rotation(Quat::from_rotation_y(std::f32::consts::TAU * frame / 60.0))
    });
}

/// Jolt's `TestMovingPlatformUp`.
#[test]
fn a_lift_keeps_the_skin_as_the_gap_up_and_down() {
    for speed in each([0.5f32, -0.5, 8.0, -8.0]) {
        let (mut level, lift) = with_slab(4.0, 4.0);
        let character = level.character(mover(), person(), Transform::from_xyz(0.3, SOLE, 0.1));
        for frame in 1..=60 {
            let height = speed * frame as f32 / 60.0;
            level.set(lift, at_xy(0.0, height - 0.5));
            level.walk_on_ground(character, Vec3::new(0.01, -0.02, 0.0), 1);
            assert_near(level.place(character).y, height + SOLE, 1e-4);
        }
        assert_near(level.place(character).x, 0.9, 1e-4);
    }
}

/// A platform that goes to the side, up and down and turns carries its passenger on all of these.
#[test]
fn a_platform_that_moves_and_turns_at_once_keeps_its_passenger() {
    let (level, platform) = with_slab(6.0, 6.0);
    assert_carried(level, platform, Vec3::new(2.0, 0.5 + SOLE, 1.0), (300, 5e-3), &|frame| {
        let time = frame / 60.0;
        let center = Vec3::new(4.0 * time.sin(), (2.0 * time).sin(), 3.0 * (1.0 - time.cos()));
        at_point(center - Vec3::Y * 0.5).with_rotation(Quat::from_rotation_y(1.7 * time))
    });
}

/// A platform that is scaled and mirrored, under a parent that turns.
#[test]
fn a_platform_under_a_parent_that_turns_carries_its_passenger() {
    let mut level = Level::<Dim3>::new();
    let arm = level.spawn(Transform::default());
    let place = at_xy(6.0, -0.5).with_scale(Vec3::new(-4.0, 1.0, 4.0));
    level.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), place, ChildOf(arm)));
    assert_carried(level, arm, Vec3::new(6.5, SOLE, 0.4), (180, 2e-3), &|frame| {
        Transform::from_rotation(Quat::from_rotation_y(0.02 * frame))
    });
}

/// A floor, and a character beside a wall whose left side is at x = 1.5.
fn beside_a_wall(mover: CharacterMover<Dim3>) -> (Level<Dim3>, Entity, Entity) {
    let (mut level, _) = with_slab(20.0, 20.0);
    let wall = level.cuboid(Vec3::new(2.0, 1.0, 0.0), Vec3::new(1.0, 2.0, 4.0));
    let character = level.character(mover, person(), at_xy(1.0, SOLE));
    (level, wall, character)
}

/// rapier#485: a character that does not move by itself was not pushed.
#[test]
fn a_wall_that_is_moved_into_a_character_pushes_it() {
    let (mut level, wall, character) = beside_a_wall(mover());
    let state = level.step_beside(wall, at_xy(1.5, 1.0), character, Vec3::ZERO);
    let place = level.place(character);
    assert_near(place.x, 1.5 - 0.5 - 0.3 - SKIN, 1e-4);
    assert!((state.pushed.x + 1.0 - place.x).abs() < 1e-4 && state.is_grounded());
    // Across all of the room in one frame: nothing passes through.
    level.step_beside(wall, at_xy(-6.0, 1.0), character, Vec3::ZERO);
    assert_near(level.place(character).x, -6.5 - 0.3 - SKIN, 1e-3);
}

#[test]
fn a_character_that_is_not_pushed_stays_where_it_is() {
    let (mut level, wall, character) = beside_a_wall(CharacterMover { is_pushed: false, ..mover() });
    level.step_beside(wall, at_xy(1.5, 1.0), character, Vec3::ZERO);
    assert_near(level.place(character).x, 1.0, 1e-5);
}

#[test]
fn a_floor_that_rises_ten_units_in_one_frame_takes_its_character_along() {
    for (first, start) in each([(0.0, SOLE), (5.0, SOLE + 1.0)]) {
        let (mut level, floor) = with_slab(20.0, 20.0);
        level.set(floor, at_xy(0.0, first - 0.5));
        level.app.update();
        let character = level.character(mover(), person(), at_xy(0.0, first + start));
        level.step_beside(floor, at_xy(0.0, first + 9.5), character, Vec3::NEG_Y * 0.01);
        assert_near(level.place(character).y, first + 10.0 + SOLE, 1e-3);
    }
}

/// tnua#99: the carry went on after the character had left the platform.
#[test]
fn stepping_off_a_platform_ends_the_carry() {
    let (mut level, platform) = with_slab(4.0, 4.0);
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=16 {
        level.set(platform, at_xy(0.1 * frame as f32, -0.5));
        // The frame of the jump still begins on the platform.
        let rise = [-0.01, 0.5, 0.1][usize::from(frame > 10) + usize::from(frame > 11)];
        let state = level.step(character, Vec3::Y * rise);
        assert_near(state.carried.x, if frame <= 11 { 0.1 } else { 0.0 }, 1e-5);
        assert!(frame <= 11 || state.carried == Vec3::ZERO);
        assert_eq!(state.is_grounded(), frame <= 10);
        assert_near(level.place(character).x, 0.1 * f32::min(frame as f32, 11.0), 1e-4);
    }
}

/// A box of 12 by 20 on a belt of 400 by 16 that moves to the right by a unit a frame.
fn on_a_conveyor() -> (Level<Dim2>, Entity) {
    let mut level = Level::<Dim2>::new();
    let belt = dim2::Collider::rectangle(400.0, 16.0);
    level.spawn((belt, SurfaceVelocity::<Dim2>::new(Vec2::X * 60.0), at_xy(0.0, -8.0)));
    let mover = CharacterMover::for_height(20.0).with_skin(0.1);
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(0.0, 10.1));
    (level, character)
}

/// Runs a frame, and asserts that the belt carries the character by a unit.
#[track_caller]
fn assert_carried_by_belt(level: &mut Level<Dim2>, character: Entity) {
    let before = level.place(character);
    level.walk_on_ground(character, Vec2::ZERO, 1);
    assert_near(level.place(character) - before, Vec2::X, 1e-3);
    assert_near(level.state(character).carried, Vec2::X, 1e-3);
}

/// godot#38721: a character that stood still on a conveyor was not carried.
#[test]
fn a_conveyor_carries_a_character_until_a_wall_stops_it() {
    let (mut level, character) = on_a_conveyor();
    level.obstacle(dim2::Collider::rectangle(16.0, 64.0), at_xy(108.0, 32.0));
    (0..60).for_each(|_| assert_carried_by_belt(&mut level, character));
    level.walk(character, Vec2::ZERO, 60);
    assert_near(level.place(character), Vec2::new(100.0 - 6.1, 10.1), 1e-2);
    // It walks against the belt: at first the wall holds what the belt would carry.
    level.step(character, Vec2::new(-3.0, 0.0));
    let before = level.place(character);
    level.step(character, Vec2::new(-3.0, 0.0));
    assert_near(level.place(character).x, before.x - 2.0, 2e-2);
}

/// A conveyor carries by the time of one frame, also after a second in which the only character was disabled.
#[test]
fn a_conveyor_carries_an_enabled_character_by_one_frame() {
    let (mut level, character) = on_a_conveyor();
    level.step(character, Vec2::ZERO);
    level.app.insert(character, Disabled);
    level.app.updates(60);
    level.app.remove::<Disabled>(character);
    (0..3).for_each(|_| assert_carried_by_belt(&mut level, character));
}

/// A character that is the child of what it stands on is carried once, not twice.
#[test]
fn a_passenger_that_is_a_child_of_its_platform_is_carried_once() {
    let (mut level, platform) = with_slab(6.0, 6.0);
    let character = level.spawn((mover(), person(), at_xy(1.0, 0.5 + SOLE), ChildOf(platform)));
    level.app.update();
    for frame in 1..=60 {
        level.step_beside(platform, at_xy(0.1 * frame as f32, -0.5), character, Vec3::NEG_Y * 0.01);
        assert_near(level.place(character), Vec3::new(1.0 + 0.1 * frame as f32, SOLE, 0.0), 1e-3);
    }
}

/// Characters on each other's shoulders are moved from the lowest up.
#[test]
fn a_character_that_stands_on_another_one_is_carried_by_it() {
    for order in each([[0, 1], [1, 0]]) {
        let (mut level, _) = with_slab(40.0, 40.0);
        let mut boxes = [Entity::PLACEHOLDER; 2];
        for index in order {
            let place = at_xy(0.0, [0.5 + SKIN, 1.5 + 2.0 * SKIN][index]);
            boxes[index] = level.spawn((mover(), dim3::Collider::cuboid(1.0, 1.0, 1.0), place));
        }
        level.app.update();
        level.step(boxes[0], Vec3::ZERO);
        level.walk(boxes[0], Vec3::new(0.05, -0.01, 0.0), 60);
        let [below, above] = boxes.map(|entity| level.place(entity));
        assert_near(below.x, 3.0, 1e-3);
        assert_near(above - below, Vec3::Y * (1.0 + SKIN), 1e-3);
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
    level.walk_on_ground(character, Vec3::X, 1);
    assert_near(level.place(character).x, 1.0, 1e-5);
}

/// Against a wall whose edge a round bottom touches, the ground is the lift below, and not the edge.
#[test]
fn the_edge_of_a_ledge_is_not_the_ground_beside_a_lift() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(dim2::Collider::rectangle(80.0, 80.0), at_xy(40.0, -40.0));
    let at = |height: f32| at_xy(-40.0, height - 4.0);
    let lift = level.obstacle(dim2::Collider::rectangle(79.0, 8.0), at(-30.0));
    let mover = CharacterMover { step_height: 2.0, ..CharacterMover::for_height(40.0) };
    let character = level.character(mover, dim2::Collider::capsule(11.0, 18.0), at_xy(-20.0, -9.8));
    for frame in 0..70 {
        let height = 0.5 * frame as f32 - 30.0;
        let state = level.step_beside(lift, at(height), character, Vec2::new(1.0, -0.1));
        // Nearer to the top, the contact with the edge is not steeper than the steepest ground.
        if height < -4.2 {
            assert_eq!(state.ground.map(|ground| ground.entity), Some(lift));
            assert_near(level.place(character).y, height + 20.2, 1e-2);
        }
    }
    let place = level.place(character);
    assert!(place.x > 0.0 && place.y > 20.0, "{place}");
}

/// Ground that is mirrored, as a sprite that is flipped, is elsewhere at once.
#[test]
fn a_platform_that_is_flipped_carries_nothing() {
    for mirror in each([Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, -1.0, 1.0)]) {
        let mut level = Level::<Dim2>::new();
        let platform = level.obstacle(dim2::Collider::rectangle(10.0, 1.0), at_xy(0.0, -0.5));
        let shape = dim2::Collider::capsule(0.3, 1.0);
        let walker = level.character(CharacterMover::default(), shape, at_xy(3.0, 0.81));
        level.walk(walker, Vec2::NEG_Y * 0.05, 3);
        for scale in [mirror, Vec3::ONE, mirror] {
            let state = level.step_beside(platform, at_xy(0.0, -0.5).with_scale(scale), walker, Vec2::ZERO);
            assert_near(level.place(walker), Vec2::new(3.0, 0.81), 1e-3);
            assert!(state.is_grounded());
            assert_eq!([state.carried, state.ground_velocity], [Vec2::ZERO; 2]);
        }
        // It carries on as it is.
        level.step_beside(platform, at_xy(0.2, -0.5).with_scale(mirror), walker, Vec2::ZERO);
        assert_near(level.place(walker).x, 3.2, 1e-3);
    }
}

#[test]
fn a_parent_that_is_flipped_carries_nothing_and_pushes_nobody_on_its_way() {
    let mut level = Level::<Dim3>::new();
    let parent = level.spawn(Transform::IDENTITY);
    for x in [3.0, -3.0] {
        level.spawn((dim3::Collider::cuboid(6.0, 1.0, 6.0), at_xy(x, -0.5), ChildOf(parent)));
    }
    level.spawn((dim3::Collider::cuboid(0.2, 3.0, 6.0), at_xy(5.0, 1.6), ChildOf(parent)));
    let shape = dim3::Collider::capsule(0.3, 1.0);
    let walker = level.character(CharacterMover::default(), shape, at_xy(2.0, 0.81));
    level.walk(walker, Vec3::NEG_Y * 0.05, 3);
    level.step_beside(parent, Transform::from_scale(Vec3::new(-1.0, 1.0, 1.0)), walker, Vec3::ZERO);
    assert_near(level.place(walker), Vec3::new(2.0, 0.81, 0.0), 1e-3);
}
