//! Colliders made from meshes, as these are loaded, changed and found invalid.

mod deformed;
mod elements;
mod faults;
mod fits;
mod solids;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId, Reader};
use bevy_asset::{
    AssetApp, AssetLoader, AssetPlugin, AssetServer, Assets, Handle, LoadContext, RenderAssetUsages,
};
use bevy_gjk::{assets::MeshColliderPlugin, dim3::prelude::*};
use bevy_mesh::{
    Indices, Mesh, Mesh2d, Mesh3d, MeshCompressionArgs, MeshPlugin, MeshVertexAttribute, PrimitiveTopology,
    VertexFormat,
};
use bevy_reflect::TypePath;
use bevy_shape::{Annulus, Capsule3d, Cuboid, Plane3d, Rectangle, Sphere};

use crate::common::basics::*;

/// Returns an app with mesh colliders in both dimensions, and a folder of assets in memory.
fn app() -> (App, Dir) {
    let mut app = common::app();
    let dir = Dir::default();
    let root = dir.clone();
    let reader = move || Box::new(MemoryAssetReader { root: root.clone() }) as Box<_>;
    app.register_asset_source(AssetSourceId::Default, AssetSourceBuilder::new(reader));
    app.add_plugins((
        AssetPlugin::default(),
        MeshPlugin,
        MeshColliderPlugin::<Dim2>::default(),
        MeshColliderPlugin::<Dim3>::default(),
    ));
    app.register_asset_loader(Corners);
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    (finished(app), dir)
}

/// An asset loader of meshes from text files with three numbers in each line.
#[derive(TypePath)]
struct Corners;

impl AssetLoader for Corners {
    type Asset = Mesh;
    type Settings = ();
    type Error = io::Error;

    async fn load(&self, reader: &mut dyn Reader, (): &(), _: &mut LoadContext<'_>) -> io::Result<Mesh> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        let numbers = text.split_whitespace().map(|word| word.parse().map_err(io::Error::other));
        let numbers = numbers.collect::<io::Result<Vec<f32>>>()?;
        Ok(mesh(numbers.chunks(3).map(Vec3::from_slice)))
    }

    fn extensions(&self) -> &[&str] {
        &["corners"]
    }
}

fn mesh(corners: impl IntoIterator<Item = Vec3>) -> Mesh {
    let positions: Vec<_> = corners.into_iter().map(|point| point.to_array()).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
}

fn add(app: &mut App, mesh: impl Into<Mesh>) -> Handle<Mesh> {
    app.resource_mut::<Assets<Mesh>>().add(mesh)
}

fn collider(app: &App, entity: Entity) -> Option<&Collider> {
    app.world().get(entity)
}

/// Returns the corners of a hull, sorted by their coordinates.
fn corners(app: &App, entity: Entity) -> Vec<[f32; 3]> {
    let Some(Collider::Hull { points }) = collider(app, entity) else { panic!("{entity} has no hull") };
    let mut corners: Vec<_> = points.iter().map(Vec3::to_array).collect();
    corners.sort_by(|one, other| one.partial_cmp(other).unwrap());
    corners
}

/// Runs frames until a condition holds.
fn run_until(app: &mut App, happened: impl Fn(&App) -> bool) {
    let begin = Instant::now();
    while !happened(app) {
        assert!(begin.elapsed() < Duration::from_secs(20), "it does not happen");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_mesh_collides_in_the_frame_in_which_it_is_loaded() {
    let (mut app, _) = app();
    let mesh = add(&mut app, Cuboid::new(2.0, 4.0, 6.0));
    let hull = app.spawn((Mesh3d(mesh), ColliderFromMesh::Hull));
    let ball = app.spawn((Collider::sphere(1.0), at_xy(0.0, 2.5)));
    let events = step::<Dim3>(&mut app);
    assert_eq!(events.iter().map(CollisionEvent::entities).collect::<Vec<_>>(), [pair(hull, ball)]);
    let depth = app.resource::<Collisions>().get(hull, ball).map(|touch| touch.contact()).unwrap().depth;
    assert!((depth - 0.5).abs() < 1e-5, "{depth}");
    // Each corner occurs once, though three faces share it.
    assert_eq!(corners(&app, hull).len(), 8);
}

#[test]
fn changing_a_mesh_changes_the_collider() {
    let (mut app, _) = app();
    let handle = add(&mut app, Cuboid::new(2.0, 2.0, 2.0));
    let mesh = || Mesh3d(handle.clone());
    let entities = [(); 3].map(|()| app.spawn((mesh(), ColliderFromMesh::Box)));
    app.update();
    let expect = |app: &App, side| {
        for entity in entities {
            assert_eq!(collider(app, entity), Some(&Collider::cuboid(side, side, side)));
        }
    };
    expect(&app, 2.0);
    *app.resource_mut::<Assets<Mesh>>().get_mut(&handle).unwrap() = Cuboid::new(3.0, 3.0, 3.0).into();
    app.update();
    expect(&app, 3.0);
    // An unchanged mesh keeps its collider, and an edited collider stays edited.
    *app.get_mut::<Collider>(entities[0]) = Collider::sphere(7.0);
    app.update();
    assert_eq!(collider(&app, entities[0]), Some(&Collider::sphere(7.0)));
    let changed = |app: &mut App| {
        let mut query = app.world_mut().query::<Ref<Collider>>();
        query.iter(app.world()).filter(DetectChanges::is_changed).count()
    };
    app.world_mut().clear_trackers();
    app.update();
    assert_eq!(changed(&mut app), 0);
}

#[test]
fn another_handle_or_shape_makes_another_collider() {
    let (mut app, _) = app();
    let small = add(&mut app, Cuboid::new(1.0, 1.0, 1.0));
    let large = add(&mut app, Cuboid::new(4.0, 4.0, 4.0));
    let entity = app.spawn((Mesh3d(small), ColliderFromMesh::Box));
    app.update();
    assert_eq!(collider(&app, entity), Some(&Collider::cuboid(1.0, 1.0, 1.0)));
    app.update_with(entity, Mesh3d(large));
    assert_eq!(collider(&app, entity), Some(&Collider::cuboid(4.0, 4.0, 4.0)));
    app.update_with(entity, ColliderFromMesh::Hull);
    assert_eq!(corners(&app, entity).len(), 8);
    // Without the component the collider stays.
    app.remove::<ColliderFromMesh>(entity);
    app.update();
    assert_eq!(corners(&app, entity).len(), 8);
}

#[test]
fn flat_disabled_and_despawned_meshes_do_not_disturb_others() {
    let (mut app, _) = app();
    let flat = add(&mut app, Plane3d::new(Vec3::Y, Vec2::splat(2.0)));
    let ground = app.spawn((Mesh3d(flat.clone()), ColliderFromMesh::Hull));
    let asleep = app.spawn((Mesh3d(flat.clone()), ColliderFromMesh::Hull, Disabled));
    let brief = app.spawn((Mesh3d(flat), ColliderFromMesh::Hull));
    app.despawn(brief);
    let ball = app.spawn((Collider::sphere(1.0), at_xy(0.0, 0.5)));
    app.update();
    app.remove::<Disabled>(asleep);
    app.update();
    let collisions = app.resource::<Collisions>();
    assert!(collisions.contains(ground, ball) && collisions.contains(asleep, ball));
}
