//! The touches in `Collisions`: by entity, by pair and all together; with manifolds and start times.

use core::time::Duration;

use bevy_gjk::dim2::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

use crate::common::basics::*;

#[test]
fn touches_are_found_by_entity_by_pair_and_all_together() {
    let mut app = app();
    let all = [0.0, 1.5, 3.0, 50.0].map(|x| app.spawn((Collider::circle(1.0), at_x(x))));
    let [a, b, c, d] = all;
    app.update();
    let collisions = app.resource::<Collisions>();
    let others = |entity| {
        let mut others: Vec<_> = collisions.collisions_with(entity).map(|touch| touch.other).collect();
        others.sort_by_key(|entity| entity.index_u32());
        others
    };
    assert_eq!(all.map(others), [vec![b], vec![a, c], vec![b], vec![]]);
    assert!(collisions.collisions_with(b).all(|touch| touch.entity == b));
    let pairs: Vec<_> = collisions.iter().map(|touch| [touch.entity, touch.other]).collect();
    assert_eq!(pairs, [[a, b], [b, c]]);
    assert!(collisions.contains(b, a) && !collisions.contains(a, c) && !collisions.contains(a, d));
    let touch = collisions.get(c, b).unwrap();
    assert_eq!((touch.entity, touch.other), (c, b));
    assert!((touch.contact().normal - Vec2::NEG_X).length() < 1e-6, "away from c");
    assert_eq!(collisions.get(b, Entity::PLACEHOLDER).map(|touch| touch.contact()), None);
    assert_eq!(collisions.get(b, b).map(|touch| touch.contact()), None);
}

#[test]
fn collisions_are_up_to_date_after_the_narrow_phase_of_the_same_frame() {
    #[derive(Resource, Default)]
    struct Seen(Vec<bool>);
    let mut app = app();
    app.init_resource::<Seen>();
    let note =
        |touches: Res<Collisions>, mut seen: ResMut<Seen>| seen.0.push(touches.iter().next().is_some());
    app.add_systems(PostUpdate, note.after(CollisionSystems::NarrowPhase));
    app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(1.0)));
    app.update();
    app.update_at(b, at_x(5.0));
    app.update_at(b, at_x(1.0));
    assert_eq!(app.resource::<Seen>().0, [true, false, true]);
}

#[test]
fn a_manifold_has_the_point_of_view_of_either_entity() {
    let mut app = app();
    let floor = app.spawn(Collider::rectangle(10.0, 2.0));
    let crate_ = app.spawn((Collider::rectangle(1.0, 1.0), at_xy(2.0, 1.4)));
    let solid_floor = app.spawn(dim3::Collider::cuboid(10.0, 2.0, 10.0));
    let solid = app.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), at_xy(2.0, 1.4)));
    app.update();
    let collisions = app.resource::<Collisions>();
    let manifold = collisions.get(floor, crate_).and_then(|touch| touch.manifold()).unwrap();
    assert_eq!(manifold.points().len(), 2);
    assert!((manifold.contact.normal - Vec2::Y).length() < 1e-6);
    let turned = collisions.get(crate_, floor).and_then(|touch| touch.manifold()).unwrap();
    assert!((turned.contact.normal - Vec2::NEG_Y).length() < 1e-6);
    assert!(turned.points().iter().all(|point| (point.depth - 0.1).abs() < 1e-6));
    let collisions = app.resource::<dim3::Collisions>();
    let manifold = collisions.get(solid_floor, solid).and_then(|touch| touch.manifold()).unwrap();
    assert_eq!(manifold.points().len(), 4);
    assert!((manifold.contact.normal - Vec3::Y).length() < 1e-6);
    app.update_at(crate_, at_xy(2.0, 9.0));
    assert!(app.resource::<Collisions>().get(floor, crate_).and_then(|touch| touch.manifold()).is_none());
}

#[test]
fn a_touch_knows_when_it_began() {
    let mut app = app();
    app.add_plugins(TimePlugin);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(9.0)));
    app.updates(5);
    app.update_at(b, at_x(1.0));
    let began = app.resource::<Time>().elapsed();
    assert!(began >= Duration::from_millis(40));
    for run in 0..4 {
        let touch = app.resource::<Collisions>().get(a, b).unwrap();
        assert_eq!((touch.since, touch.runs), (began, run));
        // The touch continues while the collider moves and changes its shape.
        set(&mut app, b, at_x(1.0 + 0.1 * run as f32));
        app.update_with(a, Collider::rectangle(2.0, 2.0));
    }
    app.update_at(b, at_x(9.0));
    app.update_at(b, at_x(1.0));
    let touch = app.resource::<Collisions>().get(b, a).unwrap();
    assert_eq!((touch.since, touch.runs), (app.resource::<Time>().elapsed(), 0), "a new touch");
}

#[test]
fn a_touch_in_an_app_without_time_began_at_zero() {
    let mut app = app();
    app.spawn((Collider::circle(1.0), at_x(0.0)));
    app.spawn((Collider::circle(1.0), at_x(1.0)));
    app.update();
    app.update();
    let touch = app.resource::<Collisions>().iter().next().unwrap();
    assert_eq!((touch.since, touch.runs), (Duration::ZERO, 1));
}
