//! Why is it stuck? The key T records the moves of the characters, draws them, and says in the terminal what blocks one.

use bevy::prelude::*;
use bevy_gjk::{CharacterMover, CollisionGizmos, CollisionSystems, Dimension, MoveEnd, MoveTrace};

/// What the key does, for the screen.
pub const HELP: &str = "T why it is stuck";

/// Adds the key.
pub fn plugin<D: Dimension>(app: &mut App) {
    app.add_systems(Update, press_key::<D>.run_if(resource_exists::<ButtonInput<KeyCode>>));
    app.add_systems(PostUpdate, say_what_blocks::<D>.after(CollisionSystems::Movers));
}

fn press_key<D: Dimension>(
    keys: Res<ButtonInput<KeyCode>>,
    characters: Query<(Entity, Has<MoveTrace<D>>), With<CharacterMover<D>>>,
    mut store: ResMut<GizmoConfigStore>,
    mut commands: Commands,
) {
    if !keys.just_pressed(KeyCode::KeyT) {
        return;
    }
    let is_on = characters.iter().any(|(_, is_traced)| is_traced);
    for (character, _) in &characters {
        if is_on {
            commands.entity(character).remove::<MoveTrace<D>>();
        } else {
            commands.entity(character).insert(MoveTrace::<D>::default());
        }
    }
    let (config, overlay) = store.config_mut::<CollisionGizmos>();
    (config.enabled, overlay.moves) = (!is_on, !is_on);
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
