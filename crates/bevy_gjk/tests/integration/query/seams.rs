//! Casts that leave along flush surfaces: what the motion does not come closer to holds nothing up, also where the
//! next part begins.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec2;

use crate::common::prelude::*;

/// Floors from 0 to 10 with their tops at 1.
fn floors() -> Vec<(&'static str, dim2::Collider)> {
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(10, 1), 1.0, [CellKind::<Dim2>::full()]);
    (0..10).for_each(|x| _ = grid.set(UVec2::new(x, 0), 1).unwrap());
    let tile = |x: u32| (at_xy(x as f32 + 0.5, 0.5), dim2::Collider::rectangle(1.0, 1.0));
    // With teeth below.
    let comb = [
        [(0., 0.), (1., 0.), (1., -1.), (2., -1.), (2., 0.), (4., 0.)],
        [(4., -2.), (5., -2.), (5., 0.), (10., 0.), (10., 1.), (0., 1.)],
    ];
    let comb = comb.into_iter().flatten().map(Vec2::from);
    let corners = [(0., 0.), (10., 0.), (10., 1.), (0., 1.), (5., 1.)].map(Vec2::from);
    vec![
        ("grid", dim2::Collider::Grid(grid)),
        ("outline", dim2::Collider::outline(comb)),
        ("compound", dim2::Collider::compound((0..10).map(tile))),
        ("line", dim2::Collider::polyline((0..=10).map(|x| Vec2::new(x as f32, 1.0)))),
        ("mesh", dim2::Collider::tri_mesh(corners, [[0, 1, 4], [1, 2, 4], [0, 4, 3]])),
    ]
}

/// Asserts that a box and a ball that lie on a floor, with their centers at 0.25 above, hit nothing on their way
/// along it.
fn assert_leaves<D: Spatial>(query: &CollisionQuery<D>, at: &GlobalTransform, along: Vec3) {
    let direction = D::Direction::try_from(D::vector(along)).unwrap();
    for shape in [D::cuboid(Vec3::splat(0.25)), D::ball(0.25)] {
        let shape = shape.prepare().unwrap().convex().unwrap().clone().placed(D::affine(at));
        assert_eq!(query.cast_shape_leaving(&shape, direction, 30.0, &QueryFilter::ALL), None, "{at:?}");
    }
}

#[test]
fn a_cast_that_leaves_along_two_flush_boxes_hits_nothing() {
    let mut app = app();
    for x in [0.0, 2.0] {
        app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(x, -1.0)));
    }
    app.update();
    assert_leaves::<Dim2>(&app.query(), &at_xy(0.0, 0.25).into(), Vec3::X);
}

#[test]
fn a_cast_that_leaves_along_a_flush_top_hits_nothing() {
    let turned = at_xy(3.3, -1.7).with_rotation(Quat::from_rotation_z(0.4));
    for (place, (_, floor)) in each2([Transform::IDENTITY, turned], floors()) {
        let mut app = app();
        app.spawn((floor, place));
        let query = app.query_after_update::<Dim2>();
        let mut random = Random(6);
        for round in 0..300 {
            let at = place * at_xy(random.range(0.6, 9.4), 1.25);
            let along = if round % 2 == 0 { Vec3::X } else { Vec3::NEG_X };
            assert_leaves::<Dim2>(&query, &at.into(), place.rotation * along);
        }
    }
}

#[test]
fn a_cast_that_leaves_along_tiles_in_3d_hits_nothing() {
    let mut app = app();
    for (x, z) in each2(0..6, 0..6) {
        app.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_xyz(x as f32, -0.5, z as f32)));
    }
    let query = app.query_after_update::<Dim3>();
    let mut random = Random(7);
    for _ in 0..300 {
        let at = Transform::from_xyz(random.range(0.0, 5.0), 0.25, random.range(0.0, 5.0));
        let along = Vec2::from_angle(random.range(-3.0, 3.0));
        assert_leaves::<Dim3>(&query, &at.into(), Vec3::new(along.x, 0.0, along.y));
    }
}

/// A tile that rises above the floor by more than the tolerance is hit, and so is a wall on it.
#[test]
fn a_cast_that_leaves_along_a_floor_hits_what_rises_above_it() {
    for (rise, is_hit) in each([(1e-4, true), (1e-5, true), (-1e-5, false), (0.0, false)]) {
        let mut app = app();
        app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(0.0, -1.0)));
        let tile = app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(2.0, rise - 1.0)));
        let wall = app.spawn((dim2::Collider::rectangle(1.0, 2.0), at_xy(3.5, 1.0)));
        let query = app.query_after_update::<Dim2>();
        let cuboid = gjk::Rectangle::new(0.5, 0.5).placed(Affine2::from_translation(Vec2::new(0.0, 0.25)));
        let hit = query.cast_shape_leaving(&cuboid, Dir2::X, 9.0, &QueryFilter::ALL).unwrap();
        let (entity, distance) = if is_hit { (tile, 0.75) } else { (wall, 2.75) };
        assert_eq!(hit.entity, entity);
        assert_near(hit.distance, distance, 1e-3);
    }
}

/// A shape that touches nothing at the start hits the end of a floor at whose height it flies.
#[test]
fn a_cast_through_the_air_hits_a_surface_that_it_grazes() {
    let mut app = app();
    app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(0.0, -1.0)));
    let query = app.query_after_update::<Dim2>();
    let cuboid = gjk::Rectangle::new(0.5, 0.5).placed(Affine2::from_translation(Vec2::new(-4.0, 0.25)));
    let [any, leaving] = [
        query.cast_shape(&cuboid, Dir2::X, 9.0, &QueryFilter::ALL),
        query.cast_shape_leaving(&cuboid, Dir2::X, 9.0, &QueryFilter::ALL),
    ];
    assert_eq!(any.map(|hit| hit.distance), leaving.map(|hit| hit.distance));
    assert!(any.is_some());
}
