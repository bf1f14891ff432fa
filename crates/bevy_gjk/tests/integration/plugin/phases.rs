//! The phases, and those that are left out.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

#[test]
fn a_phase_that_is_left_out_does_nothing() {
    let mut app = app_with(CollisionPlugin::default().without(CollisionSystems::Events));
    app.spawn(Collider::circle(1.0));
    app.spawn(Collider::circle(1.0));
    assert_eq!(step2(&mut app), (vec![], vec![]), "no events are sent");
    assert_eq!(app.resource::<Collisions>().iter().count(), 1, "the touch is stored");
}

#[test]
fn system_sets_order_custom_systems() {
    #[derive(Resource, Default)]
    struct Log(Vec<&'static str>);
    let mut app = app_with(CollisionPlugin::default());
    app.init_resource::<Log>();
    app.spawn(Collider::circle(1.0));
    app.spawn((Collider::circle(1.0), ProximityMargin(1.0)));
    use CollisionSystems::{BroadPhase, Events, Filter, NarrowPhase, Overlay, Prepare};
    fn note(what: &'static str) -> impl FnMut(ResMut<Log>) {
        move |mut log: ResMut<Log>| log.0.push(what)
    }
    let schedule = PostUpdate.intern();
    app.add_systems(schedule, note("overlay").in_set(Overlay));
    app.add_systems(schedule, note("events").in_set(Events));
    app.add_systems(schedule, note("narrow").in_set(NarrowPhase));
    app.add_systems(schedule, note("filter").in_set(Filter));
    app.add_systems(schedule, note("broad").in_set(BroadPhase));
    app.add_systems(schedule, note("bounds").in_set(Prepare));
    app.update();
    assert_eq!(app.resource::<Log>().0, ["bounds", "broad", "filter", "narrow", "events", "overlay"]);
    // The results of each phase can be read.
    let collisions = app.resource::<Collisions>();
    assert_eq!(collisions.colliders().iter().count(), 2);
    let enlarged = collisions.colliders().iter().find(|collider| collider.margin() > 0.0).unwrap();
    assert!((enlarged.bounds().max.x - 2.0).abs() < 1e-5);
    assert!(collisions.colliders().get(enlarged.entity()).is_some());
    assert!(collisions.colliders().get(Entity::PLACEHOLDER).is_none());
}
