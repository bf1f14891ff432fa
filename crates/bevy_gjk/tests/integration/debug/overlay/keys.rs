//! The overlay by one line in the plugin, and its keys.

use bevy::mesh::MeshPlugin;
use bevy_asset::AssetPlugin;
use bevy_gizmos::GizmoPlugin;
use bevy_gjk::overlay::{OverlayCategory, OverlayCategoryKeys};
use bevy_input::InputPlugin;
use bevy_transform::TransformPlugin;

use super::*;

/// Returns an app that can draw, with a camera and a circle, after changes before the plugin and with these plugins.
fn app_with_overlay(before: impl FnOnce(&mut App), plugin: dim2::CollisionPlugin) -> App {
    let mut app = App::new();
    before(&mut app);
    app.add_plugins((TransformPlugin, AssetPlugin::default(), MeshPlugin, InputPlugin, GizmoPlugin));
    app.add_plugins((plugin, dim3::CollisionPlugin::default()));
    let mut app = finished(app);
    app.spawn(screen::camera_at(Transform::from_xyz(0.0, 0.0, DISTANCE)));
    app.spawn(dim2::Collider::circle(1.0));
    app
}

fn overlay(app: &App) -> (bool, CollisionGizmos) {
    let (config, overlay) = app.resource::<GizmoConfigStore>().config::<CollisionGizmos>();
    (config.enabled, overlay.clone())
}

#[test]
fn one_line_in_the_plugin_shows_the_overlay_and_gives_it_keys() {
    for shown in [true, false] {
        let mut app = app_with_overlay(|_| (), dim2::CollisionPlugin::default().with_overlay(shown));
        assert_eq!(!drawn(&mut app).is_empty(), shown);
        press(&mut app, KeyCode::F1);
        assert_eq!(drawn(&mut app).is_empty(), shown);
        assert_eq!(*app.resource::<OverlayCategoryKeys>(), OverlayCategoryKeys::digits());
    }
    let mut without = app_with_overlay(|_| (), dim2::CollisionPlugin::default());
    press(&mut without, KeyCode::F1);
    assert!(drawn(&mut without).is_empty());
    assert!(!without.world().contains_resource::<OverlayCategoryKeys>());
}

#[test]
fn keys_that_the_app_has_set_stay() {
    let keys = OverlayCategoryKeys(vec![(KeyCode::KeyN, OverlayCategory::Names)]);
    let set = |app: &mut App| {
        app.insert_resource(CollisionOverlayKey(Some(KeyCode::F9))).insert_resource(keys.clone());
    };
    let mut app = app_with_overlay(set, dim2::CollisionPlugin::default().with_overlay(true));
    press(&mut app, KeyCode::F1);
    press(&mut app, KeyCode::Digit1);
    press(&mut app, KeyCode::KeyN);
    app.update();
    let (enabled, settings) = overlay(&app);
    assert!(enabled && settings.shapes && settings.names);
    press(&mut app, KeyCode::F9);
    app.update();
    assert!(!overlay(&app).0);
}

#[test]
fn each_category_has_a_key_that_acts_while_the_overlay_is_shown() {
    let mut app = app_with_overlay(|_| (), dim2::CollisionPlugin::default().with_overlay(true));
    app.update();
    let mut seen = BTreeSet::new();
    for (key, category) in OverlayCategoryKeys::digits().0 {
        let before = overlay(&app).1;
        press(&mut app, key);
        app.update();
        let after = overlay(&app).1;
        assert_ne!(before, after, "{category:?}");
        let mut switched = before.clone();
        switched.switch(category);
        assert_eq!(after, switched, "{category:?}");
        switched.switch(category);
        assert_eq!(before, switched, "{category:?} twice is as before");
        seen.insert(format!("{category:?}"));
    }
    assert_eq!(seen.len(), 12);
    press(&mut app, KeyCode::F1);
    app.update();
    let hidden = overlay(&app);
    press(&mut app, KeyCode::Digit1);
    app.update();
    assert_eq!((overlay(&app), hidden.0), (hidden, false));
}

#[test]
fn without_gizmos_the_overlay_that_is_asked_for_is_warned_of() {
    let lines = warnings(|| {
        let mut app = App::new();
        app.add_plugins((TransformPlugin, dim2::CollisionPlugin::default().with_overlay(true)));
        app.add_plugins(dim3::CollisionPlugin::default().with_overlay(true));
        app.finish();
        app.update();
    });
    assert!(lines.len() == 1 && lines[0].contains("GizmoPlugin"), "{lines:#?}");
}
