//! The overlay: what the collision systems see, drawn over the world.

use bevy_app::{App, PreUpdate};
use bevy_asset::Assets;
use bevy_color::Color;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{
    Component, IntoScheduleConfigs, ReflectComponent, ReflectResource, Res, ResMut, Resource,
};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_gizmos::config::{GizmoConfig, GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::{AppGizmoBuilder, GizmoAsset};
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

use crate::dimension::Dimension;
use crate::plugin::CollisionSystems;

mod contacts;
mod shapes;
pub(crate) mod stepper;

/// What the overlay draws, in which colours: the extension of a [`GizmoConfig`] in Bevy's
/// [`GizmoConfigStore`].
///
/// The overlay is there as soon as a collision plugin and Bevy's `GizmoPlugin` are, and is off until it is
/// [toggled](Self::toggle), by this call or by a [key](CollisionOverlayKey); while off, it costs nothing.
/// The `enabled` of its [`GizmoConfig`] says the same.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gizmos::config::GizmoConfigStore;
/// use bevy_gjk::CollisionGizmos;
///
/// fn show_normals_only(mut store: ResMut<GizmoConfigStore>) {
///     let (config, overlay) = store.config_mut::<CollisionGizmos>();
///     config.enabled = true;
///     *overlay = CollisionGizmos { shapes: false, contacts: false, depths: false, ..Default::default() };
/// }
/// # bevy_ecs::system::assert_is_system(show_normals_only);
/// ```
#[derive(Clone, Debug, PartialEq, Reflect, GizmoConfigGroup)]
#[reflect(Default, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct CollisionGizmos {
    /// The outlines of the colliders, as their transforms place them.
    pub shapes: bool,
    /// The boxes by which pairs are found.
    pub bounds: bool,
    /// Where colliders touch: a point on each.
    pub contacts: bool,
    /// The directions in which they would part.
    pub normals: bool,
    /// How deep they overlap, in numbers.
    pub depths: bool,
    /// The outline of a collider that touches none.
    pub apart: Color,
    /// The outline of a collider that touches another.
    pub touching: Color,
    /// The points of a collider that rests because it is invalid.
    pub resting: Color,
    /// The boxes.
    pub bounds_color: Color,
    /// The points.
    pub contact_color: Color,
    /// The normals.
    pub normal_color: Color,
    /// The numbers.
    pub depth_color: Color,
    /// The size of points, arrows and numbers on the screen; at 1 the numbers are 13 pixels high.
    pub mark_size: f32,
}

/// All but the boxes.
impl Default for CollisionGizmos {
    fn default() -> Self {
        Self {
            shapes: true,
            bounds: false,
            contacts: true,
            normals: true,
            depths: true,
            apart: Color::srgb(0.35, 0.8, 1.0),
            touching: Color::srgb(1.0, 0.55, 0.15),
            resting: Color::srgb(0.9, 0.15, 0.35),
            bounds_color: Color::srgba(0.6, 0.6, 0.6, 0.5),
            contact_color: Color::srgb(1.0, 0.95, 0.3),
            normal_color: Color::srgb(0.5, 1.0, 0.4),
            depth_color: Color::WHITE,
            mark_size: 1.0,
        }
    }
}

impl CollisionGizmos {
    /// Turns the whole overlay on or off, and gives what it is now; off where there is none.
    pub fn toggle(store: &mut GizmoConfigStore) -> bool {
        let Some((config, _)) = store.get_config_mut::<Self>() else { return false };
        config.enabled = !config.enabled;
        config.enabled
    }
}

/// The key that turns the whole overlay on and off; none unless this resource names one.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::CollisionOverlayKey;
/// use bevy_input::keyboard::KeyCode;
///
/// App::new().insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
/// ```
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct CollisionOverlayKey(pub Option<KeyCode>);

/// How the overlay draws one entity: hidden, or in a colour of its own.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_color::Color;
/// use bevy_gjk::{ColliderGizmo, dim2::Collider};
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Collider::circle(1.0), ColliderGizmo::colored(Color::WHITE)));
///     commands.spawn((Collider::rectangle(100.0, 1.0), ColliderGizmo::HIDDEN));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct ColliderGizmo {
    /// Whether it is drawn at all.
    pub visible: bool,
    /// The colour of its outline, whatever it touches; or that of the [`CollisionGizmos`].
    pub color: Option<Color>,
}

impl ColliderGizmo {
    /// Not drawn.
    pub const HIDDEN: Self = Self { visible: false, color: None };

    /// Drawn in this colour.
    pub const fn colored(color: Color) -> Self {
        Self { visible: true, color: Some(color) }
    }
}

/// Drawn as all others.
impl Default for ColliderGizmo {
    fn default() -> Self {
        Self { visible: true, color: None }
    }
}

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
    app.add_systems(
        schedule,
        (
            shapes::draw_bounds::<D>.run_if(drawn(|overlay| overlay.bounds)),
            shapes::draw_shapes::<D>.run_if(drawn(|overlay| overlay.shapes)),
            contacts::draw_contacts::<D>
                .run_if(drawn(|overlay| overlay.contacts || overlay.normals || overlay.depths)),
        )
            .chain()
            .in_set(CollisionSystems::Overlay),
    );
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
