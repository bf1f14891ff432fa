//! The keys of the overlay.

use bevy::prelude::*;
use bevy_gjk::{CollisionGizmos, CollisionOverlayKey};

/// What the keys do, for the screen.
pub const HELP: &str = "F1 overlay   1 shapes  2 boxes  3 contacts  4 normals  5 depths   space stop and go";

/// Adds the keys, and shows the overlay from the start.
pub fn plugin(app: &mut App) {
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    app.add_systems(Startup, |mut store: ResMut<GizmoConfigStore>| {
        CollisionGizmos::toggle(&mut store);
    });
    app.add_systems(Update, press_keys.run_if(resource_exists::<ButtonInput<KeyCode>>));
}

fn press_keys(
    keys: Res<ButtonInput<KeyCode>>,
    mut store: ResMut<GizmoConfigStore>,
    mut time: ResMut<Time<Virtual>>,
) {
    if keys.just_pressed(KeyCode::Space) {
        if time.is_paused() { time.unpause() } else { time.pause() }
    }
    let (_, overlay) = store.config_mut::<CollisionGizmos>();
    let switches = [
        (KeyCode::Digit1, &mut overlay.shapes),
        (KeyCode::Digit2, &mut overlay.bounds),
        (KeyCode::Digit3, &mut overlay.contacts),
        (KeyCode::Digit4, &mut overlay.normals),
        (KeyCode::Digit5, &mut overlay.depths),
    ];
    for (key, switch) in switches {
        if keys.just_pressed(key) {
            *switch = !*switch;
        }
    }
}
