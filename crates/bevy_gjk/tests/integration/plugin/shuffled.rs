//! The events do not depend on the order in which plugins and systems are added, nor on which of them runs first where
//! an app leaves that open.

use bevy::ecs::schedule::MultiThreadedExecutor;
use bevy_app::Update;
use bevy_gjk::touching::Touching;
use bevy_transform::TransformPlugin;

use crate::common::prelude::*;

/// How many apps are compared.
const APPS: u64 = 1000;
const FRAMES: u32 = 6;
/// The colliders of a group, which a system of its own moves.
const GROUP: u32 = 8;
const GROUPS: u32 = 4;

/// Which system moves the entity, and its number there.
#[derive(Component, Clone, Copy)]
struct Member {
    group: u32,
    number: u32,
}

/// The frames so far.
#[derive(Resource, Default)]
struct Frame(u32);

/// What the messages and observers of one dimension said, in their order.
#[derive(Resource)]
struct Heard<D>(Vec<String>, core::marker::PhantomData<D>);

impl<D> Default for Heard<D> {
    fn default() -> Self {
        Self(Vec::new(), core::marker::PhantomData)
    }
}

/// Moves the members of one group; those of all groups are disjoint.
fn move_group<const G: u32>(frame: Res<Frame>, mut all: Query<(&Member, &mut Transform)>) {
    for (member, mut transform) in all.iter_mut().filter(|(member, _)| member.group == G) {
        let mut random = Random(u64::from(frame.0) << 32 | u64::from(G * GROUP + member.number));
        transform.translation = Vec3::new(random.range(-2.0, 2.0), random.range(-2.0, 2.0), 0.0);
    }
}

fn hear<D: Dimension>(mut events: MessageReader<CollisionEvent<D>>, mut heard: ResMut<Heard<D>>) {
    heard.0.extend(events.read().map(|event| format!("{event:?}")));
}

fn observe<D: Dimension>(app: &mut App) {
    app.add_observer(|start: On<CollisionStarted<D>>, mut heard: ResMut<Heard<D>>| {
        heard.0.push(format!("{:?}", start.event()));
    });
    app.add_observer(|end: On<CollisionEnded<D>>, mut heard: ResMut<Heard<D>>| {
        heard.0.push(format!("{:?}", end.event()));
    });
}

/// Does nothing, but takes part in the order of the schedule and forces others to wait.
fn idle<const N: u32>(_: Query<&Transform>) {}
fn idle_exclusive<const N: u32>(_: &mut World) {}

/// Adds one thing to an app.
type Step = Box<dyn FnOnce(&mut App)>;

/// Returns what an app consists of, in any order but that of the schedules.
fn steps() -> Vec<Step> {
    fn step(add: impl FnOnce(&mut App) + 'static) -> Step {
        Box::new(add)
    }
    vec![
        step(|app| _ = app.add_plugins(dim2::CollisionPlugin::default())),
        step(|app| _ = app.add_plugins(dim3::CollisionPlugin::default())),
        step(|app| _ = app.add_plugins(TransformPlugin)),
        step(|app| _ = app.add_systems(Update, move_group::<0>)),
        step(|app| _ = app.add_systems(Update, move_group::<1>)),
        step(|app| _ = app.add_systems(Update, move_group::<2>)),
        step(|app| _ = app.add_systems(Update, move_group::<3>)),
        step(|app| _ = app.add_systems(PostUpdate, hear::<Dim2>.after(CollisionSystems::Events))),
        step(|app| _ = app.add_systems(PostUpdate, hear::<Dim3>.after(CollisionSystems::Events))),
        step(|app| _ = app.add_systems(PostUpdate, idle::<0>)),
        step(|app| _ = app.add_systems(PostUpdate, (idle::<1>, idle::<2>))),
        step(|app| _ = app.add_systems(PostUpdate, idle_exclusive::<0>)),
        step(|app| _ = app.add_systems(PostUpdate, idle_exclusive::<1>.before(CollisionSystems::Prepare))),
        step(|app| _ = app.add_systems(PostUpdate, idle_exclusive::<2>.after(CollisionSystems::NarrowPhase))),
    ]
}

/// Returns what an app says whose parts are added in a random order.
fn run(seed: u64) -> [Vec<String>; 2] {
    let mut random = Random(seed);
    let mut steps = steps();
    let mut app = App::new();
    app.add_plugins(bevy::app::TaskPoolPlugin::default());
    app.init_resource::<Frame>().init_resource::<Heard<Dim2>>().init_resource::<Heard<Dim3>>();
    while !steps.is_empty() {
        let next = random.below(steps.len() as u32) as usize;
        steps.swap_remove(next)(&mut app);
    }
    observe::<Dim2>(&mut app);
    observe::<Dim3>(&mut app);
    let is_single_threaded = random.below(2) == 0;
    for label in [Update.intern(), PostUpdate.intern()] {
        app.edit_schedule(label, |schedule| {
            _ = if is_single_threaded {
                schedule.set_executor(SingleThreadedExecutor::new())
            } else {
                schedule.set_executor(MultiThreadedExecutor::new())
            };
        });
    }
    for group in 0..GROUPS {
        for number in 0..GROUP {
            let member = (
                Member { group, number },
                Transform::default(),
                Touching::<Dim2>::default(),
                Touching::<Dim3>::default(),
            );
            if group % 2 == 0 {
                app.spawn((dim2::Collider::circle(0.5), member));
            } else {
                app.spawn((dim3::Collider::sphere(0.5), member));
            }
        }
    }
    for frame in 0..FRAMES {
        app.insert_resource(Frame(frame));
        app.update();
    }
    let world = app.world_mut();
    [
        core::mem::take(&mut world.resource_mut::<Heard<Dim2>>().0),
        core::mem::take(&mut world.resource_mut::<Heard<Dim3>>().0),
    ]
}

#[test]
fn a_thousand_shuffled_apps_say_the_same() {
    let expected = run(0);
    assert!(expected.iter().all(|heard| heard.len() > 100), "{:?}", expected.each_ref().map(Vec::len));
    for seed in 1..APPS {
        let heard = run(seed);
        for (dimension, (heard, expected)) in heard.iter().zip(&expected).enumerate() {
            let differs = heard.iter().zip(expected).position(|(one, two)| one != two);
            assert_eq!(differs, None, "seed {seed}, dimension {}", dimension + 2);
            assert_eq!(heard.len(), expected.len(), "seed {seed}, dimension {}", dimension + 2);
        }
    }
}
