//! The debug overlay: draws the state of the collision systems over the world with Bevy's gizmos.
//!
//! Each category (shapes, AABBs, contacts, the broad phase, moves, names, one-way sides, queries) has a system of its
//! own in [`CollisionSystems::Overlay`], with a run condition, so that a hidden category costs nothing. [`view`] culls
//! what no camera sees and gives the size of a pixel in the world, so that marks and the detail of curves depend on the
//! screen.

use bevy_app::{App, PreUpdate};
use bevy_asset::Assets;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{IntoScheduleConfigs, Res, Resource};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_gizmos::config::{GizmoConfig, GizmoConfigStore};
use bevy_gizmos::{AppGizmoBuilder, GizmoAsset};
use bevy_input::keyboard::KeyCode;
use bevy_log::warn;

use crate::collider::Dimension;
use crate::frame::{CollisionSystems, timed};
use crate::query::QueryLog;

mod aabbs;
mod contacts;
mod keys;
mod marks;
mod moves;
mod names;
mod one_way;
mod queries;
mod settings;
mod shapes;
mod view;

pub use keys::{CollisionOverlayKey, OverlayCategory, OverlayCategoryKeys};
pub use settings::{ColliderGizmo, CollisionGizmos};

/// Adds the overlay of a dimension, if the app can draw gizmos. `shown` is what the plugin got by `with_overlay`.
pub(crate) fn install<D: Dimension>(
    app: &mut App,
    schedule: Interned<dyn ScheduleLabel>,
    shown: Option<bool>,
) {
    if shown.is_some() && !app.world().contains_resource::<CollisionOverlayKey>() {
        app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    }
    if !app.world().contains_resource::<Assets<GizmoAsset>>() {
        let key = app.world().get_resource::<CollisionOverlayKey>();
        let is_asked_for = key.is_some_and(|key| key.0.is_some());
        if is_asked_for && !app.world().contains_resource::<WarnedWithoutGizmos>() {
            app.init_resource::<WarnedWithoutGizmos>();
            warn!(
                "the collision overlay, or a key of it, is set, but nothing can be drawn: add Bevy's GizmoPlugin, \
                 which DefaultPlugins contains with the feature `bevy_gizmos`"
            );
        }
        return;
    }
    let store = app.world().get_resource::<GizmoConfigStore>();
    if store.is_none_or(|store| store.get_config::<CollisionGizmos>().is_none()) {
        let config = GizmoConfig {
            enabled: false,
            // In front of solid meshes, since contacts lie inside of them.
            depth_bias: -1.0,
            ..Default::default()
        };
        app.insert_gizmo_config(CollisionGizmos::default(), config);
    }
    if let Some(shown) = shown {
        if !app.world().contains_resource::<OverlayCategoryKeys>() {
            app.insert_resource(OverlayCategoryKeys::digits());
        }
        if shown && let Some(mut store) = app.world_mut().get_resource_mut::<GizmoConfigStore>() {
            store.config_mut::<CollisionGizmos>().0.enabled = true;
        }
    }
    // Both dimensions share the key, so only the first plugin adds its system.
    if !app.world().contains_resource::<KeyInstalled>() {
        app.init_resource::<KeyInstalled>()
            .init_resource::<CollisionOverlayKey>()
            .register_type::<CollisionOverlayKey>()
            .register_type::<OverlayCategoryKeys>()
            .register_type::<CollisionGizmos>()
            .register_type::<ColliderGizmo>()
            .add_systems(PreUpdate, keys::press_keys.after(bevy_input::InputSystems));
    }
    let phase = CollisionSystems::Overlay;
    let systems = (
        timed::<D, _, _>(app, phase, aabbs::draw_tree::<D>).run_if(is_shown(|overlay| overlay.tree)),
        timed::<D, _, _>(app, phase, aabbs::draw_aabbs::<D>).run_if(is_shown(|overlay| overlay.bounds)),
        timed::<D, _, _>(app, phase, shapes::draw_shapes::<D>).run_if(is_shown(|overlay| overlay.shapes)),
        timed::<D, _, _>(app, phase, contacts::draw_contacts::<D>).run_if(is_shown(|overlay| {
            overlay.contacts || overlay.normals || overlay.depths || overlay.near
        })),
        timed::<D, _, _>(app, phase, moves::draw_moves::<D>).run_if(is_shown(|overlay| overlay.moves)),
        timed::<D, _, _>(app, phase, names::draw_names::<D>).run_if(is_shown(|overlay| overlay.names)),
        timed::<D, _, _>(app, phase, one_way::draw_one_way::<D>).run_if(is_shown(|overlay| overlay.one_way)),
        // Runs always, since it also enables and disables the recording of queries.
        timed::<D, _, _>(app, phase, queries::draw_queries::<D>),
    );
    app.init_resource::<QueryLog<D>>();
    app.add_systems(schedule, systems.chain().in_set(phase));
}

/// Marks an app that was warned, once for both dimensions, that it cannot draw.
#[derive(Resource, Default)]
struct WarnedWithoutGizmos;

/// Marks an app in which the system of the key has been added.
#[derive(Resource, Default)]
struct KeyInstalled;

/// Returns the run condition that the overlay and a category of it are enabled.
fn is_shown(
    category: impl Fn(&CollisionGizmos) -> bool + Send + Sync + 'static,
) -> impl Fn(Option<Res<GizmoConfigStore>>) -> bool {
    move |store| {
        let config = store.as_ref().and_then(|store| store.get_config::<CollisionGizmos>());
        config.is_some_and(|(config, overlay)| config.enabled && category(overlay))
    }
}
