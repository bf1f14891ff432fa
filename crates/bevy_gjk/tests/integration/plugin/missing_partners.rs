//! Components that do nothing because another component, a plugin, a schedule or a place is missing: one warning names the
//! entity and the cure, and what arrives later works.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{AssetSourceBuilder, AssetSourceId, Reader};
use bevy::asset::{AssetLoader, AssetPlugin, LoadContext};
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::image::{ImagePlugin, TextureAtlasPlugin};
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy::time::TimePlugin;
use bevy_gjk::{
    BubbleCollisions, ColliderDisabled, ColliderFromMesh, ColliderFromSprite, ColliderGizmo,
    CollidersFromScene, CollisionExceptions, CollisionLayers, CollisionOverlayKey, CollisionPickingCamera,
    CollisionPlugin, CollisionSystems, Collisions, CompoundCollider, DetectCollisions, Dim2, Dim3,
    MeshColliderPlugin, NoSelfCollision, ProximityMargin, SpriteColliderPlugin, StepThrough, SweptCollider,
    dim2, dim3,
};

use crate::common::warnings::warnings;

/// More frames than a missing component is waited for.
const LONG: usize = 30;
/// Fewer.
const SHORT: usize = 6;

/// One thing that a public component can lack.
struct Lack {
    component: &'static str,
    spawn: fn(&mut World) -> Entity,
    /// What the warning says.
    says: &'static str,
    /// Inserts what is missing.
    cure: fn(&mut World, Entity),
}

/// Spawns a bundle with the name that the warning has to contain.
fn spawn(world: &mut World, bundle: impl Bundle) -> Entity {
    world.spawn((Name::new("faulty"), Transform::default(), bundle)).id()
}

fn insert_circle(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert(dim2::Collider::circle(1.0));
}

fn insert_sphere(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert(dim3::Collider::sphere(1.0));
}

fn add_child_with_collider(world: &mut World, entity: Entity) {
    world.spawn((dim3::Collider::sphere(1.0), ChildOf(entity)));
}

fn insert_character(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert((dim3::CharacterMover::default(), dim3::Collider::sphere(1.0)));
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

/// All public components of this crate, with what each of them can lack in an app with all plugins.
///
/// None of them can lack a feature, without which it does not exist. A missing plugin has tests of its own below.
const TABLE: &[Lack] = &[
    Lack {
        component: "BubbleCollisions",
        spawn: |world| spawn(world, BubbleCollisions),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CharacterMover",
        spawn: |world| spawn(world, dim3::CharacterMover::default()),
        says: "no 3D Collider",
        cure: insert_sphere,
    },
    Lack {
        component: "CharacterMover",
        spawn: |world| spawn(world, (dim3::CharacterMover::default(), dim2::Collider::circle(1.0))),
        says: "not a 3D one",
        cure: insert_sphere,
    },
    Lack {
        component: "Collider",
        spawn: |world| {
            let entity = spawn(world, dim2::Collider::circle(1.0));
            world.entity_mut(entity).remove::<GlobalTransform>();
            entity
        },
        says: "no GlobalTransform",
        cure: |world, entity| _ = world.entity_mut(entity).insert(GlobalTransform::default()),
    },
    Lack {
        component: "ColliderDisabled",
        spawn: |world| spawn(world, ColliderDisabled),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "ColliderDisabled",
        spawn: |world| {
            let entity = spawn(world, ColliderDisabled);
            add_child_with_collider(world, entity);
            entity
        },
        says: "CompoundCollider",
        cure: |world, entity| _ = world.entity_mut(entity).insert(CompoundCollider),
    },
    Lack {
        component: "ColliderFromMesh",
        spawn: |world| spawn(world, ColliderFromMesh::Box),
        says: "neither Mesh2d nor Mesh3d",
        cure: insert_mesh,
    },
    Lack {
        component: "ColliderFromMesh",
        spawn: |world| {
            let entity = spawn(world, ColliderFromMesh::Box);
            add_child_with_mesh(world, entity);
            entity
        },
        says: "CollidersFromScene",
        cure: insert_mesh,
    },
    Lack {
        component: "ColliderFromSprite",
        spawn: |world| spawn(world, ColliderFromSprite::Rectangle),
        says: "no Sprite",
        cure: insert_sprite,
    },
    Lack {
        component: "ColliderFromSprite",
        spawn: |world| {
            let parent = world.spawn((Name::new("body"), Transform::default())).id();
            insert_sprite(world, parent);
            spawn(world, (ColliderFromSprite::Rectangle, ChildOf(parent)))
        },
        says: "\"body\" above it",
        cure: insert_sprite,
    },
    Lack {
        component: "ColliderGizmo",
        spawn: |world| spawn(world, ColliderGizmo::default()),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CollidersFromScene",
        spawn: |world| spawn(world, CollidersFromScene::default()),
        says: "no mesh below it",
        cure: add_child_with_mesh,
    },
    Lack {
        component: "CollisionExceptions",
        spawn: |world| spawn(world, CollisionExceptions::default()),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CollisionLayers",
        spawn: |world| {
            let entity = spawn(world, CollisionLayers::default());
            add_child_with_collider(world, entity);
            entity
        },
        says: "each entity with a Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CollisionPickingCamera",
        spawn: |world| spawn(world, CollisionPickingCamera),
        says: "no Camera",
        cure: |world, entity| _ = world.entity_mut(entity).insert(Camera::default()),
    },
    Lack {
        component: "CompoundCollider",
        spawn: |world| spawn(world, CompoundCollider),
        says: "no Collider on it or below it",
        cure: add_child_with_collider,
    },
    Lack {
        component: "MoveTrace",
        spawn: |world| spawn(world, dim3::MoveTrace::default()),
        says: "no 3D CharacterMover",
        cure: insert_character,
    },
    Lack {
        component: "MoverMotion",
        spawn: |world| spawn(world, dim3::MoverMotion::default()),
        says: "no 3D CharacterMover",
        cure: insert_character,
    },
    Lack {
        component: "MoverState",
        spawn: |world| spawn(world, dim3::MoverState::default()),
        says: "no 3D CharacterMover",
        cure: insert_character,
    },
    Lack {
        component: "NoSelfCollision",
        spawn: |world| spawn(world, NoSelfCollision),
        says: "no Collider on it or below it",
        cure: add_child_with_collider,
    },
    Lack {
        component: "OneWayPlatform",
        spawn: |world| spawn(world, dim2::OneWayPlatform::default()),
        says: "no 2D Collider",
        cure: insert_circle,
    },
    Lack {
        component: "ProximityMargin",
        spawn: |world| spawn(world, ProximityMargin(1.0)),
        says: "no Collider",
        cure: insert_sphere,
    },
    Lack {
        component: "StepThrough",
        spawn: |world| spawn(world, StepThrough(Entity::PLACEHOLDER)),
        says: "no Collider",
        cure: insert_sphere,
    },
    Lack {
        component: "SurfaceVelocity",
        spawn: |world| spawn(world, (dim2::SurfaceVelocity::default(), dim3::Collider::sphere(1.0))),
        says: "not a 2D one",
        cure: insert_circle,
    },
    Lack {
        component: "SweptCollider",
        spawn: |world| spawn(world, SweptCollider::default()),
        says: "no Collider",
        cure: insert_circle,
    },
];

/// Returns an app of one thread with plugins of Bevy and these.
fn app_with<M>(plugins: impl bevy::app::Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TransformPlugin,
        AssetPlugin::default(),
        MeshPlugin,
        ImagePlugin::default(),
        TextureAtlasPlugin,
    ));
    app.add_plugins(plugins);
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app.finish();
    app.cleanup();
    app
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

/// Asserts that there is one warning, which contains all of these words.
#[track_caller]
fn assert_one(lines: &[String], words: &[&str]) {
    let has_all = lines.len() == 1 && words.iter().all(|&word| lines[0].contains(word));
    assert!(has_all, "{words:?}: {lines:#?}");
}

#[test]
fn the_table_has_every_public_component() {
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = Vec::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices("\n#[derive(Component") {
            // The next line that is no attribute.
            let item = text[at + 1..].lines().find(|line| !line.starts_with(['#', ' ', ')'])).unwrap();
            let name = item.strip_prefix("pub struct ").or_else(|| item.strip_prefix("pub enum "));
            let name = name.map(|name| name.split(|it: char| !it.is_alphanumeric()).next().unwrap());
            found.extend(name.map(str::to_owned));
        }
    }
    found.sort_unstable();
    found.dedup();
    assert!(found.len() > 20, "{found:?}");
    let mut listed: Vec<_> = TABLE.iter().map(|lack| lack.component).collect();
    listed.dedup();
    assert_eq!(found, listed, "what can it lack?");
}

#[test]
fn a_component_without_its_partner_is_warned_of_once() {
    for lack in TABLE {
        let mut app = app();
        let entity = (lack.spawn)(app.world_mut());
        let lines = run(&mut app, 3 * LONG);
        assert_one(&lines, &[lack.component, lack.says, "\"faulty\"", &entity.to_string()]);
        // The cure helps after the warning, too.
        (lack.cure)(app.world_mut(), entity);
        let lines = run(&mut app, LONG);
        assert!(lines.is_empty(), "{}: {lines:#?}", lack.component);
    }
}

#[test]
fn a_partner_that_arrives_some_frames_later_is_waited_for() {
    for lack in TABLE {
        let mut app = app();
        let mut lines = run(&mut app, SHORT);
        let entity = (lack.spawn)(app.world_mut());
        lines.extend(run(&mut app, SHORT));
        (lack.cure)(app.world_mut(), entity);
        lines.extend(run(&mut app, 2 * LONG));
        assert!(lines.is_empty(), "{}: {lines:#?}", lack.component);
    }
}

#[test]
fn disabled_entities_are_not_looked_at_until_they_are_enabled() {
    let mut app = app();
    let entity = spawn(app.world_mut(), (ProximityMargin(1.0), bevy::ecs::entity_disabling::Disabled));
    assert!(run(&mut app, LONG).is_empty());
    app.world_mut().entity_mut(entity).remove::<bevy::ecs::entity_disabling::Disabled>();
    assert_one(&run(&mut app, LONG), &["ProximityMargin", "\"faulty\""]);
    // It is told again if it was right in between.
    insert_circle(app.world_mut(), entity);
    assert!(run(&mut app, LONG).is_empty());
    app.world_mut().entity_mut(entity).remove::<dim2::Collider>();
    assert_one(&run(&mut app, LONG), &["ProximityMargin", "\"faulty\""]);
}

#[test]
fn a_component_that_is_inserted_into_a_whole_tree_is_not_warned_of() {
    let mut app = app();
    let world = app.world_mut();
    let top = spawn(world, ());
    let joint = world.spawn((Transform::default(), ChildOf(top))).id();
    add_child_with_collider(world, joint);
    world.spawn((Transform::default(), ChildOf(joint)));
    world.entity_mut(top).insert_recursive::<Children>(ColliderDisabled);
    assert!(run(&mut app, LONG).is_empty());
    add_child_with_collider(app.world_mut(), joint);
    app.world_mut().entity_mut(top).remove::<ColliderDisabled>();
    let lines = run(&mut app, LONG);
    assert_one(&lines, &["ColliderDisabled", &joint.to_string()]);
}

#[test]
fn each_of_several_entities_is_named_and_thousands_do_not_flood_the_log() {
    let mut app = app();
    for index in 0..3 {
        app.world_mut().spawn((Name::new(format!("tank {index}")), CollisionLayers::default()));
    }
    let lines = run(&mut app, LONG);
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!((0..3).all(|index| lines[index].contains(&format!("tank {index}"))), "{lines:#?}");
    app.world_mut().spawn_batch((0..1000).map(|_| CollisionLayers::default()));
    let lines = run(&mut app, LONG);
    assert!(lines.len() < 30 && lines.last().unwrap().contains("nothing is said"), "{}", lines.len());
}

#[test]
fn a_character_that_is_one_no_longer_is_not_warned_of() {
    let mut app = app();
    let floor = (dim3::Collider::cuboid(9.0, 1.0, 9.0), Transform::from_xyz(0.0, -2.0, 0.0));
    app.world_mut().spawn(floor);
    let hero = spawn(app.world_mut(), (dim3::CharacterMover::default(), dim3::Collider::sphere(1.0)));
    app.world_mut().entity_mut(hero).insert(dim3::MoveTrace::default());
    assert!(run(&mut app, LONG).is_empty());
    app.world_mut().entity_mut(hero).remove::<dim3::CharacterMover>();
    assert!(run(&mut app, LONG).is_empty());
}

#[test]
fn a_character_below_a_compound_is_warned_of_once() {
    let mut app = app();
    let ship = app.world_mut().spawn(CompoundCollider).id();
    let bundle = (dim3::CharacterMover::default(), dim3::Collider::sphere(1.0), ChildOf(ship));
    spawn(app.world_mut(), bundle);
    assert_one(&run(&mut app, LONG), &["CharacterMover", "\"faulty\"", "a part of a CompoundCollider"]);
}

#[test]
fn components_of_a_dimension_without_its_plugin_are_warned_of_at_once() {
    let spawns: [fn(&mut World) -> Entity; 6] = [
        |world| spawn(world, dim3::CharacterMover::default()),
        |world| spawn(world, dim3::MoverMotion::default()),
        |world| spawn(world, dim3::MoverState::default()),
        |world| spawn(world, dim3::MoveTrace::default()),
        |world| spawn(world, dim3::OneWayPlatform::default()),
        |world| spawn(world, (dim3::SurfaceVelocity::default(), dim2::Collider::circle(1.0))),
    ];
    for faulty in spawns {
        let mut app = app_with(dim2::CollisionPlugin::default());
        faulty(app.world_mut());
        let lines = run(&mut app, 1);
        assert_one(&lines, &["\"faulty\"", "the 3D CollisionPlugin is missing"]);
        faulty(app.world_mut());
        assert!(run(&mut app, LONG).is_empty(), "once for all entities");
    }
}

#[test]
fn sources_of_colliders_without_their_plugin_are_warned_of_at_once() {
    let mesh = |world: &mut World, bundle: (ColliderFromMesh, Mesh3d)| spawn(world, bundle);
    // Without any plugin of meshes and sprites.
    let mut app = app_with(dim3::CollisionPlugin::default());
    mesh(app.world_mut(), (ColliderFromMesh::Box, Mesh3d::default()));
    let lines = run(&mut app, 1);
    assert_one(&lines, &["\"faulty\"", "ColliderFromMesh", "MeshColliderPlugin is missing"]);
    spawn(app.world_mut(), CollidersFromScene::default());
    let lines = run(&mut app, LONG);
    assert_one(&lines, &["\"faulty\"", "CollidersFromScene", "MeshColliderPlugin is missing"]);
    let sprite = spawn(app.world_mut(), ColliderFromSprite::Rectangle);
    insert_sprite(app.world_mut(), sprite);
    let lines = run(&mut app, LONG);
    assert_one(&lines, &["\"faulty\"", "ColliderFromSprite", "SpriteColliderPlugin is missing"]);

    // With that of the other dimension.
    let other = || app_with((dim2::CollisionPlugin::default(), MeshColliderPlugin::<Dim2>::default()));
    let mut app = other();
    mesh(app.world_mut(), (ColliderFromMesh::Box, Mesh3d::default()));
    let lines = run(&mut app, LONG);
    assert_one(&lines, &["\"faulty\"", "ColliderFromMesh", "MeshColliderPlugin of 3D is missing"]);
    let mut app = other();
    let scene = spawn(app.world_mut(), CollidersFromScene::default());
    add_child_with_mesh(app.world_mut(), scene);
    let lines = run(&mut app, LONG);
    assert_one(&lines, &["\"faulty\"", "CollidersFromScene", "MeshColliderPlugin of 3D is missing"]);

    // Without a collision plugin, nothing runs that could look at entities; the plugins themselves speak up.
    let lines = warnings(|| {
        let mesh = MeshColliderPlugin::<Dim3>::default();
        let mut app =
            app_with((mesh, SpriteColliderPlugin::default(), dim3::CollisionPickingPlugin::default()));
        app.update();
    });
    let about =
        |words: &[&str]| lines.iter().filter(|line| words.iter().all(|word| line.contains(word))).count();
    assert_eq!(about(&["MeshColliderPlugin", "add the 3D CollisionPlugin"]), 1, "{lines:#?}");
    assert_eq!(about(&["SpriteColliderPlugin", "add the 2D CollisionPlugin"]), 1, "{lines:#?}");
    assert_eq!(about(&["CollisionPickingPlugin", "add the 3D CollisionPlugin"]), 1, "{lines:#?}");
    assert_eq!(about(&["CollisionPickingPlugin", "DefaultPickingPlugins"]), 1, "{lines:#?}");
}

#[test]
fn a_picking_camera_without_the_plugin_is_warned_of_at_once() {
    let mut app = app_with(dim3::CollisionPlugin::default());
    spawn(app.world_mut(), (CollisionPickingCamera, Camera::default()));
    assert_one(&run(&mut app, 1), &["\"faulty\"", "CollisionPickingPlugin is missing"]);
}

/// Whether loaders of [`Level`]s may finish.
static GATE: AtomicBool = AtomicBool::new(false);

#[derive(Asset, TypePath)]
struct Level;

/// A loader that waits for [`GATE`].
#[derive(TypePath)]
struct Slow;

impl AssetLoader for Slow {
    type Asset = Level;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(&self, _: &mut dyn Reader, (): &(), _: &mut LoadContext<'_>) -> std::io::Result<Level> {
        core::future::poll_fn(|context| {
            if GATE.load(Ordering::Relaxed) {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        Ok(Level)
    }

    fn extensions(&self) -> &[&str] {
        &["level"]
    }
}

/// Spawns a scene, as `WorldAssetRoot` does.
#[derive(Component, Reflect)]
#[reflect(Component)]
struct Root(Handle<Level>);

#[test]
fn a_scene_that_is_being_loaded_is_waited_for() {
    let dir = Dir::default();
    dir.insert_asset_text(Path::new("first.level"), "");
    let mut app = App::new();
    app.register_asset_source(
        AssetSourceId::Default,
        AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: dir.clone() }) as Box<_>),
    );
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, AssetPlugin::default(), MeshPlugin));
    app.add_plugins((dim3::CollisionPlugin::default(), dim3::MeshColliderPlugin::default()));
    app.init_asset::<Level>().register_asset_loader(Slow);
    app.register_type::<Root>().register_type::<Handle<Level>>();
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app.finish();
    app.cleanup();
    let level = app.world().resource::<AssetServer>().load("first.level");
    let subjects: [fn(&mut EntityWorldMut); 4] = [
        |entity| _ = entity.insert(CollidersFromScene::default()),
        |entity| _ = entity.insert(CompoundCollider),
        |entity| _ = entity.insert(NoSelfCollision),
        |entity| _ = entity.insert(ColliderFromMesh::Hull),
    ];
    for insert in subjects {
        let entity = spawn(app.world_mut(), Root(level.clone()));
        insert(&mut app.world_mut().entity_mut(entity));
    }
    let lines = run(&mut app, 10 * LONG);
    assert!(lines.is_empty(), "{lines:#?}");
    GATE.store(true, Ordering::Relaxed);
    let lines = warnings(|| {
        let server = app.world().resource::<AssetServer>().clone();
        while server.load_state(&level).is_loading() {
            app.update();
        }
        (0..LONG).for_each(|_| app.update());
    });
    let count = lines.iter().filter(|line| line.contains("\"faulty\"")).count();
    assert_eq!(count, subjects.len(), "{lines:#?}");
}

#[test]
fn observers_of_a_dimension_without_its_plugin_are_warned_of_at_once() {
    let mut app = app_with(dim2::CollisionPlugin::default());
    app.world_mut().add_observer(|_: On<dim2::CollisionStarted>| {});
    assert!(run(&mut app, LONG).is_empty());
    let entity = spawn(app.world_mut(), dim2::Collider::circle(1.0));
    app.world_mut().entity_mut(entity).observe(|_: On<dim3::CollisionEnded>| {});
    assert_one(&run(&mut app, LONG), &["\"faulty\"", "observer", "the 3D CollisionPlugin is missing"]);
}

#[test]
fn a_plugin_in_a_schedule_that_does_not_run_is_warned_of_once() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Forgotten;

    let circle = |app: &mut App| spawn(app.world_mut(), dim2::Collider::circle(1.0));
    for plugin in [CollisionPlugin::<Dim2>::in_schedule(Forgotten), CollisionPlugin::in_schedule(FixedUpdate)]
    {
        let mut app = app_with(plugin);
        assert!(run(&mut app, LONG).is_empty(), "nothing is there that could touch");
        circle(&mut app);
        let lines = run(&mut app, LONG);
        assert_one(&lines, &["\"faulty\"", "the schedule", "has not run"]);
    }
    // One that will run, one that is run by hand, and one that is run on demand.
    let mut app = app_with((CollisionPlugin::<Dim2>::in_schedule(FixedUpdate), TimePlugin));
    circle(&mut app);
    assert!(run(&mut app, LONG).is_empty());
    let mut app = app_with(CollisionPlugin::<Dim2>::in_schedule(Forgotten));
    circle(&mut app);
    app.world_mut().run_schedule(Forgotten);
    assert!(run(&mut app, LONG).is_empty());
    let mut app = app_with(CollisionPlugin::<Dim2>::in_schedule(DetectCollisions));
    circle(&mut app);
    assert!(run(&mut app, LONG).is_empty());
}

#[test]
fn an_overlay_key_without_gizmos_is_warned_of_once() {
    let lines = warnings(|| {
        let mut app = App::new();
        app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
        app.add_plugins((
            TransformPlugin,
            dim2::CollisionPlugin::default(),
            dim3::CollisionPlugin::default(),
        ));
        app.finish();
    });
    assert_one(&lines, &["GizmoPlugin"]);
}

#[test]
fn a_plugin_without_the_phase_bounds_looks_for_nothing() {
    let mut app = app_with(dim2::CollisionPlugin::default().without(CollisionSystems::Bounds));
    spawn(app.world_mut(), CollisionLayers::default());
    assert!(run(&mut app, LONG).is_empty());
    assert_eq!(app.world().resource::<Collisions<Dim2>>().iter().count(), 0);
}
