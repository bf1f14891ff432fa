//! Our settings.

use bevy::prelude::*;
use bevy_gjk::{CollisionLayers, LayerMask};

use super::collider;
use super::ours::{CollisionEvent, CollisionPlugin, Collisions, TouchContact};
use crate::engine::{Engine, Finds, place};
use crate::scene::{Body, Role};
use crate::touches::Touches;

/// With and without contacts.
pub const ENGINES: [Engine; 2] = [
    Engine {
        name: "gjk touches",
        finds: Finds::Touches,
        lean: true,
        lag: 0,
        install,
        spawn: |world, body| place(world, body, (collider(&body.shape), layers(body))),
    },
    Engine {
        name: "gjk contacts",
        finds: Finds::Contacts,
        lean: true,
        lag: 0,
        install: install_reading,
        spawn: |world, body| place(world, body, (collider(&body.shape), layers(body))),
    },
];

/// Those at rest meet only those who move.
fn layers(body: &Body) -> CollisionLayers {
    const MOVING: LayerMask = LayerMask::layer(0);
    const RESTING: LayerMask = LayerMask::layer(1);
    match body.role {
        Role::Still => CollisionLayers::new(RESTING, MOVING),
        Role::Mover | Role::Part => CollisionLayers::new(MOVING, MOVING | RESTING),
    }
}

fn install(app: &mut App) {
    app.add_plugins(CollisionPlugin::default()).add_systems(Last, note);
}

/// Installs the same, and reads all contacts in every frame.
fn install_reading(app: &mut App) {
    install(app);
    app.add_systems(Last, |collisions: Res<Collisions>, mut contacts: Local<Vec<TouchContact>>| {
        collisions.contacts(&mut contacts);
    });
}

fn note(mut touches: ResMut<Touches>, mut events: MessageReader<CollisionEvent>) {
    for event in events.read() {
        let list = if event.is_started() { &mut touches.started } else { &mut touches.ended };
        list.push(event.entities());
    }
}
