//! The settings of the overlay: categories, colors, and overrides for single entities.

use bevy_color::{Color, LinearRgba};
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

use crate::collider::CollisionSpace;

/// The gizmo group of the overlay: selects what is drawn and in which colors. It is the extension of a
/// [`GizmoConfig`] in Bevy's [`GizmoConfigStore`].
///
/// The overlay is added by a collision plugin if the app has Bevy's `GizmoPlugin`. It is off until it is
/// [toggled](Self::toggle) by this function, by a [key](super::CollisionOverlayKey), by
/// [`CollisionPlugin::with_overlay`](crate::CollisionPlugin::with_overlay), or by the `enabled` of its
/// [`GizmoConfig`]. While it is off, it costs nothing.
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
/// Lines have the width of the `line` of the [`GizmoConfig`] at any zoom, and marks and numbers have a fixed size
/// on the screen. Shapes outside the view of all active cameras are not drawn, and shapes that are small on the
/// screen have fewer lines, so that some thousands of shapes cost about a millisecond.
///
/// [`GizmoConfig`]: bevy_gizmos::config::GizmoConfig
#[derive(Clone, Debug, PartialEq, Reflect, GizmoConfigGroup)]
#[reflect(Default, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
#[doc(alias("debug", "debug draw", "debug render"))]
pub struct CollisionGizmos {
    /// The outlines of the colliders.
    pub shapes: bool,
    /// The AABBs of the colliders.
    pub bounds: bool,
    /// The contact points, one on each collider.
    pub contacts: bool,
    /// The contact normals.
    pub normals: bool,
    /// The penetration depths as numbers, as many as fit on the screen without overlap.
    pub depths: bool,
    /// The closest points and the distances of [near](crate::ProximityMargin) colliders.
    pub near: bool,
    /// The AABBs of the broad phase: the tree of static proxies, each level in another color, and the dynamic proxies.
    pub tree: bool,
    /// The ray casts and shape casts of the frame, with their hits.
    pub queries: bool,
    /// The last moves of the characters that have a [`MoveTrace`](crate::trace::MoveTrace): ghosts where they began and
    /// stopped, the surfaces that they pressed against, and the steps that they tried.
    pub moves: bool,
    /// The names of the colliders, or the ids of those without a `Name`, as many as fit on the screen without overlap.
    /// Letters beyond ASCII are left out: the font has none.
    pub names: bool,
    /// The solid sides of the entities with a [`OneWayPlatform`](crate::OneWayPlatform).
    pub one_way: bool,
    /// The space that is drawn; all of them if it is `None`. Queries are drawn in any space.
    pub space: Option<CollisionSpace>,
    /// The color of the outline of a collider that touches nothing.
    pub apart: Color,
    /// The color of the outline of a collider that touches another.
    pub touching: Color,
    /// The colors of outlines by layer, which replace `apart` and, lightened, `touching`. The first layer of a collider
    /// decides. After the last color they repeat; if the list is empty, layers have no colors.
    pub layer_colors: Vec<Color>,
    /// The color of the points of an invalid collider.
    pub invalid_color: Color,
    /// The color of AABBs.
    pub bounds_color: Color,
    /// The color of contact points and of the hits of queries.
    pub contact_color: Color,
    /// The color of normals.
    pub normal_color: Color,
    /// The color of depths.
    pub depth_color: Color,
    /// The color of near colliders.
    pub near_color: Color,
    /// The color of the root of the tree of static proxies.
    pub tree_color: Color,
    /// The color of dynamic proxies.
    pub dynamic_color: Color,
    /// The color of ray casts and shape casts.
    pub query_color: Color,
    /// The color of the ways of characters, and of what surfaces allow of their motions.
    pub move_color: Color,
    /// The color of the motions that are wanted, and of the places where moves begin.
    pub wanted_color: Color,
    /// The color of the surfaces that characters press against, with their normals.
    pub plane_color: Color,
    /// The color of steps that are refused, and of the reason why a move ended early.
    pub refused_color: Color,
    /// The color of names.
    pub name_color: Color,
    /// The color of the solid sides of one-way platforms.
    pub one_way_color: Color,
    /// The size of points, arrows and numbers on the screen; at 1, numbers are 13 logical pixels high.
    pub mark_size: f32,
}

/// Shows shapes, contacts, normals, depths, near colliders, moves and one-way sides.
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
            moves: true,
            names: false,
            one_way: true,
            space: None,
            apart: Color::srgb(0.35, 0.8, 1.0),
            touching: Color::srgb(1.0, 0.55, 0.15),
            layer_colors: Vec::new(),
            invalid_color: Color::srgb(0.9, 0.15, 0.35),
            bounds_color: Color::srgba(0.6, 0.6, 0.6, 0.5),
            contact_color: Color::srgb(1.0, 0.95, 0.3),
            normal_color: Color::srgb(0.5, 1.0, 0.4),
            depth_color: Color::WHITE,
            near_color: Color::srgb(0.75, 0.6, 1.0),
            tree_color: Color::hsla(200.0, 0.7, 0.6, 0.6),
            dynamic_color: Color::srgba(1.0, 1.0, 1.0, 0.25),
            query_color: Color::srgb(0.35, 1.0, 0.85),
            move_color: Color::srgb(0.85, 0.95, 1.0),
            wanted_color: Color::srgb(0.95, 0.55, 0.95),
            plane_color: Color::srgb(0.95, 0.8, 0.45),
            refused_color: Color::srgb(1.0, 0.35, 0.3),
            name_color: Color::srgb(0.9, 0.9, 0.8),
            one_way_color: Color::srgb(0.55, 0.95, 0.75),
            mark_size: 1.0,
        }
    }
}

impl CollisionGizmos {
    /// Returns whether the colliders of a space are drawn.
    pub(super) fn shows(&self, space: CollisionSpace) -> bool {
        self.space.is_none_or(|shown| shown == space)
    }

    /// Toggles the whole overlay and returns whether it is on now; `false` if the app has no overlay.
    pub fn toggle(store: &mut GizmoConfigStore) -> bool {
        let Some((config, _)) = store.get_config_mut::<Self>() else { return false };
        config.enabled = !config.enabled;
        config.enabled
    }
}

/// Overrides how the overlay draws the collider of one entity: hidden, or in a color of its own.
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
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct ColliderGizmo {
    /// Whether the collider is drawn.
    pub visible: bool,
    /// The color of the outline, whether or not the collider touches another; `None` for that of the
    /// [`CollisionGizmos`].
    pub color: Option<Color>,
}

impl ColliderGizmo {
    /// Hides the collider.
    pub const HIDDEN: Self = Self { visible: false, color: None };

    /// Draws the collider in this color.
    pub const fn colored(color: Color) -> Self {
        Self { visible: true, color: Some(color) }
    }
}

/// Draws the collider like all others.
impl Default for ColliderGizmo {
    fn default() -> Self {
        Self { visible: true, color: None }
    }
}

/// Converts a color to linear RGB, as gizmos store it, so that it is not converted for each line.
pub(super) fn linear(color: Color) -> Color {
    LinearRgba::from(color).into()
}
