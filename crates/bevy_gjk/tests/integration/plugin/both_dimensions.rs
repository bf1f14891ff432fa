//! Both dimensions live in one app, even on one entity.

use crate::common::prelude::*;

#[test]
fn each_dimension_has_its_own_events() {
    let mut app = app();
    let (flat, solid) = (dim2::Collider::circle(1.0), dim3::Collider::sphere(1.0));
    app.spawn((flat.clone(), solid.clone()));
    app.spawn((flat.clone(), solid.clone(), Transform::from_xyz(0.0, 0.0, 9.0)));
    app.spawn((solid, Transform::from_xyz(0.0, 1.5, 9.0)));
    app.update();
    assert_eq!(app.resource::<dim2::Collisions>().iter().count(), 1);
    assert_eq!(app.resource::<dim3::Collisions>().iter().count(), 1);
    assert_eq!((step::<Dim2>(&mut app).len(), step::<Dim3>(&mut app).len()), (0, 0));
}
