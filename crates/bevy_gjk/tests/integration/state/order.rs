//! Keys of the app in place of the indices of entities.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// Spawns colliders on one point, in this order of their keys, and returns the keys of the pairs in the order of
/// events.
fn spawned(keys: &[Option<u64>]) -> (App, Vec<Entity>) {
    let mut app = app();
    let spawn = |key: &Option<u64>| {
        let entity = app.spawn((Collider::circle(1.0), Transform::default()));
        if let Some(key) = key {
            app.insert(entity, CollisionOrder(*key));
        }
        entity
    };
    let entities = keys.iter().map(spawn).collect();
    (app, entities)
}

fn pairs(app: &mut App, entities: &[Entity]) -> Vec<[usize; 2]> {
    let index = |entity| entities.iter().position(|&other| other == entity).unwrap();
    step::<Dim2>(app).iter().map(|event| event.entities().map(index)).collect()
}

#[test]
fn events_and_touches_come_in_the_order_of_keys() {
    let (mut app, entities) = spawned(&[Some(7), None, Some(3), Some(u64::MAX)]);
    let expected = [[2, 0], [2, 3], [2, 1], [0, 3], [0, 1], [3, 1]];
    assert_eq!(pairs(&mut app, &entities), expected);
    let index = |entity| entities.iter().position(|&other| other == entity).unwrap();
    let collisions = app.resource::<Collisions>();
    let touches: Vec<_> = collisions.iter().map(|touch| [touch.entity, touch.other].map(index)).collect();
    assert_eq!(touches, expected);
    let mut contacts = Vec::new();
    collisions.contacts(&mut contacts);
    let contacts: Vec<_> = contacts.iter().map(|touch| [touch.a, touch.b].map(index)).collect();
    assert_eq!(contacts, expected);
}

#[test]
fn a_key_that_changes_turns_touches_without_an_event() {
    let (mut app, entities) = spawned(&[Some(1), Some(2), None]);
    assert_eq!(pairs(&mut app, &entities), [[0, 1], [0, 2], [1, 2]]);
    app.insert(entities[0], CollisionOrder(5));
    assert_eq!(pairs(&mut app, &entities), [[0; 2]; 0]);
    app.remove::<CollisionOrder>(entities[1]);
    app.insert(entities[2], CollisionOrder(0));
    assert_eq!(pairs(&mut app, &entities), [[0; 2]; 0]);
    let collisions = app.resource::<Collisions>();
    let touches: Vec<_> = collisions.iter().map(|touch| touch.entity).collect();
    assert_eq!(touches, [entities[2], entities[2], entities[0]]);
    assert!(collisions.iter().all(|touch| touch.runs == 2));
    assert!(collisions.contains(entities[1], entities[0]));
    app.despawn(entities[2]);
    assert_eq!(pairs(&mut app, &entities), [[2, 0], [2, 1]]);
}

#[test]
fn a_reused_slot_has_no_key_of_its_former_entity() {
    let (mut app, entities) = spawned(&[Some(9), None]);
    app.update();
    app.despawn(entities[0]);
    app.update();
    let late = app.spawn((Collider::circle(1.0), Transform::default()));
    app.update();
    let order =
        if late.index_u32() < entities[1].index_u32() { [late, entities[1]] } else { [entities[1], late] };
    let touch = app.resource::<Collisions>().iter().next().unwrap();
    assert_eq!([touch.entity, touch.other], order);
}

#[test]
fn of_hits_at_the_same_distance_the_one_with_the_lower_key_comes_first() {
    let (mut app, entities) = spawned(&[None, Some(4), Some(2)]);
    let query = app.query_after_update::<Dim2>();
    let hit = query.cast_ray(Vec2::new(-5.0, 0.0), Dir2::X, 9.0, &QueryFilter::ALL).unwrap();
    assert_eq!(hit.entity, entities[2]);
    assert_eq!(query.containing(Vec2::ZERO, &QueryFilter::ALL), Some(entities[2]));
    let mut nearest = Vec::new();
    query.nearest_n(&gjk::Circle::new(0.1), 3, 9.0, &QueryFilter::ALL, &mut nearest);
    let nearest: Vec<_> = nearest.iter().map(|near| near.entity).collect();
    assert_eq!(nearest, [entities[2], entities[1], entities[0]]);
}

#[test]
fn what_an_entity_touches_comes_in_the_order_of_keys() {
    let (mut app, entities) = spawned(&[Some(7), None, Some(3), None]);
    app.update_with(entities[1], Touching::default());
    let touching = app.get::<Touching>(entities[1]);
    assert_eq!(touching.entities(), [entities[2], entities[0], entities[3]]);
    assert!(touching.contains(entities[0]) && !touching.contains(entities[1]));
    app.update_with(entities[0], CollisionOrder(1));
    let touching = app.get::<Touching>(entities[1]);
    assert_eq!(touching.entities(), [entities[0], entities[2], entities[3]]);
}
