//! Loads scene files, and reports if that fails.

use bevy::asset::AssetLoadFailedEvent;
use bevy::prelude::*;
use bevy::world_serialization::{DynamicWorld, DynamicWorldRoot, WorldInstanceReady};

use crate::label::Status;
use crate::stage::{Limit, Ready};

/// Spawns a scene file from the folder `assets`; the example is [`Ready`] once it is loaded.
pub fn load(app: &mut App, path: String) {
    app.add_systems(Startup, move |mut commands: Commands, assets: Res<AssetServer>| {
        commands.spawn(DynamicWorldRoot(assets.load(path.clone())));
    });
    app.add_observer(|_: On<WorldInstanceReady>, mut ready: ResMut<Ready>| ready.0 = true);
    app.add_systems(Update, say_what_failed);
}

/// Reports a scene that is missing or wrong, with the cause. A run without a window ends with an error.
fn say_what_failed(
    mut failures: MessageReader<AssetLoadFailedEvent<DynamicWorld>>,
    unattended: Option<Res<Limit>>,
    mut status: Query<&mut Text, With<Status>>,
    mut exit: MessageWriter<AppExit>,
) {
    for failure in failures.read() {
        let problem = format!("failed to load the scene {}: {}", failure.path, failure.error);
        error!("{problem}");
        for mut text in &mut status {
            text.0.clone_from(&problem);
        }
        if unattended.is_some() {
            exit.write(AppExit::error());
        }
    }
}
