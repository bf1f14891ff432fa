//! Loading a scene file, and what to say when that fails.

use bevy::asset::AssetLoadFailedEvent;
use bevy::prelude::*;
use bevy::world_serialization::{DynamicWorld, DynamicWorldRoot, WorldInstanceReady};

use crate::label::Status;
use crate::stage::{Limit, Ready};

/// Spawns a scene file from the folder `assets`; the example is [`Ready`] when it is there.
pub fn load(app: &mut App, path: String) {
    app.add_systems(Startup, move |mut commands: Commands, assets: Res<AssetServer>| {
        commands.spawn(DynamicWorldRoot(assets.load(path.clone())));
    });
    app.add_observer(|_: On<WorldInstanceReady>, mut ready: ResMut<Ready>| ready.0 = true);
    app.add_systems(Update, say_what_failed);
}

/// A scene that is missing or wrong is reported with its cause. Where nobody looks on, that is the end.
fn say_what_failed(
    mut failures: MessageReader<AssetLoadFailedEvent<DynamicWorld>>,
    unattended: Option<Res<Limit>>,
    mut status: Query<&mut Text, With<Status>>,
    mut exit: MessageWriter<AppExit>,
) {
    for failure in failures.read() {
        let problem = format!("The scene {} was not loaded: {}", failure.path, failure.error);
        error!("{problem}");
        for mut text in &mut status {
            text.0.clone_from(&problem);
        }
        if unattended.is_some() {
            exit.write(AppExit::error());
        }
    }
}
