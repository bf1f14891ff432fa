//! Ray casts and point queries: hits lie on the boundary, against formulas for spheres and boxes, and the nearest
//! point lies in the shape.

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{contains_point, nearest_point, ray_cast};

#[test]
fn rays_hit_spheres_where_the_quadratic_formula_says() {
    let mut rng = Rng(3);
    let mut hits = 0;
    for _ in 0..3000 {
        let (center, radius) = (rng.vec3(3.0), rng.real(0.01, 2.0));
        let (origin, direction) = (rng.vec3(100.0), rng.vec3(1.0));
        // About towards the sphere, so that most rays hit.
        let direction = (center - origin).normalize() + direction * radius * 0.015;
        let unit = direction.as_dvec3().normalize();
        let away = origin.as_dvec3() - center.as_dvec3();
        let along = away.dot(unit);
        let root = along * along - (away.dot(away) - f64::from(radius).powi(2));
        let ball = Sphere::new(radius).placed(Affine3A::from_translation(center));
        match ray_cast(&ball, origin, direction, 1e3) {
            Some(hit) => {
                hits += 1;
                let distance = -along - root.sqrt();
                let error = (f64::from(hit.distance) - distance).abs();
                assert!(error < 2e-7 * (1.0 + distance) || root < 1e-4, "{hit:?} {distance}");
                let out = (away + unit * distance) / f64::from(radius);
                assert!(hit.normal.as_dvec3().distance(out) < 1e-4 || root < 1e-4, "{hit:?} {out}");
            }
            None => assert!(root < 1e-6 || away.length() < radius.into(), "{root}"),
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn rays_enter_boxes_through_the_face_of_the_last_slab() {
    let mut rng = Rng(9);
    let mut hits = 0;
    for _ in 0..3000 {
        let half = rng.vec3(2.0).abs();
        let (origin, target) = (rng.vec3(20.0), rng.vec3(2.0));
        let direction = (target - origin).as_dvec3().normalize();
        let (mut from, mut to, mut axis) = (f64::NEG_INFINITY, f64::INFINITY, 0);
        for i in 0..3 {
            let near = (-f64::from(half[i]) * direction[i].signum() - f64::from(origin[i])) / direction[i];
            if near > from {
                (from, axis) = (near, i);
            }
            to = to.min((f64::from(half[i]) * direction[i].signum() - f64::from(origin[i])) / direction[i]);
        }
        match ray_cast(&Cuboid::from_half_size(half), origin, target - origin, 1e3) {
            Some(hit) if from > 0.0 => {
                assert!(to > from - 1e-5);
                if to - from < 1e-3 {
                    continue;
                }
                hits += 1;
                assert!((f64::from(hit.distance) - from).abs() < 1e-5, "{hit:?} {from}");
                let side = -direction[axis].signum();
                assert!((f64::from(hit.normal[axis]) - side).abs() < 1e-4, "{hit:?} {axis}");
            }
            Some(hit) => assert_eq!(hit.distance, 0.0),
            None => assert!(to < from + 1e-5, "{from} {to}"),
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn rays_end_on_the_boundary_of_any_shape() {
    let mut rng = Rng(13);
    let mut hits = 0;
    for case in 0..3000 {
        let shape = rng.shape_3d(1.0);
        let (origin, target) = (rng.vec3(5.0), rng.vec3(1.5));
        let Some(hit) = ray_cast(&*shape, origin, target - origin, 100.0) else { continue };
        if hit.distance == 0.0 {
            assert!(contains_point(&*shape, origin));
            continue;
        }
        hits += 1;
        let gap = nearest_point(&*shape, hit.point).distance;
        assert!(gap < 2e-6, "{case}: {gap} {hit:?}");
        let before = origin + (hit.point - origin) * 0.99;
        assert!(!contains_point(&*shape, before), "{case}: {hit:?}");
        assert!(hit.normal.dot(target - origin) < 0.0, "{case}: {hit:?}");
        // The plane through the hit is a supporting plane of the shape.
        let beyond = (shape.support(hit.normal) - hit.point).dot(hit.normal);
        assert!(beyond < 1e-4, "{case}: {beyond} {hit:?}");
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_ray_from_inside_hits_at_distance_zero() {
    let hit = ray_cast(&Rectangle::new(4.0, 2.0), Vec2::new(0.0, 0.75), Vec2::X, 9.0).unwrap();
    assert_eq!((hit.distance, hit.point, hit.normal), (0.0, Vec2::new(0.0, 0.75), Vec2::Y));
}

#[test]
fn the_length_of_the_direction_does_not_change_a_hit() {
    for length in [1e-30, 1e-3, 1.0, 1e30] {
        let hit = ray_cast(&Circle::new(1.0), Vec2::new(-3.0, 0.0), Vec2::X * length, 2.5).unwrap();
        assert_eq!(hit.distance, 2.0);
    }
    assert!(ray_cast(&Circle::new(1.0), Vec2::new(-3.0, 0.0), Vec2::ZERO, 9.0).is_none());
    assert!(ray_cast(&Circle::new(1.0), Vec2::new(-3.0, 0.0), Vec2::NAN, 9.0).is_none());
}

#[test]
fn rays_far_from_the_origin_keep_their_precision() {
    let far = Vec3::new(1e6, -1e6, 1e6);
    let ball = Sphere::new(1.0).placed(Affine3A::from_translation(far));
    let hit = ray_cast(&ball, far - Vec3::X * 1000.0, Vec3::X, 1e4).unwrap();
    assert_eq!((hit.distance, hit.normal), (999.0, Vec3::NEG_X));
}

#[test]
fn the_nearest_point_of_a_point_inside_is_the_point_itself() {
    let mut rng = Rng(17);
    for case in 0..2000 {
        let shape = rng.shape_3d(0.5);
        let point = rng.vec3(1.5);
        let nearest = nearest_point(&*shape, point);
        assert_eq!(contains_point(&*shape, point), nearest.distance == 0.0);
        assert!((nearest.point.distance(point) - nearest.distance).abs() < 2e-6, "{case}: {nearest:?}");
        assert!(nearest_point(&*shape, nearest.point).distance < 2e-6, "{case}: {nearest:?}");
        let out = point - nearest.point;
        // The plane through the nearest point, across the line to it, is a supporting plane of the shape.
        if nearest.distance > 1e-2 {
            let beyond = (shape.support(out) - nearest.point).dot(out.normalize());
            assert!(beyond < 1e-5, "{case}: {beyond} {nearest:?}");
        }
    }
}

/// A ray nearly along a needle enters it by its end. After so long a way, a place is less precise than the radius
/// there.
#[test]
fn a_ray_along_a_needle_does_not_hit_a_side_that_recedes() {
    let needle = Capsule2::new(13.664021, 0.0011533833).placed(Affine2 {
        matrix2: Mat2::from_cols(Vec2::new(0.539798, 0.84179455), Vec2::new(-0.84179455, 0.539798)),
        translation: Vec2::new(8.450873, 0.23926686),
    });
    let direction = Vec2::new(0.024783177, -0.015896466);
    let hit = ray_cast(&needle, Vec2::new(-119.12179, 82.06374), direction, 619.90027).unwrap();
    assert!(hit.normal.dot(direction.normalize()) <= 1e-6, "{hit:?}");
    assert!((hit.normal.length() - 1.0).abs() <= 1e-6, "{hit:?}");
}
