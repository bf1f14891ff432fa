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

#[cfg(feature = "meshes")]
use crate::assets::mesh::LeftOut;
use crate::collider::{ColliderError, Dimension};
use crate::ecs::NamedEntity;
use crate::frame::CollisionSystems;

/// The systems that create colliders from assets. They run after Bevy's `AssetEventSystems` and before
/// [`CollisionSystems::Prepare`], so that the colliders take part in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColliderAssetSystems;

/// A collider that was created from a source.
#[derive(Debug)]
pub(super) struct Created<C> {
    pub(super) collider: C,
    /// What is wrong with the source, though it suffices for a collider.
    pub(super) flaw: Option<SourceError>,
}

/// What is wrong with a source: the reason why no collider can be created from it, or none of a part of it.
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
    /// The list of indices of the mesh is empty.
    #[cfg(feature = "meshes")]
    NoElements,
    /// Some elements of the mesh cannot be used; without a collider none of them.
    #[cfg(feature = "meshes")]
    LeftOut(LeftOut),
    /// The mesh is not closed, or crosses itself; some elements may be left out, too. The collider is its surface.
    #[cfg(feature = "meshes")]
    NoInside(ColliderError, Option<LeftOut>),
    /// The mesh is the quad on which Bevy draws a sprite.
    #[cfg(feature = "meshes")]
    QuadOfSprite,
    /// The texture atlas does not have this index, so that the last of its textures is drawn.
    #[cfg(feature = "sprites")]
    NotInAtlas { index: usize, last: usize },
    /// The layout of the texture atlas has no textures.
    #[cfg(feature = "sprites")]
    EmptyAtlas,
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

impl SourceError {
    /// Returns whether no new warning is due if this follows another error.
    fn repeats(&self, last: &Self) -> bool {
        // An animation may run on beyond the end of its atlas.
        #[cfg(feature = "sprites")]
        if let (Self::NotInAtlas { .. }, Self::NotInAtlas { .. }) = (self, last) {
            return true;
        }
        self == last
    }
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
            #[cfg(feature = "meshes")]
            Self::NoElements => f.write_str("its indices make no triangles, lines or points"),
            #[cfg(feature = "meshes")]
            Self::LeftOut(left_out) => left_out.fmt(f),
            #[cfg(feature = "meshes")]
            Self::NoInside(error, left_out) => {
                write!(
                    f,
                    "it has no inside, and collides as the surface of its triangles: {error}; close and unite it in the \
                     modelling program, or ask for ColliderFromMesh::Triangles"
                )?;
                left_out.iter().try_for_each(|left_out| write!(f, "; {left_out}"))
            }
            #[cfg(feature = "meshes")]
            Self::QuadOfSprite => f.write_str(
                "it is the quad of 1 by 1 on which Bevy draws the Sprite of the entity; use ColliderFromSprite",
            ),
            #[cfg(feature = "sprites")]
            Self::NotInAtlas { index, last } => write!(
                f,
                "its texture atlas has no index {index}, only 0 to {last}; the last is drawn, and the collider covers it"
            ),
            #[cfg(feature = "sprites")]
            Self::EmptyAtlas => f.write_str("the layout of its texture atlas has no textures"),
            #[cfg(feature = "sprites")]
            Self::Transparent => f.write_str("no pixel of it is opaque enough (the least alpha is from 0 to 1)"),
            #[cfg(feature = "sprites")]
            Self::Unreadable(error) => write!(f, "its pixels cannot be read: {error}"),
            #[cfg(feature = "sprites")]
            Self::InPieces => f.write_str("it is drawn in slices or tiles, which have no outline"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

/// The cause of the last warning about an entity, until its collider is created from a flawless source.
#[derive(Component, Debug, Default)]
pub(super) struct LastWarning(Option<SourceError>);

/// Inserts or updates the collider of an entity, and warns once if it could not be created, or only from a part of its
/// source. Does nothing while the asset is being loaded.
pub(super) fn apply_result<D: Dimension>(
    result: &Result<Option<Created<D::Collider>>, SourceError>,
    source: &str,
    entity: NameOrEntityItem,
    existing: Option<Mut<D::Collider>>,
    warning: &mut LastWarning,
    commands: &mut Commands,
) {
    let (created, flaw) = match result {
        Ok(None) => return,
        Ok(Some(Created { collider, flaw })) => (Some(collider), flaw.as_ref()),
        Err(error) => (None, Some(error)),
    };
    if let Some(flaw) = flaw.filter(|flaw| !warning.0.as_ref().is_some_and(|last| flaw.repeats(last))) {
        let (name, dimension) = (NamedEntity { entity: entity.entity, name: entity.name }, D::NAME);
        match (created, &existing) {
            (Some(_), _) => warn!(
                "the {dimension} collider of entity {name} is created from a {source} that is not in order: {flaw}"
            ),
            (None, existing) => {
                let outcome = if existing.is_some() { "keeps its collider" } else { "gets no collider" };
                warn!(
                    "entity {name} {outcome} in {dimension}, because none can be created from its {source}: {flaw}"
                );
            }
        }
    }
    warning.0 = flaw.cloned();
    match (created, existing) {
        (None, _) => {}
        (Some(collider), Some(existing)) if *existing == *collider => {}
        (Some(collider), Some(mut existing)) => *existing = collider.clone(),
        (Some(collider), None) => _ = commands.entity(entity.entity).try_insert(collider.clone()),
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
        ColliderAssetSystems.after(AssetEventSystems).before(CollisionSystems::Prepare),
    );
    app.add_systems(schedule, systems.in_set(ColliderAssetSystems));
}
