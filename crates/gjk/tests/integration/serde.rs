//! Serialization: with the feature `serde`, shapes, caches and answers survive a round trip, and invalid
//! shapes are rejected.

use core::fmt::Debug;

use gjk::*;

use crate::common::dynamic::{cast, contact, manifold, nearest_point, query, ray_cast};
use serde_json::{from_str, to_string};

/// Asserts that a value survives a round trip through JSON.
fn assert_round_trip<T: serde::Serialize + for<'de> serde::Deserialize<'de> + Debug + PartialEq>(value: T) {
    let text = to_string(&value).unwrap();
    assert_eq!(from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn shapes_survive_a_round_trip() {
    assert_round_trip(Circle::new(0.3));
    assert_round_trip(Capsule3::new(1.0, 0.1));
    assert_round_trip(Cone::new(1.0, 2.0));
    assert_round_trip(Cylinder::new(1.0, 2.0));
    assert_round_trip(ConicalFrustum::new(1.0, 2.0, 3.0));
    assert_round_trip(Ellipse::new(1.0, 0.7));
    assert_round_trip(Cuboid::new(1.0, 2.0, 3.0));
    assert_round_trip(Rhombus::new(1.0, 2.0));
    assert_round_trip(CircularSector::new(1.0, 0.7).unwrap());
    assert_round_trip(CircularSegment::new(1.0, 0.7).unwrap());
    assert_round_trip(HalfSpace::new(Vec3::Y, -0.1));
    assert_round_trip(Triangle::new([Vec3::X, Vec3::Y, Vec3::Z]));
    assert_round_trip(Hull::new([Vec3::X, Vec3::Y, Vec3::ONE]).unwrap());
    assert_round_trip(ConvexPolygon::regular(1.0, 7).unwrap());
    assert_round_trip(Extrusion::new(Rectangle::new(1.0, 2.0), 3.0));
    assert_round_trip(Sphere::new(1.0).rounded(0.5).swept(Vec3::X));
    assert_round_trip(
        Circle::new(1.0).minkowski_sum(Rectangle::new(1.0, 2.0)).hull_with(Point::new([Vec2::X])),
    );
}

#[test]
fn a_placed_shape_survives_a_round_trip() {
    let map = Affine2::from_scale_angle_translation(Vec2::new(2.0, 1.0), 0.5, Vec2::X);
    let placed = Capsule2::new(1.0, 0.25).placed(map);
    let again: Placed<Capsule2, Vec2> = from_str(&to_string(&placed).unwrap()).unwrap();
    assert_eq!((again.shape(), again.affine()), (placed.shape(), placed.affine()));
    assert_eq!(again.core().convex_radius, placed.core().convex_radius);
    assert_eq!(contact(&again, &Circle::new(1.0)), contact(&placed, &Circle::new(1.0)));
}

#[test]
fn caches_and_answers_survive_a_round_trip() {
    let (a, b) = (Cuboid::new(1.0, 1.0, 1.0), Sphere::new(1.0));
    let apart = b.placed(Affine3A::from_translation(Vec3::splat(3.0)));
    let mut cache = SimplexCache::default();
    assert_round_trip(query(&a, &apart).cache(&mut cache).closest_points());
    assert_round_trip(cache);
    assert_round_trip(contact(&a, &b));
    assert_round_trip(manifold(&a, &a));
    assert_round_trip(cast(&a, Vec3::ONE, &apart, Vec3::ZERO, 9.0));
    assert_round_trip(ray_cast(&a, Vec3::Y * 4.0, Vec3::NEG_Y, 9.0));
    assert_round_trip(nearest_point(&a, Vec3::Y * 4.0));
    assert_round_trip(a.aabb());
}

#[test]
fn deserialization_rejects_invalid_shapes() {
    assert!(from_str::<ConvexPolygon>("[[0.0, 0.0], [1.0, 0.0]]").is_err());
    assert!(from_str::<Hull<Vec3>>("[]").is_err());
    assert!(from_str::<CircularSector>(r#"{"radius": 1.0, "half_angle": 3.0}"#).is_err());
    assert!(from_str::<Segment<Vec2>>(r#"{"corners": [[0.0, 1.0]]}"#).is_err());
    assert!(from_str::<Segment<Vec2>>(r#"{"corners": [[0.0, 1.0], [0.0, 1.0], [1.0, 1.0]]}"#).is_err());
}
