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
    world.update();
    world
}

fn walk_along_tiles(side: f32) {
    let mut world = tiles(side);
    let shape = Rectangle::new(12.0, 20.0);
    let mut place = Vec2::new(20.0, -side * 14.0);
    let mut height = None;
    let mut frames = 0;
    while place.x < 1570.0 {
        let motion = Vec2::new(1.37, side * 3.0);
        let (moved, hits) = world.slide(&shape, Affine2::from_translation(place), motion);
        assert_eq!(moved.end, MoveEnd::Arrived);
        place = moved.translation;
        frames += 1;
        if frames > 2 {
            assert!(hits.iter().all(|hit| hit.normal.distance(Vec2::Y * -side) < 1e-6), "{place} {hits:?}");
            assert_eq!(place.y, *height.get_or_insert(place.y));
            assert!((moved.moved.x - motion.x).abs() < 2e-4);
        }
    }
    assert!((place.y + side * (10.0 + SKIN)).abs() < 1e-5, "{place}");
}

/// godot#89458: a box caught on the edges between tiles.
#[test]
fn a_box_moves_along_a_hundred_tiles_at_one_height() {
    walk_along_tiles(-1.0);
}

/// godot#87477: the same under a ceiling.
#[test]
fn a_box_moves_along_a_ceiling_of_tiles_at_one_height() {
    walk_along_tiles(1.0);
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
    world.update();
    let shape = Rectangle::new(12.0, 20.0);
    let mut place = Vec2::new(20.0, 11.0);
    for _ in 0..1000 {
        let motion = Vec2::new(1.37, -3.0);
        let (moved, hits) = world.slide(&shape, Affine2::from_translation(place), motion);
        assert!((moved.moved.x - motion.x).abs() < 2e-4, "{place} {moved:?}");
        assert!(hits.iter().all(|hit| hit.normal.y > 0.999_999), "{place} {hits:?}");
        place = moved.translation;
    }
}

/// The same row of tiles, turned: normals and heights are rounded.
#[test]
fn a_box_moves_along_tiles_that_are_turned() {
    for angle in [0.3, -1.1, 2.5] {
        let turn = Quat::from_rotation_z(angle);
        let mut world = World::<Dim2>::new(SKIN);
        for column in 0..100 {
            let center = turn * Vec3::new((column as f32 + 0.5) * TILE, -0.5 * TILE, 0.0);
            let place = Transform::from_translation(center).with_rotation(turn);
            world.spawn(dim2::Collider::rectangle(TILE, TILE), place);
        }
        world.update();
        let shape = Rectangle::new(12.0, 20.0);
        let pose = |place: Vec2| Affine2::from_angle_translation(angle, place);
        let (along, down) = ((turn * Vec3::X).truncate(), (turn * Vec3::NEG_Y).truncate());
        let mut place = along * 20.0 - down * 11.0;
        for frame in 0..1000 {
            let (moved, _) = world.slide(&shape, pose(place), along * 1.37 + down * 3.0);
            let way = moved.translation - place;
            assert!((along.dot(way) - 1.37).abs() < 1e-3, "{angle} {frame}: {moved:?}");
            place = moved.translation;
        }
        // A unit in the last place of the coordinates is 1.2e-4 at the end.
        assert!((-down.dot(place) - 10.0 - SKIN).abs() < 1e-3, "{angle}: {}", -down.dot(place));
    }
}

/// The same in 3D: a field of tiles in any attitude, crossed askew by shapes with and without a radius.
#[test]
fn shapes_move_across_a_turned_field_of_tiles() {
    for seed in 0..6 {
        let (axis, angle) = (Vec3::new(1.0, 0.3 * seed as f32, -0.7).normalize(), 0.4 + seed as f32);
        let turn = Quat::from_axis_angle(axis, angle);
        let mut world = World::<Dim3>::new(0.02);
        for row in 0..20 {
            for column in 0..20 {
                let center =
                    turn * Vec3::new(column as f32 + 0.5, -0.5, row as f32 + 0.5) + Vec3::splat(20.0);
                let place = Transform::from_translation(center).with_rotation(turn);
                world.spawn(dim3::Collider::cuboid(1.0, 1.0, 1.0), place);
            }
        }
        world.update();
        let (along, down) = (turn * Vec3::new(0.05, 0.0, 0.031), turn * Vec3::NEG_Y);
        let pose = |place: Vec3| Affine3A::from_rotation_translation(turn, place);
        let start = turn * Vec3::new(2.0, 1.2, 2.0) + Vec3::splat(20.0);
        let mut places = [start; 2];
        let mut total = 0f32;
        for frame in 0..300 {
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
                assert!(lost.length() < 0.04 * 0.02, "{seed} {frame}: {lost} {moved:?}");
                total += lost.length();
                *place = moved.translation;
            }
        }
        // Of 35, and most of it is the rounding of six hundred places.
        assert!(total < 3e-3, "{seed}: {total}");
        for place in places {
            let height = -down.dot(place - Vec3::splat(20.0));
            assert!((height - 0.975 - 0.02).abs() < 1e-4, "{seed}: {height}");
        }
    }
}

/// bullet#288: a ball on a mesh got normals of edges between its triangles.
#[test]
fn a_ball_on_a_mesh_gets_the_normal_of_the_face() {
    let half = Vec3::new(2.5, 0.5, 2.5);
    let corners: Vec<_> = (0..8)
        .map(|i: u32| {
            let side = |axis: u32| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
            half * Vec3::new(side(0), side(1), side(2))
        })
        .collect();
    let quads = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let mut world = World::<Dim3>::new(0.02);
    world.spawn(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
    world.update();
    let mut place = Vec3::new(-2.0, 9.0, 0.0);
    let mut reported = 0;
    for _ in 0..300 {
        let (moved, hits) =
            world.slide(&Sphere::new(3.0), Affine3A::from_translation(place), Vec3::new(0.01, -0.1, 0.003));
        assert!(hits.iter().all(|hit| hit.normal.distance(Vec3::Y) < 1e-5), "{place} {hits:?}");
        reported += hits.len();
        place = moved.translation;
    }
    assert!(reported > 200 && (place.y - 3.52).abs() < 1e-4, "{place} {reported}");
}

/// godot-jolt#952: a character that moved at 45° along two flush boxes hitched where they meet.
#[test]
fn a_capsule_moves_along_two_flush_boxes_without_a_hitch() {
    let mut world = World::<Dim3>::new(0.02);
    for side in [-1.0, 1.0] {
        world.spawn(dim3::Collider::cuboid(4.0, 4.0, 1.0), Transform::from_xyz(side * 2.0, 0.0, -0.5));
    }
    world.update();
    let capsule = Capsule3::new(0.675, 0.3);
    let mut place = Vec3::new(-3.0, 0.0, 0.4);
    for frame in 0..150 {
        let motion = Vec3::new(0.04, 0.0, -0.04);
        let (moved, _) = world.slide(&capsule, Affine3A::from_translation(place), motion);
        assert!((moved.moved.x - motion.x).abs() < 1e-6, "{place} {moved:?}");
        if frame > 5 {
            assert_eq!(moved.moved.z, 0.0, "{place}");
        }
        place = moved.translation;
    }
}

/// godot-jolt#524: a character caught where a ramp meets the flat.
#[test]
fn a_capsule_moves_from_a_ramp_to_the_flat_and_back() {
    let mut world = World::<Dim2>::new(0.02);
    world.spawn(dim2::Collider::rectangle(20.0, 1.0), at_xy(10.0, -0.5));
    let turn = Quat::from_rotation_z(-0.5);
    // Its upper face ends at the origin.
    let place = Transform::from_translation(turn * Vec3::new(-5.0, -0.5, 0.0)).with_rotation(turn);
    world.spawn(dim2::Collider::rectangle(10.0, 1.0), place);
    world.update();
    let capsule = Capsule2::new(0.675, 0.3);
    let mut place = Vec2::new(-5.0, 4.5);
    for direction in [1.0, -1.0] {
        for frame in 0..150 {
            let motion = Vec2::new(direction * 0.06, -0.02);
            let (moved, _) = world.slide(&capsule, Affine2::from_translation(place), motion);
            assert_eq!(moved.end, MoveEnd::Arrived);
            let least = 0.06 * 0.5f32.cos().powi(2) - 0.02;
            assert!(direction * moved.moved.x > least, "{frame} {place} {moved:?}");
            place = moved.translation;
        }
    }
}

/// godot#92621: a slope beside an empty cell was taken for a wall.
#[test]
fn a_slope_beside_an_empty_cell_is_climbed() {
    let mut world = tiles(-1.0);
    let slope = dim2::Collider::polygon([Vec2::ZERO, Vec2::new(TILE, 0.0), Vec2::new(TILE, TILE)]);
    world.spawn(slope, at_x(5.0 * TILE));
    world.update();
    let shape = Rectangle::new(12.0, 20.0);
    let mut place = Vec2::new(3.0 * TILE, 10.0 + SKIN);
    let mut highest = 0f32;
    for _ in 0..80 {
        let (moved, _) = world.slide(&shape, Affine2::from_translation(place), Vec2::new(1.0, -0.1));
        assert!(moved.moved.x > 0.4, "{place} {moved:?}");
        place = moved.translation;
        highest = highest.max(place.y);
    }
    assert!((highest - 26.0).abs() < 1.5 && place.x > 6.0 * TILE, "{highest} {place}");
}
