//! The overlay draws what the systems hold, each category when it is asked for, and nothing when off.
#![cfg(feature = "overlay")]

mod common;
#[path = "common/screen.rs"]
mod screen;

use core::any::TypeId;

use bevy_app::App;
use bevy_asset::Assets;
use bevy_camera::Camera;
use bevy_camera::visibility::RenderLayers;
use bevy_color::{Color, LinearRgba};
use bevy_ecs::prelude::*;
use bevy_gizmos::GizmoHandles;
use bevy_gizmos::prelude::*;
use bevy_gjk::{
    ColliderGizmo, CollisionGizmos, CollisionLayers, CollisionOverlayKey, LayerMask, QueryFilter, dim2, dim3,
};
use bevy_input::ButtonState;
use bevy_input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;
use screen::nothing;

fn app() -> App {
    let mut app = screen::app();
    app.world_mut().spawn(screen::camera_at(Transform::from_xyz(0.0, 0.0, 20.0)));
    app
}

/// An app whose overlay is on, with these categories alone.
fn shown(overlay: CollisionGizmos) -> App {
    let mut app = app();
    switch_on(&mut app, overlay);
    app
}

fn switch_on(app: &mut App, overlay: CollisionGizmos) {
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    let (config, all) = store.config_mut::<CollisionGizmos>();
    config.enabled = true;
    *all = overlay;
}

/// Runs a frame and gives the points that were drawn, with their colours.
fn drawn(app: &mut App) -> Vec<(Vec3, LinearRgba)> {
    app.update();
    let handles = app.world().resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<CollisionGizmos>()) else { return Vec::new() };
    let buffer = app.world().resource::<Assets<GizmoAsset>>().get(handle).unwrap().buffer();
    let strips = buffer.strip_positions.iter().zip(&buffer.strip_colors);
    let lines = buffer.list_positions.iter().zip(&buffer.list_colors);
    strips
        .chain(lines)
        .map(|(&point, &color)| (point, color))
        .filter(|(point, _)| point.is_finite())
        .collect()
}

#[test]
fn it_is_off_until_it_is_toggled() {
    let mut app = app();
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    app.world_mut().spawn(dim2::Collider::circle(1.0));
    assert!(drawn(&mut app).is_empty());
    press(&mut app, KeyCode::F2);
    assert!(drawn(&mut app).is_empty());
    press(&mut app, KeyCode::F1);
    assert!(!drawn(&mut app).is_empty());
    assert!(!drawn(&mut app).is_empty(), "pressed once");
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    assert!(!CollisionGizmos::toggle(&mut store));
    assert!(drawn(&mut app).is_empty());
}

/// Presses and releases a key, as a window would tell it.
fn press(app: &mut App, key_code: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key: Key::F1,
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
    }
}

#[test]
fn a_stretched_circle_is_drawn_as_an_ellipse() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    let stretch = Transform::from_xyz(5.0, 1.0, 3.0).with_scale(Vec3::new(3.0, 0.5, 1.0));
    app.world_mut().spawn((dim2::Collider::circle(2.0), stretch));
    let points = drawn(&mut app);
    assert!(points.len() > 40);
    for (point, color) in points {
        let unit = (point.truncate() - Vec2::new(5.0, 1.0)) / Vec2::new(6.0, 1.0);
        assert!((unit.length() - 1.0).abs() < 1e-5 && point.z == 0.0, "{point}");
        assert_eq!(color, CollisionGizmos::default().apart.into());
    }
}

#[test]
fn touching_ones_have_another_colour_and_one_may_have_its_own() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    app.world_mut().spawn(dim2::Collider::circle(1.0));
    let own = app.world_mut().spawn((dim2::Collider::circle(1.0), ColliderGizmo::colored(Color::BLACK))).id();
    let colors = |app: &mut App| {
        let mut colors: Vec<_> = drawn(app).into_iter().map(|(_, color)| color).collect();
        // The order of entities is none of ours; blackest last.
        colors.sort_by(|one, two| two.red.total_cmp(&one.red));
        colors.dedup();
        colors
    };
    let touching = CollisionGizmos::default().touching.into();
    assert_eq!(colors(&mut app), [touching, LinearRgba::BLACK]);
    app.world_mut().entity_mut(own).insert(ColliderGizmo::HIDDEN);
    assert_eq!(colors(&mut app), [touching]);
}

#[test]
fn an_invalid_polygon_shows_its_corners() {
    let mut app = shown(CollisionGizmos { shapes: true, ..nothing() });
    let star = [Vec2::new(0.0, 2.0), Vec2::new(-1.0, -1.0), Vec2::ZERO, Vec2::new(1.0, -1.0)];
    app.world_mut().spawn(dim2::Collider::polygon(star));
    app.world_mut().spawn((dim2::Collider::circle(1.0), Transform::from_xyz(f32::NAN, 0.0, 0.0)));
    let points = drawn(&mut app);
    assert_eq!(points.len(), 5);
    assert!(points.iter().all(|(_, color)| *color == CollisionGizmos::default().resting.into()));
}

#[test]
fn each_category_draws_alone() {
    let normals = CollisionGizmos { normals: true, ..nothing() };
    let contacts = CollisionGizmos { contacts: true, ..nothing() };
    let depths = CollisionGizmos { depths: true, ..nothing() };
    let bounds = CollisionGizmos { bounds: true, ..nothing() };
    for overlay in [normals, contacts, depths, bounds] {
        let color = match () {
            () if overlay.normals => overlay.normal_color,
            () if overlay.contacts => overlay.contact_color,
            () if overlay.depths => overlay.depth_color,
            () => overlay.bounds_color,
        };
        let mut app = shown(overlay);
        for x in [0.0, 1.0] {
            app.world_mut().spawn((dim2::Collider::circle(1.0), Transform::from_xyz(x, 0.0, 0.0)));
            app.world_mut().spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(x, 0.0, 0.0)));
        }
        let points = drawn(&mut app);
        assert!(!points.is_empty());
        assert!(points.iter().all(|(_, drawn)| *drawn == color.into()), "{color:?}");
    }
    assert!(drawn(&mut shown(nothing())).is_empty());
}

#[test]
fn every_solid_is_drawn_on_its_surface() {
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
        app.world_mut().spawn((collider.clone(), Transform::from_scale(Vec3::new(1.0, -2.0, 0.5))));
        let points: Vec<_> = drawn(&mut app).into_iter().map(|(point, _)| point).collect();
        assert!(points.len() >= 2, "{collider:?}");
        let form = bevy_gjk::Shape::prepare(&collider).unwrap();
        let prepared = form.convex().unwrap();
        let scale = gjk::Affine3A::from_scale(Vec3::new(1.0, -2.0, 0.5));
        let placed = gjk::Placed::new(prepared, scale);
        for &point in &points {
            let probe = gjk::Sphere::new(1e-4);
            let probe = gjk::Placed::new(probe, gjk::Affine3A::from_translation(point));
            assert!(gjk::intersects(&placed, &probe), "{collider:?} {point}");
        }
        // And they reach as far as the shape does.
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_Y] {
            let reach = gjk::Support::support(&placed, axis).dot(axis);
            let drawn = points.iter().map(|point| point.dot(axis)).fold(f32::MIN, f32::max);
            assert!((reach - drawn).abs() < 1e-4, "{collider:?} {axis}: {reach} {drawn}");
        }
    }
}

#[test]
fn an_app_that_draws_no_gizmos_goes_without() {
    let mut app = common::app();
    app.finish();
    app.cleanup();
    app.world_mut().spawn(dim2::Collider::circle(1.0));
    app.update();
    assert!(app.world().get_resource::<GizmoConfigStore>().is_none());
}

/// Whether something was drawn in a colour, and how many points.
fn count(app: &mut App, color: Color) -> usize {
    drawn(app).iter().filter(|(_, drawn)| *drawn == color.into()).count()
}

#[test]
fn what_no_camera_sees_is_not_drawn() {
    let everything = CollisionGizmos { bounds: true, tree: true, ..Default::default() };
    let mut app = shown(everything);
    // Two that touch, far to the right of the picture; then the camera turns to them.
    for x in [500.0, 501.0] {
        app.world_mut().spawn((dim2::Collider::circle(1.0), Transform::from_xyz(x, 0.0, 0.0)));
        app.world_mut().spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(x, 9.0, 0.0)));
    }
    assert!(drawn(&mut app).is_empty());
    let mut cameras = app.world_mut().query_filtered::<&mut Transform, With<Camera>>();
    cameras.single_mut(app.world_mut()).unwrap().translation.x = 500.0;
    assert!(drawn(&mut app).len() > 100);
}

#[test]
fn cameras_that_do_not_see_the_overlay_do_not_count() {
    let shapes = || CollisionGizmos { shapes: true, ..nothing() };
    let mut app = shown(shapes());
    app.world_mut().spawn(dim2::Collider::circle(1.0));
    let before = drawn(&mut app).len();
    // One on another layer, close by, would ask for finer lines; so would one that is off.
    let near = Transform::from_xyz(0.0, 0.0, 1.0);
    app.world_mut().spawn((screen::camera_at(near), RenderLayers::layer(7)));
    app.world_mut().spawn((Camera { is_active: false, ..screen::camera() }, near));
    assert_eq!(drawn(&mut app).len(), before);
    app.world_mut().spawn(screen::camera_at(near));
    assert!(drawn(&mut app).len() > before);
    // Without any there is nobody to draw for.
    let cameras: Vec<_> =
        app.world_mut().query_filtered::<Entity, With<Camera>>().iter(app.world()).collect();
    cameras.into_iter().for_each(|camera| _ = app.world_mut().despawn(camera));
    assert!(drawn(&mut app).is_empty());
}

#[test]
fn circles_have_as_many_sides_as_the_screen_shows() {
    let points_at = |distance: f32| {
        let mut app = screen::app();
        app.world_mut().spawn(screen::camera_at(Transform::from_xyz(0.0, 0.0, distance)));
        switch_on(&mut app, CollisionGizmos { shapes: true, ..nothing() });
        app.world_mut().spawn(dim2::Collider::circle(1.0));
        drawn(&mut app).len()
    };
    let counts = [1.5, 5.0, 30.0, 200.0, 1000.0].map(points_at);
    assert!(counts.is_sorted_by(|near, far| near > far), "{counts:?}");
    assert!(counts[0] > 60 && counts[3] <= 10, "{counts:?}");
    assert_eq!(counts[4], 2, "a dot");
}

#[test]
fn marks_have_one_size_on_the_screen() {
    // How long the cross at a contact is in pixels, seen from a distance.
    let size_at = |distance: f32| {
        let mut app = screen::app();
        app.world_mut().spawn(screen::camera_at(Transform::from_xyz(0.0, 0.0, distance)));
        switch_on(&mut app, CollisionGizmos { contacts: true, ..nothing() });
        // They just touch: both points are one.
        app.world_mut().spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(-1.0, 0.0, 0.0)));
        app.world_mut().spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(1.0, 0.0, 0.0)));
        let points: Vec<_> = drawn(&mut app).into_iter().map(|(point, _)| point).collect();
        let [low, high] = [f32::min, f32::max]
            .map(|best: fn(f32, f32) -> f32| points.iter().map(|point| point.y).reduce(best).unwrap());
        (high - low) * 600.0 / (2.0 * 0.5f32.tan() * distance)
    };
    for distance in [3.0, 20.0, 400.0] {
        let size = size_at(distance);
        assert!((size - 6.0).abs() < 0.1, "{size} pixels from {distance}");
    }
}

#[test]
fn numbers_keep_apart() {
    let mut app = shown(CollisionGizmos { depths: true, ..nothing() });
    let number = CollisionGizmos::default().depth_color;
    let pair = |app: &mut App, y: f32| {
        for x in [0.0, 0.5] {
            app.world_mut().spawn((dim2::Collider::circle(0.3), Transform::from_xyz(x, y, 0.0)));
        }
    };
    pair(&mut app, 0.0);
    let one = count(&mut app, number);
    assert!(one > 10);
    pair(&mut app, 4.0);
    assert_eq!(count(&mut app, number), 2 * one, "there is room for two of the same");
    // A hundred in the same place are no longer legible; one of them is.
    for _ in 0..100 {
        app.world_mut().spawn((dim2::Collider::circle(0.3), Transform::from_xyz(0.0, -6.0, 0.0)));
    }
    let crowd = count(&mut app, number);
    assert!(crowd < 10 * one, "{crowd} points");
}

#[test]
fn near_pairs_have_a_line_and_a_distance() {
    let mut app = shown(CollisionGizmos { near: true, ..nothing() });
    let color = CollisionGizmos::default().near_color;
    app.world_mut().spawn((dim2::Collider::circle(1.0), bevy_gjk::CollisionMargin(2.0)));
    let other = app.world_mut().spawn((dim2::Collider::circle(1.0), Transform::from_xyz(3.5, 0.0, 0.0))).id();
    let points: Vec<_> = drawn(&mut app).into_iter().filter(|(_, drawn)| *drawn == color.into()).collect();
    assert!(points.iter().any(|(point, _)| point.distance(Vec3::X) < 1e-5));
    assert!(points.iter().any(|(point, _)| point.distance(Vec3::X * 2.5) < 1e-5));
    common::set(&mut app, other, Transform::from_xyz(1.5, 0.0, 0.0));
    assert_eq!(count(&mut app, color), 0, "they touch");
    common::set(&mut app, other, Transform::from_xyz(9.5, 0.0, 0.0));
    assert_eq!(count(&mut app, color), 0, "they are far");
}

#[test]
fn the_tree_is_drawn_level_by_level() {
    let mut app = shown(CollisionGizmos { tree: true, ..nothing() });
    let swept = LinearRgba::from(CollisionGizmos::default().swept_color);
    for index in 0..64 {
        let at = Transform::from_xyz((index % 8) as f32 - 4.0, (index / 8) as f32 - 4.0, 0.0);
        app.world_mut().spawn((dim2::Collider::rectangle(0.5, 0.5), at));
    }
    let boxes = drawn(&mut app);
    assert!(!boxes.is_empty());
    // What has rested for a while, while something moves, stands in the tree.
    let mover = app.world_mut().spawn(dim2::Collider::circle(0.1)).id();
    for step in 0..40 {
        common::set(&mut app, mover, Transform::from_xyz(0.01 * step as f32, 0.0, 0.0));
        app.update();
    }
    assert!(count(&mut app, CollisionGizmos::default().swept_color) > 0);
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

#[test]
fn layers_may_have_colours() {
    let palette = vec![Color::srgb(1.0, 0.0, 0.0), Color::srgb(0.0, 1.0, 0.0)];
    let overlay = CollisionGizmos { shapes: true, layer_colors: palette.clone(), ..nothing() };
    let mut app = shown(overlay);
    let layers = |layer| CollisionLayers::new(LayerMask::layer(layer), LayerMask::ALL);
    app.world_mut().spawn((dim2::Collider::circle(1.0), Transform::from_xyz(-3.0, 0.0, 0.0)));
    app.world_mut().spawn((dim2::Collider::circle(1.0), layers(1)));
    let third =
        app.world_mut().spawn((dim2::Collider::circle(1.0), layers(2), Transform::from_xyz(3.0, 0.0, 0.0)));
    let third = third.id();
    let one = count(&mut app, palette[1]);
    assert!(one > 20);
    assert_eq!(count(&mut app, palette[0]), 2 * one, "the third layer has the first colour again");
    // Those that touch are lighter.
    common::set(&mut app, third, Transform::from_xyz(1.0, 0.0, 0.0));
    assert_eq!((count(&mut app, palette[0]), count(&mut app, palette[1])), (one, 0));
}

#[test]
fn what_has_no_end_is_drawn_as_far_as_it_can_be() {
    let mut app = shown(CollisionGizmos { bounds: true, tree: true, ..Default::default() });
    for scale in [1e-12, 1e9, 1e18, 1e30] {
        app.world_mut()
            .spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_scale(Vec3::splat(scale))));
        app.world_mut().spawn((dim2::Collider::circle(1.0), Transform::from_scale(Vec3::splat(scale))));
    }
    assert!(!drawn(&mut app).is_empty());
}

/// Asks for a ray that hits the circle at the origin, one that hits nothing, and a ball that is cast at it.
fn ask(query: dim2::CollisionQuery) {
    let all = QueryFilter::ALL;
    assert!(query.ray_cast(Vec2::new(-5.0, 0.0), Vec2::X, f32::INFINITY, &all).is_some());
    assert!(query.ray_cast(Vec2::new(-5.0, 3.0), Vec2::X, 2.0, &all).is_none());
    let ball = gjk::Circle::new(0.5);
    let ball = gjk::Placed::new(ball, gjk::Affine2::from_translation(Vec2::new(0.0, -5.0)));
    assert!(query.shape_cast(&ball, Vec2::Y, 10.0, &all).is_some());
}

#[test]
fn rays_and_casts_of_the_frame_are_drawn() {
    let mut app = shown(CollisionGizmos { queries: true, ..nothing() });
    app.world_mut().spawn(dim2::Collider::circle(1.0));
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
    assert!(is_drawn(0.0, -5.0, color) && is_drawn(0.0, -1.5, color), "the way of the ball");
    assert!(is_drawn(0.5, -5.0, color) && is_drawn(0.5, -1.5, color), "the ball where it starts and stops");
    let marks = points.iter().filter(|(_, color)| *color == hit);
    assert!(marks.clone().count() >= 8, "crosses at both hits");
    assert!(marks.into_iter().all(|(point, _)| (point.length() - 1.0).abs() < 0.3));
    // Each frame's own.
    assert_eq!(drawn(&mut app).len(), points.len());
    switch_on(&mut app, nothing());
    assert!(drawn(&mut app).is_empty());
    switch_on(&mut app, CollisionGizmos { queries: true, ..nothing() });
    assert!(drawn(&mut app).is_empty(), "what was asked while it was off was not noted");
    assert_eq!(drawn(&mut app).len(), points.len());
}
