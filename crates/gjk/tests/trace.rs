//! A recorded trace, as it is printed.

use gjk::*;

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
    let contact = Query::new(&SQUARE, &TRIANGLE).observe(&mut trace).contact().unwrap();
    assert_eq!((contact.normal, contact.depth), (Vec2::X, 0.5));
    assert_eq!(trace.to_string(), OVERLAP);
    assert_eq!(trace.steps().filter(|step| matches!(step, Step::Support { .. })).count(), 6);
    trace.clear();
    let moved = TRIANGLE.placed(Affine2::from_translation(Vec2::new(1.5, 0.5)));
    let closest = Query::new(&SQUARE, &moved).observe(&mut trace).closest_points().unwrap();
    assert_eq!(closest.distance, 1.0);
    assert_eq!(trace.to_string(), APART);
}

#[test]
fn small_and_curved_shapes_are_printed_with_what_is_known_of_them() {
    let mut trace = Trace::default();
    let small = Ellipse::new(1e-4, 2e-4);
    let beside = Circle::new(1e-4).placed(Affine2::from_translation(Vec2::X * 1e-3));
    let _ = Query::new(&small, &beside).observe(&mut trace).closest_points();
    // A point of a curve has no name, the centre of a circle has.
    assert!(trace.to_string().contains("a (0.0001, 0) − b0 (0.001, 0)"), "{trace}");
}

#[test]
fn a_cast_shows_each_time_that_it_tries() {
    let mut trace = Trace::default();
    let far = TRIANGLE.placed(Affine2::from_translation(Vec2::new(4.0, 3.0)));
    let hit = Query::new(&SQUARE, &far).observe(&mut trace).cast(Vec2::ZERO, Vec2::new(-2.0, -1.5), 9.0);
    assert!(hit.is_some());
    assert!(trace.to_string().matches("GJK\n").count() >= 2, "{trace}");
}
