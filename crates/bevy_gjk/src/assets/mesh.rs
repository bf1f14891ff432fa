//! Colliders from meshes: the component, the plugin and the system that keeps the colliders up to date.

use core::fmt;
use core::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::{AsAssetId, AssetId};
use bevy_ecs::intern::Interned;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{
    Changed, Commands, Component, Entity, Has, IntoScheduleConfigs, Local, Or, ReflectComponent, With,
};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_mesh::{Mesh, mark_3d_meshes_as_changed_if_their_assets_changed};
use bevy_platform::collections::HashMap;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

mod dimension;
mod elements;
mod fit;
mod origin;

pub use dimension::MeshDimension;
pub(super) use elements::LeftOut;
pub(super) use origin::MeshOrigins;

use crate::assets::asset_changes::AssetChanges;
use crate::assets::scene::{CollidersFromScene, FromScene, assign_shapes};
use crate::assets::source::{Created, LastWarning, SourceError, apply_result, install};
use crate::ecs::{UnfilteredQuery, feature_plugins};

/// Creates the collider of an entity from its `Mesh2d` or `Mesh3d`.
///
/// The collider is inserted when the mesh is loaded, and updated when the mesh changes or is replaced. If no
/// collider can be created, because the mesh failed to load, has no vertices, or was moved to the render world by
/// its `RenderAssetUsages`, one warning names the entity and the cause, and an existing collider stays. The
/// collider also stays when this component is removed. Without a mesh beside it, a warning says where there is one.
///
/// The collider is that of what is drawn: of the triangles, lines or points that the indices of the mesh name. Other
/// vertices do not count, so meshes may share their vertices. Triangles that cannot be drawn, because a vertex does
/// not exist or has a NaN or an infinity in its position, are left out; one warning says how many, and names the
/// first of them and its vertex.
///
/// An entity with a `Sprite` gets no collider from its `Mesh2d`, but a warning: Bevy's renderer replaces that mesh by a
/// quad of 1 by 1, whatever the size of the sprite. Use `ColliderFromSprite`. The mesh of
/// a `TilemapChunk` is a rectangle around all its tiles, and so is its collider.
///
/// # Skinned meshes and morph targets
/// The collider does not follow what deforms the mesh in the renderer, and a warning says so. For a skinned mesh it has
/// the shape of the bind pose and is placed by the transform of its entity, which skinning ignores: the mesh is drawn
/// where its joints are. Insert colliders into the joints instead; they are entities with names, and move with the
/// animation:
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim3::prelude::*;
///
/// /// Gives the hands of all characters a collider as they are spawned.
/// fn add_hit_boxes(joints: Query<(Entity, &Name), Added<Name>>, mut commands: Commands) {
///     for (joint, name) in &joints {
///         if matches!(name.as_str(), "hand.L" | "hand.R") {
///             commands.entity(joint).insert(Collider::sphere(0.1));
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(add_hit_boxes);
/// ```
///
/// With morph targets it has the shape of the mesh without them.
///
/// # Compressed meshes
///
/// Meshes whose attributes are compressed by Bevy (`Mesh::compress_positions`, `Mesh::compress_mesh`) give the same
/// colliders up to the rounding of their vertices: half a 32767th of half the size of the mesh along each axis.
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
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum ColliderFromMesh {
    /// The convex hull of the vertices. A flat mesh makes a flat collider.
    #[default]
    Hull,
    /// The smallest rectangle or cuboid around the vertices, along the axes of the mesh.
    Box,
    /// The smallest circle or sphere around the vertices with the center of their bounding box as its center.
    Ball,
    /// A capsule around the vertices, along the longest side of their bounding box.
    Capsule,
    /// The triangles themselves: a solid area with its holes in 2D, a surface without interior in 3D. For concave
    /// meshes such as levels; slower than the other shapes for colliders that move. Queries number the triangles in the
    /// order of the mesh, without those that are left out.
    Triangles,
    /// The triangles and what they enclose, in 3D: see [`dim3::Collider::Solid`](crate::dim3::Collider::Solid).
    /// Vertices at the same place are joined and triangles are turned alike. A mesh that is not closed then, or that
    /// crosses itself, collides as its [`Triangles`](Self::Triangles); one warning names the place. In 2D it is the
    /// same as [`Triangles`](Self::Triangles), which have an inside already.
    Solid,
}

/// Creates colliders from meshes and scenes in one dimension, for [`ColliderFromMesh`] and
/// [`CollidersFromScene`]: [`dim2::MeshColliderPlugin`](crate::dim2::MeshColliderPlugin) or
/// [`dim3::MeshColliderPlugin`](crate::dim3::MeshColliderPlugin). Both may be added.
///
/// Its systems run in `PostUpdate`, in the set [`ColliderAssetSystems`](crate::assets::ColliderAssetSystems).
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
    /// Runs in this schedule. It should be that of the `CollisionPlugin`, so that new colliders take part in the
    /// same run.
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
        feature_plugins::note_plugin::<Self>(app);
        app.register_type::<ColliderFromMesh>().register_type::<CollidersFromScene>();
    }

    fn finish(&self, app: &mut App) {
        // This system of Bevy marks `Mesh3d` components of modified meshes as changed. If it ran later, the
        // colliders would be created again in the next frame.
        let mark = mark_3d_meshes_as_changed_if_their_assets_changed;
        let systems = (assign_shapes::<D>, update_colliders::<D>).chain().after(mark);
        install::<Mesh, _>(app, self.schedule, "MeshColliderPlugin", systems);
        crate::assets::warn_without_detection::<D>(app, "MeshColliderPlugin");
    }
}

/// The collider of each mesh and shape; `None` while the mesh is being loaded.
type Results<D> = HashMap<
    (AssetId<Mesh>, ColliderFromMesh),
    Result<Option<Created<<D as crate::collider::Dimension>::Collider>>, SourceError>,
>;

/// The entities whose mesh component or requested shape changed.
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

/// All entities that get colliders from meshes.
type Targets<'w, 's, D> = UnfilteredQuery<
    'w,
    's,
    (
        NameOrEntity,
        &'static ColliderFromMesh,
        &'static <D as MeshDimension>::Mesh,
        Option<&'static mut <D as crate::collider::Dimension>::Collider>,
        Has<FromScene>,
        &'static mut LastWarning,
    ),
>;

/// Memory that is reused in each run.
#[derive(Default)]
struct Memory<D: MeshDimension> {
    /// Entities that share a mesh share its collider.
    results: Results<D>,
    outdated: Vec<Entity>,
}

/// Updates the colliders of all entities whose mesh was loaded or changed.
fn update_colliders<D: MeshDimension>(
    changes: Changes<D>,
    mut targets: Targets<D>,
    mut meshes: AssetChanges<Mesh>,
    origins: MeshOrigins,
    mut memory: Local<Memory<D>>,
    mut commands: Commands,
) {
    let Memory { results, outdated } = &mut *memory;
    outdated.clear();
    outdated.extend(changes.iter());
    if !meshes.read().is_empty() {
        let changed =
            targets.iter().filter(|(_, _, mesh, ..)| meshes.changed().contains(&mesh.as_asset_id()));
        outdated.extend(changed.map(|(name, ..)| name.entity));
    }
    for &entity in outdated.iter() {
        let Ok((name, &shape, mesh, existing, from_scene, mut warning)) = targets.get_mut(entity) else {
            continue;
        };
        if origins.is_quad_of_sprite::<D>(entity) {
            // A scene asks for the mesh of the other dimension.
            if from_scene {
                continue;
            }
            let error = Err(SourceError::QuadOfSprite);
            apply_result::<D>(&error, "mesh", name, existing, &mut warning, &mut commands);
            continue;
        }
        let id = mesh.as_asset_id();
        let result = results.entry((id, shape)).or_insert_with(|| {
            let mesh = meshes.find(id)?;
            mesh.map(|mesh| fit::collider::<D>(shape, mesh)).transpose()
        });
        apply_result::<D>(result, "mesh", name, existing, &mut warning, &mut commands);
    }
    results.clear();
}
