//! Scenes that are still being loaded, or could not be.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{AssetSourceBuilder, AssetSourceId, Reader};
use bevy::asset::{AssetLoader, AssetPlugin, LoadContext};
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy_gjk::assets::{ColliderFromMesh, CollidersFromScene};

use super::*;

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

/// What an entity with a scene may have that a mesh of the scene would make work.
const SUBJECTS: [fn(&mut EntityWorldMut); 4] = [
    |entity| _ = entity.insert(CollidersFromScene::default()),
    |entity| _ = entity.insert(CompoundCollider),
    |entity| _ = entity.insert(NoSelfCollision),
    |entity| _ = entity.insert(ColliderFromMesh::Hull),
];

/// Returns an app that loads [`Level`]s, of which one exists.
fn app_with_levels() -> App {
    let dir = Dir::default();
    dir.insert_asset_text(Path::new("first.level"), "");
    let mut app = App::new();
    let reader = move || Box::new(MemoryAssetReader { root: dir.clone() }) as Box<_>;
    app.register_asset_source(AssetSourceId::Default, AssetSourceBuilder::new(reader));
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, AssetPlugin::default(), MeshPlugin));
    app.add_plugins((dim3::CollisionPlugin::default(), dim3::MeshColliderPlugin::default()));
    app.init_asset::<Level>().register_asset_loader(Slow);
    app.register_type::<Root>().register_type::<Handle<Level>>();
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    finished(app)
}

/// Runs frames until a level is loaded or is known not to be, and some more.
fn run_until_loaded(app: &mut App, level: &Handle<Level>) {
    while app.resource::<AssetServer>().load_state(level).is_loading() {
        app.update();
    }
    app.updates(LONG as u32);
}

#[test]
fn a_scene_that_is_being_loaded_is_waited_for() {
    let mut app = app_with_levels();
    let level = app.resource::<AssetServer>().load("first.level");
    for insert in SUBJECTS {
        let entity = spawn(app.world_mut(), Root(level.clone()));
        insert(&mut app.world_mut().entity_mut(entity));
    }
    let lines = run(&mut app, 10 * LONG);
    assert!(lines.is_empty(), "{lines:#?}");
    GATE.store(true, Ordering::Relaxed);
    let lines = warnings(|| run_until_loaded(&mut app, &level));
    let count = lines.iter().filter(|line| line.contains("\"faulty\"")).count();
    assert_eq!(count, SUBJECTS.len(), "{lines:#?}");
}

#[test]
fn a_scene_that_could_not_be_loaded_is_said_to_be_missing() {
    for insert in SUBJECTS {
        let mut app = app_with_levels();
        let level = app.resource::<AssetServer>().load("second.level");
        let entity = spawn(app.world_mut(), Root(level.clone()));
        insert(&mut app.world_mut().entity_mut(entity));
        let lines = warnings(|| run_until_loaded(&mut app, &level));
        let lines: Vec<_> = lines.into_iter().filter(|line| line.contains("faulty")).collect();
        assert_one_warning(&lines, &["was not loaded", "second.level"]);
        assert!(!lines[0].contains("Insert"), "{lines:#?}");
    }
}
