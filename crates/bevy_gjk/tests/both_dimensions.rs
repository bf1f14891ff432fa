//! Both dimensions live in one app, even on one entity, and any schedule may run them.

mod common;

use bevy_app::{App, FixedPostUpdate, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_gjk::{Dim2, Dim3, dim2, dim3};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use common::{app, step};

#[test]
fn each_dimension_has_its_own_events() {
    let mut app = app();
    let (flat, solid) = (dim2::Collider::circle(1.0), dim3::Collider::sphere(1.0));
    app.world_mut().spawn((flat.clone(), solid.clone()));
    app.world_mut().spawn((flat.clone(), solid.clone(), Transform::from_xyz(0.0, 0.0, 9.0)));
    app.world_mut().spawn((solid, Transform::from_xyz(0.0, 1.5, 9.0)));
    app.update();
    assert_eq!(app.world().resource::<dim2::Collisions>().iter().count(), 1);
    assert_eq!(app.world().resource::<dim3::Collisions>().iter().count(), 1);
    assert_eq!((step::<Dim2>(&mut app).len(), step::<Dim3>(&mut app).len()), (0, 0));
}

#[test]
fn the_fixed_schedule_propagates_transforms_itself() {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TransformPlugin,
        dim2::CollisionPlugin::in_schedule(FixedPostUpdate),
        dim3::CollisionPlugin::in_schedule(FixedPostUpdate),
    ));
    let parent = app.world_mut().spawn(Transform::from_xyz(5.0, 0.0, 0.0)).id();
    let child = (dim2::Collider::circle(1.0), Transform::from_xyz(-5.0, 0.0, 0.0), ChildOf(parent));
    let child = app.world_mut().spawn(child).id();
    let other = app.world_mut().spawn(dim2::Collider::circle(1.0)).id();
    app.world_mut().run_schedule(FixedPostUpdate);
    assert!(app.world().resource::<dim2::Collisions>().contains(child, other));
}
