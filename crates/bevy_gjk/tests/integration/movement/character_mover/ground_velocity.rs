//! The velocity of the ground, and characters that inherit it when they leave it.

use super::level::Level;
use crate::common::prelude::*;

const DT: f32 = 1.0 / 60.0;
const GRAVITY: f32 = 9.8;
/// The speed of the lift, and that of a jump from it.
const LIFT: f32 = 3.0;
const JUMP: f32 = 5.0;

/// A lift whose top is at height 0, and a character of size 1 on it.
fn on_a_lift<D: Dimension>(collider: fn([f32; 2]) -> D::Collider) -> (Level<D>, [Entity; 2]) {
    let mut level = Level::<D>::new();
    let lift = level.obstacle(collider([4.0, 1.0]), at_xy(0.0, -0.5));
    let character = level.character(CharacterMover::default(), collider([1.0, 1.0]), at_xy(0.0, 0.51));
    assert!(level.state(character).is_grounded());
    (level, [lift, character])
}

fn rectangle([width, height]: [f32; 2]) -> dim2::Collider {
    dim2::Collider::rectangle(width, height)
}

fn cuboid([width, height]: [f32; 2]) -> dim3::Collider {
    dim3::Collider::cuboid(width, height, width)
}

/// Jumps from a lift that goes on at `LIFT`, and returns how far above it the character gets.
fn height_of_jump<D: Dimension>(collider: fn([f32; 2]) -> D::Collider, inherits: bool) -> f32 {
    let up = D::Vector::axis(1);
    let (mut level, [lift, character]) = on_a_lift::<D>(collider);
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
        level.set(lift, at_xy(0.0, top - 0.5));
        let after = level.step(character, up * (speed * DT));
        let expected = if state.is_grounded() { LIFT } else { 0.0 };
        let off = after.ground_velocity - up * expected;
        assert!(off.dot(off) < 1e-6, "{frame}: {after:?}");
        highest = highest.max(level.place(character).dot(up) - top - 0.51);
    }
    assert!(level.state(character).is_grounded(), "it has landed");
    highest
}

fn a_jump_is_as_high_as_from_ground_at_rest<D: Dimension>(collider: fn([f32; 2]) -> D::Collider) {
    // The sum of the frames' displacements.
    let expected: f32 = (0..30).map(|frame| (JUMP - GRAVITY * DT * frame as f32) * DT).sum();
    assert!((expected - 1.32).abs() < 0.01, "{expected}");
    let highest = height_of_jump::<D>(collider, true);
    assert!((highest - expected).abs() < 2e-3, "{highest} {expected}");
    let highest = height_of_jump::<D>(collider, false);
    assert!(highest < 0.3, "{highest}");
}

#[test]
fn a_jump_from_a_lift_is_as_high_as_from_ground_at_rest() {
    a_jump_is_as_high_as_from_ground_at_rest::<Dim2>(rectangle);
    a_jump_is_as_high_as_from_ground_at_rest::<Dim3>(cuboid);
}

#[test]
fn a_conveyor_has_a_velocity_and_a_ground_that_carries_nobody_has_none() {
    let (mut level, [lift, character]) = on_a_lift::<Dim2>(rectangle);
    level.app.world_mut().entity_mut(lift).insert(SurfaceVelocity::<Dim2>::new(Vec2::X * 2.0));
    let state = level.step(character, Vec2::ZERO);
    assert!(state.ground_velocity.distance(Vec2::X * 2.0) < 1e-4, "{state:?}");
    level.change(character, |mover: &mut CharacterMover<Dim2>| mover.rides_platforms = false);
    let state = level.step(character, Vec2::ZERO);
    assert!(state.is_grounded() && state.ground_velocity == Vec2::ZERO, "{state:?}");
}

/// The parent moves its child in the air as well: to inherit its velocity would count it twice.
#[test]
fn what_the_parent_moves_is_not_inherited() {
    let (mut level, [lift, character]) = on_a_lift::<Dim2>(rectangle);
    level.app.world_mut().entity_mut(character).insert((ChildOf(lift), at_xy(0.0, 1.01)));
    level.step(character, Vec2::ZERO);
    level.step(character, Vec2::ZERO);
    level.set(lift, at_xy(0.0, 0.05 - 0.5));
    let state = level.step(character, Vec2::ZERO);
    assert!(state.is_grounded() && state.ground_velocity.length() < 1e-3, "{state:?}");
    assert!((level.place(character).y - 0.56).abs() < 1e-3);
}

/// A belt carries as far uphill as downhill, and the velocity of the ground is that of the belt.
#[test]
fn a_belt_on_a_slope_keeps_its_horizontal_speed() {
    for degrees in [-40.0f32, -30.0, -10.0, 0.0, 10.0, 30.0, 40.0] {
        let tangent = degrees.to_radians().tan();
        let mut level = Level::<Dim2>::new();
        let ends = [-200.0, 200.0].map(|x| Vec2::new(x, x * tangent));
        let low = ends.map(|end| Vec2::new(end.x, -300.0));
        let slope = dim2::Collider::hull(ends.into_iter().chain(low));
        level.spawn((slope, SurfaceVelocity::<Dim2>::new(Vec2::X * 60.0), Transform::IDENTITY));
        let start = at_xy(-20.0, -20.0 * tangent + 5.2 / degrees.to_radians().cos());
        let character = level.character(CharacterMover::for_height(10.0), dim2::Collider::circle(5.0), start);
        level.step(character, Vec2::NEG_Y * 0.2);
        assert!(level.state(character).is_grounded(), "{degrees}");
        let before = level.place(character);
        for _ in 0..60 {
            let state = level.step(character, Vec2::NEG_Y * 0.2);
            assert!(state.is_grounded(), "{degrees}: {state:?}");
            assert!(state.ground_velocity.distance(Vec2::X * 60.0) < 1e-2, "{degrees}: {state:?}");
        }
        let moved = level.place(character) - before;
        assert!((moved.x - 60.0).abs() < 0.6, "{degrees}: {moved}");
        assert!((moved.y - 60.0 * tangent).abs() < 0.6, "{degrees}: {moved}");
    }
}
