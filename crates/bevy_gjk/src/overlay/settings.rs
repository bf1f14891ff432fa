//! What is drawn, and how.

use bevy_color::{Color, LinearRgba};
use bevy_ecs::prelude::{Component, ReflectComponent, ReflectResource, Resource};
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_input::keyboard::KeyCode;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// What the overlay draws, in which colours: the extension of a [`GizmoConfig`](bevy_gizmos::config::GizmoConfig) in Bevy's
/// [`GizmoConfigStore`].
///
/// The overlay is there as soon as a collision plugin and Bevy's `GizmoPlugin` are, and is off until it is
/// [toggled](Self::toggle), by this call or by a [key](CollisionOverlayKey); while off, it costs nothing.
/// The `enabled` of its `GizmoConfig` says the same.
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
///
/// Lines have the same width on the screen at any zoom, that of the [`GizmoConfig`]'s `line`, and marks and
/// numbers the same size. What no active camera sees is not drawn, and what is small on the screen in fewer
/// lines; so some thousands of shapes cost about a millisecond.
///
/// [`GizmoConfig`]: bevy_gizmos::config::GizmoConfig
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
    /// How deep they overlap, in numbers, as many as there is room for.
    pub depths: bool,
    /// Where colliders are [near](crate::ProximityMargin) each other, and the distance.
    pub near: bool,
    /// The boxes of the broad phase: the tree of what rests, each level in another colour, and those of what is
    /// swept.
    pub tree: bool,
    /// The rays and the moving shapes that were asked about in this frame, and what they hit.
    pub queries: bool,
    /// The outline of a collider that touches none.
    pub apart: Color,
    /// The outline of a collider that touches another.
    pub touching: Color,
    /// The outlines by layer, in place of `apart` and, lightened, of `touching`: the first layer that a collider
    /// is in decides. Beyond the last colour they begin anew; without any, layers have none.
    pub layer_colors: Vec<Color>,
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
    /// Where colliders are near.
    pub near_color: Color,
    /// The root of the tree.
    pub tree_color: Color,
    /// The boxes of what is swept.
    pub dynamic_color: Color,
    /// Rays and moving shapes; what they hit has the colour of contacts.
    pub query_color: Color,
    /// The size of points, arrows and numbers on the screen; at 1 the numbers are 13 pixels high.
    pub mark_size: f32,
}

/// Shapes, contacts, normals, depths and what is near.
impl Default for CollisionGizmos {
    fn default() -> Self {
        Self {
            shapes: true,
            bounds: false,
            contacts: true,
            normals: true,
            depths: true,
            near: true,
            tree: false,
            queries: false,
            apart: Color::srgb(0.35, 0.8, 1.0),
            touching: Color::srgb(1.0, 0.55, 0.15),
            layer_colors: Vec::new(),
            resting: Color::srgb(0.9, 0.15, 0.35),
            bounds_color: Color::srgba(0.6, 0.6, 0.6, 0.5),
            contact_color: Color::srgb(1.0, 0.95, 0.3),
            normal_color: Color::srgb(0.5, 1.0, 0.4),
            depth_color: Color::WHITE,
            near_color: Color::srgb(0.75, 0.6, 1.0),
            tree_color: Color::hsla(200.0, 0.7, 0.6, 0.6),
            dynamic_color: Color::srgba(1.0, 1.0, 1.0, 0.25),
            query_color: Color::srgb(0.35, 1.0, 0.85),
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
/// use bevy_color::{Color, LinearRgba};
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

/// The same colour as the gizmos keep it, so that it is not computed for each line.
pub(super) fn linear(color: Color) -> Color {
    LinearRgba::from(color).into()
}
