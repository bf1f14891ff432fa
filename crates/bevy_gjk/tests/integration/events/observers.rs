//! Observers of both entities receive the same transitions as the messages report.

use bevy_gjk::detect_collisions;
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

#[derive(Resource, Default)]
struct Received(Vec<(Entity, Entity, Option<EndReason>)>);

fn circle(x: f32) -> (Collider, Transform) {
    (Collider::circle(1.0), at_x(x))
}

#[test]
fn events_bubble_to_parents_if_asked_to() {
    let mut app = app();
    app.init_resource::<Received>();
    let parent = app.spawn(Transform::IDENTITY);
    app.observe(parent, |hit: On<CollisionStarted>, mut received: ResMut<Received>| {
        received.0.push((hit.original_event_target(), hit.other, None));
    });
    let bubble = |mut hit: On<CollisionStarted>| hit.propagate(true);
    let child = app.world_mut().spawn((circle(0.0), ChildOf(parent))).observe(bubble).id();
    let other = app.spawn(circle(1.0));
    app.update();
    assert_eq!(app.resource::<Received>().0, [(child, other, None)]);
}

fn received(app: &mut App) -> Vec<(Entity, Entity, Option<EndReason>)> {
    core::mem::take(&mut app.resource_mut::<Received>().0)
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
    app.spawn(circle(-10.5));
    app.spawn(circle(10.5));
    app.update();
    let expected = [(left, left, None), (ship, left, None), (top, left, None)];
    assert_eq!(received(&mut app)[..3], expected, "the target first, then its parents");
    // The ship's observer stops the second event.
    app.observe(ship, |mut hit: On<CollisionStarted>| hit.propagate(false));
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
        let other = app.spawn(circle(3.5));
        app.update();
        assert_eq!(received(&mut app), [(entity, other, None)]);
    }
}

/// Half of the circles; observers of patterns ask for them.
#[derive(Component)]
struct Enemy;

/// A random game: what its observers received in a frame, and how they change the world.
#[derive(Resource)]
struct Whim {
    random: Random,
    /// How often observers may still call `detect_collisions` in this frame, which bounds the recursion.
    nested_runs: u32,
    /// The entities with `Enemy`, and those that had it when they were despawned.
    enemies: [BTreeSet<Entity>; 2],
    /// The events, with the reasons of ends, and whether the other entity is an enemy.
    received: Vec<(Entity, Entity, Option<EndReason>, bool)>,
    /// The events that observers of patterns received, and whether they are starts.
    matched: Vec<(Entity, Entity, bool)>,
}

impl Whim {
    fn receive(&mut self, entity: Entity, other: Entity, end: Option<EndReason>, commands: &mut Commands) {
        let is_enemy = self.enemies.iter().any(|enemies| enemies.contains(&other));
        self.received.push((entity, other, end, is_enemy));
        self.act([entity, other], commands);
    }

    fn match_enemy(&mut self, entity: Entity, other: Entity, starts: bool, commands: &mut Commands) {
        self.matched.push((entity, other, starts));
        self.act([entity, other], commands);
    }

    fn act(&mut self, entities: [Entity; 2], commands: &mut Commands) {
        let random = &mut self.random;
        let target = entities[random.below(2) as usize];
        match random.below(18) {
            0 => commands.entity(target).try_despawn(),
            1 => _ = commands.entity(target).try_remove::<Collider>(),
            2 => _ = commands.entity(target).try_insert(Collider::circle(random.range(0.1, 1.0))),
            3 => _ = commands.entity(target).try_insert(ColliderDisabled),
            4 => _ = commands.entity(target).try_remove::<ColliderDisabled>(),
            5 => _ = commands.entity(target).try_insert(at_x(random.range(-8.0, 8.0))),
            6 => _ = commands.spawn(random_circle(random)),
            7 => _ = commands.spawn((random_circle(random), Enemy)),
            8 if self.nested_runs > 0 => {
                self.nested_runs -= 1;
                commands.queue(|world: &mut World| detect_collisions(world));
            }
            9 | 10 => _ = commands.entity(target).try_insert(Enemy),
            11 => _ = commands.entity(target).try_remove::<Enemy>(),
            _ => {}
        }
    }
}

fn random_circle(random: &mut Random) -> (Collider, Transform) {
    (Collider::circle(random.range(0.1, 1.0)), at_x(random.range(-8.0, 8.0)))
}

fn whimsical_app() -> App {
    let mut app = app();
    app.insert_resource(Whim {
        random: Random(5),
        nested_runs: 0,
        enemies: Default::default(),
        received: vec![],
        matched: vec![],
    });
    app.add_observer(|add: On<Add<Enemy>>, mut whim: ResMut<Whim>| _ = whim.enemies[0].insert(add.entity));
    app.add_observer(|gone: On<Remove<Enemy>>, mut whim: ResMut<Whim>| {
        whim.enemies[0].remove(&gone.entity);
    });
    app.add_observer(|gone: On<Despawn<Enemy>>, mut whim: ResMut<Whim>| {
        whim.enemies[1].insert(gone.entity);
    });
    app.add_observer(|hit: On<CollisionStarted>, mut whim: ResMut<Whim>, mut commands: Commands| {
        whim.receive(hit.entity, hit.other, None, &mut commands);
    });
    app.add_observer(|end: On<CollisionEnded>, mut whim: ResMut<Whim>, mut commands: Commands| {
        whim.receive(end.entity, end.other, Some(end.reason), &mut commands);
    });
    app.add_observer(
        |hit: On<CollisionStartedWith<Enemy>>, mut whim: ResMut<Whim>, mut commands: Commands| {
            whim.match_enemy(hit.entity, hit.other, true, &mut commands);
        },
    );
    app.add_observer(|end: On<CollisionEndedWith<Enemy>>, mut whim: ResMut<Whim>, mut commands: Commands| {
        whim.match_enemy(end.entity, end.other, false, &mut commands);
    });
    app
}

/// Whatever observers do to the world, they receive the events of the messages in the same order, except for despawned
/// entities, each touch starts once and ends once, and patterns match exactly the events whose other entity has the
/// component, or had it when it was despawned.
#[test]
fn observers_that_change_the_world_receive_exactly_the_events_of_the_messages() {
    let mut app = whimsical_app();
    let mut touching = BTreeSet::new();
    let mut random = Random(9);
    // Messages, and events that match the pattern, that do not, and that match since the enemy was despawned.
    let mut counts = [0; 4];
    for _ in 0..400 {
        for kind in 0..4 {
            let circle = app.spawn(random_circle(&mut random));
            if kind < 2 {
                app.insert(circle, Enemy);
            }
        }
        let mut rest: Vec<_> =
            app.world_mut().query_filtered::<Entity, With<Collider>>().iter(app.world()).collect();
        while rest.len() > 40 {
            app.despawn(rest.swap_remove(random.below(rest.len() as u32) as usize));
        }
        app.resource_mut::<Whim>().nested_runs = 2;
        let events = step::<Dim2>(&mut app);
        let mut whim = app.resource_mut::<Whim>();
        let (received, matched) = (core::mem::take(&mut whim.received), core::mem::take(&mut whim.matched));
        let (enemies, others): (Vec<_>, Vec<_>) = received.iter().partition(|event| event.3);
        let matching = enemies.iter().map(|&&(entity, other, end, _)| (entity, other, end.is_none()));
        assert_eq!(matched, matching.collect::<Vec<_>>());
        counts[1] += matched.len();
        counts[2] += others.len();
        counts[3] += matched.iter().filter(|event| whim.enemies[1].contains(&event.1)).count();
        let mut remaining = received.iter().map(|&(entity, other, end, _)| (entity, other, end)).peekable();
        for event in events {
            let [a, b] = event.entities();
            let (changed, end) = match event {
                CollisionEvent::Started { .. } => (touching.insert([a, b]), None),
                CollisionEvent::Ended { reason, .. } => (touching.remove(&[a, b]), Some(reason)),
            };
            assert!(changed, "{event:?} comes twice");
            for (entity, other) in [(a, b), (b, a)] {
                let is_received = remaining.next_if_eq(&(entity, other, end)).is_some();
                let exists = app.world().entities().contains(entity);
                assert!(is_received || !exists, "{entity} did not receive {event:?}");
            }
            counts[0] += 1;
        }
        assert_eq!(remaining.next(), None, "observers receive no event without a message");
    }
    assert!(counts[0] > 1000 && counts.iter().all(|&count| count > 300), "{counts:?}");
}
