//! A shape with a place of its own is checked as that of an entity there.

use bevy_reflect::enums::Enum;

use crate::common::prelude::*;
use crate::common::samples;

/// Places of which each makes some collider invalid, and others that do not.
fn places() -> [Transform; 9] {
    let moved = |x| Transform::from_xyz(x, 0.0, 0.0);
    let scaled = |scale| Transform::from_scale(Vec3::splat(scale));
    [
        scaled(0.0),
        Transform::from_scale(Vec3::new(1.0, 0.0, 1.0)),
        moved(f32::NAN),
        moved(1e19),
        moved(1e30),
        moved(f32::MAX),
        scaled(1e20),
        scaled(1e38),
        scaled(1e-30),
    ]
}

fn assert_checked_alike<D: Spatial>(samples: Vec<D::Collider>)
where
    D::Collider: Enum,
{
    for collider in samples {
        let start = Transform::from_xyz(3.0, 0.0, 0.0);
        let other = PlacedShape::<D>::new(&collider, Transform::IDENTITY).unwrap();
        for place in places() {
            let mut app = app();
            let entity = app.spawn((collider.clone(), place));
            app.update();
            let of_entity = app.resource::<Collisions<D>>().error_of(entity);
            let what = format!("{} at {place:?}", collider.variant_name());
            let placed = PlacedShape::<D>::new(&collider, place);
            assert_eq!(placed.as_ref().err(), of_entity.as_ref(), "{what}");
            // One that is moved there stays where it was.
            let mut moved = PlacedShape::<D>::new(&collider, start).unwrap();
            let before = moved.pair(&other).distance();
            assert_eq!(moved.place(place).err(), of_entity, "{what}");
            match placed {
                Err(_) => assert_eq!(moved.pair(&other).distance(), before, "{what}"),
                Ok(placed) => assert_eq!(moved.pair(&other).distance(), placed.pair(&other).distance()),
            }
        }
    }
}

#[test]
fn placed_shapes_are_checked_as_entities_are_in_2d() {
    assert_checked_alike::<Dim2>(samples::all_2d());
}

#[test]
fn placed_shapes_are_checked_as_entities_are_in_3d() {
    assert_checked_alike::<Dim3>(samples::all_3d());
}
