//! Warm starts of shapes that are far from each other: a cache must not change the answers.

use gjk::{Query, SimplexCache, Vec2, Vec3, closest_points};
use oracle::case::{Case, Dimension, Form};
use oracle::distance::Pair;
use oracle::family::{Dice, FAMILIES};
use oracle::subject::Native;

/// The tolerance of the distance, relative to the size of the pair; the rounding of the distance comes on top.
const EXACT: f64 = 1e-6;
/// The distance, relative to the size, by which a point of a curved boundary may move while the distance changes by a
/// millionth of the size.
const ALONG_A_CURVE: f64 = 2e-3;

/// Compares the distance without a cache with four queries that share a cache.
fn cached_distances_are_right<V: Native>(case: &Case, name: &str) {
    let size = Pair::new(case).size();
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    let cold = closest_points(&a, &b).expect("the shapes are far apart");
    let distance = f64::from(cold.distance);
    let mut cache = SimplexCache::<V>::default();
    for round in 0..4 {
        let context = format!("{name}, round {round}");
        let warm = Query::new(&a, &b).cache(&mut cache).closest_points().expect("the shapes are far apart");
        let error = (f64::from(warm.distance) - distance).abs();
        let turned = (warm.normal.to_dvec3() - cold.normal.to_dvec3()).length();
        let is_right = error <= EXACT * size + 4.0 * f64::from(f32::EPSILON) * distance
            && turned <= 4e-7 + ALONG_A_CURVE * size / distance;
        assert!(is_right, "{context}: {warm:?}\ninstead of {cold:?}\n{case:?}");
        assert!(!Query::new(&a, &b).cache(&mut cache).intersects(), "{context}");
        assert!(Query::new(&a, &b).cache(&mut cache).contact().is_none(), "{context}");
    }
}

fn check_cached_distances(case: &Case, name: &str) {
    match case.dimension {
        Dimension::Plane => cached_distances_are_right::<Vec2>(case, name),
        Dimension::Space => cached_distances_are_right::<Vec3>(case, name),
    }
}

/// The distance was too short by up to some percent: two support points that were equal up to rounding were taken for
/// a line, and a point of that line far outside of the shapes is nearer to the origin.
#[test]
fn a_cache_does_not_shorten_the_distance_of_a_triangle_and_a_cylinder() {
    for number in 0..20_000 {
        let mut dice = Dice::new(7, number);
        let triangle = Form::Points((0..3).map(|_| dice.vector(Dimension::Space)).collect());
        let cylinder = Form::Cylinder { radius: dice.between(0.3, 1.0), half_height: dice.between(0.3, 1.0) };
        let place = dice.direction(Dimension::Space) * 1e11;
        let (turn_a, turn_b) = (dice.rotation(Dimension::Space), dice.rotation(Dimension::Space));
        let (a, b) = (triangle.placed(turn_a, Vec3::ZERO), cylinder.placed(turn_b, place));
        check_cached_distances(&Case { dimension: Dimension::Space, a, b }, &number.to_string());
    }
}

#[test]
fn a_cache_does_not_change_the_distance_of_any_shapes_far_apart() {
    for family in FAMILIES {
        for dimension in [Dimension::Plane, Dimension::Space] {
            for number in 0..1000 {
                let mut case = family.case(dimension, 1, number);
                let mut dice = Dice::new(11, number);
                let far = dice.direction(dimension) * dice.magnitude(1e6, 1e12);
                case.b.translation = case.a.translation + far;
                check_cached_distances(&case, &format!("{} {dimension:?} {number}", family.name));
            }
        }
    }
}
