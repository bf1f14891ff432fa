//! The keys of the overlay, which are the library's, and one that pauses.

use bevy::prelude::*;
use bevy_gjk::overlay::OverlayCategoryKeys;
use bevy_gjk::{CollisionGizmos, CollisionOverlayKey};

use crate::look;

/// The explanation of the keys on the screen.
pub const HELP: &str = "F1 overlay: 1 shapes  2 boxes  3 contacts  4 normals  5 depths  6 near  7 tree  8 queries  \
                        9 layers  0 moves  - names    P pause";

/// Returns the legend of the overlay's colours.
pub fn legend() -> [(Color, &'static str); 4] {
    let overlay = CollisionGizmos::default();
    [
        (overlay.apart, "touches nothing"),
        (look::TOUCHING, "touches"),
        (overlay.contact_color, "contact points"),
        (overlay.normal_color, "normal"),
    ]
}

/// Adds the keys, with the overlay shown at the start.
pub fn plugin(app: &mut App) {
    app.add_plugins(hidden_plugin);
    app.add_systems(Startup, |mut store: ResMut<GizmoConfigStore>| {
        CollisionGizmos::toggle(&mut store);
    });
}

/// Adds the keys, with the overlay hidden until F1 is pressed.
pub fn hidden_plugin(app: &mut App) {
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)))
        .insert_resource(OverlayCategoryKeys::digits());
    app.add_systems(Update, press_keys.run_if(resource_exists::<ButtonInput<KeyCode>>));
}

fn press_keys(keys: Res<ButtonInput<KeyCode>>, mut time: ResMut<Time<Virtual>>) {
    if keys.just_pressed(KeyCode::KeyP) {
        if time.is_paused() { time.unpause() } else { time.pause() }
    }
}
