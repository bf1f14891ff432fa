//! The overlay draws what the systems hold, each category when it is asked for, and nothing when off.
#![cfg(feature = "overlay")]

mod common;

use core::any::TypeId;

use bevy_app::App;
use bevy_asset::{AssetPlugin, Assets};
use bevy_camera::{Camera, RenderTargetInfo};
use bevy_color::{Color, LinearRgba};
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
use bevy_gizmos::{GizmoHandles, GizmoPlugin};
use bevy_gjk::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey, dim2, dim3};
use bevy_input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy_input::{ButtonState, InputPlugin};
use bevy_math::{Mat4, UVec2, Vec2, Vec3};
use bevy_transform::components::Transform;

fn app() -> App {
    let mut app = common::app();
    app.add_plugins((AssetPlugin::default(), InputPlugin, GizmoPlugin));
    app.finish();
    app.cleanup();
    app.world_mut().spawn((camera(), Transform::from_xyz(0.0, 0.0, 20.0)));
    app
}

/// A camera as a window of 800 by 600 pixels would have it: marks have a size on the screen.
fn camera() -> Camera {
    let mut camera = Camera::default();
    camera.computed.clip_from_view = Mat4::perspective_infinite_reverse_rh(1.0, 800.0 / 600.0, 0.1);
    camera.computed.target_info =
        Some(RenderTargetInfo { physical_size: UVec2::new(800, 600), scale_factor: 1.0 });
    camera
}

/// An app whose overlay is on, with these categories alone.
fn shown(overlay: CollisionGizmos) -> App {
    let mut app = app();
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    let (config, all) = store.config_mut::<CollisionGizmos>();
    config.enabled = true;
    *all = overlay;
    app
}

fn nothing() -> CollisionGizmos {
    CollisionGizmos {
        shapes: false,
        bounds: false,
        contacts: false,
        normals: false,
        depths: false,
        ..Default::default()
    }
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
