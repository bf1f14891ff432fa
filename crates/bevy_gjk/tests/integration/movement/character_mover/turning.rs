//! What turns fast passes no character, and carries none through a wall.

use super::prelude::*;
use super::vehicles::assert_carried;

const TURNS: [f32; 4] = [0.2, 1.0, 2.0, 3.0];
/// How far from the axis a character stands.
const FAR: [f32; 3] = [2.0, 12.0, 35.0];

/// An arm as thin as paper turns by up to almost half a turn in a run. Its end is faster than any step of a fixed
/// part of the run could follow.
#[test]
fn a_thin_arm_that_turns_in_one_run_pushes_a_character_along() {
    for (turn, far, ahead) in each3(TURNS, FAR, [0.1f32, 0.5, 0.9]) {
        if far * (turn * ahead).sin() < 0.5 {
            // They touch at the start.
            continue;
        }
        let mut level = Level::new();
        level.cuboid(Vec3::NEG_Y * 0.5, Vec3::new(200.0, 1.0, 200.0));
        let arm = level.cuboid(Vec3::Y, Vec3::new(80.0, 1.9, 0.01));
        let at = Quat::from_rotation_y(turn * ahead) * Vec3::X * far;
        let character = level.character(mover(), person(), at_point(at + Vec3::Y * SOLE));
        let turned = Quat::from_rotation_y(turn);
        level.set(arm, at_xy(0.0, 1.0).with_rotation(turned));
        level.walk_on_ground(character, Vec3::ZERO, 1);
        // A turn about y leads from x towards -z.
        assert!((turned.inverse() * level.place(character)).z < -0.3);
        level.assert_clear(character, 0.9);
    }
}

#[test]
fn a_thin_arm_in_the_plane_pushes_a_character_along() {
    for (turn, far, ahead) in each3(TURNS, FAR, [0.3f32, 0.6, 0.9]) {
        if far * (turn * ahead).sin() < 0.2 {
            // They touch at the start.
            continue;
        }
        let mut level = Level::<Dim2>::new();
        let arm = level.obstacle(dim2::Collider::rectangle(80.0, 0.002), Transform::IDENTITY);
        let at = Quat::from_rotation_z(turn * ahead) * Vec3::X * far;
        let mover = CharacterMover::default().with_skin(SKIN);
        let character = level.character(mover, dim2::Collider::circle(0.1), at_point(at));
        let turned = Quat::from_rotation_z(turn);
        level.step_beside(arm, Transform::from_rotation(turned), character, Vec2::ZERO);
        assert!((turned.inverse() * level.place(character).extend(0.0)).y > 0.1);
        level.assert_clear(character, 0.9);
    }
}

/// A turntable carries its passenger against a wall across it, at any speed.
#[test]
fn a_turntable_carries_no_passenger_through_a_wall() {
    for turn in each([0.05f32, 0.3, 1.0, 2.5]) {
        let mut level = Level::new();
        level.floor();
        let turntable = level.cuboid(Vec3::Y * 0.5, Vec3::new(30.0, 1.0, 30.0));
        let fence = Quat::from_rotation_y(0.8);
        level.obstacle(dim3::Collider::cuboid(50.0, 3.0, 0.02), at_xy(0.0, 2.6).with_rotation(fence));
        let character = level.character(mover(), person(), at_xy(9.0, 1.0 + SOLE));
        for frame in 1..=12 {
            let turned = Quat::from_rotation_y(turn * frame as f32);
            level.set(turntable, at_xy(0.0, 0.5).with_rotation(turned));
            let state = level.step(character, Vec3::ZERO);
            assert!((fence.inverse() * level.place(character)).z > 0.3);
            assert!(!matches!(state.end, MoveEnd::Crushed(_)));
            level.assert_clear(character, 0.9);
        }
    }
}

/// A platform that turns about an axis far away takes its passenger along, wherever that leads in one run.
#[test]
fn a_far_platform_that_turns_by_almost_half_a_turn_keeps_its_passenger() {
    for turn in each([0.5f32, 1.5, 3.0]) {
        let at = |frame: f32| {
            let turned = Quat::from_rotation_y(turn * frame);
            at_point(turned * Vec3::X * 40.0 - Vec3::Y * 0.5).with_rotation(turned)
        };
        let mut level = Level::<Dim3>::new();
        let platform = level.obstacle(dim3::Collider::cuboid(6.0, 1.0, 6.0), at(0.0));
        assert_carried(level, platform, Vec3::new(1.0, 0.5 + SOLE, 1.5), (1, 1e-3), &at);
    }
}
