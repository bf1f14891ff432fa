//! The same facts reach observers, on both entities.

mod common;

use bevy_ecs::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::{CollisionEvent as Event, Dim2, detect_collisions};
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use common::{Random, app, pair, set, step, step2};

#[derive(Resource, Default)]
struct Heard(Vec<(Entity, Entity, Option<EndReason>)>);

fn at(x: f32) -> Transform {
    Transform::from_xyz(x, 0.0, 0.0)
}

#[test]
fn both_entities_hear_of_it_and_the_survivor_of_the_end() {
    let mut app = app();
    app.init_resource::<Heard>();
    app.add_observer(|hit: On<CollisionStarted>, mut heard: ResMut<Heard>| {
        heard.0.push((hit.entity, hit.other, None));
    });
    app.add_observer(|end: On<CollisionEnded>, mut heard: ResMut<Heard>| {
        heard.0.push((end.entity, end.other, Some(end.reason)));
    });
    let a = app.world_mut().spawn((Collider::circle(1.0), at(0.0))).id();
    let b = app.world_mut().spawn((Collider::circle(1.0), at(1.5))).id();
    app.update();
    assert_eq!(core::mem::take(&mut app.world_mut().resource_mut::<Heard>().0), [(a, b, None), (b, a, None)]);
    app.world_mut().despawn(a);
    app.update();
    assert_eq!(app.world().resource::<Heard>().0, [(b, a, Some(EndReason::Despawned))]);
}

#[test]
fn an_entitys_own_observer_sees_the_contact_from_its_side() {
    let mut app = app();
    let seen = |expected: Vec2| {
        move |hit: On<CollisionStarted>, mut commands: Commands| {
            assert!((hit.contact.normal - expected).length() < 1e-6, "{hit:?}");
            commands.entity(hit.entity).insert(Name::new("seen"));
        }
    };
    let a = app.world_mut().spawn((Collider::circle(1.0), at(0.0))).observe(seen(Vec2::X)).id();
    let b = app.world_mut().spawn((Collider::circle(1.0), at(1.5))).observe(seen(Vec2::NEG_X)).id();
    app.update();
    assert!(app.world().get::<Name>(a).is_some() && app.world().get::<Name>(b).is_some());
}

#[test]
fn events_bubble_to_parents_if_asked_to() {
    let mut app = app();
    app.init_resource::<Heard>();
    let parent = app.world_mut().spawn(Transform::IDENTITY);
    let parent = parent.id();
    app.world_mut().entity_mut(parent).observe(|hit: On<CollisionStarted>, mut heard: ResMut<Heard>| {
        heard.0.push((hit.original_event_target(), hit.other, None));
    });
    let bubble = |mut hit: On<CollisionStarted>| hit.propagate(true);
    let child = app.world_mut().spawn((Collider::circle(1.0), at(0.0), ChildOf(parent))).observe(bubble).id();
    let other = app.world_mut().spawn((Collider::circle(1.0), at(1.0))).id();
    app.update();
    assert_eq!(app.world().resource::<Heard>().0, [(child, other, None)]);
}

#[test]
fn observers_may_despawn_what_they_hear_of() {
    let mut app = app();
    app.add_observer(|hit: On<CollisionStarted>, mut commands: Commands| {
        commands.entity(hit.entity).try_despawn();
        commands.entity(hit.other).try_despawn();
        commands.spawn((Collider::circle(1.0), at(100.0)));
    });
    for _ in 0..5 {
        app.world_mut().spawn((Collider::circle(1.0), at(0.0)));
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
        set(&mut app, entity, at(-100.0));
    }
    step2(&mut app);
}

/// Every fact that is told, in the order in which it is.
fn hear_all(app: &mut bevy_app::App) {
    app.init_resource::<Heard>();
    app.add_observer(|hit: On<CollisionStarted>, mut heard: ResMut<Heard>| {
        heard.0.push((hit.entity, hit.other, None));
    });
    app.add_observer(|end: On<CollisionEnded>, mut heard: ResMut<Heard>| {
        heard.0.push((end.entity, end.other, Some(end.reason)));
    });
}

fn heard(app: &mut bevy_app::App) -> Vec<(Entity, Entity, Option<EndReason>)> {
    core::mem::take(&mut app.world_mut().resource_mut::<Heard>().0)
}

#[test]
fn one_observer_on_the_whole_hears_of_all_its_parts() {
    let mut app = app();
    app.init_resource::<Heard>();
    let note = |hit: On<CollisionStarted>, mut heard: ResMut<Heard>| {
        heard.0.push((hit.entity, hit.original_event_target(), None));
    };
    let top = app.world_mut().spawn(Transform::IDENTITY).observe(note).id();
    let ship = app.world_mut().spawn((Transform::IDENTITY, ChildOf(top))).observe(note).id();
    let part = |x: f32| (Collider::circle(1.0), at(x), BubbleCollisions, ChildOf(ship));
    let left = app.world_mut().spawn(part(-10.0)).observe(note).id();
    let right = app.world_mut().spawn(part(10.0)).id();
    app.world_mut().spawn((Collider::circle(1.0), at(-10.5)));
    app.world_mut().spawn((Collider::circle(1.0), at(10.5)));
    app.update();
    let expected = [(left, left, None), (ship, left, None), (top, left, None)];
    assert_eq!(heard(&mut app)[..3], expected, "the target first, then its parents");
    // The ship's observer ends the way of the second one.
    app.world_mut().entity_mut(ship).observe(|mut hit: On<CollisionStarted>| hit.propagate(false));
    app.world_mut().spawn((Collider::circle(0.1), at(11.0)));
    app.update();
    assert_eq!(heard(&mut app), [(ship, right, None)]);
}

#[test]
fn the_order_of_insertion_does_not_matter() {
    for order in 0..3 {
        let mut app = app();
        app.init_resource::<Heard>();
        let note = |hit: On<CollisionStarted>, mut heard: ResMut<Heard>| {
            heard.0.push((hit.entity, hit.other, None));
        };
        let entity = app.world_mut().spawn_empty().id();
        for part in [order, order + 1, order + 2] {
            let mut entity = app.world_mut().entity_mut(entity);
            match part % 3 {
                0 => _ = entity.insert(Collider::circle(1.0)),
                1 => _ = entity.insert(at(3.0)),
                _ => _ = entity.observe(note),
            }
        }
        let other = app.world_mut().spawn((Collider::circle(1.0), at(3.5))).id();
        app.update();
        assert_eq!(heard(&mut app), [(entity, other, None)]);
    }
}

#[test]
fn what_despawned_itself_hears_no_more_and_its_partners_do() {
    let mut app = app();
    hear_all(&mut app);
    // The bomb touches both walls at once, and is gone after the first.
    let bomb = (Collider::circle(1.0), at(0.0));
    let explode = |hit: On<CollisionStarted>, mut commands: Commands| {
        commands.entity(hit.entity).despawn();
    };
    let bomb = app.world_mut().spawn(bomb).observe(explode).id();
    let [one, two] = [-1.5, 1.5].map(|x| app.world_mut().spawn((Collider::rectangle(2.0, 9.0), at(x))).id());
    let (started, _) = step2(&mut app);
    assert_eq!(started, [pair(bomb, one), pair(bomb, two)], "the messages tell what was");
    assert_eq!(heard(&mut app), [(bomb, one, None), (one, bomb, None), (two, bomb, None)]);
    let (started, ended) = step2(&mut app);
    assert!(started.is_empty());
    let gone = Some(EndReason::Despawned);
    assert_eq!(ended, [(pair(bomb, one), EndReason::Despawned), (pair(bomb, two), EndReason::Despawned)]);
    assert_eq!(heard(&mut app), [(one, bomb, gone), (two, bomb, gone)]);
    assert_eq!(step2(&mut app), (vec![], vec![]));
}

#[test]
fn observers_may_change_what_they_hear_of() {
    let mut app = app();
    hear_all(&mut app);
    let mut a = app.world_mut().spawn((Collider::circle(1.0), at(0.0)));
    a.observe(|hit: On<CollisionStarted>, mut commands: Commands| {
        commands.entity(hit.entity).remove::<Collider>();
        commands.entity(hit.other).insert(ColliderDisabled);
        commands.spawn((Collider::circle(1.0), at(7.0)));
        commands.spawn((Collider::circle(1.0), at(7.5)));
    });
    let a = a.id();
    let b = app.world_mut().spawn((Collider::circle(1.0), at(1.0))).id();
    app.update();
    assert_eq!(heard(&mut app), [(a, b, None), (b, a, None)]);
    let (started, ended) = step2(&mut app);
    assert_eq!(ended, [(pair(a, b), EndReason::Removed)]);
    assert_eq!(started.len(), 1, "the two that were spawned");
    let reason = Some(EndReason::Removed);
    assert_eq!(heard(&mut app)[..2], [(a, b, reason), (b, a, reason)], "both are still there");
    assert_eq!(step2(&mut app), (vec![], vec![]));
}

#[test]
fn an_observer_may_detect_by_hand() {
    let mut app = app();
    hear_all(&mut app);
    let a = app.world_mut().spawn((Collider::circle(1.0), at(0.0))).id();
    let b = app.world_mut().spawn((Collider::circle(1.0), at(1.0))).id();
    let c = app.world_mut().spawn((Collider::circle(1.0), at(-0.5))).id();
    // What the first observer brings about is told after all that came before.
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
    assert_eq!(heard(&mut app), [&begun[..], &ended[..]].concat());
    assert_eq!(step2(&mut app), (vec![], vec![]), "nothing is told twice");
}

#[test]
fn the_survivor_of_many_hears_of_each() {
    let mut app = app();
    hear_all(&mut app);
    let floor = app.world_mut().spawn(Collider::rectangle(100.0, 1.0)).id();
    let coins: Vec<_> =
        (0..20).map(|x| app.world_mut().spawn((Collider::circle(0.1), at(x as f32))).id()).collect();
    app.update();
    heard(&mut app);
    for &coin in &coins {
        app.world_mut().despawn(coin);
    }
    app.update();
    let reason = Some(EndReason::Despawned);
    assert_eq!(heard(&mut app), coins.iter().map(|&coin| (floor, coin, reason)).collect::<Vec<_>>());
}

/// Observers that do whatever comes to their mind: what observers hear is what the messages say, in the same
/// order, less what does not exist any more; and each touch begins once and ends once.
#[test]
fn unruly_observers_hear_exactly_what_the_messages_say() {
    #[derive(Resource)]
    struct Whim {
        random: Random,
        /// How often they may still detect by hand in this frame: else it might never end.
        by_hand: u32,
    }
    fn act(entity: Entity, other: Entity, whim: &mut Whim, commands: &mut Commands) {
        let Whim { random: whim, by_hand } = whim;
        let target = if whim.below(2) == 0 { entity } else { other };
        match whim.below(12) {
            0 => commands.entity(target).try_despawn(),
            1 => _ = commands.entity(target).try_remove::<Collider>(),
            2 => _ = commands.entity(target).try_insert(Collider::circle(whim.range(0.1, 1.0))),
            3 => _ = commands.entity(target).try_insert(ColliderDisabled),
            4 => _ = commands.entity(target).try_remove::<ColliderDisabled>(),
            5 => _ = commands.entity(target).try_insert(at(whim.range(-8.0, 8.0))),
            6 | 7 => _ = commands.spawn((Collider::circle(whim.range(0.1, 1.0)), at(whim.range(-8.0, 8.0)))),
            8 if *by_hand > 0 => {
                *by_hand -= 1;
                commands.queue(|world: &mut World| detect_collisions(world));
            }
            _ => {}
        }
    }
    let mut app = app();
    hear_all(&mut app);
    app.insert_resource(Whim { random: Random(5), by_hand: 0 });
    app.add_observer(|hit: On<CollisionStarted>, mut whim: ResMut<Whim>, mut commands: Commands| {
        act(hit.entity, hit.other, &mut whim, &mut commands);
    });
    app.add_observer(|end: On<CollisionEnded>, mut whim: ResMut<Whim>, mut commands: Commands| {
        act(end.entity, end.other, &mut whim, &mut commands);
    });
    let mut touching = std::collections::BTreeSet::new();
    let mut random = Random(9);
    let mut count = 0;
    for _ in 0..400 {
        for _ in 0..3 {
            let x = random.range(-8.0, 8.0);
            app.world_mut().spawn((Collider::circle(random.range(0.1, 1.0)), at(x)));
        }
        let mut rest: Vec<_> =
            app.world_mut().query_filtered::<Entity, With<Collider>>().iter(app.world()).collect();
        while rest.len() > 40 {
            app.world_mut().despawn(rest.swap_remove(random.below(rest.len() as u32) as usize));
        }
        app.world_mut().resource_mut::<Whim>().by_hand = 2;
        let events = step::<Dim2>(&mut app);
        let mut told = heard(&mut app).into_iter().peekable();
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
                let heard = told.next_if_eq(&(entity, other, reason)).is_some();
                assert!(heard || !app.world().entities().contains(entity), "{entity} did not hear {event:?}");
            }
            count += 1;
        }
        assert_eq!(told.next(), None, "nothing is told that no message says");
    }
    assert!(count > 1000, "{count}");
}
