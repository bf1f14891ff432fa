//! The keys of the overlay: one that toggles all of it, and one for each category.

use bevy_color::Color;
use bevy_ecs::prelude::{ReflectResource, Res, ResMut, Resource};
use bevy_gizmos::config::GizmoConfigStore;
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

use super::settings::CollisionGizmos;

/// The key that toggles the whole overlay; `None` by default.
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

/// Something that the overlay draws, or a way in which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[non_exhaustive]
pub enum OverlayCategory {
    /// [`CollisionGizmos::shapes`].
    Shapes,
    /// [`CollisionGizmos::bounds`].
    Bounds,
    /// [`CollisionGizmos::contacts`].
    Contacts,
    /// [`CollisionGizmos::normals`].
    Normals,
    /// [`CollisionGizmos::depths`].
    Depths,
    /// [`CollisionGizmos::near`].
    Near,
    /// [`CollisionGizmos::tree`].
    Tree,
    /// [`CollisionGizmos::queries`].
    Queries,
    /// [`CollisionGizmos::moves`].
    Moves,
    /// [`CollisionGizmos::names`].
    Names,
    /// [`CollisionGizmos::one_way`].
    OneWay,
    /// The colors of layers: [`CollisionGizmos::LAYER_COLORS`] or none.
    LayerColors,
}

/// The keys that switch the categories of the overlay, which act while it is shown. There are none by default;
/// [`CollisionPlugin::with_overlay`](crate::CollisionPlugin::with_overlay) sets those of [`digits`](Self::digits).
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::overlay::{OverlayCategory, OverlayCategoryKeys};
/// use bevy_input::keyboard::KeyCode;
///
/// App::new().insert_resource(OverlayCategoryKeys(vec![(KeyCode::KeyN, OverlayCategory::Names)]));
/// ```
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct OverlayCategoryKeys(pub Vec<(KeyCode, OverlayCategory)>);

impl OverlayCategoryKeys {
    /// Returns the digits `1` shapes, `2` AABBs, `3` contacts, `4` normals, `5` depths, `6` near colliders, `7` the
    /// tree of the broad phase, `8` queries, `9` colors of layers, `0` moves; and `-` names, `=` one-way sides.
    pub fn digits() -> Self {
        use OverlayCategory::{
            Bounds, Contacts, Depths, LayerColors, Moves, Names, Near, Normals, OneWay, Queries, Shapes, Tree,
        };
        Self(vec![
            (KeyCode::Digit1, Shapes),
            (KeyCode::Digit2, Bounds),
            (KeyCode::Digit3, Contacts),
            (KeyCode::Digit4, Normals),
            (KeyCode::Digit5, Depths),
            (KeyCode::Digit6, Near),
            (KeyCode::Digit7, Tree),
            (KeyCode::Digit8, Queries),
            (KeyCode::Digit9, LayerColors),
            (KeyCode::Digit0, Moves),
            (KeyCode::Minus, Names),
            (KeyCode::Equal, OneWay),
        ])
    }
}

impl CollisionGizmos {
    /// Six colors that are easy to distinguish, for [`layer_colors`](Self::layer_colors).
    pub const LAYER_COLORS: [Color; 6] = [
        Color::srgb(0.35, 0.8, 1.0),
        Color::srgb(1.0, 0.45, 0.45),
        Color::srgb(0.5, 0.95, 0.45),
        Color::srgb(1.0, 0.8, 0.3),
        Color::srgb(0.8, 0.55, 1.0),
        Color::srgb(0.4, 0.95, 0.85),
    ];

    /// Shows a category that is hidden, or hides one that is shown.
    pub fn switch(&mut self, category: OverlayCategory) {
        let switch = match category {
            OverlayCategory::Shapes => &mut self.shapes,
            OverlayCategory::Bounds => &mut self.bounds,
            OverlayCategory::Contacts => &mut self.contacts,
            OverlayCategory::Normals => &mut self.normals,
            OverlayCategory::Depths => &mut self.depths,
            OverlayCategory::Near => &mut self.near,
            OverlayCategory::Tree => &mut self.tree,
            OverlayCategory::Queries => &mut self.queries,
            OverlayCategory::Moves => &mut self.moves,
            OverlayCategory::Names => &mut self.names,
            OverlayCategory::OneWay => &mut self.one_way,
            OverlayCategory::LayerColors => {
                let colors = if self.layer_colors.is_empty() { &Self::LAYER_COLORS[..] } else { &[] };
                self.layer_colors = colors.to_vec();
                return;
            }
        };
        *switch = !*switch;
    }
}

/// Toggles the overlay, and switches its categories while it is shown, by the keys.
pub(super) fn press_keys(
    toggle: Res<CollisionOverlayKey>,
    categories: Option<Res<OverlayCategoryKeys>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut store: ResMut<GizmoConfigStore>,
) {
    let Some(keys) = keys else { return };
    if toggle.0.is_some_and(|key| keys.just_pressed(key)) {
        CollisionGizmos::toggle(&mut store);
    }
    let Some(categories) = categories else { return };
    for &(_, category) in categories.0.iter().filter(|(key, _)| keys.just_pressed(*key)) {
        if let Some((config, overlay)) = store.get_config_mut::<CollisionGizmos>()
            && config.enabled
        {
            overlay.switch(category);
        }
    }
}
