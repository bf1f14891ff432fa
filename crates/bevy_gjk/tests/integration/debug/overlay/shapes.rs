//! The overlay draws the shapes in their colors.

use bevy_color::{Color, LinearRgba};

use super::{count, drawn, shown};
use crate::common::prelude::*;
use crate::common::screen::nothing;

#[test]
fn a_stretched_circle_is_drawn_as_an_ellipse() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    let stretch = Transform::from_xyz(5.0, 1.0, 3.0).with_scale(Vec3::new(3.0, 0.5, 1.0));
    app.spawn((dim2::Collider::circle(2.0), stretch));
    let points = drawn(&mut app);
    assert!(points.len() > 40);
    for (point, color) in points {
        let unit = (point.truncate() - Vec2::new(5.0, 1.0)) / Vec2::new(6.0, 1.0);
        assert!((unit.length() - 1.0).abs() < 1e-5 && point.z == 0.0, "{point}");
        assert_eq!(color, CollisionGizmos::default().apart.into());
    }
}

#[test]
fn touching_colliders_change_color_and_an_entity_may_have_its_own() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    app.spawn(dim2::Collider::circle(1.0));
    let own = app.spawn((dim2::Collider::circle(1.0), ColliderGizmo::colored(Color::BLACK)));
    let colors = |app: &mut App| {
        let mut colors: Vec<_> = drawn(app).into_iter().map(|(_, color)| color).collect();
        // The order of entities is not defined, so sort by color, the darkest last.
        colors.sort_by(|one, two| two.red.total_cmp(&one.red));
        colors.dedup();
        colors
    };
    let touching = CollisionGizmos::default().touching.into();
    assert_eq!(colors(&mut app), [touching, LinearRgba::BLACK]);
    app.insert(own, ColliderGizmo::HIDDEN);
    assert_eq!(colors(&mut app), [touching]);
}

/// A touch on the way begins and ends like any other, so it is shown for the one run that it lasts.
#[test]
fn a_touch_on_the_way_is_drawn_like_any_other() {
    let mut app = shown(CollisionGizmos { shapes: true, contacts: true, ..nothing() });
    let bullet = app.spawn((dim2::Collider::circle(0.1), SweptCollider::default(), at_x(-5.0)));
    app.spawn(dim2::Collider::circle(1.0));
    let CollisionGizmos { apart, touching, contact_color, .. } = CollisionGizmos::default();
    let counts = |app: &mut App| {
        let drawn = drawn(app);
        [apart, touching, contact_color]
            .map(|color| drawn.iter().filter(|(_, drawn)| *drawn == color.into()).count())
    };
    let [both, none, no_contact] = counts(&mut app);
    assert!(both > 0 && none == 0 && no_contact == 0);
    set(&mut app, bullet, at_x(5.0));
    let [none, passed, contact] = counts(&mut app);
    assert!(none == 0 && passed > 0 && contact > 0, "{none} apart, {passed} touching, {contact} contacts");
    set(&mut app, bullet, at_x(6.0));
    let [after, none, no_contact] = counts(&mut app);
    assert!(after > 0 && none == 0 && no_contact == 0);
}

#[test]
fn layers_may_have_colors() {
    let palette = vec![Color::srgb(1.0, 0.0, 0.0), Color::srgb(0.0, 1.0, 0.0)];
    let overlay = CollisionGizmos { shapes: true, layer_colors: palette.clone(), ..nothing() };
    let mut app = shown(overlay);
    let layers = |layer| CollisionLayers::new(LayerMask::layer(layer), LayerMask::ALL);
    app.spawn((dim2::Collider::circle(1.0), at_x(-3.0)));
    app.spawn((dim2::Collider::circle(1.0), layers(1)));
    let third = app.spawn((dim2::Collider::circle(1.0), layers(2), at_x(3.0)));
    let one = count(&mut app, palette[1]);
    assert!(one > 20);
    assert_eq!(count(&mut app, palette[0]), 2 * one, "the third layer has the first color again");
    // Touching colliders are lighter.
    set(&mut app, third, at_x(1.0));
    assert_eq!((count(&mut app, palette[0]), count(&mut app, palette[1])), (one, 0));
}

#[test]
fn an_invalid_polygon_is_drawn_by_its_corners() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    let star = [Vec2::new(0.0, 2.0), Vec2::new(-1.0, -1.0), Vec2::ZERO, Vec2::new(1.0, -1.0)];
    app.spawn(dim2::Collider::polygon(star));
    app.spawn((dim2::Collider::circle(1.0), at_x(f32::NAN)));
    let points = drawn(&mut app);
    assert_eq!(points.len(), 5);
    assert!(points.iter().all(|(_, color)| *color == CollisionGizmos::default().invalid_color.into()));
}

#[test]
fn every_3d_collider_is_drawn_on_its_surface() {
    use dim3::Collider;
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let colliders = [
        Collider::sphere(1.0),
        Collider::ellipsoid(1.0, 2.0, 3.0),
        Collider::cuboid(1.0, 2.0, 3.0),
        Collider::segment(Vec3::ZERO, Vec3::ONE),
        Collider::capsule(0.5, 2.0),
        Collider::cylinder(1.0, 2.0),
        Collider::cone(1.0, 2.0),
        Collider::ConicalFrustum { radius_top: 0.5, radius_bottom: 1.0, half_height: 1.0 },
        Collider::triangle(Vec3::X, Vec3::Y, Vec3::Z),
        Collider::tetrahedron(corners[0], corners[1], corners[2], corners[3]),
        Collider::hull(corners),
        Collider::hull([Vec3::ZERO, Vec3::X, Vec3::Y]),
        Collider::extrusion(dim2::Collider::regular_polygon(1.0, 5), 2.0),
        Collider::custom(gjk::Cuboid::new(1.0, 1.0, 1.0)),
    ];
    for collider in colliders {
        let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
        app.spawn((collider.clone(), Transform::from_scale(Vec3::new(1.0, -2.0, 0.5))));
        let points: Vec<_> = drawn(&mut app).into_iter().map(|(point, _)| point).collect();
        assert!(points.len() >= 2, "{collider:?}");
        let form = Shape::prepare(&collider).unwrap();
        let prepared = form.convex().unwrap();
        let scale = Affine3A::from_scale(Vec3::new(1.0, -2.0, 0.5));
        let placed = Placed::new(prepared, scale);
        for &point in &points {
            let probe = gjk::Sphere::new(1e-4);
            let probe = Placed::new(probe, Affine3A::from_translation(point));
            assert!(gjk::intersects(&placed, &probe), "{collider:?} {point}");
        }
        // The points extend as far as the shape does.
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_Y] {
            let reach = Support::support(&placed, axis).dot(axis);
            let drawn = points.iter().map(|point| point.dot(axis)).fold(f32::MIN, f32::max);
            assert!((reach - drawn).abs() < 1e-4, "{collider:?} {axis}: {reach} {drawn}");
        }
    }
}

#[test]
fn colliders_of_extreme_sizes_are_drawn_without_a_panic() {
    let mut app = shown(CollisionGizmos { bounds: true, tree: true, ..Default::default() });
    for scale in [1e-12, 1e9, 1e18, 1e30] {
        app.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_scale(Vec3::splat(scale))));
        app.spawn((dim2::Collider::circle(1.0), Transform::from_scale(Vec3::splat(scale))));
    }
    assert!(!drawn(&mut app).is_empty());
}

/// An L is cut into two parts; the cut is not drawn.
#[test]
fn only_the_boundary_of_an_outline_is_drawn() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    let corners = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)].map(Vec2::from);
    app.spawn((dim2::Collider::outline(corners), at_xy(5.0, 0.0)));
    let points = drawn(&mut app);
    // Six edges, of which the one that the cut meets is in two pieces.
    assert!((12..=14).contains(&points.len()), "{points:?}");
    for corner in corners {
        let is_there = |(point, _): &(Vec3, LinearRgba)| *point == (corner + 5.0 * Vec2::X).extend(0.0);
        assert_eq!(points.iter().filter(|point| is_there(point)).count(), 2, "{points:?}");
    }
    let length: f32 = points.chunks(2).map(|line| line[0].0.distance(line[1].0)).sum();
    assert_eq!(length, 12.0);
}

/// Of cells side by side only the outer edges are drawn, also of those that fill a part of their cells.
#[test]
fn no_line_between_two_cells_of_a_grid_is_drawn() {
    use bevy_gjk::dim2::{CellGrid, CellKind};
    let outer_length = |numbers: [u16; 4]| {
        let kinds = [CellKind::full(), CellKind::lower_half(), CellKind::slope()];
        let mut grid = CellGrid::new(bevy_math::UVec2::new(4, 1), 2.0, kinds);
        for (x, number) in (0..).zip(numbers) {
            grid.set(bevy_math::UVec2::new(x, 0), number).unwrap();
        }
        let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
        app.spawn((dim2::Collider::Grid(grid), at_xy(-1.0, 0.5)));
        let points = drawn(&mut app);
        points.chunks(2).map(|ends| ends[0].0.distance(ends[1].0)).sum::<f32>()
    };
    let close = |one: f32, two: f32| assert!((one - two).abs() < 1e-3, "{one}, not {two}");
    close(outer_length([1, 1, 1, 1]), 20.0);
    close(outer_length([2, 2, 2, 2]), 18.0);
    // The side of the half cell is hidden by the full one, not the other way round.
    close(outer_length([1, 2, 0, 0]), 8.0 + 6.0 - 1.0);
    close(outer_length([2, 0, 2, 2]), 6.0 + 10.0);
    // A slope and the cell behind it hide each other's side.
    close(outer_length([0, 3, 1, 0]), 2.0 + 8f32.sqrt() + 6.0);
}

#[test]
fn colliders_of_one_space_are_drawn_or_of_all() {
    let mut app = shown(nothing());
    for (x, number) in [(-4.0, 0), (0.0, 1), (4.0, 2)] {
        for offset in [0.0, 0.5] {
            app.spawn((dim2::Collider::circle(1.0), at_x(x + offset), CollisionSpace(number)));
        }
    }
    for tree in each([false, true]) {
        let mut seen = |space: Option<u32>| {
            let space = space.map(CollisionSpace);
            let of_shapes = CollisionGizmos { shapes: true, bounds: true, contacts: true, ..nothing() };
            let overlay = CollisionGizmos {
                space,
                ..if tree { CollisionGizmos { tree, ..nothing() } } else { of_shapes }
            };
            super::switch_on(&mut app, overlay);
            let points = drawn(&mut app);
            [-4.0, 0.0, 4.0].map(|x| points.iter().any(|(point, _)| (point.x - x).abs() < 1.9))
        };
        assert_eq!(seen(None), [true; 3]);
        assert_eq!(seen(Some(1)), [false, true, false]);
        assert_eq!(seen(Some(0)), [true, false, false]);
        assert_eq!(seen(Some(9)), [false; 3]);
    }
}
