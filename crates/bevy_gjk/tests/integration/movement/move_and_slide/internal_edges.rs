//! Edges between the faces of one floor, at which movers catch: ghost collisions.

use gjk::{Capsule2, Capsule3, Cuboid, Rectangle, Sphere};

use super::world::World;
use crate::common::prelude::*;

/// The side of a tile, in pixels.
const TILE: f32 = 16.0;
const SKIN: f32 = 0.1;

/// A row of tiles whose tops, or bottoms, are at y = 0.
fn tiles(side: f32) -> World<Dim2> {
    let mut world = World::new(SKIN);
    for column in 0..100 {
        let place = at_xy((column as f32 + 0.5) * TILE, side * 0.5 * TILE);
        world.spawn(dim2::Collider::rectangle(TILE, TILE), place);
    }
    world
}

fn walker() -> Rectangle {
    Rectangle::new(12.0, 20.0)
}

/// godot#89458: a box caught on the edges between tiles; and godot#87477: the same under a ceiling.
#[test]
fn a_box_moves_along_a_hundred_tiles_at_one_height() {
    for (_, side) in each([("floor", -1.0), ("ceiling", 1.0)]) {
        let motion = Vec2::new(1.37, side * 3.0);
        let mut height = None;
        let start = Vec2::new(20.0, -side * 14.0);
        let place = tiles(side).walk(&walker(), start, (1132, motion), &mut |frame, moved, hits| {
            assert_eq!(moved.end, MoveEnd::Arrived);
            if frame > 1 {
                let normal = Vec2::Y * -side;
                assert!(hits.iter().all(|hit| hit.normal.distance(normal) < 1e-6), "{hits:?}");
                assert_eq!(moved.translation.y, *height.get_or_insert(moved.translation.y));
                assert_near(moved.moved.x, motion.x, 2e-4);
            }
        });
        assert!(place.x > 1570.0, "{place}");
        assert_near(place.y, -side * (10.0 + SKIN), 1e-5);
    }
}

/// Tiles that are placed by rounded numbers: neighbors differ in height by a few units in the last place.
#[test]
fn a_box_moves_along_tiles_that_differ_by_rounding() {
    let mut world = World::<Dim2>::new(SKIN);
    for column in 0..100 {
        let up = [0.0, 3e-6, -4e-6, 1e-5][column % 4];
        let place = at_xy((column as f32 + 0.5) * TILE, -0.5 * TILE + up);
        world.spawn(dim2::Collider::rectangle(TILE + 1e-5, TILE), place);
    }
    let motion = Vec2::new(1.37, -3.0);
    world.walk(&walker(), Vec2::new(20.0, 11.0), (1000, motion), &mut |_, moved, hits| {
        assert_near(moved.moved.x, motion.x, 2e-4);
        assert!(hits.iter().all(|hit| hit.normal.y > 0.999_999), "{hits:?}");
    });
}

/// The same row of tiles, turned: normals and heights are rounded.
#[test]
fn a_box_moves_along_tiles_that_are_turned() {
    for angle in each([0.3, -1.1, 2.5]) {
        let turn = Quat::from_rotation_z(angle);
        let mut world = World::<Dim2>::new(SKIN);
        for column in 0..100 {
            let center = turn * Vec3::new((column as f32 + 0.5) * TILE, -0.5 * TILE, 0.0);
            world.spawn(dim2::Collider::rectangle(TILE, TILE), at_point(center).with_rotation(turn));
        }
        let pose = |place: Vec2| Affine2::from_angle_translation(angle, place);
        let (along, down) = ((turn * Vec3::X).truncate(), (turn * Vec3::NEG_Y).truncate());
        let mut place = along * 20.0 - down * 11.0;
        for _ in each(0..1000) {
            let (moved, _) = world.slide(&walker(), pose(place), along * 1.37 + down * 3.0);
            assert_near(along.dot(moved.translation - place), 1.37, 1e-3);
            place = moved.translation;
        }
        // A unit in the last place of the coordinates is 1.2e-4 at the end.
        assert_near(-down.dot(place), 10.0 + SKIN, 1e-3);
    }
}

/// The same in 3D: a field of tiles in any attitude, crossed askew by shapes with and without a radius.
#[test]
fn shapes_move_across_a_turned_field_of_tiles() {
    for seed in each(0..6) {
        let (axis, angle) = (Vec3::new(1.0, 0.3 * seed as f32, -0.7).normalize(), 0.4 + seed as f32);
        let turn = Quat::from_axis_angle(axis, angle);
        let mut world = World::<Dim3>::new(0.02);
        for (row, column) in each2(0..20, 0..20) {
            let center = turn * Vec3::new(column as f32 + 0.5, -0.5, row as f32 + 0.5) + Vec3::splat(20.0);
            world.spawn(dim3::Collider::cuboid(1.0, 1.0, 1.0), at_point(center).with_rotation(turn));
        }
        let (along, down) = (turn * Vec3::new(0.05, 0.0, 0.031), turn * Vec3::NEG_Y);
        let pose = |place: Vec3| Affine3A::from_rotation_translation(turn, place);
        let mut places = [turn * Vec3::new(2.0, 1.2, 2.0) + Vec3::splat(20.0); 2];
        let mut total = 0f32;
        for _ in each(0..300) {
            let motion = along + down * 0.04;
            let moves = [
                world.slide(&Capsule3::new(0.675, 0.3), pose(places[0]), motion).0,
                world.slide(&Cuboid::new(0.6, 1.95, 0.6), pose(places[1]), motion).0,
            ];
            for (place, moved) in places.iter_mut().zip(moves) {
                let lost = along - (moved.translation - *place);
                let lost = lost - down * down.dot(lost);
                // The edge of a tile that is higher by rounding, by some 4e-6, may be hit; its normal leans by up to
                // √(2 · 4e-6 / skin), and so much of what presses down is turned aside.
                assert!(lost.length() < 0.04 * 0.02, "{lost} {moved:?}");
                total += lost.length();
                *place = moved.translation;
            }
        }
        // Of 35, and most of it is the rounding of six hundred places.
        assert!(total < 3e-3, "{total}");
        for place in places {
            assert_near(-down.dot(place - Vec3::splat(20.0)), 0.975 + 0.02, 1e-4);
        }
    }
}

/// bullet#288: a ball on a mesh got normals of edges between its triangles.
#[test]
fn a_ball_on_a_mesh_gets_the_normal_of_the_face() {
    let corners = (0..8).map(|i: u32| {
        let side = |axis: u32| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
        Vec3::new(2.5, 0.5, 2.5) * Vec3::new(side(0), side(1), side(2))
    });
    let quads = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let mut world = World::<Dim3>::new(0.02);
    world.spawn(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
    let mut reported = 0;
    let walk = (300, Vec3::new(0.01, -0.1, 0.003));
    let place = world.walk(&Sphere::new(3.0), Vec3::new(-2.0, 9.0, 0.0), walk, &mut |_, _, hits| {
        assert!(hits.iter().all(|hit| hit.normal.distance(Vec3::Y) < 1e-5), "{hits:?}");
        reported += hits.len();
    });
    assert!(reported > 200 && (place.y - 3.52).abs() < 1e-4, "{place} {reported}");
}

/// godot-jolt#952: a character that moved at 45° along two flush boxes hitched where they meet.
#[test]
fn a_capsule_moves_along_two_flush_boxes_without_a_hitch() {
    let mut world = World::<Dim3>::new(0.02);
    for side in [-1.0, 1.0] {
        world.cuboid(Vec3::new(side * 2.0, 0.0, -0.5), Vec3::new(4.0, 4.0, 1.0));
    }
    let walk = (150, Vec3::new(0.04, 0.0, -0.04));
    world.walk(&Capsule3::new(0.675, 0.3), Vec3::new(-3.0, 0.0, 0.4), walk, &mut |frame, moved, _| {
        assert_near(moved.moved.x, 0.04, 1e-6);
        assert!(frame <= 5 || moved.moved.z == 0.0);
    });
}

/// godot-jolt#524: a character caught where a ramp meets the flat.
#[test]
fn a_capsule_moves_from_a_ramp_to_the_flat_and_back() {
    let mut world = World::<Dim2>::new(0.02);
    world.spawn(dim2::Collider::rectangle(20.0, 1.0), at_xy(10.0, -0.5));
    let turn = Quat::from_rotation_z(-0.5);
    // Its upper face ends at the origin.
    let place = at_point(turn * Vec3::new(-5.0, -0.5, 0.0)).with_rotation(turn);
    world.spawn(dim2::Collider::rectangle(10.0, 1.0), place);
    let mut place = Vec2::new(-5.0, 4.5);
    for direction in each([1.0, -1.0]) {
        let walk = (150, Vec2::new(direction * 0.06, -0.02));
        place = world.walk(&Capsule2::new(0.675, 0.3), place, walk, &mut |_, moved, _| {
            assert_eq!(moved.end, MoveEnd::Arrived);
            assert!(direction * moved.moved.x > 0.06 * 0.5f32.cos().powi(2) - 0.02);
        });
    }
}

/// godot#92621: a slope beside an empty cell was taken for a wall.
#[test]
fn a_slope_beside_an_empty_cell_is_climbed() {
    let mut world = tiles(-1.0);
    let slope = dim2::Collider::polygon([Vec2::ZERO, Vec2::new(TILE, 0.0), Vec2::new(TILE, TILE)]);
    world.spawn(slope, at_x(5.0 * TILE));
    let mut highest = 0f32;
    let start = Vec2::new(3.0 * TILE, 10.0 + SKIN);
    let place = world.walk(&walker(), start, (80, Vec2::new(1.0, -0.1)), &mut |_, moved, _| {
        assert!(moved.moved.x > 0.4);
        highest = highest.max(moved.translation.y);
    });
    assert!((highest - 26.0).abs() < 1.5 && place.x > 6.0 * TILE, "{highest} {place}");
}
