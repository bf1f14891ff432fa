//! `TouchOnly` colliders get only a boolean test; the events are the same.

mod common;

use bevy_ecs::entity_disabling::{DefaultQueryFilters, Disabled};
use bevy_ecs::prelude::{Component, Entity, World};
use bevy_gjk::CompoundCollider;
use bevy_gjk::dim2::prelude::*;
use bevy_transform::components::Transform;
use common::{Random, app, pair, set, step2};

fn at(x: f32) -> Transform {
    Transform::from_xyz(x, 0.0, 0.0)
}

#[test]
fn a_touch_only_contact_is_that_of_the_start() {
    let mut app = app();
    let zone = app.world_mut().spawn((Collider::circle(1.0), TouchOnly)).id();
    let walker = app.world_mut().spawn((Collider::circle(1.0), at(1.5))).id();
    assert_eq!(step2(&mut app), (vec![pair(zone, walker)], vec![]));
    let depth = |app: &bevy_app::App| {
        app.world().resource::<Collisions>().get(zone, walker).map(|touch| touch.contact).unwrap().depth
    };
    assert!((depth(&app) - 0.5).abs() < 1e-6);
    set(&mut app, walker, at(1.0));
    assert_eq!(step2(&mut app), (vec![], vec![]));
    assert!((depth(&app) - 0.5).abs() < 1e-6, "as it began");
    // Without the component the contact is kept up to date, in the same touch.
    app.world_mut().entity_mut(zone).remove::<TouchOnly>();
    assert_eq!(step2(&mut app), (vec![], vec![]));
    assert!((depth(&app) - 1.0).abs() < 1e-6);
    // The component has the same effect on the other entity.
    app.world_mut().entity_mut(walker).insert(TouchOnly);
    set(&mut app, walker, at(1.9));
    assert_eq!(step2(&mut app), (vec![], vec![]));
    assert!((depth(&app) - 1.0).abs() < 1e-6);
    set(&mut app, walker, at(2.1));
    assert_eq!(step2(&mut app), (vec![], vec![(pair(zone, walker), EndReason::Separated)]));
    set(&mut app, walker, at(1.75));
    assert_eq!(step2(&mut app), (vec![pair(zone, walker)], vec![]));
    assert!((depth(&app) - 0.25).abs() < 1e-6, "a new beginning");
}

#[test]
fn touch_only_events_equal_those_of_full_contacts() {
    let run = |touch_only: bool| {
        let mut app = app();
        let mut random = Random(33);
        let all: Vec<_> = (0..60)
            .map(|index| {
                let shape = match index % 3 {
                    0 => Collider::circle(random.range(0.2, 1.0)),
                    1 => Collider::rectangle(random.range(0.2, 2.0), random.range(0.2, 2.0)),
                    _ => Collider::regular_polygon(random.range(0.2, 1.0), 3 + random.below(6)),
                };
                let mut entity = app.world_mut().spawn(shape);
                if touch_only && index % 2 == 0 {
                    entity.insert(TouchOnly);
                }
                entity.id()
            })
            .collect();
        let mut frames = Vec::new();
        for _ in 0..100 {
            for &entity in &all {
                let place = Transform::from_xyz(random.range(-6.0, 6.0), random.range(-6.0, 6.0), 0.0);
                let turn = bevy_math::Quat::from_rotation_z(random.range(-3.0, 3.0));
                set(&mut app, entity, place.with_rotation(turn));
            }
            frames.push(step2(&mut app));
        }
        frames
    };
    let full = run(false);
    assert!(full.iter().map(|frame| frame.0.len()).sum::<usize>() > 1000);
    assert_eq!(run(true), full);
}

/// A new component is detected even if another entity loses it meanwhile, so that their number stays the same.
#[test]
fn a_new_touch_only_component_is_detected_while_another_is_removed() {
    #[derive(Component)]
    struct Asleep;

    type Other = fn(&mut World, Entity, Entity);
    let others: [(&str, Other); 9] = [
        ("nothing", |_, _, _| {}),
        ("removed", |world, other, _| _ = world.entity_mut(other).remove::<TouchOnly>()),
        ("despawned", |world, other, _| _ = world.despawn(other)),
        ("no collider", |world, other, _| _ = world.entity_mut(other).remove::<Collider>()),
        ("disabled", |world, other, _| _ = world.entity_mut(other).insert(ColliderDisabled)),
        ("hidden", |world, other, _| _ = world.entity_mut(other).insert(Disabled)),
        ("asleep", |world, other, _| _ = world.entity_mut(other).insert(Asleep)),
        ("disabled, and another gets it", |world, other, _| {
            world.entity_mut(other).insert(Asleep);
            world.spawn((Collider::circle(1.0), at(50.0)));
        }),
        ("part of another", |world, other, third| {
            world.entity_mut(third).insert(CompoundCollider).add_child(other);
        }),
    ];
    for (name, other) in others {
        let mut app = app();
        let disabling = app.world_mut().register_component::<Asleep>();
        app.world_mut().resource_mut::<DefaultQueryFilters>().register_disabling_component(disabling);
        let mut spawn = |x| app.world_mut().spawn((Collider::circle(1.0), at(x))).id();
        let [one, two, third] = [0.0, 10.0, 20.0].map(&mut spawn);
        app.world_mut().entity_mut(two).insert(TouchOnly);
        for _ in 0..3 {
            step2(&mut app);
        }
        app.world_mut().entity_mut(one).insert(TouchOnly);
        other(app.world_mut(), two, third);
        step2(&mut app);
        let colliders = app.world().resource::<Collisions>().colliders();
        assert!(colliders.get(one).unwrap().is_touch_only(), "{name}");
    }
}
