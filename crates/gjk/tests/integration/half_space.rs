//! Half-spaces: every query is exact, at any distance from the origin, under any affine map and within the wrappers.

use gjk::*;

use crate::common::dynamic::{cast, closest_points, contact, contains_point, intersects, ray_cast};

const GROUND: HalfSpace<Vec3> = HalfSpace::new(Vec3::Y, 0.0);

fn at<S: Support<Vec3>>(shape: S, x: f32, y: f32, z: f32) -> Placed<S, Vec3> {
    shape.placed(Affine3A::from_translation(Vec3::new(x, y, z)))
}

#[test]
fn a_box_on_the_ground_touches_it_at_any_distance() {
    let crate_ = Cuboid::new(2.0, 2.0, 2.0);
    for far in [0.0, 1e3, -1e6, 1e8] {
        assert!(intersects(&GROUND, &at(crate_, far, 1.0, -far)));
        assert!(!intersects(&at(crate_, far, 1.001, far), &GROUND));
        assert_eq!(contact(&GROUND, &at(crate_, far, 0.5, far)).unwrap().depth, 0.5);
        let closest = closest_points(&at(crate_, far, 4.0, far), &GROUND).unwrap();
        assert_eq!((closest.distance, closest.normal), (3.0, Vec3::NEG_Y));
        assert_eq!((closest.on_a.y, closest.on_b.y), (3.0, 0.0));
    }
}

#[test]
fn contacts_of_round_shapes_with_the_ground_are_exact() {
    let capsule = at(Capsule3::new(1.0, 0.25), 7.0, 1.0, 0.0);
    assert_eq!(contact(&GROUND, &capsule).unwrap().depth, 0.25);
    assert_eq!(closest_points(&GROUND, &at(Sphere::new(1.0), 0.0, 1.5, 0.0)).unwrap().distance, 0.5);
}

#[test]
fn affine_maps_transform_the_boundary() {
    // Scaled by two along y, the plane x + y = 1 becomes 2x + y = 2.
    let half = HalfSpace::new(Vec2::new(1.0, 1.0), 1.0).placed(Affine2::from_scale(Vec2::new(1.0, 2.0)));
    let distance = |point| closest_points(&half, &Point::new([point])).map_or(0.0, |found| found.distance);
    assert!((distance(Vec2::new(2.0, 3.0)) - 5.0 / 5f32.sqrt()).abs() < 1e-6);
    assert_eq!(distance(Vec2::new(0.5, 0.9)), 0.0);
    let mirrored = GROUND.placed(Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0)));
    assert!(contains_point(&mirrored, Vec3::Y) && !contains_point(&mirrored, Vec3::NEG_Y));
    let moved = at(GROUND, 3.0, -2.0, 1.0);
    assert!(contains_point(&moved, Vec3::new(9.0, -2.5, 9.0)) && !contains_point(&moved, Vec3::NEG_Y));
    // A map that flattens the half-space leaves no boundary.
    let flat = GROUND.placed(Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0)));
    assert!(!intersects(&flat, &Sphere::new(1.0)) && contact(&flat, &Sphere::new(1.0)).is_none());
}

#[test]
fn a_half_space_wrapped_or_combined_with_a_bounded_shape_stays_one() {
    let point = |y| Point::new([Vec3::new(5.0, y, 0.0)]);
    assert_eq!(closest_points(&GROUND.rounded(0.5), &point(2.0)).unwrap().distance, 1.5);
    assert_eq!(closest_points(&GROUND.swept(Vec3::Y), &point(2.0)).unwrap().distance, 1.0);
    assert_eq!(closest_points(&GROUND.swept(Vec3::NEG_Y), &point(2.0)).unwrap().distance, 2.0);
    let thick = GROUND.minkowski_sum(Cuboid::new(1.0, 1.0, 1.0));
    assert_eq!(closest_points(&thick, &point(2.0)).unwrap().distance, 1.5);
    assert_eq!(closest_points(&point(1.5).hull_with(GROUND), &point(2.0)).unwrap().distance, 0.5);
}

#[test]
fn two_half_spaces_are_separated_only_if_their_normals_are_opposite() {
    let ceiling = HalfSpace::new(Vec3::NEG_Y, -3.0);
    assert_eq!(closest_points(&GROUND, &ceiling).unwrap().distance, 3.0);
    assert_eq!(contact(&GROUND, &HalfSpace::new(Vec3::NEG_Y, 3.0)).unwrap().depth, 3.0);
    let wall = HalfSpace::new(Vec3::X, 0.0);
    let unbounded = contact(&GROUND, &wall).unwrap();
    assert!(unbounded.depth.is_finite() && unbounded.depth == f32::FAR);
}

#[test]
fn rays_and_casts_hit_a_half_space() {
    let hit = ray_cast(&GROUND, Vec3::new(0.0, 3.0, 0.0), Vec3::new(4.0, -3.0, 0.0), 10.0).unwrap();
    assert!((hit.distance - 5.0).abs() < 1e-6 && hit.normal == Vec3::Y);
    assert!(hit.point.distance(Vec3::X * 4.0) < 1e-6);
    assert!(ray_cast(&GROUND, Vec3::Y, Vec3::X, 1e9).is_none());
    let falling = at(Cuboid::new(1.0, 1.0, 1.0), 2.0, 5.0, 0.0);
    for first in [true, false] {
        let down = Vec3::new(1.0, -2.0, 0.0);
        let hit = if first {
            cast(&GROUND, Vec3::ZERO, &falling, down, 9.0)
        } else {
            cast(&falling, down, &GROUND, Vec3::ZERO, 9.0)
        }
        .unwrap();
        assert_eq!((hit.time, hit.contact.depth), (2.25, 0.0));
        assert!(hit.contact.on_a.distance(hit.contact.on_b) < 1e-6, "{hit:?}");
        assert!((hit.contact.on_a.x - 4.25).abs() < 0.51);
    }
    let bounds = GROUND.aabb();
    assert_eq!(bounds.max.y, 0.0);
    assert!(bounds.min.is_finite() && bounds.max.x > 1e37);
}

#[test]
fn a_half_space_without_a_valid_normal_touches_nothing() {
    for bad in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY] {
        let bad = HalfSpace::new(bad, 0.0);
        assert!(bad.validate().is_err());
        assert!(!intersects(&bad, &Sphere::new(1.0)) && closest_points(&bad, &Sphere::new(1.0)).is_none());
        assert!(cast(&bad, Vec3::ZERO, &Sphere::new(1.0), Vec3::NEG_Y, 1.0).is_none());
    }
}
