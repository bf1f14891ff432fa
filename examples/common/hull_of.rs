//! Colliders from models, given in scene files by their path.

use bevy::prelude::*;
use bevy_gjk::assets::ColliderFromMesh;
use bevy_gjk::dim3::MeshColliderPlugin;

/// Adds a mesh to the entity, and the convex hull of that mesh as its collider. In a scene file it is written
/// as a path such as `gem.gltf#Mesh0/Primitive0`.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct HullOf(pub String);

/// Adds the systems that turn [`HullOf`] into meshes with colliders.
pub fn plugin(app: &mut App) {
    app.register_type::<HullOf>();
    app.add_plugins(MeshColliderPlugin::default());
    app.add_systems(Update, load_meshes);
}

fn load_meshes(
    wanted: Query<(Entity, &HullOf), Added<HullOf>>,
    assets: Res<AssetServer>,
    mut commands: Commands,
) {
    for (entity, HullOf(path)) in &wanted {
        commands.entity(entity).insert((Mesh3d(assets.load(path)), ColliderFromMesh::Hull));
    }
}
