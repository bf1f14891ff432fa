//! Colliders from models: the convex hull of a mesh, as soon as it is loaded.

use bevy::asset::AssetLoadFailedEvent;
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy_gjk::dim3::Collider;

/// Gives the entity the convex hull of a mesh as its collider; written in a scene file as a path such as
/// `gem.gltf#Mesh0/Primitive0`.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct HullOf(pub String);

/// The mesh that an entity waits for.
#[derive(Component)]
struct Waiting(Handle<Mesh>);

/// Adds what turns [`HullOf`] into colliders.
pub fn plugin(app: &mut App) {
    app.register_type::<HullOf>();
    app.add_systems(Update, (begin_to_load, take_hulls, say_what_failed).chain());
}

fn begin_to_load(
    wanted: Query<(Entity, &HullOf), Added<HullOf>>,
    assets: Res<AssetServer>,
    mut commands: Commands,
) {
    for (entity, model) in &wanted {
        commands.entity(entity).insert(Waiting(assets.load(&model.0)));
    }
}

fn take_hulls(waiting: Query<(Entity, &Waiting)>, meshes: Res<Assets<Mesh>>, mut commands: Commands) {
    for (entity, Waiting(handle)) in &waiting {
        let Some(mesh) = meshes.get(handle) else { continue };
        let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION);
        if let Some(VertexAttributeValues::Float32x3(positions)) = positions {
            commands.entity(entity).insert(Collider::hull(positions.iter().copied().map(Vec3::from)));
        } else {
            warn!("the mesh of entity {entity} has no positions, so no hull");
        }
        commands.entity(entity).remove::<Waiting>();
    }
}

fn say_what_failed(
    mut failures: MessageReader<AssetLoadFailedEvent<Mesh>>,
    waiting: Query<(NameOrEntity, &HullOf, &Waiting)>,
    mut commands: Commands,
) {
    for failure in failures.read() {
        for (name, model, _) in waiting.iter().filter(|(_, _, Waiting(handle))| handle.id() == failure.id) {
            warn!("{name} gets no hull, {} was not loaded: {}", model.0, failure.error);
            commands.entity(name.entity).remove::<Waiting>();
        }
    }
}
