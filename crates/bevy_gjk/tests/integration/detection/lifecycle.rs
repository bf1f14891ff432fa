//! Each touch has exactly one start and one end, whatever happens to the two entities. What is alike in both dimensions
//! is in `facts.rs`.

use EndReason::{Despawned, Disabled as IsDisabled, Filtered, Removed, Separated};
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

fn circle(x: f32) -> (Collider, Transform) {
    (Collider::circle(1.0), at_x(x))
}

/// Returns two circles that overlap, and the app in which their touch has started.
fn touching() -> (App, Entity, Entity) {
    let mut app = app();
    let [a, b] = [0.0, 1.5].map(|x| app.spawn(circle(x)));
    play(&mut app, &[("before the first update", &|_| (), starts(a, b)), ("nothing new", &|_| (), NOTHING)]);
    (app, a, b)
}

#[test]
fn a_touch_is_held_from_its_start_to_its_end() {
    let (mut app, a, b) = touching();
    let collisions = app.resource::<Collisions>();
    let contact = collisions.get(a, b).unwrap().contact();
    assert!((contact.depth - 0.5).abs() < 1e-6);
    assert!((contact.normal - Vec2::X).length() < 1e-6);
    assert_eq!(collisions.get(b, a).unwrap().contact(), contact.flipped());
    assert_eq!(collisions.collisions_with(b).map(|touch| touch.other).collect::<Vec<_>>(), [a]);
    assert_eq!(collisions.iter().map(|touch| touch.contact()).collect::<Vec<_>>(), [contact]);
    play(&mut app, &[("it leaves", &|app| set(app, b, at_x(2.5)), ends(a, b, Separated))]);
    assert!(!app.resource::<Collisions>().contains(a, b));
    let story: Story = &[
        ("it goes on", &|app| set(app, b, at_x(1000.0)), NOTHING),
        ("it comes back", &|app| set(app, b, at_x(-1.0)), starts(a, b)),
        ("it is teleported", &|app| set(app, b, at_x(-1000.0)), ends(a, b, Separated)),
    ];
    play(&mut app, story);
}

#[test]
fn changes_of_the_components_of_a_touching_pair_cause_its_events() {
    let (mut app, a, b) = touching();
    let edit = |app: &mut App, radius| *app.get_mut::<Collider>(b) = Collider::circle(radius);
    let not_one = CollisionLayers::new(LayerMask::layer(0), !LayerMask::layer(1));
    let story: Story = &[
        ("the collider is removed", &|app| app.remove::<Collider>(b), ends(a, b, Removed)),
        ("it gets another", &|app| app.insert(b, Collider::rectangle(1.0, 1.0)), starts(a, b)),
        ("another shape, the same touch", &|app| app.insert(b, Collider::circle(0.75)), NOTHING),
        ("it is edited in place", &|app| edit(app, 0.25), ends(a, b, Separated)),
        ("and again", &|app| edit(app, 1.0), starts(a, b)),
        ("ours disables", &|app| app.insert(a, ColliderDisabled), ends(a, b, IsDisabled)),
        ("ours no longer does", &|app| app.remove::<ColliderDisabled>(a), starts(a, b)),
        ("Bevy's disables", &|app| app.insert(b, Disabled), ends(a, b, IsDisabled)),
        ("Bevy's no longer does", &|app| app.remove::<Disabled>(b), starts(a, b)),
        ("layers still agree", &|app| app.insert(a, CollisionLayers::new(2, LayerMask::ALL)), NOTHING),
        ("layers exclude the pair", &|app| app.insert(b, not_one), ends(a, b, Filtered)),
        ("layers are removed", &|app| app.remove::<CollisionLayers>(b), starts(a, b)),
    ];
    play(&mut app, story);
    // One touch ends and another starts in the same frame.
    app.insert(a, ColliderDisabled);
    let c = app.spawn(circle(2.0));
    assert_eq!(step2(&mut app), (vec![pair(b, c)], vec![(pair(a, b), IsDisabled)]));
}

#[test]
fn a_collider_that_is_inserted_again_before_the_next_run_keeps_the_touch() {
    let (mut app, a, b) = touching();
    let without_requires = |app: &mut App| {
        app.world_mut().entity_mut(b).remove_with_requires::<Collider>();
    };
    let with_all = |app: &mut App, x: f32| {
        without_requires(app);
        app.insert(b, circle(x));
    };
    let cleared = |app: &mut App, x: f32| _ = app.world_mut().entity_mut(b).clear().insert(circle(x));
    let another = |app: &mut App| {
        without_requires(app);
        app.insert(b, (Collider::circle(0.9), at_x(1.5)));
    };
    let story: Story = &[
        ("with its required components", &|app| with_all(app, 1.5), NOTHING),
        ("after all were removed", &|app| cleared(app, 1.25), NOTHING),
        ("elsewhere", &|app| cleared(app, 2.5), ends(a, b, Separated)),
        ("back", &|app| cleared(app, 1.5), starts(a, b)),
        ("another collider", &another, NOTHING),
    ];
    play(&mut app, story);
    let depth = app.resource::<Collisions>().get(a, b).unwrap().contact().depth;
    assert!((depth - 0.4).abs() < 1e-6);
    play(&mut app, &[("removed for good", &without_requires, ends(a, b, Removed))]);
}

#[test]
fn an_event_can_be_seen_from_either_entity() {
    let mut app = app();
    let [a, b] = [0.0, 1.5].map(|x| app.spawn(circle(x)));
    let event = step::<Dim2>(&mut app)[0];
    let CollisionEvent::Started { contact, .. } = event else { panic!("{event:?}") };
    assert_eq!(event.seen_from(a), Some(event));
    let seen = Some(CollisionEvent::Started { a: b, b: a, contact: contact.flipped(), time: 1.0 });
    assert_eq!(event.seen_from(b), seen);
    assert_eq!(event.seen_from(Entity::PLACEHOLDER), None);
    app.despawn(a);
    let end = step::<Dim2>(&mut app)[0];
    assert_eq!(end.entities(), [a, b], "the message names both");
    assert_eq!(end.seen_from(b), Some(CollisionEvent::Ended { a: b, b: a, reason: Despawned }));
}
