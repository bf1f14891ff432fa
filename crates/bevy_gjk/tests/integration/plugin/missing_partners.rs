//! Components that do nothing because another component, a plugin, a schedule or a place is missing: one warning names
//! the entity and the cure, and what arrives later works.

mod compounds;
mod entities;
mod observed;
mod plugins;
mod scenes;
mod table;

use bevy::asset::AssetPlugin;
use bevy::image::{ImagePlugin, TextureAtlasPlugin};
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy_gjk::assets::{MeshColliderPlugin, SpriteColliderPlugin};

use crate::common::prelude::*;

/// More frames than a missing component is waited for.
const LONG: usize = 30;
/// Fewer.
const SHORT: usize = 6;

/// Spawns a bundle with the name that the warning has to contain.
fn spawn(world: &mut World, bundle: impl Bundle) -> Entity {
    world.spawn((Name::new("faulty"), Transform::default(), bundle)).id()
}

fn insert_circle(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert(dim2::Collider::circle(1.0));
}

fn add_child_with_collider(world: &mut World, entity: Entity) {
    world.spawn((dim3::Collider::sphere(1.0), ChildOf(entity)));
}

fn insert_mesh(world: &mut World, entity: Entity) {
    let mesh = world.resource_mut::<Assets<Mesh>>().add(Cuboid::default());
    world.entity_mut(entity).insert(Mesh3d(mesh));
}

fn insert_sprite(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert(Sprite::from_color(Color::WHITE, Vec2::ONE));
}

fn add_child_with_mesh(world: &mut World, entity: Entity) {
    let child = world.spawn((Transform::default(), ChildOf(entity))).id();
    insert_mesh(world, child);
}

/// Returns an app of one thread with plugins of Bevy and these.
fn app_with<M>(plugins: impl bevy::app::Plugins<M>) -> App {
    let mut app =
        common::app_with((AssetPlugin::default(), MeshPlugin, ImagePlugin::default(), TextureAtlasPlugin));
    app.add_plugins(plugins);
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    finished(app)
}

/// Returns an app with all plugins.
fn app() -> App {
    app_with((
        (dim2::CollisionPlugin::default(), dim3::CollisionPlugin::default()),
        (MeshColliderPlugin::<Dim2>::default(), MeshColliderPlugin::<Dim3>::default()),
        SpriteColliderPlugin::default(),
        (dim2::CollisionPickingPlugin::default(), dim3::CollisionPickingPlugin::default()),
    ))
}

/// Runs some frames and returns their warnings.
fn run(app: &mut App, frames: usize) -> Vec<String> {
    warnings(|| (0..frames).for_each(|_| app.update()))
}
