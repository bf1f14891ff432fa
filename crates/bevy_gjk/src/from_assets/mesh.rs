//! Colliders from meshes.

use core::fmt;
use core::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::{AsAssetId, AssetId};
use bevy_ecs::intern::Interned;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{
    Changed, Commands, Component, Entity, IntoScheduleConfigs, Local, Or, ReflectComponent, With,
};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_mesh::{Mesh, mark_3d_meshes_as_changed_if_their_assets_changed};
use bevy_platform::collections::HashMap;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

mod dimension;
mod fit;
mod triangles;

pub use dimension::MeshDimension;

use crate::from_assets::news::News;
use crate::from_assets::scene::{CollidersFromScene, pass_on};
use crate::from_assets::source::{LastWarning, SourceError, give, install};
use crate::unfiltered::UnfilteredQuery;

/// Makes the collider of an entity from the `Mesh2d` or `Mesh3d` beside it, in the plane or in space.
///
/// It is made as soon as the mesh is loaded, and again when the mesh changes or another takes its place.
/// Where a mesh makes none, because it was not loaded, has no vertices, or has been moved to the render world
/// by its `RenderAssetUsages`, one warning names the entity and the cause; a collider that the entity has
/// already stays. It also stays when this component is removed. Of skinned meshes it is the shape at rest.
///
/// Meshes whose attributes are compressed by Bevy (`Mesh::compress_positions`, `Mesh::compress_mesh`) make the same
/// colliders, but for the rounding of their vertices: half a 32767th of half the size of the mesh along each axis.
///
/// Needs a [`MeshColliderPlugin`]. For the meshes of a scene file, see [`CollidersFromScene`].
///
/// ```
/// # use bevy_asset::Assets;
/// # use bevy_ecs::prelude::*;
/// # use bevy_shape::Torus;
/// # use bevy_mesh::{Mesh, Mesh3d};
/// use bevy_gjk::dim3::prelude::*;
///
/// fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
///     commands.spawn((Mesh3d(meshes.add(Torus::default())), ColliderFromMesh::Hull));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect)]
#[require(LastWarning)]
#[reflect(Component, Default, Debug, Clone, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum ColliderFromMesh {
    /// The convex hull of the vertices. A flat mesh makes a flat collider.
    #[default]
    Hull,
    /// The smallest rectangle or cuboid around the vertices, along the axes of the mesh.
    Box,
    /// The smallest circle or sphere around the vertices, about the middle of their box.
    Ball,
    /// A capsule around the vertices, along the longest side of their box.
    Capsule,
    /// The triangles themselves: an area with its holes in the plane, a surface without inside in space. Good
    /// for what is not convex, such as levels; more work than the others, for what moves a lot.
    Triangles,
}

/// Makes colliders from meshes and scenes in one dimension, for [`ColliderFromMesh`] and
/// [`CollidersFromScene`]: [`dim2::MeshColliderPlugin`](crate::dim2::MeshColliderPlugin) or
/// [`dim3::MeshColliderPlugin`](crate::dim3::MeshColliderPlugin). Both may be added.
///
/// Its systems run in `PostUpdate`, in the set [`ColliderAssetSystems`](crate::ColliderAssetSystems).
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::dim3;
///
/// App::new().add_plugins((dim3::CollisionPlugin::default(), dim3::MeshColliderPlugin::default()));
/// ```
pub struct MeshColliderPlugin<D: MeshDimension> {
    schedule: Interned<dyn ScheduleLabel>,
    dimension: PhantomData<D>,
}

impl<D: MeshDimension> Default for MeshColliderPlugin<D> {
    fn default() -> Self {
        Self::in_schedule(PostUpdate)
    }
}

impl<D: MeshDimension> MeshColliderPlugin<D> {
    /// Runs in this schedule: that of the `CollisionPlugin`, for colliders that have to be there in the same
    /// run.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), dimension: PhantomData }
    }
}

impl<D: MeshDimension> fmt::Debug for MeshColliderPlugin<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MeshColliderPlugin").field("schedule", &self.schedule).finish_non_exhaustive()
    }
}

impl<D: MeshDimension> Plugin for MeshColliderPlugin<D> {
    fn build(&self, app: &mut App) {
        app.register_type::<ColliderFromMesh>().register_type::<CollidersFromScene>();
    }

    fn finish(&self, app: &mut App) {
        // Bevy marks what shows a mesh that changed: seen only afterwards, this would be another change.
        let marked = mark_3d_meshes_as_changed_if_their_assets_changed;
        let systems = (pass_on::<D>, make_colliders::<D>).chain().after(marked);
        install::<Mesh, _>(app, self.schedule, "MeshColliderPlugin", systems);
    }
}

/// What was made of meshes in which shape; nothing while they are being loaded.
type Made<D> = HashMap<
    (AssetId<Mesh>, ColliderFromMesh),
    Result<Option<<D as crate::Dimension>::Collider>, SourceError>,
>;

/// The colliders whose mesh changed, or that want another shape of it.
type Changes<'w, 's, D> = UnfilteredQuery<
    'w,
    's,
    Entity,
    (
        With<<D as MeshDimension>::Mesh>,
        With<ColliderFromMesh>,
        Or<(Changed<ColliderFromMesh>, Changed<<D as MeshDimension>::Mesh>)>,
    ),
>;

/// All that get colliders from meshes.
type Users<'w, 's, D> = UnfilteredQuery<
    'w,
    's,
    (
        NameOrEntity,
        &'static ColliderFromMesh,
        &'static <D as MeshDimension>::Mesh,
        Option<&'static mut <D as crate::Dimension>::Collider>,
        &'static mut LastWarning,
    ),
>;

/// Makes the colliders of all whose mesh came or changed.
fn make_colliders<D: MeshDimension>(
    changes: Changes<D>,
    mut users: Users<D>,
    mut meshes: News<Mesh>,
    // Those that share a mesh share the work.
    mut made: Local<Made<D>>,
    mut todo: Local<Vec<Entity>>,
    mut commands: Commands,
) {
    todo.clear();
    todo.extend(changes.iter());
    if !meshes.read().is_empty() {
        let hit = users.iter().filter(|(_, _, mesh, ..)| meshes.touched().contains(&mesh.as_asset_id()));
        todo.extend(hit.map(|(name, ..)| name.entity));
    }
    for &entity in &*todo {
        let Ok((name, &shape, mesh, before, mut warning)) = users.get_mut(entity) else { continue };
        let id = mesh.as_asset_id();
        let made = made.entry((id, shape)).or_insert_with(|| {
            let mesh = meshes.find(id)?;
            mesh.map(|mesh| fit::collider::<D>(shape, mesh)).transpose()
        });
        give::<D>(made, "mesh", name, before, &mut warning, &mut commands);
    }
    made.clear();
}
