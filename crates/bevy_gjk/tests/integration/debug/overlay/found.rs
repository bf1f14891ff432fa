//! The overlay draws the results of the systems: near pairs, the tree, rays and casts.

use bevy_color::LinearRgba;

use super::{count, drawn, shown, switch_on};
use crate::common::prelude::*;
use crate::common::screen::nothing;

#[test]
fn near_pairs_have_a_line_and_a_distance() {
    let mut app = shown(CollisionGizmos { near: true, ..nothing() });
    let color = CollisionGizmos::default().near_color;
    app.spawn((dim2::Collider::circle(1.0), ProximityMargin(2.0)));
    let other = app.spawn((dim2::Collider::circle(1.0), at_x(3.5)));
    let points: Vec<_> = drawn(&mut app).into_iter().filter(|(_, drawn)| *drawn == color.into()).collect();
    assert!(points.iter().any(|(point, _)| point.distance(Vec3::X) < 1e-5));
    assert!(points.iter().any(|(point, _)| point.distance(Vec3::X * 2.5) < 1e-5));
    set(&mut app, other, at_x(1.5));
    assert_eq!(count(&mut app, color), 0, "they touch");
    set(&mut app, other, at_x(9.5));
    assert_eq!(count(&mut app, color), 0, "they are far");
}

#[test]
fn the_tree_is_drawn_level_by_level() {
    let mut app = shown(CollisionGizmos { tree: true, ..nothing() });
    let swept = LinearRgba::from(CollisionGizmos::default().dynamic_color);
    for index in 0..64 {
        let at = at_xy((index % 8) as f32 - 4.0, (index / 8) as f32 - 4.0);
        app.spawn((dim2::Collider::rectangle(0.5, 0.5), at));
    }
    let boxes = drawn(&mut app);
    assert!(!boxes.is_empty());
    // Colliders that have not moved for a while, while another moves, are in the static tree.
    let mover = app.spawn(dim2::Collider::circle(0.1));
    for step in 0..40 {
        app.update_at(mover, at_x(0.01 * step as f32));
    }
    assert!(count(&mut app, CollisionGizmos::default().dynamic_color) > 0);
    let levels = |app: &mut App| {
        let mut colors: Vec<_> = drawn(app).into_iter().map(|(_, color)| color).collect();
        colors.retain(|color| *color != swept);
        colors.sort_by(|one, two| one.red.total_cmp(&two.red).then(one.green.total_cmp(&two.green)));
        colors.dedup();
        colors.len()
    };
    assert_eq!(levels(&mut app), 3, "all of 64 boxes, eight of them, each");
    let root = LinearRgba::from(CollisionGizmos::default().tree_color);
    let all = drawn(&mut app);
    let reach = all.iter().filter(|(_, color)| *color == root).map(|(point, _)| point.x.abs());
    assert!(reach.fold(0.0, f32::max) > 4.0, "the root is around all");
}

/// Casts a ray that hits the circle at the origin, a ray that hits nothing, and a ball that hits the circle.
fn ask(query: dim2::CollisionQuery) {
    let all = QueryFilter::ALL;
    assert!(query.cast_ray(Vec2::new(-5.0, 0.0), Dir2::X, f32::INFINITY, &all).is_some());
    assert!(query.cast_ray(Vec2::new(-5.0, 3.0), Dir2::X, 2.0, &all).is_none());
    let ball = gjk::Circle::new(0.5);
    let ball = Placed::new(ball, Affine2::from_translation(Vec2::new(0.0, -5.0)));
    assert!(query.cast_shape(&ball, Dir2::Y, 10.0, &all).is_some());
}

#[test]
fn rays_and_casts_of_the_frame_are_drawn() {
    let mut app = shown(CollisionGizmos { queries: true, ..nothing() });
    app.spawn(dim2::Collider::circle(1.0));
    app.update();
    let color = LinearRgba::from(CollisionGizmos::default().query_color);
    let hit = LinearRgba::from(CollisionGizmos::default().contact_color);
    assert!(drawn(&mut app).is_empty(), "nothing was asked");
    app.add_systems(bevy_app::Update, ask);
    let points = drawn(&mut app);
    let is_drawn = |x: f32, y: f32, color: LinearRgba| {
        points.iter().any(|(point, drawn)| point.distance(Vec3::new(x, y, 0.0)) < 1e-3 && *drawn == color)
    };
    assert!(is_drawn(-5.0, 0.0, color) && is_drawn(-1.0, 0.0, color), "up to the hit");
    assert!(is_drawn(-5.0, 3.0, color) && is_drawn(-3.0, 3.0, color), "to its end");
    assert!(is_drawn(0.0, -5.0, color) && is_drawn(0.0, -1.5, color), "the path of the ball");
    assert!(is_drawn(0.5, -5.0, color) && is_drawn(0.5, -1.5, color), "the ball where it starts and stops");
    let marks = points.iter().filter(|(_, color)| *color == hit);
    assert!(marks.clone().count() >= 8, "crosses at both hits");
    assert!(marks.into_iter().all(|(point, _)| (point.length() - 1.0).abs() < 0.3));
    // Only the queries of the last frame are drawn.
    assert_eq!(drawn(&mut app).len(), points.len());
    switch_on(&mut app, nothing());
    assert!(drawn(&mut app).is_empty());
    switch_on(&mut app, CollisionGizmos { queries: true, ..nothing() });
    assert!(drawn(&mut app).is_empty(), "queries are not recorded while the overlay is off");
    assert_eq!(drawn(&mut app).len(), points.len());
}
