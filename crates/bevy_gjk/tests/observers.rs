//! The same facts reach observers, on both entities.

mod common;

use bevy_ecs::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use common::{app, set, step2};

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
