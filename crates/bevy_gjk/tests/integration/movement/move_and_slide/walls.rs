//! Floors, walls, corners and wedges. Each test names the report that it comes from.

use gjk::{Capsule2, Capsule3, Cuboid, Rectangle};

use super::world::{World, at};
use crate::common::prelude::*;

const SKIN: f32 = 0.02;
/// From the origin of a person to the soles, with the skin.
const SOLE: f32 = 0.975 + SKIN;

/// A capsule as tall as a person: radius 0.3, height 1.95.
fn person() -> Capsule3 {
    Capsule3::new(0.675, 0.3)
}

/// A floor whose surface is at y = 0.
fn floor() -> World<Dim3> {
    let mut world = World::new(SKIN);
    world.cuboid(Vec3::NEG_Y * 0.5, Vec3::new(30.0, 1.0, 30.0));
    world
}

/// rapier#809: a character bounced by rounding while it walked on a floor.
#[test]
fn a_capsule_that_walks_to_and_fro_keeps_its_height_and_the_ground() {
    let mut world = floor();
    let mut place = Vec3::new(0.3, 1.1 + SKIN, -0.2);
    let mut height = None;
    for turn in 0..14 {
        let speed = if turn % 2 == 0 { 9.0 } else { -9.0 };
        let motion = Vec3::new(speed, -30.0 / 30.0, 0.3 * speed) / 30.0;
        let frames = if turn == 13 { 15 } else { 45 };
        place = world.walk(&Capsule3::new(0.75, 0.35), place, (frames, motion), &mut |_, moved, hits| {
            assert_eq!(moved.end, MoveEnd::Arrived);
            assert!(hits.iter().any(|hit| hit.normal.y > 0.999), "not grounded");
            assert!((moved.moved.x - motion.x).abs() < 1e-5 && (moved.moved.z - motion.z).abs() < 1e-5);
            assert_eq!(moved.translation.y, *height.get_or_insert(moved.translation.y));
        });
    }
    assert_near(place.y, 1.1 + SKIN, 1e-5);
}

/// rapier.js#191: a character that slid along a floor stood still in some frames.
#[test]
fn a_slide_along_a_floor_moves_in_every_frame() {
    let (start, motion) = (Vec3::new(-14.0, SOLE, 0.0), Vec3::new(0.027, -0.01, 0.0031));
    floor().walk(&person(), start, (1000, motion), &mut |_, moved, _| {
        assert_near(moved.moved.x, motion.x, 2e-6);
    });
}

/// rapier#418: the gap to the floor changed while a character pressed against it.
#[test]
fn a_motion_that_presses_on_a_floor_keeps_the_skin() {
    let mut world = floor();
    let mut place = Vec3::new(-10.0, 1.5, 0.0);
    for frame in each(0..15) {
        place = world.slide(&person(), at(place), Vec3::new(1.0, -1.0, 0.0)).0.translation;
        assert!(frame == 0 || (world.clearance(&person(), at(place)) - SKIN).abs() < SKIN / 1024.0);
    }
    assert_near(place.x, 5.0, 1e-4);
}

/// Movers that slide along one plane at a time zigzag in a wedge until their steps are used up.
#[test]
fn a_capsule_comes_to_rest_in_a_wedge_of_ten_degrees_within_three_steps() {
    let mut world = World::<Dim2>::new(SKIN);
    for side in [-1.0, 1.0] {
        // The inner face leans outward by five degrees from the origin.
        let turn = Transform::from_rotation(Quat::from_rotation_z(side * -5f32.to_radians()));
        world.spawn(dim2::Collider::rectangle(1.0, 20.0), turn * at_xy(side * 0.5, 10.0));
    }
    let capsule = Capsule2::new(0.5, 0.3);
    let (moved, hits) = world.slide(&capsule, at(Vec2::new(0.1, 12.0)), Vec2::new(0.2, -15.0));
    assert_eq!(moved.end, MoveEnd::Blocked);
    assert!(moved.steps <= 3 && hits.len() <= 4, "{moved:?} {hits:?}");
    let (again, _) = world.slide(&capsule, at(moved.translation), Vec2::new(0.2, -15.0));
    assert_eq!((again.end, again.moved), (MoveEnd::Blocked, Vec2::ZERO));
}

/// bullet#40: a character hammered to and fro in a narrow corner, and passed through it.
#[test]
fn a_capsule_that_runs_into_a_narrow_corner_stays_there() {
    let mut world = floor();
    for side in [-1.0, 1.0] {
        let turn = Quat::from_rotation_y(side * 0.15);
        let place = at_point(turn * Vec3::new(5.0, 2.0, 0.0)).with_rotation(turn);
        world.spawn(dim3::Collider::cuboid(10.0, 4.0, 0.2), place);
    }
    let mut rest = None;
    let (start, motion) = (Vec3::new(8.0, SOLE, 0.1), Vec3::new(-0.15, -0.01, 0.02));
    let place = world.walk(&person(), start, (200, motion), &mut |frame, moved, _| {
        assert!(frame < 100 || moved.translation == *rest.get_or_insert(moved.translation));
    });
    assert!(place.x > 1.0, "{place}");
}

/// godot-jolt#559: only one of a floor and a ceiling that meet at an acute angle was reported.
#[test]
fn a_floor_and_a_ceiling_at_an_acute_angle_are_both_reported_in_every_frame() {
    let mut world = floor();
    let place = at_xy(0.0, 2.5).with_rotation(Quat::from_rotation_z(-0.5));
    let ceiling = world.spawn(dim3::Collider::cuboid(12.0, 0.2, 10.0), place);
    let (start, motion) = (Vec3::new(-3.0, SOLE, 0.0), Vec3::new(0.05, -0.01, 0.0));
    world.walk(&person(), start, (120, motion), &mut |frame, moved, hits| {
        if frame > 100 {
            assert_eq!(moved.end, MoveEnd::Blocked);
            assert!(hits.iter().any(|hit| hit.entity == ceiling && hit.normal.y < 0.0));
            assert!(hits.iter().any(|hit| hit.normal.y > 0.99));
        }
    });
}

/// Jolt#259: a jump beside a wall was lower, and ended as if on ground.
#[test]
fn a_jump_beside_a_wall_has_its_full_height() {
    let mut world = floor();
    world.cuboid(Vec3::new(1.0, 5.0, 0.0), Vec3::new(1.0, 10.0, 4.0));
    let start = Vec3::new(0.5 - 0.3 - SKIN, SOLE, 0.0);
    let place = world.walk(&person(), start, (60, Vec3::new(0.05, 0.05, 0.0)), &mut |_, _, hits| {
        assert!(hits.iter().all(|hit| hit.normal.y.abs() < 1e-6), "{hits:?}");
    });
    assert_near(place.y, start.y + 3.0, 1e-4);
}

/// box2d#1032: shapes without a radius were treated otherwise than capsules.
#[test]
fn a_box_without_a_radius_keeps_the_skin_of_floor_and_wall() {
    let mut world = floor();
    world.cuboid(Vec3::new(5.0, 2.0, 0.0), Vec3::new(1.0, 4.0, 10.0));
    let walk = (100, Vec3::new(0.1, -0.1, 0.01));
    let place = world.walk(&Cuboid::new(0.6, 1.8, 0.6), Vec3::Y, walk, &mut |_, _, _| ());
    let off = (place - Vec3::new(4.5 - 0.3 - SKIN, 0.9 + SKIN, 1.0)).abs();
    assert!(off.max_element() < 1e-4, "{place}");
}

/// Jolt's `TestMovingOnSlope`: the way along a slope is the projection of the motion.
#[test]
fn a_motion_up_a_slope_is_projected_onto_it() {
    for degrees in each((5..=75).step_by(10)) {
        let angle = (degrees as f32).to_radians();
        let mut world = World::<Dim3>::new(SKIN);
        let turn = Quat::from_rotation_z(angle);
        world.spawn(dim3::Collider::cuboid(40.0, 1.0, 10.0), below_origin(turn));
        // The capsule's lower ball at its skin above the surface.
        let start = turn * (Vec3::Y * (0.3 + SKIN)) + Vec3::Y * 0.675;
        let place = world.walk(&person(), start, (60, Vec3::X * (2.0 / 60.0)), &mut |_, _, _| ());
        let expected = 2.0 * angle.cos() * Vec3::new(angle.cos(), angle.sin(), 0.0);
        assert_near(place - start, expected, 1e-4);
    }
}

/// The result does not depend on which of two walls is found first.
#[test]
fn a_mirrored_corner_gives_the_mirrored_way() {
    let ways = [1.0, -1.0].map(|side: f32| {
        let mut world = World::<Dim2>::new(SKIN);
        for part in [side, -side] {
            let place = at_x(part * 2.0).with_rotation(Quat::from_rotation_z(part * 0.4 + side * 0.1));
            world.spawn(dim2::Collider::rectangle(1.0, 6.0), place);
        }
        let pose = at(Vec2::new(side * 0.1, 1.5));
        let (moved, _) = world.slide(&Rectangle::new(0.5, 0.5), pose, Vec2::new(side * 0.3, -4.0));
        moved.translation * Vec2::new(side, 1.0)
    });
    assert_near(ways[0], ways[1], 1e-6);
}
