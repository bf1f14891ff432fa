//! A shape with a place of its own is checked as that of an entity there.

use bevy_reflect::enums::Enum;

use crate::common::prelude::*;
use crate::common::samples;

/// Places of which each makes some collider invalid, and others that do not.
fn places() -> impl Iterator<Item = Transform> {
    let flat = Transform::from_scale(Vec3::new(1.0, 0.0, 1.0));
    let scaled = [0.0, 1e20, 1e38, 1e-30].map(|scale| Transform::from_scale(Vec3::splat(scale)));
    [flat].into_iter().chain(scaled).chain([f32::NAN, 1e19, 1e30, f32::MAX].map(at_x))
}

fn assert_checked_alike<D: Spatial>(samples: Vec<D::Collider>)
where
    D::Collider: Enum,
{
    for collider in samples {
        let other = PlacedShape::<D>::new(&collider, Transform::IDENTITY).unwrap();
        let name = collider.variant_name().to_string();
        for (_, place) in each2([name], places()) {
            let mut app = app();
            let entity = app.spawn((collider.clone(), place));
            app.update();
            let of_entity = app.resource::<Collisions<D>>().error_of(entity);
            let placed = PlacedShape::<D>::new(&collider, place);
            assert_eq!(placed.as_ref().err(), of_entity.as_ref());
            // One that is moved there stays where it was.
            let mut moved = PlacedShape::<D>::new(&collider, at_x(3.0)).unwrap();
            let before = moved.pair(&other).distance();
            assert_eq!(moved.place(place).err(), of_entity);
            match placed {
                Err(_) => assert_eq!(moved.pair(&other).distance(), before),
                Ok(placed) => assert_eq!(moved.pair(&other).distance(), placed.pair(&other).distance()),
            }
        }
    }
}

#[test]
fn placed_shapes_are_checked_as_entities_are() {
    assert_checked_alike::<Dim2>(samples::all_2d());
    assert_checked_alike::<Dim3>(samples::all_3d());
}
