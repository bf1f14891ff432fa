//! Each phase can be replaced by a custom system, and the events stay the same.

use bevy_gjk::Collisions as Held;
use bevy_gjk::custom_phases::{ColliderSettings, PairState};
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// Counts the indices of the entities of an event from the first one that was spawned: a phase that is replaced leaves
/// out resources, which are entities, too.
fn count_from(first: Entity, event: bevy_gjk::CollisionEvent<Dim3>) -> bevy_gjk::CollisionEvent<Dim3> {
    use bevy_gjk::CollisionEvent::{Ended, Started};
    let count = |entity: Entity| Entity::from_raw_u32(entity.index_u32() - first.index_u32()).unwrap();
    match event {
        Started { a, b, contact, time } => Started { a: count(a), b: count(b), contact, time },
        Ended { a, b, reason } => Ended { a: count(a), b: count(b), reason },
    }
}

/// Runs boxes, spheres and a few proximities that are moved, edited, disabled and despawned for 120 frames, and
/// returns the events of each frame.
fn run_script(mut app: App) -> Vec<Vec<bevy_gjk::CollisionEvent<Dim3>>> {
    let mut random = Random(77);
    let mut all: Vec<Entity> = Vec::new();
    let mut frames = Vec::new();
    let first = app.world_mut().spawn_empty().id();
    for frame in 0..120 {
        if all.len() < 50 {
            let margin = ProximityMargin(random.range(0.0, 1.0));
            all.push(app.spawn((dim3::Collider::cuboid(1.0, 2.0, 0.5), margin)));
        } else if frame % 9 == 0 {
            app.world_mut().despawn(all.swap_remove(random.below(50) as usize));
        }
        for &entity in &all {
            let mut entity = app.world_mut().entity_mut(entity);
            match random.below(20) {
                0 => _ = entity.insert(dim3::Collider::sphere(random.range(0.1, 1.5))),
                1 => _ = entity.insert(CollisionLayers::new(1 << random.below(2), LayerMask::ALL)),
                2 => _ = entity.insert(ColliderDisabled),
                3 => _ = entity.remove::<ColliderDisabled>(),
                4..=10 => {
                    let mut transform = entity.get_mut::<Transform>().unwrap();
                    let mut place = || random.range(-3.0, 3.0);
                    transform.translation = Vec3::new(place(), place(), place());
                    transform.rotation = Quat::from_rotation_x(place());
                }
                _ => {}
            }
        }
        let events = step::<Dim3>(&mut app).into_iter();
        frames.push(events.map(|event| count_from(first, event)).collect::<Vec<_>>());
    }
    assert!(frames.iter().flatten().count() > 500);
    frames
}

fn brute_force_pairs<D: Dimension>(mut collisions: ResMut<Held<D>>) {
    collisions.update_pairs(|colliders, pairs| {
        for changed in colliders.changed() {
            for other in colliders.iter().filter(|other| other.bounds().overlaps(&changed.bounds())) {
                pairs.push(changed, other);
            }
        }
    });
}

fn test_without_caches<D: Dimension>(mut collisions: ResMut<Held<D>>) {
    collisions.test_pairs(Default::default(), |[a, b], _, _| {
        let (one, two) = (a.placed().unwrap(), b.placed().unwrap());
        if gjk::intersects(&one, &two) {
            return PairState::Touching;
        }
        match gjk::closest_points(&one, &two) {
            Some(closest) if closest.distance <= a.margin().max(b.margin()) => PairState::Near(closest),
            _ => PairState::Apart,
        }
    });
}

/// The components of the colliders in the script.
type Parts = (
    Entity,
    &'static dim3::Collider,
    &'static GlobalTransform,
    Option<&'static CollisionLayers>,
    &'static ProximityMargin,
);

/// Does what the plugin's own phase does, without the features that the script does not need.
fn bounds(
    mut collisions: ResMut<dim3::Collisions>,
    all: Query<Parts, Without<ColliderDisabled>>,
    disabled: Query<(), With<ColliderDisabled>>,
) {
    collisions.update_colliders(
        |colliders| {
            for (entity, shape, transform, layers, margin) in &all {
                let layers = layers.copied().unwrap_or_default();
                let settings = ColliderSettings { layers, margin: margin.0, ..Default::default() };
                colliders.write(entity, shape, transform.affine(), &settings).unwrap();
            }
        },
        |entity| if disabled.contains(entity) { EndReason::Disabled } else { EndReason::Despawned },
    );
}

fn events(mut collisions: ResMut<dim3::Collisions>, mut messages: MessageWriter<dim3::CollisionEvent>) {
    collisions.take_events(|event| _ = messages.write(event), |_| ());
}

type Fact = (bool, [Entity; 2], Option<EndReason>);

/// Contacts may differ in the last digits if a query starts from another cache.
fn event_summaries(frames: Vec<Vec<bevy_gjk::CollisionEvent<Dim3>>>) -> Vec<Vec<Fact>> {
    let fact = |event: &bevy_gjk::CollisionEvent<Dim3>| {
        let reason = match event {
            bevy_gjk::CollisionEvent::Ended { reason, .. } => Some(*reason),
            bevy_gjk::CollisionEvent::Started { .. } => None,
        };
        (event.is_started(), event.entities(), reason)
    };
    frames.iter().map(|frame| frame.iter().map(fact).collect()).collect()
}

#[test]
fn a_custom_broad_phase_gives_identical_events() {
    let ours = run_script(app_with(dim3::CollisionPlugin::default()));
    let plugin = dim3::CollisionPlugin::default();
    let theirs =
        run_script(app_with(plugin.replace(CollisionSystems::BroadPhase, brute_force_pairs::<Dim3>)));
    assert_eq!(ours, theirs);
}

/// The plugin's own broad phase has not seen the changes of the runs in which a custom one ran.
#[test]
fn a_custom_broad_phase_may_run_in_some_frames_only() {
    let with_stand_in = |period: u32, length: u32| {
        let mut app = app_with(dim3::CollisionPlugin::default());
        let mut frame = 0;
        let stands_in = move || {
            frame += 1;
            frame % period < length
        };
        let stand_in = brute_force_pairs::<Dim3>.after(CollisionSystems::Prepare);
        let stand_in = stand_in.before(CollisionSystems::BroadPhase).run_if(stands_in);
        app.add_systems(PostUpdate, stand_in);
        run_script(app)
    };
    let ours = with_stand_in(1, 0);
    for (period, length) in [(2, 1), (10, 1), (10, 9), (40, 20)] {
        assert!(with_stand_in(period, length) == ours, "{length} of {period} frames");
    }
}

#[test]
fn all_other_custom_phases_give_the_same_events() {
    let ours = run_script(app_with(dim3::CollisionPlugin::default()));
    let plugin = dim3::CollisionPlugin::default().replace(CollisionSystems::Prepare, bounds);
    assert_eq!(run_script(app_with(plugin)), ours);
    let plugin = dim3::CollisionPlugin::default().replace(CollisionSystems::Events, events);
    assert_eq!(run_script(app_with(plugin)), ours);
    let plugin = dim3::CollisionPlugin::default();
    let plugin = plugin.replace(CollisionSystems::NarrowPhase, test_without_caches::<Dim3>);
    assert_eq!(event_summaries(run_script(app_with(plugin))), event_summaries(ours));
}

#[test]
fn a_phase_that_is_left_out_does_nothing() {
    let mut app = app_with(CollisionPlugin::default().without(CollisionSystems::Events));
    app.spawn(Collider::circle(1.0));
    let other = app.spawn(Collider::circle(1.0));
    assert_eq!(step2(&mut app), (vec![], vec![]), "no events are sent");
    assert_eq!(app.resource::<Collisions>().iter().count(), 1, "the touch is stored");
    app.world_mut().despawn(other);
    step2(&mut app);
    let mut order = Vec::new();
    let mut collisions = app.world_mut().resource_mut::<Collisions>();
    collisions.take_events(|event| order.push(event.is_started()), |_| ());
    assert_eq!(order, [true, false], "kept until asked for, run by run");
}

#[test]
fn system_sets_order_custom_systems() {
    #[derive(Resource, Default)]
    struct Log(Vec<&'static str>);
    let mut app = app_with(CollisionPlugin::default());
    app.init_resource::<Log>();
    app.spawn(Collider::circle(1.0));
    app.spawn((Collider::circle(1.0), ProximityMargin(1.0)));
    use CollisionSystems::{BroadPhase, Events, Filter, NarrowPhase, Overlay, Prepare};
    fn note(what: &'static str) -> impl FnMut(ResMut<Log>) {
        move |mut log: ResMut<Log>| log.0.push(what)
    }
    let schedule = PostUpdate.intern();
    app.add_systems(schedule, note("overlay").in_set(Overlay));
    app.add_systems(schedule, note("events").in_set(Events));
    app.add_systems(schedule, note("narrow").in_set(NarrowPhase));
    app.add_systems(schedule, note("filter").in_set(Filter));
    app.add_systems(schedule, note("broad").in_set(BroadPhase));
    app.add_systems(schedule, note("bounds").in_set(Prepare));
    app.update();
    assert_eq!(app.resource::<Log>().0, ["bounds", "broad", "filter", "narrow", "events", "overlay"]);
    // The results of each phase can be read.
    let collisions = app.resource::<Collisions>();
    assert_eq!(collisions.colliders().iter().count(), 2);
    assert_eq!(collisions.colliders().changed().count(), 0, "the pairs have been found");
    let enlarged = collisions.colliders().iter().find(|collider| collider.margin() > 0.0).unwrap();
    assert!((enlarged.bounds().max.x - 2.0).abs() < 1e-5);
    assert!(collisions.colliders().get(enlarged.entity()).is_some());
    assert!(collisions.colliders().get(Entity::PLACEHOLDER).is_none());
}

#[test]
fn a_custom_broad_phase_works_in_2d() {
    let plugin = CollisionPlugin::default().replace(CollisionSystems::BroadPhase, brute_force_pairs::<Dim2>);
    let mut app = app_with(plugin);
    app.spawn(Collider::circle(1.0));
    app.spawn(Collider::circle(1.0));
    assert_eq!(step2(&mut app).0.len(), 1);
}
