//! Closed meshes and areas in groups, beside each other and beside plain shapes, and what is in several of them.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec3;

use super::meshes::{ClosedMesh, rock};
use crate::common::prelude::*;

fn group<const N: usize>(parts: [(f32, dim3::Collider); N]) -> dim3::Collider {
    dim3::Collider::compound(parts.map(|(x, part)| (at_x(x), part)))
}

fn depth(one: dim3::Collider, two: dim3::Collider) -> f32 {
    let [one, two] = [one, two].map(|collider| collider.placed(Transform::IDENTITY).unwrap());
    let [contact, other] = [one.pair(&two), two.pair(&one)].map(|pair| pair.contact().unwrap());
    assert!((contact.depth - other.depth).abs() < 1e-4, "{contact:?} {other:?}");
    contact.depth
}

#[test]
fn a_group_leaves_a_closed_mesh_whatever_follows_its_own_ones() {
    let parts = [rock(1.0), dim3::Collider::sphere(1.0), dim3::Collider::cuboid(2.0, 2.0, 2.0)];
    for last in parts {
        // 5 + 1 upwards, 5 + 3 sideways.
        let found = depth(group([(-2.0, rock(1.0)), (2.0, last)]), rock(5.0));
        assert!((found - 6.0).abs() < 1e-3, "{found}");
    }
}

#[test]
fn a_compound_of_two_closed_meshes_touches_a_third() {
    let mut app = app();
    let root = app.spawn((CompoundCollider, Transform::IDENTITY));
    for x in [-2.0, 2.0] {
        app.spawn((rock(1.0), at_x(x), ChildOf(root)));
    }
    let large = app.spawn((rock(5.0), Transform::IDENTITY));
    app.update();
    let contact = app.resource::<Collisions<Dim3>>().get(root, large).unwrap().contact();
    assert!((contact.depth - 6.0).abs() < 1e-3, "{contact:?}");
}

#[test]
fn a_shallow_way_out_does_not_hide_a_deep_one_of_the_other_group() {
    // The ball is 0.1 in the large rock, and the box is in the middle of the small one.
    let one = group([(10.0, dim3::Collider::sphere(0.5)), (0.0, rock(2.0))]);
    let two = group([(0.0, dim3::Collider::cuboid(1.0, 1.0, 1.0)), (13.4, rock(3.0))]);
    let found = depth(one, two);
    assert!((found - 2.5).abs() < 1e-3, "{found}");
}

#[test]
fn a_swept_collider_that_overlaps_at_the_start_has_the_way_out_of_the_whole_set() {
    for turns in [false, true] {
        let mut app = app();
        let rock = app.spawn((rock(5.0), Transform::IDENTITY));
        let ball = app.spawn((dim3::Collider::sphere(0.5), SweptCollider::default(), at_x(4.8)));
        app.update();
        let turn = if turns { Quat::from_rotation_z(0.5) } else { Quat::IDENTITY };
        app.update_at(ball, at_xy(4.8, 0.1).with_rotation(turn));
        let contact = app.resource::<Collisions<Dim3>>().get(ball, rock).unwrap().contact();
        assert!((contact.depth - 0.7).abs() < 1e-3, "{contact:?}");
        assert!(contact.normal.distance(Vec3::NEG_X) < 1e-4, "{contact:?}");
    }
    let mut app = app();
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(Vec2::from);
    let square = app.spawn((dim2::Collider::tri_mesh(corners, [[0, 1, 2], [0, 2, 3]]), Transform::IDENTITY));
    let disc = app.spawn((dim2::Collider::circle(0.5), SweptCollider::default(), at_xy(2.0, 1.9)));
    app.update();
    app.update_at(disc, at_xy(2.0, 2.0));
    // Where the motion began: 1.9 above the lower edge.
    let contact = app.resource::<Collisions<Dim2>>().get(disc, square).unwrap().contact();
    assert!((contact.depth - 2.4).abs() < 1e-3 && contact.normal.distance(Vec2::Y) < 1e-4, "{contact:?}");
}

#[test]
fn a_rounded_closed_mesh_has_its_inside() {
    let round = dim3::Collider::rounded(rock(5.0), 0.1).placed(Transform::IDENTITY).unwrap();
    for (at, touches) in [(0.0, true), (4.9, true), (5.55, true), (5.65, false)] {
        let ball = dim3::Collider::sphere(0.5).placed(at_x(at)).unwrap();
        let pair = round.pair(&ball);
        assert_eq!((pair.intersects(), pair.contact().is_some()), (touches, touches), "{at}");
    }
    let middle = dim3::Collider::sphere(0.5).placed(Transform::IDENTITY).unwrap();
    let depth = round.pair(&middle).contact().unwrap().depth;
    assert!((depth - 5.5).abs() < 1e-3, "{depth}");
}

/// A coin may be touched by what collects coins alone.
#[test]
fn layers_of_cells_count_in_a_closed_mesh() {
    let [ground, coins] = [0, 3].map(LayerMask::layer);
    let coin = CellKind {
        layers: Some(CollisionLayers::new(coins, LayerMask::ALL)),
        ..CellKind::new(dim3::Collider::sphere(0.3))
    };
    let mut grid = CellGrid::<Dim3>::new(UVec3::new(9, 1, 1), 1.0, [coin, CellKind::<Dim3>::full()]);
    grid.set(UVec3::ZERO, 1).unwrap();
    grid.set(UVec3::new(8, 0, 0), 2).unwrap();
    for swept in [false, true] {
        for (filters, touches) in [(ground, false), (coins, true)] {
            let mut app = app();
            let level = CollisionLayers::new(ground, LayerMask::ALL);
            app.spawn((dim3::Collider::Grid(grid.clone()), level, Transform::IDENTITY));
            let coin_at = Vec3::splat(0.5);
            let rock = (rock(1.0), CollisionLayers::new(ground, filters), at_point(coin_at));
            let rock = app.spawn(rock);
            if swept {
                app.update_with(rock, SweptCollider::default());
                set(&mut app, rock, at_point(coin_at + Vec3::Y * 0.1));
            }
            app.update();
            let count = app.resource::<Collisions<Dim3>>().iter().count();
            assert_eq!(count, usize::from(touches), "swept {swept}, of layers {filters:?}");
        }
    }
}

/// A shape that is a little in the floor is not led through the walls.
#[test]
fn a_move_that_begins_in_a_closed_mesh_is_stopped_by_the_other_parts_of_its_group() {
    let mesh = |half: Vec3| ClosedMesh::cuboid(-half, half).collider();
    let floor = |first: bool| {
        let floor = (at_xy(0.0, -1.0), mesh(Vec3::new(10.0, 1.0, 10.0)));
        move |wall: dim3::Collider| {
            let wall = (at_xy(3.0, 2.0), wall);
            dim3::Collider::compound(if first { [floor.clone(), wall] } else { [wall, floor.clone()] })
        }
    };
    for first in [true, false] {
        for wall in [dim3::Collider::cuboid(1.0, 4.0, 4.0), mesh(Vec3::new(0.5, 2.0, 2.0))] {
            let mut app = app();
            app.spawn((floor(first)(wall), Transform::IDENTITY));
            app.update();
            let start = Affine3A::from_translation(Vec3::new(0.0, 0.45, 0.0));
            let ball = gjk::Sphere::new(0.5);
            let query = app.query::<Dim3>();
            let (motion, settings) = (Vec3::new(8.0, 0.0, 0.0), MoveSettings::default());
            let moved = query.move_and_slide(&ball, start, motion, &settings, &QueryFilter::ALL);
            let x = moved.translation.x;
            assert!((x - 2.0).abs() < 0.02, "{moved:?}");
        }
    }
}

/// A shape that leaves one mesh of a group is stopped by another one of it, and not by the way back into the first.
#[test]
fn a_cast_that_leaves_one_mesh_of_a_group_hits_another() {
    for [inside, ahead] in [[0, 1], [1, 0]] {
        let mut parts = [(0.0, rock(1.0)), (0.0, rock(1.0))];
        parts[ahead].0 = 5.0;
        assert_eq!(parts[inside].0, 0.0);
        let mut app = app();
        let level = app.spawn((group(parts), Transform::IDENTITY));
        let wall = app.spawn((dim3::Collider::cuboid(1.0, 4.0, 4.0), at_x(12.0)));
        let query = app.query_after_update::<Dim3>();
        let cast = |x: f32, direction: Dir3| {
            let ball = gjk::Sphere::new(0.25).placed(Affine3A::from_translation(Vec3::new(x, 0.1, 0.2)));
            let hit = query.cast_shape_leaving(&ball, direction, 20.0, &QueryFilter::ALL);
            hit.map(|hit| (hit.entity, (hit.distance * 100.0).round() / 100.0))
        };
        assert_eq!(cast(0.9, Dir3::X), Some((level, 2.85)));
        assert_eq!(cast(5.9, Dir3::X), Some((wall, 5.35)));
        assert_eq!(cast(0.9, Dir3::Y), None);
    }
}

/// A shape in one mesh of a group that stands on another one of it, such as in water on its bed.
#[test]
fn a_cast_that_leaves_one_mesh_of_a_group_is_stopped_by_one_that_it_stands_on() {
    let [bed, water] = [(-2.0, 0.0), (-0.5, 2.0)].map(|(low, high)| {
        ClosedMesh::cuboid(Vec3::new(-2.0, low, -2.0), Vec3::new(2.0, high, 2.0)).collider()
    });
    for parts in [[(0.0, bed.clone()), (0.0, water.clone())], [(0.0, water), (0.0, bed)]] {
        let mut app = app();
        let level = app.spawn((group(parts), Transform::IDENTITY));
        let query = app.query_after_update::<Dim3>();
        let ball = gjk::Sphere::new(0.25).placed(Affine3A::from_translation(Vec3::new(0.1, 0.25, 0.2)));
        let cast = |direction: Dir3| {
            let hit = query.cast_shape_leaving(&ball, direction, 20.0, &QueryFilter::ALL);
            hit.map(|hit| (hit.entity, hit.distance < 1e-4))
        };
        // Out of the water, the way down is the shortest, and the bed is in it.
        assert_eq!(cast(Dir3::NEG_Y), Some((level, true)));
    }
}

/// A character that is in one mesh of a platform is pushed by the other parts of it, as by those of a platform without
/// the mesh.
#[test]
fn a_platform_keeps_its_other_parts_while_a_character_is_in_one_of_its_meshes() {
    let ends = |parts: Vec<(Transform, dim3::Collider)>| {
        let mut app = app();
        let platform = app.spawn((dim3::Collider::compound(parts), Transform::IDENTITY));
        app.update();
        let body = dim3::Collider::capsule(0.2, 0.6);
        let walker = app.spawn((body, at_xy(0.0, 0.45), CharacterMover::<Dim3>::top_down()));
        let ends = (1..8).map(|run| {
            app.update_at(platform, at_x(-0.4 * run as f32));
            app.get::<Transform>(walker).translation
        });
        ends.collect::<Vec<_>>()
    };
    let floor = || ClosedMesh::cuboid(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0)).collider();
    let mesh = || ClosedMesh::cuboid(Vec3::new(-0.5, -2.0, -2.0), Vec3::new(0.5, 2.0, 2.0)).collider();
    for wall in [dim3::Collider::cuboid(1.0, 4.0, 4.0), mesh()] {
        let [wall, floor] = [(at_xy(1.5, 2.0), wall), (Transform::IDENTITY, floor())];
        for parts in [vec![wall.clone(), floor.clone()], vec![floor, wall]] {
            let ends = ends(parts);
            for (run, at) in (1..).zip(&ends) {
                let pushed = (1.0 - 0.2 - 0.4 * run as f32).min(0.0);
                assert!((at.x - pushed).abs() < 0.05, "run {run}: {ends:?}");
            }
        }
    }
}

/// Cells of a row that a mesh holds entirely, crosses, and does not reach: each has its events.
#[test]
fn all_parts_inside_of_a_closed_mesh_touch_it() {
    let coin = CellKind { reports: true, ..CellKind::new(dim3::Collider::sphere(0.3)) };
    let mut grid = CellGrid::<Dim3>::new(UVec3::new(8, 1, 1), 1.0, [coin]);
    (0..8).for_each(|x| _ = grid.set(UVec3::new(x, 0, 0), 1).unwrap());
    for swept in [false, true] {
        let mut app = app();
        let level = app.spawn((dim3::Collider::Grid(grid.clone()), Transform::IDENTITY));
        // From 0.1 to 4.5: four coins are inside, and the fifth is cut in half.
        let mesh = ClosedMesh::cuboid(Vec3::new(-2.2, -3.0, -3.0), Vec3::new(2.2, 3.0, 3.0)).collider();
        let rock = app.spawn((mesh, Transform::from_xyz(2.3, 0.5, 0.5)));
        if swept {
            app.update_with(rock, SweptCollider::default());
            set(&mut app, rock, Transform::from_xyz(2.3, 0.6, 0.5));
        }
        app.update();
        let mut parts = Vec::new();
        let touch = app.resource::<Collisions<Dim3>>().get(level, rock).unwrap();
        touch.all_touching_parts(&mut parts);
        let mut cells: Vec<u32> = parts.iter().map(|[cell, _]| *cell).collect();
        let entirely_inside = |cell: u32| cells.iter().filter(|&&found| found == cell).count() == 1;
        assert!((0..4).all(entirely_inside), "swept {swept}: {parts:?}");
        cells.dedup();
        assert_eq!(cells, [0, 1, 2, 3, 4], "swept {swept}: {parts:?}");
        let touched = app.resource::<Collisions<Dim3>>().cell_touches();
        let mut touched: Vec<u32> = touched.iter().map(|touch| touch.cell.x).collect();
        touched.sort_unstable();
        assert_eq!(touched, [0, 1, 2, 3, 4], "swept {swept}");
    }
}

/// A mesh in a mesh is one thing in it, whichever of its faces.
#[test]
fn a_mesh_inside_of_a_mesh_touches_it_once() {
    let mut app = app();
    let large = app.spawn((rock(5.0), Transform::IDENTITY));
    let small = app.spawn((group([(3.0, rock(0.5)), (-2.0, rock(1.0))]), Transform::IDENTITY));
    app.update();
    let mut parts = Vec::new();
    app.resource::<Collisions<Dim3>>().get(small, large).unwrap().all_touching_parts(&mut parts);
    let of_small: Vec<bool> = parts.iter().map(|[part, _]| *part < 12).collect();
    assert_eq!(of_small, [true, false], "{parts:?}");
}

/// A closed mesh whose profile is an L is both the floor and the wall of a room.
#[test]
fn a_move_that_begins_a_little_in_the_floor_of_a_room_is_stopped_by_its_wall() {
    let profile = [[-10.0, -2.0], [4.0, -2.0], [4.0, 6.0], [3.0, 6.0], [3.0, 0.0], [-10.0, 0.0]];
    let mesh = ClosedMesh::prism(&profile, -10.0, 10.0, &[[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4]]);
    for sunk in [0.0, 0.05, 0.2, 0.4] {
        let mut app = app();
        app.spawn((mesh.collider(), Transform::IDENTITY));
        app.update();
        let start = Affine3A::from_translation(Vec3::new(0.0, 0.5 - sunk, 0.0));
        let (ball, query) = (gjk::Sphere::new(0.5), app.query::<Dim3>());
        let settings = MoveSettings::default();
        let moved = query.move_and_slide(&ball, start, Vec3::X * 8.0, &settings, &QueryFilter::ALL);
        assert!((moved.translation.x - 2.5).abs() < 0.03, "sunk by {sunk}: {moved:?}");
        assert!((moved.translation.y - 0.5).abs() < 0.03 || sunk > 0.0, "sunk by {sunk}: {moved:?}");
        let away = query.move_and_slide(&ball, start, Vec3::NEG_X * 3.0, &settings, &QueryFilter::ALL);
        assert!((away.translation.x + 3.0).abs() < 0.03, "sunk by {sunk}: {away:?}");
    }
}
