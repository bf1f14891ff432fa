//! Why is it stuck? The key T records the moves of the characters, draws them, and says in the terminal what blocks one.

use bevy::prelude::*;
use bevy_gjk::{CharacterMover, CollisionGizmos, CollisionSystems, Dimension, MoveEnd, trace::MoveTrace};

/// What the key does, for the screen.
pub const HELP: &str = "T why it is stuck";

/// Adds the key.
pub fn plugin<D: Dimension>(app: &mut App) {
    app.add_systems(Update, press_key::<D>.run_if(resource_exists::<ButtonInput<KeyCode>>));
    app.add_systems(PostUpdate, say_what_blocks::<D>.after(CollisionSystems::Movers));
}

fn press_key<D: Dimension>(
    keys: Res<ButtonInput<KeyCode>>,
    characters: Query<Entity, With<CharacterMover<D>>>,
    mut store: ResMut<GizmoConfigStore>,
    mut before: Local<Option<(bool, CollisionGizmos)>>,
    mut commands: Commands,
) {
    if !keys.just_pressed(KeyCode::KeyT) {
        return;
    }
    let (config, overlay) = store.config_mut::<CollisionGizmos>();
    if let Some(settings) = before.take() {
        (config.enabled, *overlay) = settings;
        for character in &characters {
            commands.entity(character).remove::<MoveTrace<D>>();
        }
        return;
    }
    *before = Some((config.enabled, overlay.clone()));
    if !config.enabled {
        // The moves alone, since the numbers of all that touches would hide them.
        let nothing = [
            &mut overlay.shapes,
            &mut overlay.contacts,
            &mut overlay.normals,
            &mut overlay.depths,
            &mut overlay.near,
            &mut overlay.queries,
        ];
        nothing.into_iter().for_each(|category| *category = false);
    }
    (config.enabled, overlay.moves) = (true, true);
    for character in &characters {
        commands.entity(character).insert(MoveTrace::<D>::default());
    }
}

/// Prints a trace when it says something else than before.
fn say_what_blocks<D: Dimension>(traces: Query<&MoveTrace<D>>, mut before: Local<String>) {
    for trace in &traces {
        let summary = trace.summary().to_string();
        if trace.end().is_some_and(|end| end != MoveEnd::Arrived) && *before != summary {
            info!("{trace}");
        }
        *before = summary;
    }
}
