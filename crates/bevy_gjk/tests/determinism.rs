//! The same world gives identical events in the same order, however it is run.
//!
//! `.ci/platforms` runs the same world on x86-64 and aarch64, and compares.

#[path = "common/random.rs"]
mod random;

use std::process::Command;

use bevy_app::{App, PostUpdate, TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy};
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_ecs::system::SystemParam;
use bevy_gjk::{
    CollisionEvent, CollisionExceptions, CollisionFilter, CollisionLayers, CollisionPlugin, Collisions, Dim2,
    Dim3, Dimension, LayerMask, NoSelfCollision, ProximityEvent, ProximityMargin, SweptCollider, Touch, dim2,
    dim3,
};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_tasks::ComputeTaskPool;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use random::Random;

/// The index of an entity in the order of spawning, and of its team.
#[derive(Component, Clone, Copy)]
struct Number(u32);

#[derive(SystemParam)]
struct Teams<'w, 's> {
    numbers: Query<'w, 's, &'static Number>,
}

impl CollisionFilter for Teams<'_, '_> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        let [one, two] = [a, b].map(|entity| self.numbers.get(entity).map_or(0, |number| number.0));
        one % 7 != 0 || two % 5 != 0
    }
}

/// Creates an app with the plugin.
pub fn new_app() -> App {
    let mut app = App::new();
    app.add_plugins((
        TransformPlugin,
        CollisionPlugin::<Dim2>::default().with_filter::<Teams>(),
        CollisionPlugin::<Dim3>::default().with_filter::<Teams>(),
    ));
    app
}

fn spawn(app: &mut App, random: &mut Random, number: u32, parents: &[Entity]) -> Entity {
    let mut size = || random.range(0.2, 0.9);
    // One half-space, which meets half of the others.
    let flat = match number % 4 {
        _ if number == 17 => dim2::Collider::half_space(Vec2::new(0.6, 0.8), 3.0),
        0 => dim2::Collider::circle(size()),
        1 => dim2::Collider::rectangle(size(), size()),
        2 => dim2::Collider::regular_polygon(size(), 5),
        _ => dim2::Collider::capsule(size(), size()),
    };
    let solid = match number % 5 {
        _ if number == 17 => dim3::Collider::half_space(Vec3::new(0.6, 0.0, 0.8), 3.0),
        0 => dim3::Collider::sphere(size()),
        1 => dim3::Collider::cuboid(size(), size(), size()),
        2 => dim3::Collider::cylinder(size(), size()),
        3 => dim3::Collider::cone(size(), size()),
        _ => dim3::Collider::hull((0..9).map(|_| Vec3::new(size(), size(), size()) - 0.5)),
    };
    let mut entity = app.world_mut().spawn((Number(number), flat, solid));
    if number.is_multiple_of(3) {
        entity.insert(ProximityMargin(0.2));
    }
    if number.is_multiple_of(13) {
        entity.insert(SweptCollider::default());
    }
    if number.is_multiple_of(6) {
        entity.insert(ChildOf(parents[number as usize % parents.len()]));
    }
    if number.is_multiple_of(4) {
        entity.insert(CollisionLayers::new(1 << (number % 3), LayerMask(0b110)));
    }
    entity.id()
}

/// Appends the events of a frame as text that shows every bit.
fn event_text<D: Dimension>(app: &mut App, texts: &mut Vec<String>) {
    for event in app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>().drain() {
        texts.push(format!("{event:?}"));
    }
    for event in app.world_mut().resource_mut::<Messages<ProximityEvent<D>>>().drain() {
        texts.push(format!("{event:?}"));
    }
}

/// Enough moving colliders and pairs per frame for all threads to take part in each phase.
const BODIES: usize = 1700;

/// Runs a long scene with all features and returns the events of each frame and the final touches.
pub fn run(mut app: App, frames: u32) -> Vec<Vec<String>> {
    let mut random = Random(3);
    let parents: Vec<_> = (0..5).map(|_| app.world_mut().spawn(Transform::IDENTITY).id()).collect();
    app.world_mut().entity_mut(parents[0]).insert(NoSelfCollision);
    let mut count = 0;
    let mut all = Vec::new();
    let mut history = Vec::new();
    for frame in 0..frames {
        while all.len() < BODIES {
            all.push(spawn(&mut app, &mut random, count, &parents));
            count += 1;
        }
        if frame % 3 == 0 {
            let index = random.below(BODIES as u32) as usize;
            app.world_mut().despawn(all.swap_remove(index));
        }
        for (index, &entity) in all.iter().enumerate() {
            if random.below(3) == 0 {
                continue;
            }
            let mut part = |reach: f32| random.range(-reach, reach);
            let place = Vec3::new(part(10.2), part(10.2), part(2.0));
            let turn = Quat::from_euler(bevy_math::EulerRot::ZYX, part(3.0), part(0.3), part(0.3));
            let scale = Vec3::new(1.0, 1.0 + part(0.5), 1.0);
            let transform = Transform { translation: place, rotation: turn, scale };
            *app.world_mut().get_mut(entity).unwrap() = transform;
            if index % 50 == frame as usize % 50 {
                app.world_mut().entity_mut(entity).insert(CollisionExceptions::of([all[0]]));
            }
        }
        app.update();
        let mut texts = Vec::new();
        event_text::<Dim2>(&mut app, &mut texts);
        event_text::<Dim3>(&mut app, &mut texts);
        history.push(texts);
    }
    let collisions = app.world().resource::<Collisions<Dim2>>();
    let details = |touch: Touch<Dim2>| {
        let colliders = [touch.entity, touch.other].map(|entity| collisions.colliders().get(entity));
        format!("{touch:?} {:?} {:?} {colliders:?}", touch.contact(), touch.manifold())
    };
    let touches: Vec<_> = collisions.iter().map(details).collect();
    history.push(vec![
        touches.join("\n"),
        format!("{:?}", app.world().resource::<Collisions<Dim3>>().proximities().collect::<Vec<_>>()),
    ]);
    history
}

/// Returns the FNV-1a hash of all lines: the same on every platform, unlike the hashes of `core::hash`, which depend on
/// the size of `usize`.
pub fn hash(history: &[Vec<String>]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for byte in history.iter().flatten().flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// Runs the scene in a process of its own, since a process has a single thread pool.
#[test]
#[ignore = "the other tests run it, with numbers of threads"]
fn hash_of_a_run() {
    let number = |name| std::env::var(name).map_or(1, |value| value.parse().unwrap());
    let (threads, frames) = (number("GJK_THREADS") as usize, number("GJK_FRAMES"));
    let mut app = new_app();
    let compute = TaskPoolThreadAssignmentPolicy {
        min_threads: threads,
        max_threads: threads,
        percent: 1.0,
        on_thread_spawn: None,
        on_thread_destroy: None,
    };
    app.add_plugins(TaskPoolPlugin {
        task_pool_options: TaskPoolOptions { compute, max_total_threads: 64, ..Default::default() },
    });
    assert_eq!(ComputeTaskPool::get().thread_num(), threads);
    if number("GJK_SINGLE") == 1 {
        app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    }
    let history = run(app, frames);
    println!("{} events, hash {:x}", history.iter().flatten().count(), hash(&history));
}

fn in_a_process(threads: u32, single: u32, frames: u32) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "hash_of_a_run", "--nocapture"])
        .env("GJK_THREADS", threads.to_string())
        .env("GJK_SINGLE", single.to_string())
        .env("GJK_FRAMES", frames.to_string())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.contains("events, hash"));
    line.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr))).to_owned()
}

#[test]
fn one_thread_and_many_give_identical_events() {
    let frames = std::env::var("GJK_FRAMES").map_or(24, |frames| frames.parse().unwrap());
    let one = in_a_process(1, 1, frames);
    assert_eq!(in_a_process(1, 0, frames), one);
    assert_eq!(in_a_process(4, 0, frames), one);
    assert_eq!(in_a_process(3, 1, frames), one);
}
