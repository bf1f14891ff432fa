//! The velocity of the ground, and characters that inherit it when they leave it.

use super::prelude::*;

const DT: f32 = 1.0 / 60.0;
const GRAVITY: f32 = 9.8;
/// The speed of the lift, and that of a jump from it.
const LIFT: f32 = 3.0;
const JUMP: f32 = 5.0;

/// A lift whose top is at height 0, and a character of size 1 on it.
fn on_a_lift<D: Spatial>() -> (Level<D>, [Entity; 2]) {
    let mut level = Level::<D>::new();
    let lift = level.obstacle(D::cuboid(Vec3::new(2.0, 0.5, 2.0)), at_xy(0.0, -0.5));
    let character = level.character(CharacterMover::default(), D::cuboid(Vec3::splat(0.5)), at_xy(0.0, 0.51));
    assert!(level.state(character).is_grounded());
    (level, [lift, character])
}

/// Jumps from a lift that goes on at `LIFT`, and returns how far above it the character gets.
fn height_of_jump<D: Spatial>(inherits: bool) -> f32 {
    let up = D::Vector::axis(1);
    let (mut level, [lift, character]) = on_a_lift::<D>();
    let (mut speed, mut highest) = (0.0, 0.0f32);
    for frame in 1..=90 {
        let state = level.state(character);
        if frame == 10 {
            speed = JUMP;
        } else if state.is_grounded() {
            speed = 0.0;
        } else {
            speed += if inherits { state.ground_velocity.dot(up) } else { 0.0 };
            speed -= GRAVITY * DT;
        }
        let top = LIFT * DT * frame as f32;
        let after = level.step_beside(lift, at_xy(0.0, top - 0.5), character, up * (speed * DT));
        assert_near(after.ground_velocity, up * if state.is_grounded() { LIFT } else { 0.0 }, 1e-3);
        highest = highest.max(level.place(character).dot(up) - top - 0.51);
    }
    assert!(level.state(character).is_grounded(), "it has landed");
    highest
}

in_both_dimensions!(a_jump_from_a_lift_is_as_high_as_from_ground_at_rest);

fn a_jump_from_a_lift_is_as_high_as_from_ground_at_rest<D: Spatial>() {
    // The sum of the frames' displacements.
    let expected: f32 = (0..30).map(|frame| (JUMP - GRAVITY * DT * frame as f32) * DT).sum();
    assert_near(expected, 1.32, 0.01);
    assert_near(height_of_jump::<D>(true), expected, 2e-3);
    assert!(height_of_jump::<D>(false) < 0.3);
}

#[test]
fn a_conveyor_has_a_velocity_and_a_ground_that_carries_nobody_has_none() {
    let (mut level, [lift, character]) = on_a_lift::<Dim2>();
    level.app.insert(lift, SurfaceVelocity::<Dim2>::new(Vec2::X * 2.0));
    let state = level.step(character, Vec2::ZERO);
    assert!(state.ground_velocity.distance(Vec2::X * 2.0) < 1e-4, "{state:?}");
    level.change(character, |mover: &mut CharacterMover<Dim2>| mover.rides_platforms = false);
    let state = level.step(character, Vec2::ZERO);
    assert!(state.is_grounded() && state.ground_velocity == Vec2::ZERO, "{state:?}");
}

/// The parent moves its child in the air as well: to inherit its velocity would count it twice.
#[test]
fn what_the_parent_moves_is_not_inherited() {
    let (mut level, [lift, character]) = on_a_lift::<Dim2>();
    level.app.insert(character, (ChildOf(lift), at_xy(0.0, 1.01)));
    level.step(character, Vec2::ZERO);
    level.step(character, Vec2::ZERO);
    let state = level.step_beside(lift, at_xy(0.0, 0.05 - 0.5), character, Vec2::ZERO);
    assert!(state.is_grounded() && state.ground_velocity.length() < 1e-3, "{state:?}");
    assert!((level.place(character).y - 0.56).abs() < 1e-3);
}

/// A belt carries as far uphill as downhill, and the velocity of the ground is that of the belt.
#[test]
fn a_belt_on_a_slope_keeps_its_horizontal_speed() {
    for degrees in each([-40.0f32, -30.0, -10.0, 0.0, 10.0, 30.0, 40.0]) {
        let tangent = degrees.to_radians().tan();
        let mut level = Level::<Dim2>::new();
        let ends = [-200.0, 200.0].map(|x| Vec2::new(x, x * tangent));
        let low = ends.map(|end| Vec2::new(end.x, -300.0));
        let slope = dim2::Collider::hull(ends.into_iter().chain(low));
        level.spawn((slope, SurfaceVelocity::<Dim2>::new(Vec2::X * 60.0), Transform::IDENTITY));
        let start = at_xy(-20.0, -20.0 * tangent + 5.2 / degrees.to_radians().cos());
        let character = level.character(CharacterMover::for_height(10.0), dim2::Collider::circle(5.0), start);
        level.walk_on_ground(character, Vec2::NEG_Y * 0.2, 1);
        let before = level.place(character);
        for _ in 0..60 {
            level.walk_on_ground(character, Vec2::NEG_Y * 0.2, 1);
            assert_near(level.state(character).ground_velocity, Vec2::X * 60.0, 1e-2);
        }
        let moved = level.place(character) - before;
        assert_near(moved.x, 60.0, 0.6);
        assert_near(moved.y, 60.0 * tangent, 0.6);
    }
}
