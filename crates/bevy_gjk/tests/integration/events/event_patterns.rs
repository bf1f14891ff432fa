//! Observers that ask for components of the other entity.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

#[derive(Component)]
struct Enemy;

#[derive(Component)]
struct Wall;

/// The events that observers received: a label, the entity of the event, and the other entity.
#[derive(Resource, Default)]
struct Received(Vec<(&'static str, Entity, Entity)>);

fn circle(x: f32) -> (Collider, Transform) {
    (Collider::circle(1.0), at_x(x))
}

fn received(app: &mut App) -> Vec<(&'static str, Entity, Entity)> {
    core::mem::take(&mut app.resource_mut::<Received>().0)
}

fn recording_app() -> App {
    let mut app = app();
    app.init_resource::<Received>();
    app
}

/// Expands to an observer of a pattern or an event that records what it receives.
macro_rules! record {
    ($pattern:ty, $label:literal) => {
        |event: On<$pattern>, mut received: ResMut<Received>| {
            received.0.push(($label, event.entity, event.other))
        }
    };
}

#[test]
fn a_matched_event_has_the_point_of_view_of_its_entity() {
    let mut app = app();
    let check = |expected: Vec2| {
        move |hit: On<CollisionStartedWith<Enemy>>, mut commands: Commands| {
            assert!((hit.contact.normal - expected).length() < 1e-6, "{:?}", hit.event());
            assert_eq!(hit.original_event_target(), hit.entity);
            assert_eq!(hit.time, 1.0);
            commands.entity(hit.entity).insert(Name::new("checked"));
        }
    };
    let a = app.world_mut().spawn((circle(0.0), Enemy)).observe(check(Vec2::X)).id();
    let b = app.world_mut().spawn((circle(1.5), Enemy)).observe(check(Vec2::NEG_X)).id();
    app.update();
    assert!(app.world().get::<Name>(a).is_some() && app.world().get::<Name>(b).is_some());
}

#[test]
fn proximity_events_match_in_both_dimensions() {
    let mut app = recording_app();
    app.add_observer(record!(ProximityStartedWith<Enemy>, "near"));
    app.add_observer(record!(ProximityEndedWith<Enemy>, "not near"));
    app.add_observer(record!(dim3::ProximityStartedWith<Enemy>, "near in 3D"));
    app.add_observer(record!(dim3::ProximityEndedWith<Enemy>, "not near in 3D"));
    let a = app.spawn((circle(0.0), ProximityMargin(2.0)));
    let b = app.spawn((circle(3.0), Enemy));
    let ball = |x: f32| (dim3::Collider::sphere(1.0), at_x(x));
    let c = app.spawn((ball(0.0), ProximityMargin(2.0)));
    let d = app.spawn((ball(3.0), Enemy));
    app.update();
    let mut all = received(&mut app);
    all.sort();
    assert_eq!(all, [("near", a, b), ("near in 3D", c, d)]);
    set(&mut app, b, at_x(1.0));
    app.despawn(d);
    app.update();
    let mut all = received(&mut app);
    all.sort();
    assert_eq!(all, [("not near", a, b), ("not near in 3D", c, d)]);
}

#[test]
fn a_bundle_matches_any_of_its_components_once_and_the_empty_one_matches_all() {
    let mut app = recording_app();
    let mut player = app.world_mut().spawn(circle(0.0));
    player.observe(record!(CollisionStartedWith<(Enemy, Wall)>, "any"));
    player.observe(record!(CollisionStartedWith<()>, "all"));
    let player = player.id();
    let others = [
        app.spawn((circle(0.5), Enemy)),
        app.spawn((circle(0.6), Wall)),
        app.spawn((circle(0.7), Enemy, Wall)),
        app.spawn(circle(0.8)),
    ];
    app.update();
    let all = received(&mut app);
    let of = |label| {
        all.iter().filter(|(name, ..)| *name == label).map(|&(_, _, other)| other).collect::<Vec<_>>()
    };
    assert!(all.iter().all(|&(_, entity, _)| entity == player));
    assert_eq!(of("any"), others[..3]);
    assert_eq!(of("all"), others);
}

#[test]
fn an_end_event_matches_the_components_of_a_despawned_entity() {
    let mut app = recording_app();
    let player = app.world_mut().spawn(circle(0.0)).observe(record!(CollisionEndedWith<Enemy>, "enemy")).id();
    app.observe(player, record!(CollisionEndedWith<(Wall, Name)>, "wall"));
    let enemy = app.spawn((circle(0.5), Enemy));
    let wall = app.spawn((circle(0.6), Wall));
    let other = app.spawn(circle(0.7));
    let deserter = app.spawn((circle(0.8), Enemy));
    app.update();
    app.remove::<Enemy>(deserter);
    for gone in [enemy, wall, other, deserter] {
        app.despawn(gone);
    }
    app.update();
    assert_eq!(received(&mut app), [("enemy", player, enemy), ("wall", player, wall)]);
    // Its observers are used again if an entity reuses the same index.
    let next = app.spawn(circle(0.5));
    app.update();
    app.despawn(next);
    app.update();
    assert_eq!(received(&mut app), []);
}

#[test]
fn an_entity_despawned_by_an_observer_still_matches_for_the_others() {
    let mut app = recording_app();
    let enemy = app.spawn((circle(0.0), Enemy));
    let kill = |hit: On<CollisionStartedWith<Enemy>>, mut commands: Commands| {
        commands.entity(hit.other).try_despawn();
    };
    let one = app.world_mut().spawn(circle(1.5)).observe(kill).id();
    let two = app.world_mut().spawn(circle(-1.5)).observe(kill).id();
    app.observe(two, record!(CollisionStartedWith<Enemy>, "start"));
    app.add_observer(record!(CollisionStarted, "any start"));
    app.add_observer(record!(CollisionEndedWith<Enemy>, "end"));
    app.update();
    let expected = [
        ("any start", enemy, one),
        ("any start", one, enemy),
        ("any start", two, enemy),
        ("start", two, enemy),
    ];
    assert_eq!(received(&mut app), expected);
    app.update();
    assert_eq!(received(&mut app), [("end", one, enemy), ("end", two, enemy)]);
}

#[test]
fn pattern_observers_run_after_those_of_the_event_and_before_its_commands() {
    let mut app = recording_app();
    let mut bullet = app.world_mut().spawn(circle(0.0));
    bullet.observe(record!(CollisionStartedWith<Enemy>, "pattern"));
    bullet.observe(|hit: On<CollisionStarted>, mut received: ResMut<Received>, mut commands: Commands| {
        received.0.push(("event", hit.entity, hit.other));
        commands.entity(hit.entity).despawn();
        commands.entity(hit.other).despawn();
    });
    let bullet = bullet.id();
    let enemy = app.spawn((circle(0.5), Enemy));
    app.update();
    assert_eq!(received(&mut app), [("event", bullet, enemy), ("pattern", bullet, enemy)]);
}

/// A ship with two parts that bubble and one that does not, and an enemy at each.
struct Ship {
    top: Entity,
    ship: Entity,
    left: Entity,
    still: Entity,
    enemies: [Entity; 2],
}

fn ship(app: &mut App) -> Ship {
    let world = app.world_mut();
    let top = world.spawn(Transform::IDENTITY).id();
    let ship = world.spawn((Transform::IDENTITY, ChildOf(top))).id();
    let left = world.spawn((circle(-10.0), BubbleCollisions, ChildOf(ship))).id();
    let still = world.spawn((circle(10.0), ChildOf(ship))).id();
    let enemies = [world.spawn((circle(-10.5), Enemy)).id(), world.spawn((circle(10.5), Enemy)).id()];
    world.spawn(circle(-10.6));
    Ship { top, ship, left, still, enemies }
}

#[test]
fn matched_events_bubble_to_parents() {
    let mut app = recording_app();
    let Ship { top, ship, left, enemies, .. } = ship(&mut app);
    for entity in [top, ship] {
        let note = move |hit: On<CollisionStartedWith<Enemy>>, mut received: ResMut<Received>| {
            assert_eq!(hit.entity, entity);
            received.0.push(("bubbled", hit.original_event_target(), hit.other));
        };
        app.observe(entity, note);
    }
    // Global observers run at each step.
    app.add_observer(|hit: On<CollisionStartedWith<Enemy>>, mut received: ResMut<Received>| {
        received.0.push(("global", hit.entity, hit.other));
    });
    app.update();
    let all = received(&mut app);
    let of = |label| all.iter().filter(|event| event.0 == label).map(|&(_, a, b)| (a, b)).collect::<Vec<_>>();
    assert_eq!(of("bubbled"), [(left, enemies[0]); 2]);
    assert_eq!(of("global")[..3], [(left, enemies[0]), (ship, enemies[0]), (top, enemies[0])]);
}

#[test]
fn an_observer_of_the_event_stops_or_starts_the_bubbling_of_both() {
    let mut app = recording_app();
    let Ship { top, ship, left, still, enemies } = ship(&mut app);
    for entity in [top, ship] {
        let note = |hit: On<CollisionStartedWith<Enemy>>, mut received: ResMut<Received>| {
            received.0.push(("pattern", hit.entity, hit.original_event_target()));
        };
        app.observe(entity, note);
    }
    app.observe(still, |mut hit: On<CollisionStarted>| hit.propagate(true));
    app.observe(ship, |mut hit: On<CollisionStarted>| hit.propagate(false));
    app.update();
    assert_eq!(received(&mut app), [("pattern", ship, left), ("pattern", ship, still)]);
    assert!(app.resource::<Collisions>().contains(still, enemies[1]));
}

#[test]
fn an_observer_of_the_pattern_stops_or_starts_its_own_bubbling_alone() {
    let mut app = recording_app();
    let Ship { top, ship, left, still, enemies } = ship(&mut app);
    app.observe(top, record!(CollisionStartedWith<Enemy>, "pattern"));
    app.observe(top, record!(CollisionStarted, "event"));
    let raise = |mut hit: On<CollisionStartedWith<Enemy>>| {
        assert!(!hit.get_propagate());
        hit.propagate(true);
    };
    let stop = move |mut hit: On<CollisionStartedWith<Enemy>>| {
        assert!(hit.get_propagate());
        let rises = hit.original_event_target() != left;
        hit.propagate(rises);
    };
    app.observe(still, raise);
    app.observe(ship, stop);
    app.update();
    let all = received(&mut app);
    // The enemy and the other at the left.
    assert_eq!(all.iter().filter(|event| event.0 == "event").count(), 2);
    let pattern: Vec<_> = all.iter().filter(|event| event.0 == "pattern").collect();
    assert_eq!(pattern, [&("pattern", top, enemies[1])]);
}

#[test]
fn a_parent_may_match_another_component_than_its_child() {
    let mut app = recording_app();
    let parent = app.spawn(Transform::IDENTITY);
    app.observe(parent, record!(CollisionStartedWith<Wall>, "parent"));
    let raise = |mut hit: On<CollisionStartedWith<Enemy>>| hit.propagate(true);
    app.world_mut().spawn((circle(0.0), ChildOf(parent))).observe(raise);
    let both = app.spawn((circle(1.5), Enemy, Wall));
    // The child's observer does not match this one and lets nothing bubble.
    app.spawn((circle(-1.5), Wall));
    app.update();
    assert_eq!(received(&mut app), [("parent", parent, both)]);
}

#[test]
fn the_other_entity_is_that_of_the_compound() {
    let mut app = recording_app();
    let player =
        app.world_mut().spawn(circle(0.0)).observe(record!(CollisionStartedWith<Enemy>, "start")).id();
    let boss = app.spawn((at_x(0.0), CompoundCollider, Enemy));
    app.spawn((circle(0.5), ChildOf(boss)));
    // Here the collider belongs to the child, which is not an enemy.
    let parent = app.spawn((at_x(0.0), Enemy));
    app.spawn((circle(-0.5), ChildOf(parent)));
    app.update();
    assert_eq!(received(&mut app), [("start", player, boss)]);
}

#[test]
fn patterns_that_are_added_late_or_whose_recorders_are_despawned_still_match() {
    let mut app = recording_app();
    let player = app.spawn(circle(0.0));
    let enemies = [0.5, 0.6, 0.7].map(|x| app.spawn((circle(x), Enemy)));
    app.update();
    app.observe(player, record!(CollisionEndedWith<Enemy>, "end"));
    // Nothing happens in this frame, but the systems have run.
    app.update();
    app.despawn(enemies[0]);
    app.update();
    assert_eq!(received(&mut app), [("end", player, enemies[0])]);
    // An app may despawn all global observers.
    let all: Vec<_> = app.world_mut().query_filtered::<Entity, With<Observer>>().iter(app.world()).collect();
    for observer in all {
        if app.get::<Observer>(observer).descriptor().entities().is_empty() {
            app.despawn(observer);
        }
    }
    app.update();
    app.despawn(enemies[1]);
    app.update();
    assert_eq!(received(&mut app), [("end", player, enemies[1])]);
}
