//! The overlay draws the data of the systems, each category by its setting, and nothing while it is off.

mod found;
mod keys;
mod moves;
mod names;
mod one_way;
mod shapes;
mod views;

use core::any::TypeId;

use bevy_asset::Assets;
use bevy_color::{Color, LinearRgba};
use bevy_gizmos::GizmoHandles;
use bevy_gizmos::prelude::*;
use bevy_input::ButtonState;
use bevy_input::keyboard::{Key, KeyCode, KeyboardInput};

use crate::common::prelude::*;
use crate::common::screen;
use crate::common::screen::nothing;

/// The default distance of the camera.
const DISTANCE: f32 = 20.0;

/// Returns an app with a camera at a distance from the origin.
fn app_from(distance: f32) -> App {
    let mut app = screen::app();
    app.spawn(screen::camera_at(Transform::from_xyz(0.0, 0.0, distance)));
    app
}

fn app() -> App {
    app_from(DISTANCE)
}

/// Returns an app whose overlay is on, with the given categories only.
fn shown(overlay: CollisionGizmos) -> App {
    shown_from(DISTANCE, overlay)
}

/// Returns the same app with the camera at another distance.
fn shown_from(distance: f32, overlay: CollisionGizmos) -> App {
    let mut app = app_from(distance);
    switch_on(&mut app, overlay);
    app
}

fn switch_on(app: &mut App, overlay: CollisionGizmos) {
    let mut store = app.resource_mut::<GizmoConfigStore>();
    let (config, all) = store.config_mut::<CollisionGizmos>();
    config.enabled = true;
    *all = overlay;
}

/// Runs a frame and returns the points that were drawn, with their colors.
fn drawn(app: &mut App) -> Vec<(Vec3, LinearRgba)> {
    app.update();
    let handles = app.resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<CollisionGizmos>()) else { return Vec::new() };
    let buffer = app.resource::<Assets<GizmoAsset>>().get(handle).unwrap().buffer();
    let strips = buffer.strip_positions.iter().zip(&buffer.strip_colors);
    let lines = buffer.list_positions.iter().zip(&buffer.list_colors);
    let all = strips.chain(lines).map(|(&point, &color)| (point, color));
    all.filter(|(point, _)| point.is_finite()).collect()
}

/// Returns the number of points that were drawn in a color.
fn count(app: &mut App, color: Color) -> usize {
    drawn(app).iter().filter(|(_, drawn)| *drawn == color.into()).count()
}

/// Presses and releases a key, by the messages of a window.
fn press(app: &mut App, key_code: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let (logical_key, window) = (Key::F1, Entity::PLACEHOLDER);
        let input = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
        app.world_mut().write_message(input);
    }
}

#[test]
fn the_overlay_is_off_until_it_is_toggled() {
    let mut app = app();
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    app.spawn(dim2::Collider::circle(1.0));
    assert!(drawn(&mut app).is_empty());
    press(&mut app, KeyCode::F2);
    assert!(drawn(&mut app).is_empty());
    press(&mut app, KeyCode::F1);
    assert!(!drawn(&mut app).is_empty());
    assert!(!drawn(&mut app).is_empty(), "pressed once");
    let mut store = app.resource_mut::<GizmoConfigStore>();
    assert!(!CollisionGizmos::toggle(&mut store));
    assert!(drawn(&mut app).is_empty());
}

#[test]
fn an_app_without_gizmos_has_no_overlay() {
    let mut app = finished(common::app());
    app.spawn(dim2::Collider::circle(1.0));
    app.update();
    assert!(app.world().get_resource::<GizmoConfigStore>().is_none());
}

#[test]
fn each_category_is_drawn_on_its_own() {
    let CollisionGizmos { normal_color, contact_color, depth_color, bounds_color, .. } = nothing();
    for (overlay, color) in [
        (CollisionGizmos { normals: true, ..nothing() }, normal_color),
        (CollisionGizmos { contacts: true, ..nothing() }, contact_color),
        (CollisionGizmos { depths: true, ..nothing() }, depth_color),
        (CollisionGizmos { bounds: true, ..nothing() }, bounds_color),
    ] {
        let mut app = shown(overlay);
        for x in [0.0, 1.0] {
            app.spawn((dim2::Collider::circle(1.0), at_x(x)));
            app.spawn((dim3::Collider::sphere(1.0), at_x(x)));
        }
        let points = drawn(&mut app);
        assert!(!points.is_empty());
        assert!(points.iter().all(|(_, drawn)| *drawn == color.into()), "{color:?}");
    }
    assert!(drawn(&mut shown(nothing())).is_empty());
}
