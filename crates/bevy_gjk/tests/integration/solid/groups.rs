//! Closed meshes and areas in groups, beside each other and beside plain shapes, and what is in several of them.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec3;

use super::meshes::ClosedMesh;
use crate::common::prelude::*;

fn rock(half: f32) -> dim3::Collider {
    let ClosedMesh { vertices, triangles, .. } = ClosedMesh::cuboid(Vec3::splat(-half), Vec3::splat(half));
    dim3::Collider::solid(vertices, triangles)
}

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
        set(&mut app, ball, Transform::from_xyz(4.8, 0.1, 0.0).with_rotation(turn));
        app.update();
        let contact = app.resource::<Collisions<Dim3>>().get(ball, rock).unwrap().contact();
        assert!((contact.depth - 0.7).abs() < 1e-3, "{contact:?}");
        assert!(contact.normal.distance(Vec3::NEG_X) < 1e-4, "{contact:?}");
    }
    let mut app = app();
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(Vec2::from);
    let square = app.spawn((dim2::Collider::tri_mesh(corners, [[0, 1, 2], [0, 2, 3]]), Transform::IDENTITY));
    let disc = app.spawn((dim2::Collider::circle(0.5), SweptCollider::default(), at_xy(2.0, 1.9)));
    app.update();
    set(&mut app, disc, at_xy(2.0, 2.0));
    app.update();
    // Where the motion began: 1.9 above the lower edge.
    let contact = app.resource::<Collisions<Dim2>>().get(disc, square).unwrap().contact();
    assert!((contact.depth - 2.4).abs() < 1e-3 && contact.normal.distance(Vec2::Y) < 1e-4, "{contact:?}");
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
            let rock =
                (rock(1.0), CollisionLayers::new(ground, filters), Transform::from_translation(coin_at));
            let rock = app.spawn(rock);
            if swept {
                app.insert(rock, SweptCollider::default());
                app.update();
                set(&mut app, rock, Transform::from_translation(coin_at + Vec3::Y * 0.1));
            }
            app.update();
            let count = app.resource::<Collisions<Dim3>>().iter().count();
            assert_eq!(count, usize::from(touches), "swept {swept}, of layers {filters:?}");
        }
    }
}
