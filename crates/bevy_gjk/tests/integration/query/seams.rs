//! Casts that leave along flush surfaces: what the motion does not come closer to holds nothing up, also where the next part begins.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec2;

use crate::common::prelude::*;

/// The corners of a floor from 0 to 10 with its top at 1, and teeth below.
fn comb() -> [Vec2; 12] {
    [
        (0., 0.),
        (1., 0.),
        (1., -1.),
        (2., -1.),
        (2., 0.),
        (4., 0.),
        (4., -2.),
        (5., -2.),
        (5., 0.),
        (10., 0.),
        (10., 1.),
        (0., 1.),
    ]
    .map(Vec2::from)
}

/// Floors from 0 to 10 with their tops at 1.
fn floors() -> Vec<(&'static str, dim2::Collider)> {
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(10, 1), 1.0, [CellKind::<Dim2>::full()]);
    (0..10).for_each(|x| _ = grid.set(UVec2::new(x, 0), 1).unwrap());
    let tile = |x: u32| (at_xy(x as f32 + 0.5, 0.5), dim2::Collider::rectangle(1.0, 1.0));
    let corners = [(0., 0.), (10., 0.), (10., 1.), (0., 1.), (5., 1.)].map(Vec2::from);
    vec![
        ("grid", dim2::Collider::Grid(grid)),
        ("outline", dim2::Collider::outline(comb())),
        ("compound", dim2::Collider::compound((0..10).map(tile))),
        ("line", dim2::Collider::polyline((0..=10).map(|x| Vec2::new(x as f32, 1.0)))),
        ("mesh", dim2::Collider::tri_mesh(corners, [[0, 1, 4], [1, 2, 4], [0, 4, 3]])),
    ]
}

#[test]
fn a_cast_that_leaves_along_two_flush_boxes_hits_nothing() {
    let mut app = app();
    app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(0.0, -1.0)));
    app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(2.0, -1.0)));
    app.update();
    let query = app.query::<Dim2>();
    let at = Affine2::from_translation(Vec2::new(0.0, 0.25));
    let (cuboid, ball) = (gjk::Rectangle::new(0.5, 0.5).placed(at), gjk::Circle::new(0.25).placed(at));
    assert_eq!(query.cast_shape_leaving(&cuboid, Dir2::X, 2.0, &QueryFilter::ALL), None);
    assert_eq!(query.cast_shape_leaving(&ball, Dir2::X, 2.0, &QueryFilter::ALL), None);
}

#[test]
fn a_cast_that_leaves_along_a_flush_top_hits_nothing() {
    for place in
        [Transform::IDENTITY, Transform::from_xyz(3.3, -1.7, 0.0).with_rotation(Quat::from_rotation_z(0.4))]
    {
        for (name, floor) in floors() {
            let mut app = app();
            app.spawn((floor, place));
            app.update();
            let query = app.query::<Dim2>();
            let mut random = Random(6);
            for round in 0..300 {
                let x = random.range(0.6, 9.4);
                let turn = place.rotation.to_euler(EulerRot::XYZ).2;
                let to = place.transform_point(Vec3::new(x, 1.25, 0.0)).truncate();
                let at = Affine2::from_angle_translation(turn, to);
                let along = Vec2::from_angle(turn) * if round % 2 == 0 { 1.0 } else { -1.0 };
                let direction = Dir2::new(along).unwrap();
                let (cuboid, ball) =
                    (gjk::Rectangle::new(0.5, 0.5).placed(at), gjk::Circle::new(0.25).placed(at));
                let hits = [
                    query.cast_shape_leaving(&cuboid, direction, 30.0, &QueryFilter::ALL),
                    query.cast_shape_leaving(&ball, direction, 30.0, &QueryFilter::ALL),
                ];
                assert_eq!(hits, [None; 2], "{name} {x} {place:?}");
            }
        }
    }
}

#[test]
fn a_cast_that_leaves_along_tiles_in_3d_hits_nothing() {
    let mut app = app();
    for (x, z) in (0..6).flat_map(|x| (0..6).map(move |z| (x as f32, z as f32))) {
        app.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_xyz(x, -0.5, z)));
    }
    app.update();
    let query = app.query::<Dim3>();
    let mut random = Random(7);
    for _ in 0..300 {
        let at = Affine3A::from_translation(Vec3::new(random.range(0.0, 5.0), 0.25, random.range(0.0, 5.0)));
        let direction = Vec2::from_angle(random.range(-3.0, 3.0));
        let direction = Dir3::new(Vec3::new(direction.x, 0.0, direction.y)).unwrap();
        let (cuboid, ball) = (gjk::Cuboid::new(0.5, 0.5, 0.5).placed(at), gjk::Sphere::new(0.25).placed(at));
        assert_eq!(query.cast_shape_leaving(&cuboid, direction, 30.0, &QueryFilter::ALL), None, "{at:?}");
        assert_eq!(query.cast_shape_leaving(&ball, direction, 30.0, &QueryFilter::ALL), None, "{at:?}");
    }
}

/// A tile that rises above the floor by more than the tolerance is hit, and so is a wall on it.
#[test]
fn a_cast_that_leaves_along_a_floor_hits_what_rises_above_it() {
    for (rise, is_hit) in [(1e-4, true), (1e-5, true), (-1e-5, false), (0.0, false)] {
        let mut app = app();
        app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(0.0, -1.0)));
        let tile = app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(2.0, rise - 1.0)));
        let wall = app.spawn((dim2::Collider::rectangle(1.0, 2.0), at_xy(3.5, 1.0)));
        app.update();
        let query = app.query::<Dim2>();
        let cuboid = gjk::Rectangle::new(0.5, 0.5).placed(Affine2::from_translation(Vec2::new(0.0, 0.25)));
        let hit = query.cast_shape_leaving(&cuboid, Dir2::X, 9.0, &QueryFilter::ALL).unwrap();
        let (entity, distance) = if is_hit { (tile, 0.75) } else { (wall, 2.75) };
        assert_eq!(hit.entity, entity, "{rise}");
        assert!((hit.distance - distance).abs() < 1e-3, "{rise} {hit:?}");
    }
}

/// A shape that touches nothing at the start hits the end of a floor at whose height it flies.
#[test]
fn a_cast_through_the_air_hits_a_surface_that_it_grazes() {
    let mut app = app();
    app.spawn((dim2::Collider::rectangle(2.0, 2.0), at_xy(0.0, -1.0)));
    app.update();
    let query = app.query::<Dim2>();
    let cuboid = gjk::Rectangle::new(0.5, 0.5).placed(Affine2::from_translation(Vec2::new(-4.0, 0.25)));
    let [any, leaving] = [
        query.cast_shape(&cuboid, Dir2::X, 9.0, &QueryFilter::ALL),
        query.cast_shape_leaving(&cuboid, Dir2::X, 9.0, &QueryFilter::ALL),
    ];
    assert_eq!(any.map(|hit| hit.distance), leaving.map(|hit| hit.distance));
    assert!(any.is_some());
}
