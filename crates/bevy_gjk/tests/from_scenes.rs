//! Colliders for the meshes of scenes, whenever these are loaded.
#![cfg(feature = "meshes")]

mod common;

use bevy::asset::AssetPlugin;
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy::transform::components::TransformTreeChanged;
use bevy::world_serialization::{WorldAsset, WorldAssetRoot, WorldSerializationPlugin};
use bevy_gjk::Dim3;
use bevy_gjk::dim3::prelude::*;
use common::step;

fn app() -> App {
    let mut app = common::app();
    app.add_plugins((
        AssetPlugin::default(),
        MeshPlugin,
        WorldSerializationPlugin,
        MeshColliderPlugin::default(),
    ));
    app.register_type::<Mesh3d>()
        .register_type::<Transform>()
        .register_type::<GlobalTransform>()
        .register_type::<TransformTreeChanged>();
    app.register_type::<Name>().register_type::<ChildOf>().register_type::<Children>();
    app.finish();
    app.cleanup();
    app
}

fn add_cube(app: &mut App, side: f32) -> Handle<Mesh> {
    app.world_mut().resource_mut::<Assets<Mesh>>().add(Cuboid::new(side, side, side))
}

/// A scene like those of glTF files: named nodes with meshes below them.
fn level(cube: &Handle<Mesh>, crates: usize) -> WorldAsset {
    let mut world = World::new();
    let mesh = || (Mesh3d(cube.clone()), Transform::default());
    world.spawn((Transform::default(), Name::new("Scene0"))).with_children(|scene| {
        scene.spawn((Transform::default(), Name::new("meadow"))).with_children(|meadow| {
            meadow.spawn((mesh(), Name::new("blade")));
            meadow
                .spawn((Transform::default(), Name::new("stone")))
                .with_child((mesh(), Name::new("Mesh.Grey")));
        });
        for x in 0..crates {
            let at = Transform::from_xyz(10.0 * x as f32, 0.0, 0.0);
            scene.spawn((at, Name::new("crate"))).with_child((mesh(), Name::new("Mesh.Brown")));
        }
    });
    WorldAsset::new(world)
}

/// The colliders by the names of their entities, in the order of the names.
fn colliders(app: &mut App) -> Vec<(String, Collider)> {
    let mut query = app.world_mut().query::<(&Name, &Collider)>();
    let mut all: Vec<_> =
        query.iter(app.world()).map(|(name, collider)| (name.to_string(), collider.clone())).collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

fn names(app: &mut App) -> Vec<String> {
    colliders(app).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn each_mesh_of_a_scene_gets_the_collider_for_its_name() {
    let mut app = app();
    let cube = add_cube(&mut app, 2.0);
    let scene = app.world_mut().resource_mut::<Assets<WorldAsset>>().add(level(&cube, 2));
    let wanted = CollidersFromScene::each(ColliderFromMesh::Hull)
        .with("crate", ColliderFromMesh::Box)
        .without("meadow")
        .with("stone", ColliderFromMesh::Ball);
    app.world_mut().spawn((WorldAssetRoot(scene.clone()), wanted));
    let hero = app.world_mut().spawn((Collider::sphere(1.0), Transform::from_xyz(10.0, 0.5, 0.0))).id();
    // The collider exists, and touches, in the frame in which the scene is spawned.
    let mut events = step::<Dim3>(&mut app);
    events.extend(step::<Dim3>(&mut app));
    assert!(events.iter().any(|event| event.is_started() && event.entities().contains(&hero)), "{events:?}");
    let all: Vec<_> = colliders(&mut app);
    assert_eq!(
        all,
        [
            ("Mesh.Brown".to_owned(), Collider::cuboid(2.0, 2.0, 2.0)),
            ("Mesh.Brown".to_owned(), Collider::cuboid(2.0, 2.0, 2.0)),
            ("Mesh.Grey".to_owned(), Collider::sphere(3f32.sqrt())),
        ]
    );

    // The file is edited: Bevy spawns the scene again, unless it has just been loaded.
    (0..5).for_each(|_| app.update());
    *app.world_mut().resource_mut::<Assets<WorldAsset>>().get_mut(&scene).unwrap() = level(&cube, 4);
    let mut events = Vec::new();
    (0..3).for_each(|_| events.extend(step::<Dim3>(&mut app)));
    assert_eq!(names(&mut app), ["Mesh.Brown", "Mesh.Brown", "Mesh.Brown", "Mesh.Brown", "Mesh.Grey"]);
    let counts = [true, false].map(|started| events.iter().filter(|it| it.is_started() == started).count());
    assert_eq!(counts[0], counts[1], "what touched before does again: {events:?}");
}

#[test]
fn meshes_may_load_one_by_one_and_keep_their_own_components() {
    let mut app = app();
    let cube = add_cube(&mut app, 2.0);
    let mesh = || Mesh3d(cube.clone());
    let root = app.world_mut().spawn((Transform::default(), CollidersFromScene::default())).id();
    app.update();
    let early = app.world_mut().spawn((mesh(), ChildOf(root))).id();
    let own = app.world_mut().spawn((mesh(), Collider::sphere(9.0), ChildOf(root))).id();
    let other = app.world_mut().spawn((mesh(), ColliderFromMesh::Ball, ChildOf(root))).id();
    let outside = app.world_mut().spawn(mesh()).id();
    app.update();
    let get = |app: &App, entity: Entity| app.world().get::<Collider>(entity).cloned();
    assert!(matches!(get(&app, early), Some(Collider::Hull { .. })));
    assert_eq!(get(&app, own), Some(Collider::sphere(9.0)));
    assert_eq!(get(&app, other), Some(Collider::sphere(3f32.sqrt())));
    assert_eq!(get(&app, outside), None);
    // A branch is moved here from elsewhere, with a mesh that gets its data later.
    let branch = app.world_mut().spawn(Transform::default()).id();
    app.world_mut().entity_mut(outside).insert(ChildOf(branch));
    app.update();
    app.world_mut().entity_mut(branch).insert(ChildOf(early));
    let late = app.world_mut().spawn((Transform::default(), ChildOf(branch))).id();
    app.update();
    assert!(matches!(get(&app, outside), Some(Collider::Hull { .. })));
    app.world_mut().entity_mut(late).insert(mesh());
    app.update();
    assert!(matches!(get(&app, late), Some(Collider::Hull { .. })));

    // The component of the root changes: the colliders it gave change, and those that entities own stay.
    app.world_mut().entity_mut(root).insert(CollidersFromScene::each(ColliderFromMesh::Box));
    app.update();
    for entity in [early, outside, late] {
        assert_eq!(get(&app, entity), Some(Collider::cuboid(2.0, 2.0, 2.0)));
    }
    app.world_mut().entity_mut(root).insert(CollidersFromScene::none());
    app.update();
    assert_eq!(
        [early, own, other, late].map(|entity| get(&app, entity).is_some()),
        [false, true, true, false]
    );
}

#[test]
fn the_nearest_scene_component_decides_and_cyclic_hierarchies_end() {
    let mut app = app();
    let cube = add_cube(&mut app, 2.0);
    let mesh = || (Mesh3d(cube.clone()), Transform::default());
    let root = app.world_mut().spawn((Transform::default(), CollidersFromScene::none())).id();
    let inner = CollidersFromScene::none().with("gem", ColliderFromMesh::Box);
    let inner = app.world_mut().spawn((Transform::default(), inner, Name::new("gem"), ChildOf(root))).id();
    let gem = app.world_mut().spawn((mesh(), Name::new("unnamed"), ChildOf(inner))).id();
    let circle = [(); 2].map(|()| app.world_mut().spawn((mesh(), Name::new("gem"))).id());
    app.world_mut().entity_mut(circle[0]).insert(ChildOf(circle[1]));
    app.world_mut().entity_mut(circle[1]).insert(ChildOf(circle[0]));
    let stray = app.world_mut().spawn((mesh(), Name::new("gem"), ChildOf(root))).id();
    app.update();
    assert!(app.world().get::<Collider>(gem).is_some());
    assert!([stray, circle[0]].iter().all(|&entity| app.world().get::<Collider>(entity).is_none()));
}
