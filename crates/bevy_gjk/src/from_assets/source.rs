//! The code that all sources share: inserting or updating the collider, or warning once if there is none.

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

/// The systems that create colliders from assets. They run after Bevy's `AssetEventSystems` and before
/// [`CollisionSystems::Bounds`], so that the colliders take part in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColliderAssetSystems;

/// The reason why no collider can be created from a source.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SourceError {
    /// The handle has no asset, and none is being loaded.
    Missing,
    /// Loading failed, for this reason.
    NotLoaded(String),
    /// The data of the asset were moved to the render world.
    InRenderWorld,
    /// The mesh has no vertices, or no positions.
    #[cfg(feature = "meshes")]
    NoPositions,
    /// The vertex positions have a format that Bevy itself does not use for them.
    #[cfg(feature = "meshes")]
    PositionFormat(bevy_mesh::VertexFormat),
    /// The vertex positions are compressed, but the AABB that they are relative to is missing.
    #[cfg(feature = "meshes")]
    NoBoundsToDecompress,
    /// The mesh consists of lines or points.
    #[cfg(feature = "meshes")]
    NoTriangles,
    /// The texture atlas does not have this index.
    #[cfg(feature = "sprites")]
    NotInAtlas(usize),
    /// No pixel reaches the alpha threshold.
    #[cfg(feature = "sprites")]
    Transparent,
    /// The pixels cannot be read.
    #[cfg(feature = "sprites")]
    Unreadable(String),
    /// The image is drawn in slices or tiles.
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

/// The cause of the last warning about an entity, until its collider is created.
#[derive(Component, Debug, Default)]
pub(super) struct LastWarning(Option<SourceError>);

/// Inserts or updates the collider of an entity, or warns once if it could not be created. Does nothing while the
/// asset is being loaded.
pub(super) fn apply_result<D: Dimension>(
    result: &Result<Option<D::Collider>, SourceError>,
    source: &str,
    entity: NameOrEntityItem,
    existing: Option<Mut<D::Collider>>,
    warning: &mut LastWarning,
    commands: &mut Commands,
) {
    match result {
        Ok(None) => {}
        Ok(Some(collider)) => {
            warning.0 = None;
            match existing {
                Some(existing) if *existing == *collider => {}
                Some(mut existing) => *existing = collider.clone(),
                None => _ = commands.entity(entity.entity).try_insert(collider.clone()),
            }
        }
        Err(error) if warning.0.as_ref() == Some(error) => {}
        Err(error) => {
            let name = entity.name.map_or_else(String::new, |name| format!(" \"{name}\""));
            let id = entity.entity;
            let outcome = if existing.is_some() { "keeps its collider" } else { "gets no collider" };
            let dimension = D::NAME;
            warn!(
                "entity {id}{name} {outcome} in {dimension}, because none can be created from its {source}: {error}"
            );
            warning.0 = Some(error.clone());
        }
    }
}

/// Adds systems that create colliders from assets, or warns if the app has no such assets.
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
