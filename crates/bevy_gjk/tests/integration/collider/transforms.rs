//! A collider is exactly the image of its shape under the affine transform of its entity.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

#[test]
fn a_stretched_circle_is_an_ellipse() {
    let mut app = app();
    let stretched = app.spawn((Collider::circle(1.0), Transform::from_scale(Vec3::new(3.0, 1.0, 1.0))));
    let probe = app.spawn((Collider::circle(0.1), Transform::IDENTITY));
    for (what, x, y, touches) in each([
        ("it is wide", 2.95, 0.0, true),
        ("it is as flat as before", 0.0, 1.2, false),
        ("it is no rectangle", 2.5, 0.8, false),
    ]) {
        app.update_at(probe, at_xy(x, y));
        assert_eq!(app.resource::<Collisions>().contains(stretched, probe), touches, "{what}");
    }
}

#[test]
fn the_z_of_a_2d_collider_does_not_matter() {
    let mut app = app();
    app.spawn((Collider::circle(1.0), Transform::from_xyz(0.0, 0.0, 100.0)));
    app.spawn((Collider::circle(1.0), Transform::from_xyz(0.0, 0.0, -5.0)));
    assert_eq!(step2(&mut app).0.len(), 1);
}

/// Spawns a hierarchy three levels deep in which every transform is rotated, stretched and perhaps mirrored.
/// The result is a shear that no `Transform` can represent.
fn random_transform(random: &mut Random, dimension: usize) -> Transform {
    let mut scale = || random.range(0.3, 2.0) * if random.below(3) == 0 { -1.0 } else { 1.0 };
    let scale = Vec3::new(scale(), scale(), scale());
    let mut coordinate = || random.range(-1.5, 1.5);
    let (x, y, z) = (coordinate(), coordinate(), coordinate());
    let turn = if dimension == 2 {
        Quat::from_rotation_z(x * 2.0)
    } else {
        Quat::from_euler(EulerRot::XYZ, x * 2.0, y * 2.0, z * 2.0)
    };
    Transform { translation: Vec3::new(y, z, x), rotation: turn, scale }
}

fn nested(app: &mut App, random: &mut Random, dimension: usize) -> Entity {
    let top = app.spawn(random_transform(random, dimension));
    let middle = app.spawn((random_transform(random, dimension), ChildOf(top)));
    app.spawn((random_transform(random, dimension), ChildOf(middle)))
}

/// The shape of `gjk` that a transform makes of a collider.
type Image<'a, V> = &'a dyn Fn(&GlobalTransform) -> Box<dyn Support<V>>;

/// Compares colliders that are sheared and mirrored with their images, and their depth up to a tolerance.
fn are_their_images<D: Spatial>(seed: u64, collider: &D::Collider, tolerance: f32, image: Image<D::Vector>) {
    let mut random = Random(seed);
    let mut touching = 0;
    for _ in each(0..60) {
        let mut app = app();
        let entities = [(); 2].map(|()| nested(&mut app, &mut random, D::Vector::DIMENSION));
        entities.into_iter().for_each(|entity| app.insert(entity, collider.clone()));
        let events = step::<D>(&mut app).len();
        let [one, two] = entities.map(|entity| image(app.get::<GlobalTransform>(entity)));
        let expected = gjk::contact(&*one, &*two);
        let collisions = app.resource::<bevy_gjk::Collisions<D>>();
        let found = collisions.get(entities[0], entities[1]).map(|touch| touch.contact());
        assert_eq!(found.is_some(), expected.is_some());
        assert_eq!(events, usize::from(expected.is_some()));
        if let (Some(found), Some(expected)) = (found, expected) {
            assert!((found.depth - expected.depth).abs() < tolerance, "{found:?} {expected:?}");
            touching += 1;
        }
    }
    assert!(touching > 10, "{touching}");
}

#[test]
fn sheared_and_mirrored_polygons_equal_their_transformed_corners() {
    let corners = [Vec2::new(1.0, 0.0), Vec2::new(0.2, 1.0), Vec2::new(-0.7, 0.3), Vec2::new(-0.2, -0.9)];
    are_their_images::<Dim2>(7, &Collider::polygon(corners), 1e-4, &|place| {
        let placed = corners.map(|corner| place.transform_point(corner.extend(0.0)).truncate());
        Box::new(gjk::Hull::new(placed).unwrap())
    });
}

#[test]
fn sheared_spheres_are_ellipsoids() {
    are_their_images::<Dim3>(11, &dim3::Collider::sphere(1.0), f32::INFINITY, &|place| {
        Box::new(gjk::Ellipsoid::<Vec3>::new(1.0, 1.0, 1.0).placed(place.affine()))
    });
}
