//! Traces: the recorded steps of GJK and EPA, as text and as data, and the polytope that EPA grows.

use gjk::trace::{Algorithm, Polytope, Step, Trace};
use gjk::*;

use crate::common::dynamic::query;

const OVERLAP: &str = "\
GJK
1. Support along (−1, 0): a3 (−1, −1) − b1 (3, −1), in the difference w = (−4, 0).
   Nearest to the origin: v = 1·(−4, 0) = (−4, 0), |v| = 4.
2. Support along (4, 0): a2 (1, −1) − b0 (0.5, 0.25), in the difference w = (0.5, −1.25).
   Nearest to the origin: v = 0.1748·(−4, 0) + 0.8252·(0.5, −1.25) = (−0.2865, −1.0315), |v| = 1.0706.
3. Support along (0.2865, 1.0315): a0 (1, 1) − b1 (3, −1), in the difference w = (−2, 2).
   Nearest to the origin: v = 0.684·(0.5, −1.25) + 0.316·(−2, 2) = (−0.29, −0.223), |v| = 0.3658.
4. Support along (0.29, 0.223): a0 (1, 1) − b0 (0.5, 0.25), in the difference w = (0.5, 0.75).
   Nearest to the origin: v = 0.5·(0.5, −1.25) + 0.2·(−2, 2) + 0.3·(0.5, 0.75) = (0, 0), |v| = 0.
   Stop, origin enclosed: overlapping.
EPA
1. Support along (−0.7926, −0.6097): a3 (−1, −1) − b2 (3, 2), in the difference w = (−4, −3).
2. Facet (0.5, −1.25) (0.5, 0.75), normal n = (1, 0), 0.5 from the origin.
   Support along (1, 0): a2 (1, −1) − b0 (0.5, 0.25), in the difference w = (0.5, −1.25).
   Stop, the bounds met.
";

const APART: &str = "\
GJK
1. Support along (1.5, 0.5): a0 (1, 1) − b0 (2, 0.75), in the difference w = (−1, 0.25).
   Nearest to the origin: v = 1·(−1, 0.25) = (−1, 0.25), |v| = 1.0308.
2. Support along (1, −0.25): a2 (1, −1) − b0 (2, 0.75), in the difference w = (−1, −1.75).
   Nearest to the origin: v = 0.875·(−1, 0.25) + 0.125·(−1, −1.75) = (−1, 0), |v| = 1.
3. Support along (1, 0): a2 (1, −1) − b0 (2, 0.75), in the difference w = (−1, −1.75).
   Stop, the bounds met.
";

const SQUARE: Rectangle = Rectangle::new(2.0, 2.0);
const TRIANGLE: Triangle<Vec2> =
    Triangle::new([Vec2::new(0.5, 0.25), Vec2::new(3.0, -1.0), Vec2::new(3.0, 2.0)]);

#[test]
fn a_trace_reads_like_a_worked_example() {
    let mut trace = Trace::default();
    let contact = query(&SQUARE, &TRIANGLE).observe(&mut trace).contact().unwrap();
    assert_eq!((contact.normal, contact.depth), (Vec2::X, 0.5));
    assert_eq!(trace.to_string(), OVERLAP);
    assert_eq!(trace.steps().filter(|step| matches!(step, Step::Support { .. })).count(), 6);
    trace.clear();
    let moved = TRIANGLE.placed(Affine2::from_translation(Vec2::new(1.5, 0.5)));
    let closest = query(&SQUARE, &moved).observe(&mut trace).closest_points().unwrap();
    assert_eq!(closest.distance, 1.0);
    assert_eq!(trace.to_string(), APART);
}

#[test]
fn a_trace_prints_small_numbers_in_full_and_points_of_curves_without_an_id() {
    let mut trace = Trace::default();
    let small = Ellipse::new(1e-4, 2e-4);
    let beside = Circle::new(1e-4).placed(Affine2::from_translation(Vec2::X * 1e-3));
    let _ = query(&small, &beside).observe(&mut trace).closest_points();
    // A point of a curve has no id, the center of a circle has.
    assert!(trace.to_string().contains("a (0.0001, 0) − b0 (0.001, 0)"), "{trace}");
}

#[test]
fn a_trace_of_a_cast_shows_each_iteration() {
    let mut trace = Trace::default();
    let far = TRIANGLE.placed(Affine2::from_translation(Vec2::new(4.0, 3.0)));
    let hit = query(&SQUARE, &far).observe(&mut trace).cast(Vec2::ZERO, Vec2::new(-2.0, -1.5), 9.0);
    assert!(hit.is_some());
    assert!(trace.to_string().matches("GJK\n").count() >= 2, "{trace}");
}

/// Returns the points of each facet of a polytope.
fn facets<V: Vector>(polytope: Polytope<V>) -> Vec<Vec<V::Wide>> {
    let mut facets = Vec::new();
    polytope.for_each_facet(|vertices| facets.push(vertices.iter().map(|vertex| vertex.point).collect()));
    facets
}

#[test]
fn the_polytope_in_2d_is_a_convex_polygon_that_grows() {
    let (one, two) = (Ellipse::new(2.0, 1.0), Ellipse::new(1.0, 1.5));
    let two = two.placed(Affine2::from_angle_translation(0.4, Vec2::new(0.7, 0.3)));
    let mut trace = Trace::default();
    let contact = query(&one, &two).observe(&mut trace).contact().unwrap();
    let (mut area, mut last) = (0.0, 0.0);
    for step in trace.steps() {
        let Step::Facet { vertices, normal, distance, polytope } = step else { continue };
        let edges = facets(polytope);
        for (edge, next) in edges.iter().zip(edges.iter().cycle().skip(1)) {
            assert_eq!(edge[1], next[0]);
            // Convex, and counter-clockwise.
            assert!((edge[1] - edge[0]).perp_dot(next[1] - next[0]) > 0.0);
            let outward = -(edge[1] - edge[0]).perp().normalize();
            assert!(outward.dot(edge[0]) >= distance - 1e-9, "another facet is nearer");
        }
        assert!(edges.contains(&vertices.iter().map(|vertex| vertex.point).collect()));
        assert!(vertices.iter().all(|vertex| (normal.dot(vertex.point) - distance).abs() < 1e-9));
        let larger: f64 = edges.iter().map(|edge| edge[0].perp_dot(edge[1])).sum();
        assert!(larger >= area);
        (area, last) = (larger, distance);
    }
    assert!((last - f64::from(contact.depth)).abs() < 1e-5, "{last} {contact:?}");
}

#[test]
fn the_polytope_in_3d_is_a_closed_surface() {
    let (one, two) = (Cylinder::new(1.0, 2.0), Cuboid::new(1.0, 2.0, 1.0));
    let two =
        two.placed(Affine3A::from_rotation_translation(Quat::from_rotation_x(0.5), Vec3::new(0.3, 0.6, 0.2)));
    let mut trace = Trace::default();
    let mut live = Vec::new();
    let contact = query(&one, &two).observe(&mut trace).contact().unwrap();
    let record = |step: Step<Vec3>| {
        if let Step::Facet { polytope, .. } = step {
            live.push(facets(polytope));
        }
    };
    assert_eq!(query(&one, &two).observe(record).contact(), Some(contact));
    let recorded: Vec<_> = trace
        .steps()
        .filter_map(
            |step| if let Step::Facet { polytope, .. } = step { Some(facets(polytope)) } else { None },
        )
        .collect();
    assert_eq!(live, recorded);
    assert!(recorded.len() > 2 && recorded[0].len() < recorded.last().unwrap().len());
    for faces in &recorded {
        let edges: Vec<_> =
            faces.iter().flat_map(|face| (0..3).map(|edge| (face[edge], face[(edge + 1) % 3]))).collect();
        for &(from, to) in &edges {
            assert_eq!(edges.iter().filter(|&&edge| edge == (to, from)).count(), 1, "{from} {to}");
        }
    }
}

#[test]
fn entries_carry_run_algorithm_and_round() {
    let mut trace = Trace::default();
    let _ = query(&SQUARE, &TRIANGLE).observe(&mut trace).contact();
    let keys: Vec<_> =
        trace.entries().map(|entry| (entry.run, entry.algorithm, entry.round, entry.begins)).collect();
    use Algorithm::{Epa, Gjk};
    assert_eq!(keys[..3], [(0, Gjk, 1, true), (0, Gjk, 1, false), (0, Gjk, 2, true)]);
    assert_eq!(keys[8..10], [(0, Gjk, 4, false), (1, Epa, 1, true)]);
    assert_eq!(keys[10..], [(1, Epa, 2, true), (1, Epa, 2, false), (1, Epa, 2, false)]);
    assert_eq!(trace.get(8).unwrap().to_string(), "Stop, origin enclosed: overlapping.");
    assert!(trace.get(trace.len()).is_none());
    trace.clear();
    assert!(trace.is_empty());
}
