//! The keys that control the overlay.

use bevy::prelude::*;
use bevy_gjk::{CollisionGizmos, CollisionOverlayKey};

use crate::look;

/// The explanation of the keys on the screen.
pub const HELP: &str = "F1 overlay: 1 shapes  2 boxes  3 contacts  4 normals  5 depths  6 near  7 tree  8 queries  \
                        9 layers  0 moves    P pause";

/// The colours of layers.
const LAYERS: [Color; 6] = [
    Color::srgb(0.35, 0.8, 1.0),
    Color::srgb(1.0, 0.45, 0.45),
    Color::srgb(0.5, 0.95, 0.45),
    Color::srgb(1.0, 0.8, 0.3),
    Color::srgb(0.8, 0.55, 1.0),
    Color::srgb(0.4, 0.95, 0.85),
];

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
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    app.add_systems(Update, press_keys.run_if(resource_exists::<ButtonInput<KeyCode>>));
}

fn press_keys(
    keys: Res<ButtonInput<KeyCode>>,
    mut store: ResMut<GizmoConfigStore>,
    mut time: ResMut<Time<Virtual>>,
) {
    if keys.just_pressed(KeyCode::KeyP) {
        if time.is_paused() { time.unpause() } else { time.pause() }
    }
    let (_, overlay) = store.config_mut::<CollisionGizmos>();
    let switches = [
        (KeyCode::Digit1, &mut overlay.shapes),
        (KeyCode::Digit2, &mut overlay.bounds),
        (KeyCode::Digit3, &mut overlay.contacts),
        (KeyCode::Digit4, &mut overlay.normals),
        (KeyCode::Digit5, &mut overlay.depths),
        (KeyCode::Digit6, &mut overlay.near),
        (KeyCode::Digit7, &mut overlay.tree),
        (KeyCode::Digit8, &mut overlay.queries),
        (KeyCode::Digit0, &mut overlay.moves),
    ];
    for (key, switch) in switches {
        if keys.just_pressed(key) {
            *switch = !*switch;
        }
    }
    if keys.just_pressed(KeyCode::Digit9) {
        let colors = if overlay.layer_colors.is_empty() { &LAYERS[..] } else { &[] };
        overlay.layer_colors = colors.to_vec();
    }
}
