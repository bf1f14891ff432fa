//! With the feature `serde`, shapes, caches and answers come back as they were stored.
#![cfg(all(feature = "serde", feature = "alloc"))]

use core::fmt::Debug;

use gjk::*;
use serde_json::{from_str, to_string};

fn same<T: serde::Serialize + for<'de> serde::Deserialize<'de> + Debug + PartialEq>(value: T) {
    let text = to_string(&value).unwrap();
    assert_eq!(from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn shapes_come_back() {
    same(Circle::new(0.3));
    same(Capsule3::new(1.0, 0.1));
    same(Cone::new(1.0, 2.0));
    same(Cylinder::new(1.0, 2.0));
    same(ConicalFrustum::new(1.0, 2.0, 3.0));
    same(Ellipse::new(1.0, 0.7));
    same(Cuboid::new(1.0, 2.0, 3.0));
    same(Rhombus::new(1.0, 2.0));
    same(CircularSector::new(1.0, 0.7).unwrap());
    same(CircularSegment::new(1.0, 0.7).unwrap());
    same(HalfSpace::new(Vec3::Y, -0.1));
    same(Triangle::new([Vec3::X, Vec3::Y, Vec3::Z]));
    same(Hull::new([Vec3::X, Vec3::Y, Vec3::ONE]).unwrap());
    same(ConvexPolygon::regular(1.0, 7).unwrap());
    same(Extrusion::new(Rectangle::new(1.0, 2.0), 3.0));
    same(Sphere::new(1.0).rounded(0.5).swept(Vec3::X));
    same(Circle::new(1.0).minkowski_sum(Rectangle::new(1.0, 2.0)).hull_with(Point::new([Vec2::X])));
}

#[test]
fn a_placed_shape_is_placed_again() {
    let map = Affine2::from_scale_angle_translation(Vec2::new(2.0, 1.0), 0.5, Vec2::X);
    let placed = Capsule2::new(1.0, 0.25).placed(map);
    let again: Placed<Capsule2, Vec2> = from_str(&to_string(&placed).unwrap()).unwrap();
    assert_eq!((again.shape(), again.affine()), (placed.shape(), placed.affine()));
    assert_eq!(again.core().convex_radius, placed.core().convex_radius);
    assert_eq!(contact(&again, &Circle::new(1.0)), contact(&placed, &Circle::new(1.0)));
}

#[test]
fn caches_and_answers_come_back() {
    let (a, b) = (Cuboid::new(1.0, 1.0, 1.0), Sphere::new(1.0));
    let apart = b.placed(Affine3A::from_translation(Vec3::splat(3.0)));
    let mut cache = SimplexCache::default();
    same(Query::new(&a, &apart).cache(&mut cache).closest_points());
    same(cache);
    same(contact(&a, &b));
    same(manifold(&a, &a));
    same(cast(&a, Vec3::ONE, &apart, Vec3::ZERO, 9.0));
    same(ray_cast(&a, Vec3::Y * 4.0, Vec3::NEG_Y, 9.0));
    same(nearest_point(&a, Vec3::Y * 4.0));
    same(a.aabb());
}

#[test]
fn what_is_no_shape_is_refused() {
    assert!(from_str::<ConvexPolygon>("[[0.0, 0.0], [1.0, 0.0]]").is_err());
    assert!(from_str::<Hull<Vec3>>("[]").is_err());
    assert!(from_str::<CircularSector>(r#"{"radius": 1.0, "half_angle": 3.0}"#).is_err());
    assert!(from_str::<Segment<Vec2>>(r#"{"corners": [[0.0, 1.0]]}"#).is_err());
    assert!(from_str::<Segment<Vec2>>(r#"{"corners": [[0.0, 1.0], [0.0, 1.0], [1.0, 1.0]]}"#).is_err());
}
