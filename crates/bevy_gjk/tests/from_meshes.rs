//! Colliders made of meshes, as they are loaded, change and fail.
#![cfg(feature = "meshes")]

mod common;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy_app::{App, PostUpdate};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId, Reader};
use bevy_asset::{
    AssetApp, AssetLoader, AssetPlugin, AssetServer, Assets, Handle, LoadContext, RenderAssetUsages,
};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_gjk::{Dim2, Dim3, MeshColliderPlugin, dim2, dim3, dim3::prelude::*, gjk};
use bevy_math::primitives::{Annulus, Capsule3d, Cuboid, Plane3d, Rectangle, Sphere};
use bevy_math::{Vec2, Vec3};
use bevy_mesh::{Indices, Mesh, Mesh2d, Mesh3d, MeshPlugin, PrimitiveTopology};
use bevy_reflect::TypePath;
use bevy_transform::components::Transform;
use common::warnings::warnings;
use common::{pair, step};

/// An app with meshes in both dimensions, and a folder of assets in memory.
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
    app.finish();
    app.cleanup();
    (app, dir)
}

/// Reads meshes from files with three numbers in each line.
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
    app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh)
}

fn collider(app: &App, entity: Entity) -> Option<&Collider> {
    app.world().get(entity)
}

/// The corners of a hull, in the order of their numbers.
fn corners(app: &App, entity: Entity) -> Vec<[f32; 3]> {
    let Some(Collider::Hull { points }) = collider(app, entity) else { panic!("{entity} has no hull") };
    let mut corners: Vec<_> = points.iter().map(Vec3::to_array).collect();
    corners.sort_by(|one, other| one.partial_cmp(other).unwrap());
    corners
}

/// Runs frames until something has happened.
fn run_until(app: &mut App, happened: impl Fn(&App) -> bool) {
    let begin = Instant::now();
    while !happened(app) {
        assert!(begin.elapsed() < Duration::from_secs(20), "it does not happen");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_mesh_collides_in_the_frame_in_which_it_is_there() {
    let (mut app, _) = app();
    let mesh = add(&mut app, Cuboid::new(2.0, 4.0, 6.0));
    let hull = app.world_mut().spawn((Mesh3d(mesh), ColliderFromMesh::Hull)).id();
    let ball = app.world_mut().spawn((Collider::sphere(1.0), Transform::from_xyz(0.0, 2.5, 0.0))).id();
    let events = step::<Dim3>(&mut app);
    assert_eq!(events.iter().map(CollisionEvent::entities).collect::<Vec<_>>(), [pair(hull, ball)]);
    let depth = app.world().resource::<Collisions>().between(hull, ball).unwrap().depth;
    assert!((depth - 0.5).abs() < 1e-5, "{depth}");
    // Each of the corners once, though three faces have it.
    assert_eq!(corners(&app, hull).len(), 8);
}

#[test]
fn shapes_fit_the_mesh() {
    let (mut app, _) = app();
    let centred = add(&mut app, Cuboid::new(2.0, 4.0, 6.0));
    let aside = add(&mut app, Mesh::from(Cuboid::new(2.0, 4.0, 6.0)).translated_by(Vec3::X));
    let ball = add(&mut app, Mesh::from(Sphere::new(3.0)).translated_by(Vec3::Y));
    let mut spawn = |mesh: &Handle<Mesh>, shape| app.world_mut().spawn((Mesh3d(mesh.clone()), shape)).id();
    let boxes = [spawn(&centred, ColliderFromMesh::Box), spawn(&aside, ColliderFromMesh::Box)];
    let balls = [spawn(&centred, ColliderFromMesh::Ball), spawn(&ball, ColliderFromMesh::Ball)];
    app.update();
    assert_eq!(collider(&app, boxes[0]), Some(&Collider::cuboid(2.0, 4.0, 6.0)));
    let [first, last] = [corners(&app, boxes[1])[0], corners(&app, boxes[1])[7]];
    assert_eq!((corners(&app, boxes[1]).len(), first, last), (8, [0.0, -2.0, -3.0], [2.0, 2.0, 3.0]));
    let Some(Collider::Sphere { radius }) = collider(&app, balls[0]) else { panic!("it is centred") };
    assert!((radius - 14f32.sqrt()).abs() < 1e-6, "{radius}");
    // Where it stands is told by what it touches.
    let probe = |app: &mut App, y: f32| {
        let at = Transform::from_xyz(0.0, y, 0.0);
        let probe = app.world_mut().spawn((Collider::sphere(0.0), at)).id();
        app.update();
        let touches = app.world().resource::<Collisions>().contains(balls[1], probe);
        app.world_mut().despawn(probe);
        touches
    };
    assert!(probe(&mut app, 3.99) && probe(&mut app, -1.99));
    assert!(!probe(&mut app, 4.01) && !probe(&mut app, -2.01));
}

#[test]
fn capsules_hold_the_mesh_and_triangles_are_the_mesh() {
    let (mut app, _) = app();
    let upright = add(&mut app, Capsule3d::new(0.5, 3.0));
    let lying = add(&mut app, Mesh::from(Cuboid::new(6.0, 1.0, 1.0)).translated_by(Vec3::Z));
    let mut spawn = |mesh: &Handle<Mesh>, shape| app.world_mut().spawn((Mesh3d(mesh.clone()), shape)).id();
    let [upright, lying] =
        [spawn(&upright, ColliderFromMesh::Capsule), spawn(&lying, ColliderFromMesh::Capsule)];
    app.update();
    let Some(&Collider::Capsule { half_length, radius }) = collider(&app, upright) else {
        panic!("a capsule")
    };
    assert!((half_length - 1.5).abs() < 1e-5 && (radius - 0.5).abs() < 1e-5, "{half_length} {radius}");
    let around = |app: &App, x, y, z| {
        let shape = app.world().resource::<Collisions>().colliders().get(lying).unwrap().placed().unwrap();
        gjk::contains_point(&shape, Vec3::new(x, y, z))
    };
    assert!(around(&app, 3.0, 0.5, 1.5) && around(&app, -3.0, -0.5, 0.5) && around(&app, 0.0, 0.7, 1.0));
    assert!(!around(&app, 3.8, 0.0, 1.0) && !around(&app, 0.0, 0.75, 1.0));

    // In the hole of a ring nothing is touched.
    let ring = add(&mut app, Annulus::new(1.0, 2.0));
    let ring = app.world_mut().spawn((Mesh2d(ring), ColliderFromMesh::Triangles)).id();
    let dot = |x| (dim2::Collider::circle(0.2), Transform::from_xyz(x, 0.0, 0.0));
    let [hole, rim] = [dot(0.0), dot(1.5)].map(|dot| app.world_mut().spawn(dot).id());
    // A surface has no inside.
    let shell = add(&mut app, Mesh::from(Sphere::new(2.0)).translated_by(Vec3::X * 50.0));
    let shell = app.world_mut().spawn((Mesh3d(shell), ColliderFromMesh::Triangles)).id();
    let ball = |x| (Collider::sphere(0.2), Transform::from_xyz(x, 0.0, 0.0));
    let [inside, across] = [ball(50.0), ball(51.9)].map(|ball| app.world_mut().spawn(ball).id());
    let strip = mesh([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE]);
    let strip = Mesh::new(PrimitiveTopology::TriangleStrip, RenderAssetUsages::default())
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            strip.attribute(Mesh::ATTRIBUTE_POSITION).unwrap().clone(),
        );
    let strip = add(&mut app, strip);
    let strip = app.world_mut().spawn((Mesh3d(strip), ColliderFromMesh::Triangles)).id();
    app.update();
    let flat = app.world().resource::<dim2::Collisions>();
    assert!(flat.contains(ring, rim) && !flat.contains(ring, hole));
    let solid = app.world().resource::<Collisions>();
    assert!(solid.contains(shell, across) && !solid.contains(shell, inside));
    let Some(Collider::TriMesh { triangles, .. }) = collider(&app, strip) else { panic!("triangles") };
    assert_eq!(*triangles, [[0, 1, 2], [1, 2, 3]]);
}

#[test]
fn in_the_plane_only_corners_are_kept() {
    let (mut app, _) = app();
    let square = add(&mut app, Rectangle::new(2.0, 2.0));
    let ring = add(&mut app, Annulus::new(1.0, 2.0));
    let line = add(&mut app, mesh([Vec3::ZERO, Vec3::X, Vec3::X * 2.0]));
    let shapes =
        [(square, ColliderFromMesh::Box), (ring, ColliderFromMesh::Hull), (line, ColliderFromMesh::Hull)];
    let [square, ring, line] = shapes.map(|(mesh, shape)| app.world_mut().spawn((Mesh2d(mesh), shape)).id());
    assert!(warnings(|| app.update()).is_empty());
    let world = app.world();
    assert_eq!(world.get(square), Some(&dim2::Collider::rectangle(2.0, 2.0)));
    let Some(dim2::Collider::Hull { points }) = world.get(ring) else { panic!("a hull") };
    assert!(points.iter().all(|point| (point.length() - 2.0).abs() < 1e-5), "{points:?}");
    // Nothing is wrong with a flat hull.
    let Some(dim2::Collider::Hull { points }) = world.get(line) else { panic!("a hull") };
    assert!(points.contains(&Vec2::ZERO) && points.contains(&Vec2::new(2.0, 0.0)));
    assert!(world.resource::<dim2::Collisions>().contains(line, square));
}

#[test]
fn a_mesh_that_changes_changes_the_collider() {
    let (mut app, _) = app();
    let handle = add(&mut app, Cuboid::new(2.0, 2.0, 2.0));
    let mesh = || Mesh3d(handle.clone());
    let entities = [(); 3].map(|()| app.world_mut().spawn((mesh(), ColliderFromMesh::Box)).id());
    app.update();
    let expect = |app: &App, side| {
        for entity in entities {
            assert_eq!(collider(app, entity), Some(&Collider::cuboid(side, side, side)));
        }
    };
    expect(&app, 2.0);
    *app.world_mut().resource_mut::<Assets<Mesh>>().get_mut(&handle).unwrap() =
        Cuboid::new(3.0, 3.0, 3.0).into();
    app.update();
    expect(&app, 3.0);
    // What is unchanged is left alone, and a collider that was edited stays so.
    *app.world_mut().get_mut::<Collider>(entities[0]).unwrap() = Collider::sphere(7.0);
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
    let entity = app.world_mut().spawn((Mesh3d(small), ColliderFromMesh::Box)).id();
    app.update();
    assert_eq!(collider(&app, entity), Some(&Collider::cuboid(1.0, 1.0, 1.0)));
    app.world_mut().entity_mut(entity).insert(Mesh3d(large));
    app.update();
    assert_eq!(collider(&app, entity), Some(&Collider::cuboid(4.0, 4.0, 4.0)));
    app.world_mut().entity_mut(entity).insert(ColliderFromMesh::Hull);
    app.update();
    assert_eq!(corners(&app, entity).len(), 8);
    // Without the component the collider stays.
    app.world_mut().entity_mut(entity).remove::<ColliderFromMesh>();
    app.update();
    assert_eq!(corners(&app, entity).len(), 8);
}

#[test]
fn files_are_awaited_read_anew_and_reported() {
    let (mut app, dir) = app();
    dir.insert_asset_text(Path::new("tent.corners"), "-1 0 0  1 0 0  0 1 0");
    let server = app.world().resource::<AssetServer>().clone();
    let spawn = |app: &mut App, path: &'static str| {
        let mesh = Mesh3d(server.load(path));
        app.world_mut().spawn((Name::new(path), mesh, ColliderFromMesh::Hull)).id()
    };
    let tent = spawn(&mut app, "tent.corners");
    let gone = spawn(&mut app, "tent.corners");
    let lost = spawn(&mut app, "lost.corners");
    let lines = warnings(|| {
        app.update();
        app.world_mut().despawn(gone);
        run_until(&mut app, |app| {
            collider(app, tent).is_some()
                && server.load_state(app.world().get::<Mesh3d>(lost).unwrap().id()).is_failed()
        });
        (0..3).for_each(|_| app.update());
    });
    assert_eq!(corners(&app, tent), [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(collider(&app, lost), None);
    let ours = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.contains("collider")).cloned().collect()
    };
    let lines = ours(&lines);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("\"lost.corners\" gets no collider"), "{lines:#?}");
    assert!(lines[0].contains("was not loaded"), "{lines:#?}");
    // One that comes when the loading has failed already is told, too.
    let lines = warnings(|| {
        let late = spawn(&mut app, "lost.corners");
        run_until(&mut app, |app| {
            server.load_state(app.world().get::<Mesh3d>(late).unwrap().id()).is_failed()
        });
        (0..3).for_each(|_| app.update());
    });
    assert_eq!(ours(&lines).len(), 1, "{lines:#?}");

    // The files are mended.
    dir.insert_asset_text(Path::new("tent.corners"), "-1 0 0  1 0 0  0 2 0");
    dir.insert_asset_text(Path::new("lost.corners"), "0 0 0  1 1 1");
    server.reload("tent.corners");
    server.reload("lost.corners");
    run_until(&mut app, |app| corners(app, tent)[1][1] == 2.0 && collider(app, lost).is_some());
    assert_eq!(corners(&app, lost).len(), 2);
}

#[test]
fn what_makes_no_collider_is_named_once_until_it_is_mended() {
    let (mut app, _) = app();
    let list = || Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    let mut given_away = Mesh::from(Cuboid::default());
    given_away.take_gpu_data().unwrap();
    let faults = [
        ("without", list(), "it has no vertex positions"),
        ("empty", mesh([]), "it has no vertex positions"),
        ("nan", mesh([Vec3::ZERO, Vec3::NAN]), "NaN"),
        ("moved", given_away, "RenderAssetUsages::MAIN_WORLD"),
    ];
    let mut handles = Vec::new();
    let lines = warnings(|| {
        for (name, mesh, _) in faults.clone() {
            let handle = add(&mut app, mesh);
            app.world_mut().spawn((Name::new(name), Mesh3d(handle.clone()), ColliderFromMesh::Hull));
            handles.push(handle);
        }
        app.world_mut().spawn((Name::new("nothing"), Mesh3d::default(), ColliderFromMesh::Hull));
        for _ in 0..3 {
            // Touched in each frame, and no better.
            for handle in &handles {
                let _ = app.world_mut().resource_mut::<Assets<Mesh>>().get_mut(handle).as_deref_mut();
            }
            app.update();
        }
    });
    assert_eq!(lines.len(), faults.len() + 1, "{lines:#?}");
    for (name, _, cause) in faults.iter().chain([&("nothing", list(), "there is no such asset")]) {
        let told = lines.iter().any(|line| line.contains(&format!("\"{name}\"")) && line.contains(cause));
        assert!(told, "{name}: {lines:#?}");
    }
    // What has no triangles, or other vertices than they say.
    let points = Mesh::new(PrimitiveTopology::PointList, RenderAssetUsages::default());
    let points = points.with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0; 3]; 3]);
    let wrong = mesh([Vec3::ZERO, Vec3::X, Vec3::Y]).with_inserted_indices(Indices::U16(vec![0, 1, 7]));
    let lines = warnings(|| {
        for (name, mesh) in [("points", points), ("wrong", wrong)] {
            let mesh = Mesh3d(add(&mut app, mesh));
            app.world_mut().spawn((Name::new(name), mesh, ColliderFromMesh::Triangles));
        }
        app.update();
    });
    assert!(
        lines.len() == 2 && lines[0].contains("no triangles") && lines[1].contains("does not exist"),
        "{lines:#?}"
    );
    // Mended, and broken again.
    let set = |app: &mut App, mesh: Mesh| {
        *app.world_mut().resource_mut::<Assets<Mesh>>().get_mut(&handles[1]).unwrap() = mesh;
        warnings(|| app.update())
    };
    assert!(set(&mut app, Cuboid::default().into()).is_empty());
    let lines = set(&mut app, mesh([]));
    assert!(lines.len() == 1 && lines[0].contains("keeps its collider"), "{lines:#?}");
}

#[test]
fn nothing_is_lost_by_despawning_disabling_or_flatness() {
    let (mut app, _) = app();
    let flat = add(&mut app, Plane3d::new(Vec3::Y, Vec2::splat(2.0)));
    let ground = app.world_mut().spawn((Mesh3d(flat.clone()), ColliderFromMesh::Hull)).id();
    let asleep = app.world_mut().spawn((Mesh3d(flat.clone()), ColliderFromMesh::Hull, Disabled)).id();
    let brief = app.world_mut().spawn((Mesh3d(flat), ColliderFromMesh::Hull)).id();
    app.world_mut().despawn(brief);
    let ball = app.world_mut().spawn((Collider::sphere(1.0), Transform::from_xyz(0.0, 0.5, 0.0))).id();
    app.update();
    app.world_mut().entity_mut(asleep).remove::<Disabled>();
    app.update();
    let collisions = app.world().resource::<Collisions>();
    assert!(collisions.contains(ground, ball) && collisions.contains(asleep, ball));
}

#[test]
fn without_meshes_in_the_app_the_plugin_says_so() {
    let mut app = common::app();
    app.add_plugins(dim3::MeshColliderPlugin::default());
    let lines = warnings(|| {
        app.finish();
        app.update();
    });
    assert!(lines.len() == 1 && lines[0].contains("no assets of type Mesh"), "{lines:#?}");
}
