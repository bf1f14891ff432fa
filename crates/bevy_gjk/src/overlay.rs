//! The overlay: what the collision systems see, drawn over the world.

use crate::query::QueryLog;
use bevy_app::{App, PreUpdate};
use bevy_asset::Assets;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{IntoScheduleConfigs, Res, ResMut, Resource};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_gizmos::config::{GizmoConfig, GizmoConfigStore};
use bevy_gizmos::{AppGizmoBuilder, GizmoAsset};
use bevy_input::{ButtonInput, keyboard::KeyCode};

use crate::collider::Dimension;
use crate::systems::{CollisionSystems, timed};

mod boxes;
mod contacts;
mod detail;
mod label;
mod queries;
mod settings;
mod shapes;
mod view;

pub use settings::{ColliderGizmo, CollisionGizmos, CollisionOverlayKey};

/// Adds the overlay for a dimension, if the app can draw gizmos.
pub(crate) fn install<D: Dimension>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    if !app.world().contains_resource::<Assets<GizmoAsset>>() {
        return;
    }
    let store = app.world().get_resource::<GizmoConfigStore>();
    if store.is_none_or(|store| store.get_config::<CollisionGizmos>().is_none()) {
        let config = GizmoConfig {
            enabled: false,
            // In front of the solids: contacts lie inside of them.
            depth_bias: -1.0,
            ..Default::default()
        };
        app.insert_gizmo_config(CollisionGizmos::default(), config);
    }
    // Both dimensions share the key: the first to come adds it.
    if !app.world().contains_resource::<Installed>() {
        app.init_resource::<Installed>()
            .init_resource::<CollisionOverlayKey>()
            .register_type::<CollisionOverlayKey>()
            .register_type::<CollisionGizmos>()
            .register_type::<ColliderGizmo>()
            .add_systems(PreUpdate, toggle_by_key.after(bevy_input::InputSystems));
    }
    let phase = CollisionSystems::Overlay;
    let systems = (
        timed::<D, _, _>(app, phase, boxes::draw_tree::<D>).run_if(drawn(|overlay| overlay.tree)),
        timed::<D, _, _>(app, phase, boxes::draw_bounds::<D>).run_if(drawn(|overlay| overlay.bounds)),
        timed::<D, _, _>(app, phase, shapes::draw_shapes::<D>).run_if(drawn(|overlay| overlay.shapes)),
        timed::<D, _, _>(app, phase, contacts::draw_contacts::<D>)
            .run_if(drawn(|it| it.contacts || it.normals || it.depths || it.near)),
        // It looks by itself whether it is shown, so that the questions are noted only then.
        timed::<D, _, _>(app, phase, queries::draw_queries::<D>),
    );
    app.init_resource::<QueryLog<D>>();
    app.add_systems(schedule, systems.chain().in_set(phase));
}

/// The key has been added.
#[derive(Resource, Default)]
struct Installed;

/// Whether the overlay is on, and a category of it.
fn drawn(
    category: impl Fn(&CollisionGizmos) -> bool + Send + Sync + 'static,
) -> impl Fn(Option<Res<GizmoConfigStore>>) -> bool {
    move |store| {
        let config = store.as_ref().and_then(|store| store.get_config::<CollisionGizmos>());
        config.is_some_and(|(config, overlay)| config.enabled && category(overlay))
    }
}

fn toggle_by_key(
    key: Res<CollisionOverlayKey>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut store: ResMut<GizmoConfigStore>,
) {
    let (Some(key), Some(keys)) = (key.0, keys) else { return };
    if keys.just_pressed(key) {
        CollisionGizmos::toggle(&mut store);
    }
}
