//! The signed distance of displaced shapes: against the questions about shapes that are placed there, and the lower
//! bound that it proves for other displacements.

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::query;
use crate::properties::signed_distance;

/// What a signed distance may differ by from other answers about a pair of about unit size.
const TOLERANCE: f64 = 1e-5;

/// A displacement whose sums with coordinates up to 4 are exact in `f32`.
fn exact(x: f32) -> f32 {
    (x * 1024.0).round() / 1024.0
}

#[test]
fn it_is_the_distance_or_minus_the_depth_of_placed_shapes() {
    let mut rng = Rng(11);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..20_000 {
        let (a, b) = (rng.shape_3d(0.0), rng.shape_3d(0.0));
        let way = rng.vec3(2.0).map(exact);
        let placed = (&*a).placed(Affine3A::from_translation(way));
        let found = query(&*a, &*b).signed_distance(way.as_dvec3()).unwrap();
        let expected = f64::from(signed_distance::<Vec3>(&placed, &*b));
        assert!((found.distance - expected).abs() < TOLERANCE, "{found:?} {expected}");
        assert!(found.bound <= found.distance && found.distance - found.bound < 1e-4, "{found:?}");
        assert!((found.normal.length() - 1.0).abs() < 1e-12);
        // The points are as far apart as they should be, along the normal.
        let miss = found.on_a + found.normal * found.distance - found.on_b;
        assert!(miss.length() < 1e-3, "{found:?}");
        if expected > 0.0 { apart += 1 } else { overlapping += 1 }
    }
    assert!(apart > 5000 && overlapping > 2000, "{apart} {overlapping}");
}

#[test]
fn its_plane_bounds_the_distance_after_any_other_displacement() {
    let mut rng = Rng(12);
    for _ in 0..20_000 {
        let (a, b) = (rng.shape_2d(0.0), rng.shape_2d(0.0));
        let [from, to] = [(); 2].map(|()| rng.vec2(3.0).as_dvec2());
        let [one, other] = [from, to].map(|way| query(&*a, &*b).signed_distance(way).unwrap());
        let least = one.bound - one.normal.dot(to - from);
        assert!(other.distance >= least - 1e-6, "{one:?} {other:?}");
    }
}

#[test]
fn a_cache_of_another_displacement_changes_neither_the_distance_nor_the_plane() {
    let mut rng = Rng(13);
    for case in 0..20_000 {
        let (a, b) = (rng.shape_3d(0.0), rng.shape_3d(0.0));
        let jump = [0.02, 0.3, 3.0][case % 3];
        let mut way = rng.vec3(2.0).as_dvec3();
        let mut cache = SimplexCache::default();
        for _ in 0..3 {
            let cold = query(&*a, &*b).signed_distance(way).unwrap();
            let warm = query(&*a, &*b).cache(&mut cache).signed_distance(way).unwrap();
            assert!((warm.distance - cold.distance).abs() < TOLERANCE, "{warm:?} {cold:?}");
            let next = way + rng.vec3(jump).as_dvec3();
            let there = query(&*a, &*b).signed_distance(next).unwrap();
            let least = warm.bound - warm.normal.dot(next - way);
            assert!(there.distance >= least - 1e-5, "{warm:?} {there:?}");
            way = next;
        }
    }
}

#[test]
fn a_displacement_is_not_rounded_to_the_precision_of_the_place() {
    // A unit in the last place is 0.0625 here.
    let far = Vec2::new(1e6, 0.0);
    let ball = Circle::new(0.5).placed(Affine2::from_translation(far));
    let wall = Rectangle::new(2.0, 8.0).placed(Affine2::from_translation(far + Vec2::new(4.0, 0.0)));
    for step in 0..1000 {
        let way = f64::from(step) * 1e-3;
        let found = query(&ball, &wall).signed_distance(DVec2::new(way, 0.0)).unwrap();
        assert!((found.distance - (2.5 - way)).abs() < 1e-6, "{found:?}");
    }
}

#[test]
fn pairs_with_half_spaces_are_linear_in_the_displacement() {
    let ground = HalfSpace::new(Vec3::Y, 0.0);
    let ball = Sphere::new(1.0).placed(Affine3A::from_translation(Vec3::new(2.0, 3.0, 0.0)));
    for height in [-5.0, -2.5, 0.0, 4.0] {
        let way = DVec3::new(7.0, height, 0.0);
        let found = query(&ball, &ground).signed_distance(way).unwrap();
        assert_eq!((found.distance, found.normal), (2.0 + height, DVec3::NEG_Y));
        assert_eq!((found.on_a, found.on_b), (DVec3::new(9.0, 2.0 + height, 0.0), DVec3::new(9.0, 0.0, 0.0)));
        let found = query(&ground, &ball).signed_distance(way).unwrap();
        assert_eq!((found.distance, found.normal), (2.0 - height, DVec3::Y));
        assert_eq!((found.on_a.y, found.on_b.y), (height, 2.0));
    }
}

#[test]
fn what_is_not_finite_has_no_signed_distance() {
    let (ball, wall) = (Circle::new(1.0), Rectangle::new(1.0, 1.0));
    for bad in [DVec2::NAN, DVec2::new(f64::INFINITY, 0.0)] {
        assert_eq!(query(&ball, &wall).signed_distance(bad), None);
    }
    let nowhere = Circle::new(f32::NAN);
    assert_eq!(query(&nowhere, &wall).signed_distance(DVec2::X), None);
}
