//! Floors, walls, corners and wedges. Each test names the report that it comes from.

use gjk::{Capsule2, Capsule3, Cuboid, Rectangle};

use super::world::{World, at};
use crate::common::prelude::*;

const SKIN: f32 = 0.02;

/// A capsule as tall as a person: radius 0.3, height 1.95.
fn person() -> Capsule3 {
    Capsule3::new(0.675, 0.3)
}

/// A floor whose surface is at y = 0.
fn floor() -> World<Dim3> {
    let mut world = World::new(SKIN);
    world.cuboid(Vec3::NEG_Y * 0.5, Vec3::new(30.0, 1.0, 30.0));
    world.update();
    world
}

/// rapier#809: a character bounced by rounding while it walked on a floor.
#[test]
fn a_capsule_that_walks_to_and_fro_keeps_its_height_and_the_ground() {
    let mut world = floor();
    let capsule = Capsule3::new(0.75, 0.35);
    let mut place = Vec3::new(0.3, 1.1 + SKIN, -0.2);
    let mut height = None;
    for frame in 0..600 {
        let speed = if frame / 45 % 2 == 0 { 9.0 } else { -9.0 };
        let motion = Vec3::new(speed, -30.0 / 30.0, 0.3 * speed) / 30.0;
        let (moved, hits) = world.slide(&capsule, at(place), motion);
        assert_eq!(moved.end, MoveEnd::Arrived);
        assert!(hits.iter().any(|hit| hit.normal.y > 0.999), "not grounded in frame {frame}");
        assert!((moved.moved.x - motion.x).abs() < 1e-5 && (moved.moved.z - motion.z).abs() < 1e-5);
        place = moved.translation;
        assert_eq!(place.y, *height.get_or_insert(place.y), "frame {frame}");
    }
    assert!((place.y - 1.1 - SKIN).abs() < 1e-5);
}

/// rapier.js#191: a character that slid along a floor stood still in some frames.
#[test]
fn a_slide_along_a_floor_moves_in_every_frame() {
    let mut world = floor();
    let mut place = Vec3::new(-14.0, 0.975 + SKIN, 0.0);
    for _ in 0..1000 {
        let motion = Vec3::new(0.027, -0.01, 0.0031);
        let (moved, _) = world.slide(&person(), at(place), motion);
        assert!((moved.moved.x - motion.x).abs() < 2e-6, "{moved:?}");
        place = moved.translation;
    }
}

/// rapier#418: the gap to the floor changed while a character pressed against it.
#[test]
fn a_motion_that_presses_on_a_floor_keeps_the_skin() {
    let mut world = floor();
    let mut place = Vec3::new(-10.0, 1.5, 0.0);
    for frame in 0..15 {
        let (moved, _) = world.slide(&person(), at(place), Vec3::new(1.0, -1.0, 0.0));
        place = moved.translation;
        if frame > 0 {
            let gap = world.clearance(&person(), at(place));
            assert!((gap - SKIN).abs() < SKIN / 1024.0, "{gap}");
        }
    }
    assert!((place.x - 5.0).abs() < 1e-4, "{place}");
}

/// Movers that slide along one plane at a time zigzag in a wedge until their steps are used up.
#[test]
fn a_capsule_comes_to_rest_in_a_wedge_of_ten_degrees_within_three_steps() {
    let mut world = World::<Dim2>::new(SKIN);
    for side in [-1.0, 1.0] {
        let turn = Quat::from_rotation_z(side * -5f32.to_radians());
        let place = Transform::from_rotation(turn);
        // The inner face leans outward by five degrees from the origin.
        let wall =
            dim2::Collider::compound([(at_xy(side * 0.5, 10.0), dim2::Collider::rectangle(1.0, 20.0))]);
        world.spawn(wall, place);
    }
    world.update();
    let capsule = Capsule2::new(0.5, 0.3);
    let pose = |place| Affine2::from_translation(place);
    let (moved, hits) = world.slide(&capsule, pose(Vec2::new(0.1, 12.0)), Vec2::new(0.2, -15.0));
    assert_eq!(moved.end, MoveEnd::Blocked);
    assert!(moved.steps <= 3 && hits.len() <= 4, "{moved:?} {hits:?}");
    let (again, _) = world.slide(&capsule, pose(moved.translation), Vec2::new(0.2, -15.0));
    assert_eq!((again.end, again.moved), (MoveEnd::Blocked, Vec2::ZERO));
}

/// bullet#40: a character hammered to and fro in a narrow corner, and passed through it.
#[test]
fn a_capsule_that_runs_into_a_narrow_corner_stays_there() {
    let mut world = floor();
    for side in [-1.0, 1.0] {
        let turn = Quat::from_rotation_y(side * 0.15);
        world.spawn(
            dim3::Collider::cuboid(10.0, 4.0, 0.2),
            Transform::from_translation(turn * Vec3::new(5.0, 2.0, 0.0)).with_rotation(turn),
        );
    }
    world.update();
    let mut place = Vec3::new(8.0, 0.975 + SKIN, 0.1);
    let mut rest = None;
    for frame in 0..200 {
        let (moved, _) = world.slide(&person(), at(place), Vec3::new(-0.15, -0.01, 0.02));
        place = moved.translation;
        if frame >= 100 {
            assert_eq!(place, *rest.get_or_insert(place), "frame {frame}");
        }
    }
    assert!(place.x > 1.0, "{place}");
}

/// Jolt's `TestStairWalkAlongWall`, without the stairs.
#[test]
fn a_walk_along_a_wall_loses_no_way_at_any_frame_rate() {
    for rate in [60, 120, 240, 360] {
        let mut world = floor();
        world.cuboid(Vec3::new(0.0, 2.0, -1.0), Vec3::new(40.0, 4.0, 1.0));
        world.update();
        let start = Vec3::new(-2.0, 0.975 + SKIN, 0.0);
        let mut place = start;
        for _ in 0..rate {
            let motion = Vec3::new(5.0, -0.5, -1.0) / rate as f32;
            place = world.slide(&person(), at(place), motion).0.translation;
        }
        let way = place.x - start.x;
        assert!((way - 5.0).abs() < 0.01, "{rate} Hz: {way}");
    }
}

/// godot-jolt#559: only one of a floor and a ceiling that meet at an acute angle was reported.
#[test]
fn a_floor_and_a_ceiling_at_an_acute_angle_are_both_reported_in_every_frame() {
    let mut world = floor();
    let turn = Quat::from_rotation_z(-0.5);
    let ceiling = world.spawn(
        dim3::Collider::cuboid(12.0, 0.2, 10.0),
        Transform::from_translation(Vec3::new(0.0, 2.5, 0.0)).with_rotation(turn),
    );
    world.update();
    let mut place = Vec3::new(-3.0, 0.975 + SKIN, 0.0);
    for frame in 0..120 {
        let (moved, hits) = world.slide(&person(), at(place), Vec3::new(0.05, -0.01, 0.0));
        place = moved.translation;
        if frame > 100 {
            assert_eq!(moved.end, MoveEnd::Blocked);
            assert!(hits.iter().any(|hit| hit.entity == ceiling && hit.normal.y < 0.0));
            assert!(hits.iter().any(|hit| hit.normal.y > 0.99));
        }
    }
}

/// Jolt#259: a jump beside a wall was lower, and ended as if on ground.
#[test]
fn a_jump_beside_a_wall_has_its_full_height() {
    let mut world = floor();
    world.cuboid(Vec3::new(1.0, 5.0, 0.0), Vec3::new(1.0, 10.0, 4.0));
    world.update();
    let start = Vec3::new(0.5 - 0.3 - SKIN, 0.975 + SKIN, 0.0);
    let mut place = start;
    for _ in 0..60 {
        let (moved, hits) = world.slide(&person(), at(place), Vec3::new(0.05, 0.05, 0.0));
        assert!(hits.iter().all(|hit| hit.normal.y.abs() < 1e-6), "{hits:?}");
        place = moved.translation;
    }
    assert!((place.y - start.y - 3.0).abs() < 1e-4, "{place}");
}

/// box2d#1032: shapes without a radius were treated otherwise than capsules.
#[test]
fn a_box_without_a_radius_keeps_the_skin_of_floor_and_wall() {
    let mut world = floor();
    world.cuboid(Vec3::new(5.0, 2.0, 0.0), Vec3::new(1.0, 4.0, 10.0));
    world.update();
    let shape = Cuboid::new(0.6, 1.8, 0.6);
    let mut place = Vec3::new(0.0, 1.0, 0.0);
    for _ in 0..100 {
        place = world.slide(&shape, at(place), Vec3::new(0.1, -0.1, 0.01)).0.translation;
    }
    assert!((place.x - (4.5 - 0.3 - SKIN)).abs() < 1e-4, "{place}");
    assert!((place.y - 0.9 - SKIN).abs() < 1e-4, "{place}");
    assert!((place.z - 1.0).abs() < 1e-4, "{place}");
}

/// Jolt's `TestMovingOnSlope`: the way along a slope is the projection of the motion.
#[test]
fn a_motion_up_a_slope_is_projected_onto_it() {
    for degrees in (5..=75).step_by(10) {
        let angle = (degrees as f32).to_radians();
        let mut world = World::<Dim3>::new(SKIN);
        let turn = Quat::from_rotation_z(angle);
        let place = Transform::from_translation(turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
        world.spawn(dim3::Collider::cuboid(40.0, 1.0, 10.0), place);
        world.update();
        // The capsule's lower ball at its skin above the surface.
        let start = turn * (Vec3::Y * (0.3 + SKIN)) + Vec3::Y * 0.675;
        let mut place = start;
        for _ in 0..60 {
            place = world.slide(&person(), at(place), Vec3::X * (2.0 / 60.0)).0.translation;
        }
        let expected = 2.0 * angle.cos() * Vec3::new(angle.cos(), angle.sin(), 0.0);
        assert!((place - start).distance(expected) < 1e-4, "{degrees}°: {} {expected}", place - start);
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
        world.update();
        let pose = Affine2::from_translation(Vec2::new(side * 0.1, 1.5));
        let (moved, _) = world.slide(&Rectangle::new(0.5, 0.5), pose, Vec2::new(side * 0.3, -4.0));
        moved.translation * Vec2::new(side, 1.0)
    });
    assert!(ways[0].distance(ways[1]) < 1e-6, "{ways:?}");
}
