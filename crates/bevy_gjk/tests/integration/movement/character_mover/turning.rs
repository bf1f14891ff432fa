//! What turns fast passes no character, and carries none through a wall.

use super::level::Level;
use super::person::{SKIN, SOLE, cuboid, floor, mover, person};
use crate::common::prelude::*;

/// An arm as thin as paper turns by up to almost half a turn in a run. Its end is faster than any step of a fixed part of
/// the run could follow.
#[test]
fn a_thin_arm_that_turns_in_one_run_pushes_a_character_along() {
    for turn in [0.2f32, 1.0, 2.0, 3.0] {
        for far in [2.0f32, 12.0, 35.0] {
            for ahead in [0.1f32, 0.5, 0.9] {
                if far * (turn * ahead).sin() < 0.5 {
                    // They touch at the start.
                    continue;
                }
                let mut level = Level::new();
                cuboid(&mut level, Vec3::NEG_Y * 0.5, Vec3::new(200.0, 1.0, 200.0));
                let arm = cuboid(&mut level, Vec3::Y, Vec3::new(80.0, 1.9, 0.01));
                let at = Quat::from_rotation_y(turn * ahead) * Vec3::X * far;
                let character =
                    level.character(mover(), person(), Transform::from_translation(at + Vec3::Y * SOLE));
                let turned = Quat::from_rotation_y(turn);
                level.set(arm, at_xy(0.0, 1.0).with_rotation(turned));
                let state = level.step(character, Vec3::ZERO);
                let local = turned.inverse() * level.place(character);
                // A turn about y leads from x towards -z.
                assert!(local.z < -0.3, "{turn} {far} {ahead}: {local} {state:?}");
                assert!(level.clearance(character) > 0.9 * f64::from(SKIN), "{turn} {far} {ahead}");
                assert!(state.is_grounded());
            }
        }
    }
}

#[test]
fn a_thin_arm_in_the_plane_pushes_a_character_along() {
    for turn in [0.2f32, 1.0, 2.0, 3.0] {
        for far in [2.0f32, 12.0, 35.0] {
            for ahead in [0.3f32, 0.6, 0.9] {
                if far * (turn * ahead).sin() < 0.2 {
                    // They touch at the start.
                    continue;
                }
                let mut level = Level::<Dim2>::new();
                let arm = level.obstacle(dim2::Collider::rectangle(80.0, 0.002), Transform::IDENTITY);
                let at = Quat::from_rotation_z(turn * ahead) * Vec3::X * far;
                let character = level.character(
                    CharacterMover::default().with_skin(SKIN),
                    dim2::Collider::circle(0.1),
                    Transform::from_translation(at),
                );
                let turned = Quat::from_rotation_z(turn);
                level.set(arm, Transform::from_rotation(turned));
                let state = level.step(character, Vec2::ZERO);
                let local = turned.inverse() * level.place(character).extend(0.0);
                assert!(local.y > 0.1, "{turn} {far} {ahead}: {local} {state:?}");
                assert!(level.clearance(character) > 0.9 * f64::from(SKIN), "{turn} {far} {ahead}");
            }
        }
    }
}

/// A turntable carries its passenger against a wall across it, at any speed.
#[test]
fn a_turntable_carries_no_passenger_through_a_wall() {
    for turn in [0.05f32, 0.3, 1.0, 2.5] {
        let mut level = Level::new();
        floor(&mut level);
        let turntable = cuboid(&mut level, Vec3::Y * 0.5, Vec3::new(30.0, 1.0, 30.0));
        let fence = Quat::from_rotation_y(0.8);
        let wall = cuboid(&mut level, Vec3::Y * 2.6, Vec3::new(50.0, 3.0, 0.02));
        level.set(wall, at_xy(0.0, 2.6).with_rotation(fence));
        let character = level.character(mover(), person(), at_xy(9.0, 1.0 + SOLE));
        for frame in 1..=12 {
            let turned = Quat::from_rotation_y(turn * frame as f32);
            level.set(turntable, at_xy(0.0, 0.5).with_rotation(turned));
            let state = level.step(character, Vec3::ZERO);
            let local = fence.inverse() * level.place(character);
            assert!(local.z > 0.3, "{turn} {frame}: {local} {state:?}");
            assert!(!matches!(state.end, MoveEnd::Crushed(_)), "{turn} {frame}: {state:?}");
            assert!(level.clearance(character) > 0.9 * f64::from(SKIN), "{turn} {frame}");
        }
    }
}

/// A platform that turns about an axis far away takes its passenger along, wherever that leads in one run.
#[test]
fn a_far_platform_that_turns_by_almost_half_a_turn_keeps_its_passenger() {
    for turn in [0.5f32, 1.5, 3.0] {
        let mut level = Level::new();
        let at = |turn: f32| Quat::from_rotation_y(turn) * Vec3::X * 40.0;
        let platform = cuboid(&mut level, at(0.0) - Vec3::Y * 0.5, Vec3::new(6.0, 1.0, 6.0));
        let start = at(0.0) + Vec3::new(1.0, SOLE, 1.5);
        let character = level.character(mover(), person(), Transform::from_translation(start));
        let turned = Quat::from_rotation_y(turn);
        level.set(platform, Transform::from_translation(at(turn) - Vec3::Y * 0.5).with_rotation(turned));
        let state = level.step(character, Vec3::ZERO);
        assert!(state.is_grounded(), "{turn}: {state:?}");
        assert!(level.place(character).distance(turned * start) < 1e-3, "{turn}: {state:?}");
    }
}
