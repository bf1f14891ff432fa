//! Each touch has exactly one start and one end, whatever happens to the two entities.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// Returns two circles that overlap, and the app in which their touch has started.
fn touching() -> (App, Entity, Entity) {
    let mut app = app();
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(1.5)));
    let (started, ended) = step2(&mut app);
    assert_eq!(started, [pair(a, b)], "spawned before the first update");
    assert!(ended.is_empty());
    assert_eq!(step2(&mut app), (vec![], vec![]), "nothing new");
    (app, a, b)
}

#[test]
fn a_touch_starts_and_ends_once() {
    let (mut app, a, b) = touching();
    let contact = app.resource::<Collisions>().get(a, b).map(|touch| touch.contact()).unwrap();
    assert!((contact.depth - 0.5).abs() < 1e-6);
    assert!((contact.normal - Vec2::X).length() < 1e-6);
    let seen_from_b = app.resource::<Collisions>().get(b, a).map(|touch| touch.contact()).unwrap();
    assert_eq!(seen_from_b, contact.flipped());
    assert_eq!(
        app.resource::<Collisions>().collisions_with(b).map(|touch| touch.other).collect::<Vec<_>>(),
        [a]
    );
    assert_eq!(app.resource::<Collisions>().iter().count(), 1);

    set(&mut app, b, at_x(2.5));
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Separated)]));
    assert!(!app.resource::<Collisions>().contains(a, b));
    set(&mut app, b, at_x(1000.0));
    assert_eq!(step2(&mut app), (vec![], vec![]));
    set(&mut app, b, at_x(-1.0));
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![]));
    set(&mut app, b, at_x(-1000.0));
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Separated)]), "teleported");
}

#[test]
fn despawning_ends_a_touch() {
    let (mut app, a, b) = touching();
    app.world_mut().despawn(a);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Despawned)]));
    assert_eq!(step2(&mut app), (vec![], vec![]));
}

#[test]
fn despawning_both_ends_a_touch_once() {
    let (mut app, a, b) = touching();
    app.world_mut().despawn(a);
    app.world_mut().despawn(b);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Despawned)]));
}

#[test]
fn a_reused_entity_index_is_another_entity() {
    let (mut app, a, b) = touching();
    let reborn = app.world_mut().despawn_no_free(b).unwrap();
    assert!(reborn != b && reborn.index() == b.index());
    app.world_mut().spawn_at(reborn, (Collider::circle(1.0), at_x(1.5))).unwrap();
    let (started, ended) = step2(&mut app);
    assert_eq!(started, [pair(a, reborn)]);
    assert_eq!(ended, [(pair(a, b), EndReason::Despawned)]);
}

#[test]
fn removing_the_collider_ends_a_touch() {
    let (mut app, a, b) = touching();
    app.remove::<Collider>(b);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Removed)]));
    app.insert(b, Collider::rectangle(1.0, 1.0));
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![]));
    app.insert(b, Collider::circle(0.75));
    assert_eq!(step2(&mut app), (vec![], vec![]), "another shape, the same touch");
    *app.world_mut().get_mut::<Collider>(b).unwrap() = Collider::circle(0.25);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Separated)]), "edited in place");
}

#[test]
fn reinserting_a_collider_with_its_required_components_keeps_the_touch() {
    let (mut app, a, b) = touching();
    app.world_mut()
        .entity_mut(b)
        .remove_with_requires::<Collider>()
        .insert((Collider::circle(1.0), at_x(1.5)));
    assert_eq!(step2(&mut app), (vec![], vec![]), "inserted again before the next run");
    app.world_mut().entity_mut(b).clear().insert((Collider::circle(1.0), at_x(1.25)));
    assert_eq!(step2(&mut app), (vec![], vec![]));
    app.world_mut().entity_mut(b).clear().insert((Collider::circle(1.0), at_x(2.5)));
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Separated)]));
}

#[test]
fn replacing_a_collider_with_its_required_components_keeps_the_touch() {
    let (mut app, a, b) = touching();
    app.world_mut().entity_mut(b).remove_with_requires::<Collider>();
    app.insert(b, (Collider::circle(0.9), at_x(1.5)));
    assert_eq!(step2(&mut app), (vec![], vec![]));
    assert!(
        (app.resource::<Collisions>().get(a, b).map(|touch| touch.contact()).unwrap().depth - 0.4).abs()
            < 1e-6
    );
    app.world_mut().entity_mut(b).remove_with_requires::<Collider>();
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Removed)]));
}

#[test]
fn a_cloned_entity_is_another_collider() {
    let (mut app, a, b) = touching();
    let copy = app.world_mut().entity_mut(b).clone_and_spawn();
    let (mut started, ended) = step2(&mut app);
    started.sort();
    let mut expected = [pair(a, copy), pair(b, copy)];
    expected.sort();
    assert_eq!((&started[..], ended), (&expected[..], vec![]));
}

#[test]
fn an_event_can_be_seen_from_either_entity() {
    let mut app = app();
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(1.5)));
    let event = step::<Dim2>(&mut app)[0];
    let CollisionEvent::Started { contact, .. } = event else { panic!("{event:?}") };
    assert_eq!(event.seen_from(a), Some(event));
    let seen = Some(CollisionEvent::Started { a: b, b: a, contact: contact.flipped(), time: 1.0 });
    assert_eq!(event.seen_from(b), seen);
    assert_eq!(event.seen_from(Entity::PLACEHOLDER), None);
    app.world_mut().despawn(a);
    let end = step::<Dim2>(&mut app)[0];
    assert_eq!(end.entities(), [a, b], "the message names both");
    let reason = EndReason::Despawned;
    assert_eq!(end.seen_from(b), Some(CollisionEvent::Ended { a: b, b: a, reason }));
}

#[test]
fn disabling_ends_a_touch_and_enabling_starts_it_again() {
    let (mut app, a, b) = touching();
    app.insert(a, ColliderDisabled);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Disabled)]));
    app.remove::<ColliderDisabled>(a);
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![]));
    app.insert(b, Disabled);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Disabled)]));
    app.remove::<Disabled>(b);
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![]));
    // One touch ends and another starts in the same frame.
    app.insert(a, ColliderDisabled);
    let c = app.spawn((Collider::circle(1.0), at_x(2.0)));
    assert_eq!(step2(&mut app), (vec![pair(b, c)], vec![(pair(a, b), EndReason::Disabled)]));
}

#[test]
fn layers_decide_which_colliders_touch() {
    let (mut app, a, b) = touching();
    let one = CollisionLayers::new(LayerMask::layer(1), LayerMask::ALL);
    let not_one = CollisionLayers::new(LayerMask::layer(0), !LayerMask::layer(1));
    app.insert(a, one);
    assert_eq!(step2(&mut app), (vec![], vec![]), "they still agree");
    app.insert(b, not_one);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Filtered)]));
    app.remove::<CollisionLayers>(b);
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![]));
}

#[test]
fn ends_precede_starts_and_both_are_sorted() {
    let mut app = app();
    let all: Vec<_> = (0..20).map(|i| app.spawn((Collider::circle(1.0), at_x(i as f32 * 1.5)))).collect();
    let started = step::<Dim2>(&mut app);
    assert_eq!(started.len(), 19);
    for (i, &entity) in all.iter().enumerate() {
        let x = if i < 10 { i as f32 * 1.4 } else { i as f32 * 3.0 };
        set(&mut app, entity, at_x(if i == 0 { 1.4 } else { x }));
    }
    let events = step::<Dim2>(&mut app);
    assert!(events.iter().any(CollisionEvent::is_started) && !events.iter().all(CollisionEvent::is_started));
    assert!(events.is_sorted_by_key(|event| (event.is_started(), event.entities().map(Entity::index_u32))));
}

#[test]
fn an_entity_spawned_and_despawned_between_frames_causes_no_event() {
    let (mut app, ..) = touching();
    let c = app.spawn((Collider::circle(1.0), at_x(0.5)));
    app.world_mut().despawn(c);
    assert_eq!(step2(&mut app), (vec![], vec![]));
}

#[test]
fn a_changed_hierarchy_moves_the_collider() {
    let (mut app, a, b) = touching();
    let parent = app.spawn(at_xy(0.0, 50.0));
    app.insert(b, ChildOf(parent));
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Separated)]));
    set(&mut app, parent, Transform::from_rotation(Quat::from_rotation_z(0.5)));
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![]));
    app.world_mut().despawn(parent);
    assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Despawned)]), "with its parent");
}
