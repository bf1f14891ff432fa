//! What all kinds of sources share: the warning where one makes no collider, and the giving where it does.

use core::fmt;

use bevy_app::App;
use bevy_asset::{Asset, AssetEventSystems, Assets};
use bevy_ecs::intern::Interned;
use bevy_ecs::name::NameOrEntityItem;
use bevy_ecs::prelude::{Commands, Component, IntoScheduleConfigs, Mut, SystemSet};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::ScheduleSystem;
use bevy_log::warn;

use crate::collider::Dimension;
use crate::error::ColliderError;
use crate::systems::CollisionSystems;

/// Makes colliders of assets: before [`CollisionSystems::Bounds`], so that they take part in the same frame,
/// and after Bevy's `AssetEventSystems`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColliderAssetSystems;

/// Why something on screen makes no collider.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SourceError {
    /// No asset is behind the handle, and none is being loaded.
    Missing,
    /// Loading failed, for this reason.
    NotLoaded(String),
    /// The asset has no data any more where systems can read them.
    InRenderWorld,
    /// A mesh without vertices, or whose vertices are nowhere.
    #[cfg(feature = "meshes")]
    NoPositions,
    /// A mesh whose vertex positions have a format that Bevy itself never gives them.
    #[cfg(feature = "meshes")]
    PositionFormat(bevy_mesh::VertexFormat),
    /// A mesh with compressed vertex positions, and without the AABB that they are relative to.
    #[cfg(feature = "meshes")]
    NoBoundsToDecompress,
    /// A mesh of lines or points.
    #[cfg(feature = "meshes")]
    NoTriangles,
    /// An index that is not in the atlas.
    #[cfg(feature = "sprites")]
    NotInAtlas(usize),
    /// No pixel is opaque enough.
    #[cfg(feature = "sprites")]
    Transparent,
    /// A format whose pixels cannot be read one by one.
    #[cfg(feature = "sprites")]
    Unreadable(String),
    /// A picture that is drawn in slices or tiles.
    #[cfg(feature = "sprites")]
    InPieces,
    /// The collider would be invalid.
    Invalid(ColliderError),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such asset, and none is being loaded"),
            Self::NotLoaded(error) => write!(f, "it was not loaded: {error}"),
            Self::InRenderWorld => f.write_str(
                "its data were moved to the render world; load it with RenderAssetUsages::MAIN_WORLD, too",
            ),
            #[cfg(feature = "meshes")]
            Self::NoPositions => f.write_str("it has no vertex positions"),
            #[cfg(feature = "meshes")]
            Self::PositionFormat(format) => write!(
                f,
                "its vertex positions have the format {format:?}; only Float32x3 and Snorm16x4, as \
                 Mesh::compress_positions makes it, can be read"
            ),
            #[cfg(feature = "meshes")]
            Self::NoBoundsToDecompress => f.write_str(
                "its vertex positions are compressed, but Mesh::final_aabb, which they are relative to, is not set; \
                 compress them with Mesh::compress_positions",
            ),
            #[cfg(feature = "meshes")]
            Self::NoTriangles => f.write_str("it has no triangles"),
            #[cfg(feature = "sprites")]
            Self::NotInAtlas(index) => write!(f, "its texture atlas has no index {index}"),
            #[cfg(feature = "sprites")]
            Self::Transparent => f.write_str("no pixel of it is opaque enough"),
            #[cfg(feature = "sprites")]
            Self::Unreadable(error) => write!(f, "its pixels cannot be read: {error}"),
            #[cfg(feature = "sprites")]
            Self::InPieces => f.write_str("it is drawn in slices or tiles, which have no outline"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

/// What an entity was last warned of, until it is mended.
#[derive(Component, Debug, Default)]
pub(super) struct LastWarning(Option<SourceError>);

/// Gives an entity the collider that was made, or says once why there is none. Nothing, if its asset is
/// still to come.
pub(super) fn give<D: Dimension>(
    made: &Result<Option<D::Collider>, SourceError>,
    what: &str,
    entity: NameOrEntityItem,
    before: Option<Mut<D::Collider>>,
    warning: &mut LastWarning,
    commands: &mut Commands,
) {
    match made {
        Ok(None) => {}
        Ok(Some(collider)) => {
            warning.0 = None;
            match before {
                Some(before) if *before == *collider => {}
                Some(mut before) => *before = collider.clone(),
                None => _ = commands.entity(entity.entity).try_insert(collider.clone()),
            }
        }
        Err(error) if warning.0.as_ref() == Some(error) => {}
        Err(error) => {
            let name = entity.name.map_or_else(String::new, |name| format!(" \"{name}\""));
            let id = entity.entity;
            let rest = if before.is_some() { "keeps its collider" } else { "gets no collider" };
            warn!("entity {id}{name} {rest} in {}, for its {what} makes none: {error}", D::NAME);
            warning.0 = Some(error.clone());
        }
    }
}

/// Adds systems that make colliders of assets, if the app has such assets.
pub(super) fn install<A: Asset, M>(
    app: &mut App,
    schedule: Interned<dyn ScheduleLabel>,
    plugin: &str,
    systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
) {
    if !app.world().contains_resource::<Assets<A>>() {
        warn!("{plugin} does nothing: this app has no assets of type {}", A::short_type_path());
        return;
    }
    app.configure_sets(
        schedule,
        ColliderAssetSystems.after(AssetEventSystems).before(CollisionSystems::Bounds),
    );
    app.add_systems(schedule, systems.in_set(ColliderAssetSystems));
}
