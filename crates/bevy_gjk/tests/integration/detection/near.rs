//! Proximity is separate from touching: a margin reports colliders that are close, with their distance.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// Runs one frame and returns its touch and proximity events, ends first.
fn frame_events<D: Dimension>(app: &mut App) -> (Vec<String>, Vec<String>) {
    app.resource_mut::<Messages<bevy_gjk::ProximityEvent<D>>>().clear();
    let touching = step::<D>(app).into_iter().map(|event| match event {
        bevy_gjk::CollisionEvent::Started { .. } => "started".to_owned(),
        bevy_gjk::CollisionEvent::Ended { reason, .. } => format!("{reason:?}"),
    });
    let touching = touching.collect();
    let near = app.resource_mut::<Messages<bevy_gjk::ProximityEvent<D>>>();
    let near = near.into_inner().drain().map(|event| match event {
        bevy_gjk::ProximityEvent::Started { closest, .. } => format!("near {:.2}", closest.distance),
        bevy_gjk::ProximityEvent::Ended { reason, .. } => format!("{reason:?}"),
    });
    (touching, near.collect())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn an_approaching_collider_is_near_then_touches_then_is_near_and_leaves() {
    let mut app = app();
    let a = app.spawn((Collider::circle(1.0), ProximityMargin(0.5), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(2.6)));
    let mut frame = |x: f32| {
        set(&mut app, b, at_x(x));
        frame_events::<Dim2>(&mut app)
    };
    let story: [(f32, &[&str], &[&str]); 10] = [
        (2.6, &[], &[]),
        (2.4, &[], &["near 0.40"]),
        (2.1, &[], &[]),
        (1.9, &["started"], &["Touched"]),
        (1.5, &[], &[]),
        (2.2, &["Separated"], &["near 0.20"]),
        (9.0, &[], &["Separated"]),
        (0.5, &["started"], &[]),
        (-2.3, &["Separated"], &["near 0.30"]),
        (-2.6, &[], &["Separated"]),
    ];
    for (x, touching, near) in story {
        assert_eq!(frame(x), (words(touching), words(near)), "{x}");
    }
    app.update_at(b, at_x(-2.25));
    let collisions = app.resource::<Collisions>();
    let near = collisions.get_proximity(b, a).unwrap();
    assert!((near.closest.distance - 0.25).abs() < 1e-6);
    assert!((near.closest.on_a - Vec2::new(-1.25, 0.0)).length() < 1e-6, "on b");
    assert!((near.closest.normal - Vec2::X).length() < 1e-6);
    assert_eq!(collisions.proximities_with(a).map(|near| near.other).collect::<Vec<_>>(), [b]);
    assert_eq!((collisions.proximities().count(), collisions.iter().count()), (1, 0));
}

#[test]
fn the_greater_of_two_margins_counts_and_is_not_scaled() {
    let mut app = app();
    let a = app.spawn((Collider::circle(1.0), ProximityMargin(0.5), at_x(0.0)));
    let b = app.spawn((Collider::rectangle(2.0, 2.0), ProximityMargin(2.0), at_x(4.0)));
    let near = (vec![], words(&["near 2.00"]));
    assert_eq!(frame_events::<Dim2>(&mut app), near, "up to the margin and not less");
    app.insert(b, ProximityMargin(1.9));
    assert_eq!(frame_events::<Dim2>(&mut app).1, words(&["Separated"]), "margins do not add up");
    app.insert(a, ProximityMargin(3.0));
    assert_eq!(frame_events::<Dim2>(&mut app).1, words(&["near 2.00"]));
    // Scale makes shapes larger, not margins.
    app.get_mut::<Transform>(a).scale = Vec3::splat(2.5);
    assert_eq!(frame_events::<Dim2>(&mut app), (vec![], vec![]));
    let distance = app.resource::<Collisions>().get_proximity(a, b).unwrap().closest.distance;
    assert!((distance - 0.5).abs() < 1e-6, "up to date: {distance}");
    app.remove::<ProximityMargin>(a);
    app.insert(b, ProximityMargin(0.0));
    assert_eq!(frame_events::<Dim2>(&mut app).1, words(&["Separated"]));
}

#[test]
fn a_margin_does_not_change_touches() {
    for margin in [None, Some(0.0), Some(1e-6), Some(10.0)] {
        for (gap, touches) in [(0.0, true), (1e-4, false)] {
            let mut app = app();
            let a = app.spawn((Collider::circle(0.5), at_x(0.0)));
            let b = app.spawn((Collider::circle(0.5), at_x(1.0 + gap)));
            if let Some(margin) = margin {
                app.insert(a, ProximityMargin(margin));
            }
            app.update();
            let collisions = app.resource::<Collisions>();
            assert_eq!(collisions.contains(a, b), touches, "{margin:?} {gap}");
            assert_eq!(collisions.get_proximity(a, b).is_some(), !touches && margin == Some(10.0));
        }
    }
}

#[test]
fn every_reason_that_ends_a_touch_ends_a_proximity() {
    type Act = fn(&mut World, Entity, Entity);
    let acts: [(Act, &str); 6] = [
        (|world, a, _| _ = world.despawn(a), "Despawned"),
        (|world, _, b| _ = world.entity_mut(b).remove::<Collider>(), "Removed"),
        (|world, _, b| _ = world.entity_mut(b).insert(ColliderDisabled), "Disabled"),
        (|world, a, _| _ = world.entity_mut(a).insert(CollisionLayers::new(2, 2)), "Filtered"),
        (|world, a, b| _ = world.entity_mut(a).insert(CollisionExceptions::of([b])), "Filtered"),
        (|world, _, b| _ = world.entity_mut(b).insert(Collider::circle(f32::NAN)), "Invalid"),
    ];
    for (act, reason) in acts {
        let mut app = app();
        let a = app.spawn((Collider::circle(1.0), ProximityMargin(1.0), at_x(0.0)));
        let b = app.spawn((Collider::circle(1.0), at_x(2.5)));
        assert_eq!(frame_events::<Dim2>(&mut app).1, words(&["near 0.50"]));
        act(app.world_mut(), a, b);
        assert_eq!(frame_events::<Dim2>(&mut app), (vec![], words(&[reason])));
        assert_eq!(frame_events::<Dim2>(&mut app), (vec![], vec![]));
    }
}

#[test]
fn observers_of_both_entities_receive_proximity_events_in_order() {
    #[derive(Resource, Default)]
    struct Received(Vec<(Entity, &'static str)>);
    let mut app = app();
    app.init_resource::<Received>();
    app.add_observer(|event: On<ProximityStarted>, mut received: ResMut<Received>| {
        assert!((event.closest.distance - 0.5).abs() < 1e-6);
        received.0.push((event.entity, "near"));
    });
    app.add_observer(|event: On<ProximityEnded>, mut received: ResMut<Received>| {
        assert_eq!(event.reason, EndReason::Touched);
        received.0.push((event.entity, "not near"));
    });
    app.add_observer(|event: On<CollisionStarted>, mut received: ResMut<Received>| {
        received.0.push((event.entity, "touching"));
    });
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), ProximityMargin(1.0), at_x(2.5)));
    app.update();
    app.update_at(b, at_x(1.0));
    let both = |word| [(a, word), (b, word)];
    let expected = [both("near"), both("not near"), both("touching")].concat();
    assert_eq!(app.resource::<Received>().0, expected);
}

#[test]
fn proximities_agree_with_a_test_of_all_pairs() {
    let mut app = app();
    let mut random = Random(17);
    let all: Vec<_> = (0..60)
        .map(|_| {
            let radius = random.range(0.2, 1.0);
            let entity = app.spawn((dim3::Collider::sphere(radius), Transform::default()));
            (entity, radius)
        })
        .collect();
    let mut near = BTreeSet::new();
    let mut most = 0;
    for frame in 0..60 {
        for &(entity, _) in &all {
            if random.below(2) == 0 {
                let mut place = || random.range(-4.0, 4.0);
                set(&mut app, entity, Transform::from_xyz(place(), place(), place()));
            }
            match random.below(20) {
                0 => _ = app.world_mut().entity_mut(entity).insert(ProximityMargin(random.range(0.0, 2.0))),
                1 => _ = app.world_mut().entity_mut(entity).remove::<ProximityMargin>(),
                _ => {}
            }
        }
        app.resource_mut::<Messages<dim3::ProximityEvent>>().clear();
        step::<Dim3>(&mut app);
        for event in app.resource_mut::<Messages<dim3::ProximityEvent>>().drain() {
            let pair = event.entities();
            let changed = if event.is_started() { near.insert(pair) } else { near.remove(&pair) };
            assert!(changed, "frame {frame}: {event:?}");
        }
        let world = app.world();
        let mut expected = BTreeSet::new();
        for (index, &(one, r1)) in all.iter().enumerate() {
            for &(two, r2) in &all[..index] {
                let place = |entity| world.get::<Transform>(entity).unwrap().translation.as_dvec3();
                let margin = |entity| world.get::<ProximityMargin>(entity).map_or(0.0, |margin| margin.0);
                let distance = place(one).distance(place(two)) - f64::from(r1) - f64::from(r2);
                let margin = f64::from(margin(one).max(margin(two)));
                if distance > 0.0 && distance <= margin {
                    expected.insert(pair(one, two));
                    let held = world.resource::<dim3::Collisions>().get_proximity(one, two).unwrap();
                    assert!((f64::from(held.closest.distance) - distance).abs() < 1e-5);
                }
            }
        }
        assert_eq!(near, expected, "frame {frame}");
        most = most.max(near.len());
    }
    assert!(most > 50, "{most}");
}
