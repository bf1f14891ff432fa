//! The events of the arena agree, one by one, with a test of all pairs by the oracle, which does not use GJK.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bevy::asset::AssetPlugin;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::world_serialization::{DynamicWorldRoot, WorldInstanceReady, WorldSerializationPlugin};
use bevy_gjk::Dim2;
use bevy_gjk::dim2::prelude::*;

use crate::chaos::oracle::{OracleShape, Verdict, errors_of, verdict};

#[path = "../../../../../examples/common/motion.rs"]
#[allow(dead_code)]
mod motion;

const FRAMES: u32 = 300;

#[derive(Resource, Default)]
struct Ready(bool);

#[test]
fn the_events_of_the_arena_agree_with_brute_force() {
    let mut app = arena();
    let mut touching = BTreeSet::new();
    let (mut started, mut ended) = (0, 0);
    for frame in 0..FRAMES {
        app.update();
        let shapes = shapes(&mut app);
        let before = std::mem::replace(&mut touching, brute_force(&shapes));
        let mut begun = &touching - &before;
        let mut over = &before - &touching;
        for event in app.world_mut().resource_mut::<Messages<CollisionEvent>>().drain() {
            match event {
                CollisionEvent::Started { a, b, contact, .. } => {
                    started += 1;
                    assert!(begun.remove(&[a, b]), "frame {frame}: {a} and {b} do not touch");
                    let [one, two] = [a, b].map(|entity| shapes[&entity].bounded().unwrap());
                    let errors = errors_of::<Dim2>(one, two, &contact);
                    assert_eq!(errors.faults(), [""; 0], "frame {frame}: {contact:?}, {errors:?}");
                }
                CollisionEvent::Ended { a, b, reason } => {
                    ended += 1;
                    assert_eq!(reason, EndReason::Separated);
                    assert!(over.remove(&[a, b]), "frame {frame}: {a} and {b} have not parted");
                }
            }
        }
        assert!(begun.is_empty() && over.is_empty(), "frame {frame}: no events for {begun:?}, {over:?}");
    }
    assert!(started > 100 && ended > 80, "{started} began, {ended} ended: nothing much happens");
}

/// Returns the arena as the example runs it, without drawing, once its scene is loaded.
fn arena() -> App {
    let mut app = App::new();
    let file_path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets").into();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        AssetPlugin { file_path, ..default() },
        WorldSerializationPlugin,
        CollisionPlugin::default(),
        motion::MotionPlugin,
    ));
    app.register_type::<Name>().register_type::<Transform>().init_resource::<Ready>();
    app.add_observer(|_: On<WorldInstanceReady>, mut ready: ResMut<Ready>| ready.0 = true);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    app.finish();
    app.cleanup();
    let scene = app.world().resource::<AssetServer>().load("arena.scn.ron");
    app.world_mut().spawn(DynamicWorldRoot(scene));
    let patience = Instant::now() + Duration::from_secs(60);
    while !app.world().resource::<Ready>().0 {
        assert!(Instant::now() < patience, "the scene does not load");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    // The reference starts from the touches that exist before the compared frames.
    app.world_mut().resource_mut::<Messages<CollisionEvent>>().clear();
    app.world_mut().run_system_cached(forget_touches).unwrap();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)));
    app
}

/// Removes every collider for one update, so that all touches start again in the first frame.
fn forget_touches(world: &mut World) {
    let colliders: Vec<_> = world.query_filtered::<Entity, With<Collider>>().iter(world).collect();
    for &entity in &colliders {
        world.entity_mut(entity).insert(ColliderDisabled);
    }
    world.run_schedule(PostUpdate);
    world.resource_mut::<Messages<CollisionEvent>>().clear();
    for &entity in &colliders {
        world.entity_mut(entity).remove::<ColliderDisabled>();
    }
}

/// Returns the shapes as the oracle sees them, in the order of their entities.
fn shapes(app: &mut App) -> BTreeMap<Entity, OracleShape> {
    let world = app.world_mut();
    let mut query = world.query::<(Entity, &Collider, &GlobalTransform)>();
    let shape = |collider, place| OracleShape::new::<Dim2>(collider, place).expect("the arena is valid");
    query.iter(world).map(|(entity, collider, place)| (entity, shape(collider, place))).collect()
}

/// Returns all touching pairs.
fn brute_force(shapes: &BTreeMap<Entity, OracleShape>) -> BTreeSet<[Entity; 2]> {
    let mut touching = BTreeSet::new();
    for (&one, a) in shapes {
        for (&two, b) in shapes.iter().filter(|(two, _)| one.index() < two.index()) {
            match verdict::<Dim2>(a, b) {
                Verdict::Apart => {}
                Verdict::Touching => _ = touching.insert([one, two]),
                undecided => panic!("{one} and {two}: {undecided:?}"),
            }
        }
    }
    touching
}
