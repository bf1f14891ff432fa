//! 2D shapes.

use super::*;

#[track_caller]
/// Judges a 2D pair.
fn judge_2d(a: Shape, b: Shape) -> Answers {
    judge_both_orders(Dimension::Plane, a, b)
}

fn square(half: f32) -> Form {
    Form::Box(Vec3::new(half, half, 0.0))
}

/// Kroitor/gjk.c: crossing triangles with the same center, which give no initial direction.
#[test]
fn triangles_that_form_a_star_intersect() {
    let up = polygon(&[[0.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]);
    let down = polygon(&[[0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]);
    assert!(judge_2d(up, down).intersects);
}

/// Kroitor/gjk.c: squares that overlap, and a corner that touches a corner.
#[test]
fn squares_at_integer_coordinates_have_exact_depths() {
    let low = || polygon(&[[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]]);
    let high = polygon(&[[2.0, 2.0], [5.0, 2.0], [5.0, 5.0], [2.0, 5.0]]);
    assert!(judge_known_distance(Dimension::Plane, low(), high, -1.0).intersects);
    let corner = polygon(&[[3.0, 3.0], [5.0, 3.0], [3.0, 5.0]]);
    assert!(judge_known_distance(Dimension::Plane, low(), corner, 0.0).intersects);
}

/// Kroitor/gjk.c pull request #5: almost identical triangles reported as separated.
#[test]
fn almost_identical_triangles_intersect() {
    let one = polygon(&[[4.000_009, 11.000_008], [5.000_006, 4.999_989], [9.000_001, 8.999_997]]);
    let two = polygon(&[[4.000_003, 11.000_01], [4.999_989, 4.999_999], [8.999_997, 8.999_998]]);
    assert!(judge_2d(one, two).intersects);
}

/// Collision-rs #51: no collision found.
#[test]
fn identical_squares_have_a_depth() {
    judge_known_distance(Dimension::Plane, square(5.0).here(), square(5.0).here(), -10.0);
}

/// `Box2D` #883: no overlap found for concentric squares.
#[test]
fn concentric_squares_have_a_depth() {
    let place = Vec3::new(3.0, 5.0, 0.0);
    judge_known_distance(Dimension::Plane, square(0.5).at(place), square(0.4).at(place), -0.9);
}

/// `Box2D` #672: the mean of the centers as the nearest points of overlapping circles.
#[test]
fn overlapping_circles_have_a_depth() {
    for distance in [0.0, 0.5, 1.4999, 1.5] {
        let small = Form::Ball(0.5).at(Vec3::X * distance);
        judge_known_distance(Dimension::Plane, Form::Ball(1.0).here(), small, f64::from(distance) - 1.5);
    }
}

/// Godot-box2d #114: no collision of a circle with the end of a capsule.
#[test]
fn a_circle_overlaps_the_end_of_a_capsule() {
    let capsule = Form::Capsule { half_length: 4.0, radius: 1.0 }.here();
    judge_known_distance(Dimension::Plane, Form::Ball(1.0).at(Vec3::Y * 5.0), capsule, -1.0);
}

/// Parry #378: a nearest point at the far corner when the shapes just touch.
#[test]
fn a_capsule_on_a_board_touches_below_its_center() {
    let capsule = || Form::Capsule { half_length: 0.25, radius: 0.5 }.here();
    let board = |y| Form::Box(Vec3::new(4.0, 0.5, 0.0)).at(Vec3::new(-2.037_373_5, y, 0.0));
    judge_known_distance(Dimension::Plane, capsule(), board(-1.2391), f64::from(1.2391f32) - 1.25);
    let touching = judge_known_distance(Dimension::Plane, capsule(), board(-1.25), 0.0);
    assert!(touching.intersects);
    assert!(touching.contact.unwrap().on_b.x.abs() < 1e-5);
}

/// `openGJK` #3: a distance of 0.5 between overlapping polygons.
#[test]
fn overlapping_polygons_intersect_in_2d_and_flat_in_3d() {
    let one =
        [[0.795_121, -0.727_851], [-0.178_424, -0.989_183], [-0.412_644, -0.770_664], [0.566_564, 0.548_772]];
    let two = [[-0.211_223, -0.511_346], [-0.347_973, 0.458_72], [0.277_308, 0.969_689]];
    assert!(judge_2d(polygon(&one), polygon(&two)).intersects);
    let flat = |points: &[[f32; 2]]| hull(&points.iter().map(|&[x, y]| [x, y, 0.0]).collect::<Vec<_>>());
    assert!(judge_3d(flat(&one), flat(&two)).intersects);
}

/// `Cute_c2` #256: diamonds that overlap at a corner reported as separated.
#[test]
fn diamonds_overlap_at_a_corner() {
    let diamond =
        |x: f32, y: f32| polygon(&[[x, y], [x + 10.0, y + 10.0], [x, y + 20.0], [x - 10.0, y + 10.0]]);
    let middle = || diamond(40.0, 30.0);
    for other in [diamond(40.0, 48.0), diamond(58.0, 30.0), diamond(40.0, 12.0), diamond(22.0, 30.0)] {
        judge_known_distance(Dimension::Plane, middle(), other, -std::f64::consts::SQRT_2);
    }
    judge_known_distance(Dimension::Plane, middle(), diamond(40.0, 51.0), 1.0);
}

/// Dyn4j #61: a point collinear with a side reported as inside.
#[test]
fn a_point_collinear_with_a_side_is_outside() {
    let octagon =
        [[2.0, 0.0], [4.0, 0.0], [7.0, 3.0], [7.0, 5.0], [5.0, 7.0], [3.0, 7.0], [0.0, 4.0], [0.0, 2.0]];
    judge_known_distance(
        Dimension::Plane,
        polygon(&octagon),
        polygon(&[[0.0, 0.0]]),
        std::f64::consts::SQRT_2,
    );
}

/// `libGDX` #1726: no intersection of a segment that starts inside a square.
#[test]
fn a_segment_that_starts_inside_a_square_intersects() {
    let square = polygon(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
    assert!(judge_2d(square, polygon(&[[9.009_702, 9.002_425], [20.0, 5.0]])).intersects);
}
