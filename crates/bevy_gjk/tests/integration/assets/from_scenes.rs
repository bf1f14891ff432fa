//! Colliders for the meshes of scenes, whenever these are loaded.

use bevy::prelude::*;
use bevy::transform::components::TransformTreeChanged;
use bevy::world_serialization::{WorldAsset, WorldAssetRoot, WorldSerializationPlugin};
use bevy_gjk::dim3::prelude::*;

use crate::common::basics::*;

fn app() -> App {
    let mut app = common::app_with_assets((WorldSerializationPlugin, MeshColliderPlugin::default()));
    app.register_type::<Mesh3d>()
        .register_type::<Transform>()
        .register_type::<GlobalTransform>()
        .register_type::<TransformTreeChanged>()
        .register_type::<Name>()
        .register_type::<ChildOf>()
        .register_type::<Children>();
    app
}

fn add_cube(app: &mut App, side: f32) -> Handle<Mesh> {
    app.resource_mut::<Assets<Mesh>>().add(Cuboid::new(side, side, side))
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
            let at = at_x(10.0 * x as f32);
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
    let scene = app.resource_mut::<Assets<WorldAsset>>().add(level(&cube, 2));
    let wanted = CollidersFromScene::each(ColliderFromMesh::Hull)
        .with("crate", ColliderFromMesh::Box)
        .without("meadow")
        .with("stone", ColliderFromMesh::Ball);
    app.spawn((WorldAssetRoot(scene.clone()), wanted));
    let hero = app.spawn((Collider::sphere(1.0), at_xy(10.0, 0.5)));
    // The collider exists, and touches, in the frame in which the scene is spawned.
    let mut events = step::<Dim3>(&mut app);
    events.extend(step::<Dim3>(&mut app));
    assert!(events.iter().any(|event| event.is_started() && event.entities().contains(&hero)), "{events:?}");
    let (brown, grey) = (Collider::cuboid(2.0, 2.0, 2.0), Collider::sphere(3f32.sqrt()));
    let expected = [("Mesh.Brown", brown.clone()), ("Mesh.Brown", brown), ("Mesh.Grey", grey)];
    assert_eq!(colliders(&mut app), expected.map(|(name, collider)| (name.to_owned(), collider)));

    // The file is edited: Bevy spawns the scene again, unless it has just been loaded.
    app.updates(5);
    *app.resource_mut::<Assets<WorldAsset>>().get_mut(&scene).unwrap() = level(&cube, 4);
    let mut events = Vec::new();
    (0..3).for_each(|_| events.extend(step::<Dim3>(&mut app)));
    assert_eq!(names(&mut app), ["Mesh.Brown", "Mesh.Brown", "Mesh.Brown", "Mesh.Brown", "Mesh.Grey"]);
    let counts = [true, false].map(|started| events.iter().filter(|it| it.is_started() == started).count());
    assert_eq!(counts[0], counts[1], "what touched before does again: {events:?}");
}

#[test]
fn each_mesh_of_a_scene_gets_its_layers_unless_it_has_its_own() {
    let [ground, other] = [1, 2].map(|layer| CollisionLayers::new(LayerMask::layer(layer), LayerMask::ALL));
    let mut app = app();
    let cube = add_cube(&mut app, 1.0);
    let scene = CollidersFromScene::default();
    let root = app.spawn((Transform::default(), scene.clone().with_layers(ground)));
    let plain = app.spawn((Mesh3d(cube.clone()), ChildOf(root)));
    let own = app.spawn((Mesh3d(cube), other, ChildOf(root)));
    let layers = |app: &App| [plain, own].map(|mesh| app.world().get::<CollisionLayers>(mesh).copied());
    app.updates(2);
    assert_eq!(layers(&app), [Some(ground), Some(other)]);
    // They follow the scene.
    app.update_with(root, scene.clone().with_layers(other));
    assert_eq!(layers(&app), [Some(other), Some(other)]);
    app.update_with(root, scene);
    assert_eq!(layers(&app), [None, Some(other)]);
}

#[test]
fn meshes_may_load_one_by_one_and_keep_their_own_components() {
    let mut app = app();
    let cube = add_cube(&mut app, 2.0);
    let mesh = || Mesh3d(cube.clone());
    let root = app.spawn((Transform::default(), CollidersFromScene::default()));
    app.update();
    let early = app.spawn((mesh(), ChildOf(root)));
    let own = app.spawn((mesh(), Collider::sphere(9.0), ChildOf(root)));
    let other = app.spawn((mesh(), ColliderFromMesh::Ball, ChildOf(root)));
    let outside = app.spawn(mesh());
    app.update();
    let get = |app: &App, entity: Entity| app.world().get::<Collider>(entity).cloned();
    assert!(matches!(get(&app, early), Some(Collider::Hull { .. })));
    assert_eq!(get(&app, own), Some(Collider::sphere(9.0)));
    assert_eq!(get(&app, other), Some(Collider::sphere(3f32.sqrt())));
    assert_eq!(get(&app, outside), None);
    // A branch is moved here from elsewhere, with a mesh that gets its data later.
    let branch = app.spawn(Transform::default());
    app.update_with(outside, ChildOf(branch));
    app.insert(branch, ChildOf(early));
    let late = app.spawn((Transform::default(), ChildOf(branch)));
    app.update();
    assert!(matches!(get(&app, outside), Some(Collider::Hull { .. })));
    app.update_with(late, mesh());
    assert!(matches!(get(&app, late), Some(Collider::Hull { .. })));

    // The component of the root changes: the colliders it gave change, and those that entities own stay.
    app.update_with(root, CollidersFromScene::each(ColliderFromMesh::Box));
    for entity in [early, outside, late] {
        assert_eq!(get(&app, entity), Some(Collider::cuboid(2.0, 2.0, 2.0)));
    }
    app.update_with(root, CollidersFromScene::none());
    let has_one = [early, own, other, late].map(|entity| get(&app, entity).is_some());
    assert_eq!(has_one, [false, true, true, false]);
}

#[test]
fn the_nearest_scene_component_decides_and_cyclic_hierarchies_end() {
    let mut app = app();
    let cube = add_cube(&mut app, 2.0);
    let mesh = || (Mesh3d(cube.clone()), Transform::default());
    let root = app.spawn((Transform::default(), CollidersFromScene::none()));
    let inner = CollidersFromScene::none().with("gem", ColliderFromMesh::Box);
    let inner = app.spawn((Transform::default(), inner, Name::new("gem"), ChildOf(root)));
    let gem = app.spawn((mesh(), Name::new("unnamed"), ChildOf(inner)));
    let circle = [(); 2].map(|()| app.spawn((mesh(), Name::new("gem"))));
    app.insert(circle[0], ChildOf(circle[1]));
    app.insert(circle[1], ChildOf(circle[0]));
    let stray = app.spawn((mesh(), Name::new("gem"), ChildOf(root)));
    app.update();
    assert!(app.world().get::<Collider>(gem).is_some());
    assert!([stray, circle[0]].iter().all(|&entity| app.world().get::<Collider>(entity).is_none()));
}

/// Inserts a quad for each sprite, as Bevy's sprite renderer does in the same schedule.
#[cfg(feature = "sprites")]
fn insert_quads(
    sprites: Query<Entity, Added<Sprite>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    for entity in sprites {
        commands.entity(entity).insert(Mesh2d(meshes.add(Rectangle::new(1.0, 1.0))));
    }
}

/// An app with a stand-in for the sprite renderer.
#[cfg(feature = "sprites")]
fn app_with_sprites() -> App {
    use bevy::asset::AssetEventSystems;
    use bevy_gjk::assets::{MeshColliderPlugin, SpriteColliderPlugin};
    let mut app = common::app_with_assets((
        MeshColliderPlugin::<Dim2>::default(),
        MeshColliderPlugin::<Dim3>::default(),
        SpriteColliderPlugin::default(),
    ));
    app.add_systems(PostUpdate, insert_quads.before(AssetEventSystems));
    app
}

#[cfg(feature = "sprites")]
#[test]
fn the_quads_of_sprites_make_no_colliders() {
    let mut app = app_with_sprites();
    let root = app.spawn((Transform::default(), CollidersFromScene::default()));
    let sprite = || Sprite::from_color(Color::WHITE, Vec2::new(6.0, 4.0));
    let square = app.resource_mut::<Assets<Mesh>>().add(Rectangle::new(3.0, 3.0));
    let square = || Mesh2d(square.clone());
    let cube = Mesh3d(add_cube(&mut app, 2.0));
    let child = |app: &mut App, bundle| {
        app.world_mut().spawn((Transform::default(), ChildOf(root))).insert(bundle).id()
    };
    let plain = app.spawn((sprite(), ChildOf(root)));
    let own = app.spawn((sprite(), bevy_gjk::assets::ColliderFromSprite::Rectangle, ChildOf(root)));
    let mesh = child(&mut app, (square(),));
    let early = child(&mut app, (square(),));
    // In 3D the mesh is the user's.
    let solid = app.spawn((sprite(), cube, ChildOf(root)));
    let get = |app: &App, entity: Entity| app.world().get::<dim2::Collider>(entity).cloned();
    let lines = warnings(|| app.updates(3));
    assert!(lines.is_empty(), "{lines:#?}");
    assert!(app.world().get::<Mesh2d>(plain).is_some(), "the stand-in works");
    assert_eq!(get(&app, plain), None);
    assert_eq!(get(&app, own), Some(dim2::Collider::rectangle(6.0, 4.0)));
    assert!(get(&app, mesh).is_some() && get(&app, early).is_some());
    assert!(app.world().get::<Collider>(solid).is_some() && get(&app, solid).is_none());

    // Meshes that become sprites lose the collider of the mesh.
    app.insert(early, (sprite(), bevy_gjk::assets::ColliderFromSprite::Rectangle));
    app.insert(mesh, sprite());
    let lines = warnings(|| app.updates(3));
    assert!(lines.is_empty(), "{lines:#?}");
    assert_eq!(get(&app, early), Some(dim2::Collider::rectangle(6.0, 4.0)));
    assert_eq!(get(&app, mesh), None);
    // The component of the root changes, and the hierarchy.
    app.insert(root, CollidersFromScene::each(ColliderFromMesh::Box));
    let late = app.spawn((Transform::default(), ChildOf(root)));
    app.update_with(plain, ChildOf(late));
    assert_eq!([plain, own, mesh].map(|entity| get(&app, entity).is_some()), [false, true, false]);

    // A collider from the quad on demand: a warning in place of a square of 1 by 1.
    let asked = app.spawn((Name::new("asked"), sprite(), ColliderFromMesh::Hull));
    let lines = warnings(|| app.updates(3));
    assert_one_warning(&lines, &["\"asked\" gets no collider in 2D", "use ColliderFromSprite"]);
    assert_eq!(get(&app, asked), None);
}

/// Stand-ins for components of Bevy's renderers, with the type paths of these.
#[derive(Component, Reflect)]
#[type_path = "bevy_sprite_render::tilemap_chunk"]
struct TilemapChunk;
#[derive(Component, Reflect)]
#[type_path = "bevy_pbr::decal::forward"]
struct ForwardDecal;

#[test]
fn other_meshes_of_bevy_make_no_colliders_unless_they_are_asked_for() {
    let flat = bevy_gjk::assets::MeshColliderPlugin::<Dim2>::default();
    let mut app = common::app_with_assets((flat, MeshColliderPlugin::default()));
    app.register_type::<TilemapChunk>().register_type::<ForwardDecal>();
    let root = app.spawn((Transform::default(), CollidersFromScene::default()));
    let mesh = app.resource_mut::<Assets<Mesh>>().add(Rectangle::new(64.0, 64.0));
    let chunk = app.spawn((TilemapChunk, Mesh2d(mesh.clone()), ChildOf(root)));
    let decal = app.spawn((ForwardDecal, Mesh3d(mesh.clone()), ChildOf(root)));
    let plain = app.spawn((Mesh2d(mesh.clone()), ChildOf(root)));
    let asked = app.spawn((TilemapChunk, Mesh2d(mesh), ColliderFromMesh::Box, ChildOf(root)));
    app.updates(3);
    assert!(app.world().get::<dim2::Collider>(chunk).is_none());
    assert!(app.world().get::<Collider>(decal).is_none());
    assert!(app.world().get::<dim2::Collider>(plain).is_some());
    assert_eq!(app.world().get(asked), Some(&dim2::Collider::rectangle(64.0, 64.0)));
}

/// Runs an app with the scene of `level`, one more mesh with a name, and `wanted` at the root.
fn names_warnings(wanted: CollidersFromScene, mesh_name: &'static str) -> Vec<String> {
    warnings(|| {
        let mut app = app();
        let cube = add_cube(&mut app, 2.0);
        let scene = app.resource_mut::<Assets<WorldAsset>>().add(level(&cube, 2));
        let root = app.spawn((WorldAssetRoot(scene.clone()), wanted, Name::new("level")));
        app.spawn((Mesh3d(cube.clone()), Name::new(mesh_name), ChildOf(root)));
        app.updates(5);
        // The scene is spawned again, without another warning.
        *app.resource_mut::<Assets<WorldAsset>>().get_mut(&scene).unwrap() = level(&cube, 3);
        app.updates(3);
    })
}

#[test]
fn a_listed_name_that_nothing_has_gives_one_warning_with_those_that_exist() {
    let each = || CollidersFromScene::each(ColliderFromMesh::Hull);
    let warnings = names_warnings(each().with("Crat", ColliderFromMesh::Box).without("grass"), "crate");
    let words = ["\"level\"", "\"Crat\"; there are \"crate\"", "\"grass\"", "\"meadow\""];
    assert_one_warning(&warnings, &words);
    let fine =
        each().with("crate", ColliderFromMesh::Box).with("ston*", ColliderFromMesh::Ball).without("meadow");
    assert_eq!(names_warnings(fine, "Mesh.7"), [""; 0]);
    assert_eq!(names_warnings(CollidersFromScene::default(), "crate.001"), [""; 0]);
}

#[test]
fn a_numbered_copy_of_a_listed_name_gives_a_warning_unless_the_copies_are_listed() {
    let each = || CollidersFromScene::each(ColliderFromMesh::Hull);
    let warnings = names_warnings(each().with("crate", ColliderFromMesh::Box), "crate.001");
    assert_one_warning(&warnings, &["\"crate.001\" is not \"crate\"; \"crate*\" stands for both"]);
    for named in ["crate*", "crate.001"] {
        let wanted = each().with("crate", ColliderFromMesh::Box).with(named, ColliderFromMesh::Box);
        assert_eq!(names_warnings(wanted, "crate.001"), [""; 0], "{named}");
    }
}

#[test]
fn of_listed_names_that_fit_the_whole_one_counts_or_else_the_longest() {
    let mut app = app();
    let cube = add_cube(&mut app, 2.0);
    let wanted = CollidersFromScene::none()
        .with("crate*", ColliderFromMesh::Box)
        .with("crate_big*", ColliderFromMesh::Ball)
        .without("crate_big.007");
    let root = app.spawn((Transform::default(), wanted));
    let names = ["crate", "crate.001", "crate_big.001", "crate_big.007", "Crate"];
    let meshes = names.map(|name| app.spawn((Mesh3d(cube.clone()), Name::new(name), ChildOf(root))));
    app.update();
    let colliders = meshes.map(|mesh| app.world().get::<Collider>(mesh).cloned());
    let (cuboid, ball) = (Some(Collider::cuboid(2.0, 2.0, 2.0)), Some(Collider::sphere(3f32.sqrt())));
    assert_eq!(colliders, [cuboid.clone(), cuboid, ball, None, None]);
}
