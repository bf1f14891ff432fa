//! Observers of both entities receive the same transitions as the messages report.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::{CollisionEvent as Event, detect_collisions};

use crate::common::basics::*;

#[derive(Resource, Default)]
struct Received(Vec<(Entity, Entity, Option<EndReason>)>);

#[test]
fn observers_of_both_entities_receive_the_start_and_the_survivor_the_end() {
    let mut app = app();
    hear_all(&mut app);
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(1.5)));
    app.update();
    assert_eq!(received(&mut app), [(a, b, None), (b, a, None)]);
    app.world_mut().despawn(a);
    app.update();
    assert_eq!(app.resource::<Received>().0, [(b, a, Some(EndReason::Despawned))]);
}

#[test]
fn an_observer_receives_the_contact_from_the_point_of_view_of_its_entity() {
    let mut app = app();
    let seen = |expected: Vec2| {
        move |hit: On<CollisionStarted>, mut commands: Commands| {
            assert!((hit.contact.normal - expected).length() < 1e-6, "{hit:?}");
            commands.entity(hit.entity).insert(Name::new("seen"));
        }
    };
    let a = app.world_mut().spawn((Collider::circle(1.0), at_x(0.0))).observe(seen(Vec2::X)).id();
    let b = app.world_mut().spawn((Collider::circle(1.0), at_x(1.5))).observe(seen(Vec2::NEG_X)).id();
    app.update();
    assert!(app.world().get::<Name>(a).is_some() && app.world().get::<Name>(b).is_some());
}

#[test]
fn events_bubble_to_parents_if_asked_to() {
    let mut app = app();
    app.init_resource::<Received>();
    let parent = app.spawn(Transform::IDENTITY);
    app.world_mut().entity_mut(parent).observe(
        |hit: On<CollisionStarted>, mut received: ResMut<Received>| {
            received.0.push((hit.original_event_target(), hit.other, None));
        },
    );
    let bubble = |mut hit: On<CollisionStarted>| hit.propagate(true);
    let child =
        app.world_mut().spawn((Collider::circle(1.0), at_x(0.0), ChildOf(parent))).observe(bubble).id();
    let other = app.spawn((Collider::circle(1.0), at_x(1.0)));
    app.update();
    assert_eq!(app.resource::<Received>().0, [(child, other, None)]);
}

#[test]
fn observers_may_despawn_the_entities_of_their_event() {
    let mut app = app();
    app.add_observer(|hit: On<CollisionStarted>, mut commands: Commands| {
        commands.entity(hit.entity).try_despawn();
        commands.entity(hit.other).try_despawn();
        commands.spawn((Collider::circle(1.0), at_x(100.0)));
    });
    for _ in 0..5 {
        app.spawn((Collider::circle(1.0), at_x(0.0)));
    }
    let (started, ended) = step2(&mut app);
    assert_eq!((started.len(), ended.len()), (10, 0));
    for _ in 0..3 {
        step2(&mut app);
    }
    let survivors: Vec<_> =
        app.world_mut().query_filtered::<Entity, With<Collider>>().iter(app.world()).collect();
    assert!(survivors.len() <= 2, "each meets another and both go");
    for entity in survivors {
        set(&mut app, entity, at_x(-100.0));
    }
    step2(&mut app);
}

/// Records every event that observers receive, in order.
fn hear_all(app: &mut App) {
    app.init_resource::<Received>();
    app.add_observer(|hit: On<CollisionStarted>, mut received: ResMut<Received>| {
        received.0.push((hit.entity, hit.other, None));
    });
    app.add_observer(|end: On<CollisionEnded>, mut received: ResMut<Received>| {
        received.0.push((end.entity, end.other, Some(end.reason)));
    });
}

fn received(app: &mut App) -> Vec<(Entity, Entity, Option<EndReason>)> {
    core::mem::take(&mut app.world_mut().resource_mut::<Received>().0)
}

#[test]
fn one_observer_on_a_parent_receives_the_events_of_all_children() {
    let mut app = app();
    app.init_resource::<Received>();
    let note = |hit: On<CollisionStarted>, mut received: ResMut<Received>| {
        received.0.push((hit.entity, hit.original_event_target(), None));
    };
    let top = app.world_mut().spawn(Transform::IDENTITY).observe(note).id();
    let ship = app.world_mut().spawn((Transform::IDENTITY, ChildOf(top))).observe(note).id();
    let part = |x: f32| (Collider::circle(1.0), at_x(x), BubbleCollisions, ChildOf(ship));
    let left = app.world_mut().spawn(part(-10.0)).observe(note).id();
    let right = app.spawn(part(10.0));
    app.spawn((Collider::circle(1.0), at_x(-10.5)));
    app.spawn((Collider::circle(1.0), at_x(10.5)));
    app.update();
    let expected = [(left, left, None), (ship, left, None), (top, left, None)];
    assert_eq!(received(&mut app)[..3], expected, "the target first, then its parents");
    // The ship's observer stops the second event.
    app.world_mut().entity_mut(ship).observe(|mut hit: On<CollisionStarted>| hit.propagate(false));
    app.spawn((Collider::circle(0.1), at_x(11.0)));
    app.update();
    assert_eq!(received(&mut app), [(ship, right, None)]);
}

#[test]
fn the_order_of_insertion_does_not_matter() {
    for order in 0..3 {
        let mut app = app();
        app.init_resource::<Received>();
        let note = |hit: On<CollisionStarted>, mut received: ResMut<Received>| {
            received.0.push((hit.entity, hit.other, None));
        };
        let entity = app.world_mut().spawn_empty().id();
        for part in [order, order + 1, order + 2] {
            let mut entity = app.world_mut().entity_mut(entity);
            match part % 3 {
                0 => _ = entity.insert(Collider::circle(1.0)),
                1 => _ = entity.insert(at_x(3.0)),
                _ => _ = entity.observe(note),
            }
        }
        let other = app.spawn((Collider::circle(1.0), at_x(3.5)));
        app.update();
        assert_eq!(received(&mut app), [(entity, other, None)]);
    }
}

#[test]
fn a_despawned_entity_receives_no_events_and_its_partners_do() {
    let mut app = app();
    hear_all(&mut app);
    // The bomb touches both walls at once, and is despawned after the first.
    let bomb = (Collider::circle(1.0), at_x(0.0));
    let explode = |hit: On<CollisionStarted>, mut commands: Commands| {
        commands.entity(hit.entity).despawn();
    };
    let bomb = app.world_mut().spawn(bomb).observe(explode).id();
    let [one, two] = [-1.5, 1.5].map(|x| app.spawn((Collider::rectangle(2.0, 9.0), at_x(x))));
    let (started, _) = step2(&mut app);
    assert_eq!(started, [pair(bomb, one), pair(bomb, two)], "the messages report both touches");
    assert_eq!(received(&mut app), [(bomb, one, None), (one, bomb, None), (two, bomb, None)]);
    let (started, ended) = step2(&mut app);
    assert!(started.is_empty());
    let gone = Some(EndReason::Despawned);
    assert_eq!(ended, [(pair(bomb, one), EndReason::Despawned), (pair(bomb, two), EndReason::Despawned)]);
    assert_eq!(received(&mut app), [(one, bomb, gone), (two, bomb, gone)]);
    assert_eq!(step2(&mut app), (vec![], vec![]));
}

#[test]
fn observers_may_change_the_entities_of_their_event() {
    let mut app = app();
    hear_all(&mut app);
    let mut a = app.world_mut().spawn((Collider::circle(1.0), at_x(0.0)));
    a.observe(|hit: On<CollisionStarted>, mut commands: Commands| {
        commands.entity(hit.entity).remove::<Collider>();
        commands.entity(hit.other).insert(ColliderDisabled);
        commands.spawn((Collider::circle(1.0), at_x(7.0)));
        commands.spawn((Collider::circle(1.0), at_x(7.5)));
    });
    let a = a.id();
    let b = app.spawn((Collider::circle(1.0), at_x(1.0)));
    app.update();
    assert_eq!(received(&mut app), [(a, b, None), (b, a, None)]);
    let (started, ended) = step2(&mut app);
    assert_eq!(ended, [(pair(a, b), EndReason::Removed)]);
    assert_eq!(started.len(), 1, "the two that were spawned");
    let reason = Some(EndReason::Removed);
    assert_eq!(received(&mut app)[..2], [(a, b, reason), (b, a, reason)], "both are still there");
    assert_eq!(step2(&mut app), (vec![], vec![]));
}

#[test]
fn an_observer_may_call_detect_collisions() {
    let mut app = app();
    hear_all(&mut app);
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(1.0)));
    let c = app.spawn((Collider::circle(1.0), at_x(-0.5)));
    // The events that the first observer causes come after all pending ones.
    let part = move |hit: On<CollisionStarted>, mut commands: Commands| {
        if hit.other == b {
            commands.queue(move |world: &mut World| {
                world.get_mut::<Transform>(b).unwrap().translation.x = 50.0;
                detect_collisions(world);
                assert!(!world.resource::<Collisions>().contains(a, b));
            });
        }
    };
    app.world_mut().entity_mut(a).observe(part);
    app.update();
    let end = Some(EndReason::Separated);
    let begun = [(a, b, None), (b, a, None), (a, c, None), (c, a, None), (b, c, None), (c, b, None)];
    let ended = [(a, b, end), (b, a, end), (b, c, end), (c, b, end)];
    assert_eq!(received(&mut app), [&begun[..], &ended[..]].concat());
    assert_eq!(step2(&mut app), (vec![], vec![]), "no event is sent twice");
}

#[test]
fn the_survivor_receives_the_end_of_each_touch() {
    let mut app = app();
    hear_all(&mut app);
    let floor = app.spawn(Collider::rectangle(100.0, 1.0));
    let coins: Vec<_> = (0..20).map(|x| app.spawn((Collider::circle(0.1), at_x(x as f32)))).collect();
    app.update();
    received(&mut app);
    for &coin in &coins {
        app.world_mut().despawn(coin);
    }
    app.update();
    let reason = Some(EndReason::Despawned);
    assert_eq!(received(&mut app), coins.iter().map(|&coin| (floor, coin, reason)).collect::<Vec<_>>());
}

/// Observers change the world at random: they receive the events of the messages in the same order, except for
/// despawned entities, and each touch starts once and ends once.
#[test]
fn observers_that_change_the_world_receive_exactly_the_events_of_the_messages() {
    #[derive(Resource)]
    struct Whim {
        random: Random,
        /// How often observers may still call `detect_collisions` in this frame, which bounds the recursion.
        nested_runs: u32,
    }
    fn act(entity: Entity, other: Entity, whim: &mut Whim, commands: &mut Commands) {
        let Whim { random: whim, nested_runs } = whim;
        let target = if whim.below(2) == 0 { entity } else { other };
        match whim.below(12) {
            0 => commands.entity(target).try_despawn(),
            1 => _ = commands.entity(target).try_remove::<Collider>(),
            2 => _ = commands.entity(target).try_insert(Collider::circle(whim.range(0.1, 1.0))),
            3 => _ = commands.entity(target).try_insert(ColliderDisabled),
            4 => _ = commands.entity(target).try_remove::<ColliderDisabled>(),
            5 => _ = commands.entity(target).try_insert(at_x(whim.range(-8.0, 8.0))),
            6 | 7 => {
                _ = commands.spawn((Collider::circle(whim.range(0.1, 1.0)), at_x(whim.range(-8.0, 8.0))));
            }
            8 if *nested_runs > 0 => {
                *nested_runs -= 1;
                commands.queue(|world: &mut World| detect_collisions(world));
            }
            _ => {}
        }
    }
    let mut app = app();
    hear_all(&mut app);
    app.insert_resource(Whim { random: Random(5), nested_runs: 0 });
    app.add_observer(|hit: On<CollisionStarted>, mut whim: ResMut<Whim>, mut commands: Commands| {
        act(hit.entity, hit.other, &mut whim, &mut commands);
    });
    app.add_observer(|end: On<CollisionEnded>, mut whim: ResMut<Whim>, mut commands: Commands| {
        act(end.entity, end.other, &mut whim, &mut commands);
    });
    let mut touching = BTreeSet::new();
    let mut random = Random(9);
    let mut count = 0;
    for _ in 0..400 {
        for _ in 0..3 {
            let x = random.range(-8.0, 8.0);
            app.spawn((Collider::circle(random.range(0.1, 1.0)), at_x(x)));
        }
        let mut rest: Vec<_> =
            app.world_mut().query_filtered::<Entity, With<Collider>>().iter(app.world()).collect();
        while rest.len() > 40 {
            app.world_mut().despawn(rest.swap_remove(random.below(rest.len() as u32) as usize));
        }
        app.world_mut().resource_mut::<Whim>().nested_runs = 2;
        let events = step::<Dim2>(&mut app);
        let mut remaining = received(&mut app).into_iter().peekable();
        for event in events {
            let [a, b] = event.entities();
            let reason = match event {
                Event::Started { .. } => {
                    assert!(touching.insert([a, b]), "began twice");
                    None
                }
                Event::Ended { reason, .. } => {
                    assert!(touching.remove(&[a, b]), "ended twice");
                    Some(reason)
                }
            };
            for (entity, other) in [(a, b), (b, a)] {
                let is_received = remaining.next_if_eq(&(entity, other, reason)).is_some();
                assert!(
                    is_received || !app.world().entities().contains(entity),
                    "{entity} did not receive {event:?}"
                );
            }
            count += 1;
        }
        assert_eq!(remaining.next(), None, "observers receive no event without a message");
    }
    assert!(count > 1000, "{count}");
}
