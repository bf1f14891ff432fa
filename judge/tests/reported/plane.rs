//! Shapes in the plane.

use super::*;

#[track_caller]
fn plane(a: Shape, b: Shape) -> Answers {
    right(Dimension::Plane, a, b)
}

fn square(half: f32) -> Form {
    Form::Box(Vec3::new(half, half, 0.0))
}

/// Kroitor/gjk.c: crossing triangles through the origin, without a clear first direction.
#[test]
fn star_of_david() {
    let up = polygon(&[[0.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]);
    let down = polygon(&[[0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]);
    assert!(plane(up, down).intersects);
}

/// Kroitor/gjk.c: squares that overlap, and a corner that touches a corner.
#[test]
fn squares_at_small_integers() {
    let low = || polygon(&[[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]]);
    let high = polygon(&[[2.0, 2.0], [5.0, 2.0], [5.0, 5.0], [2.0, 5.0]]);
    assert!(known(Dimension::Plane, low(), high, -1.0).intersects);
    let corner = polygon(&[[3.0, 3.0], [5.0, 3.0], [3.0, 5.0]]);
    assert!(known(Dimension::Plane, low(), corner, 0.0).intersects);
}

/// Kroitor/gjk.c pull request #5: almost identical triangles found apart.
#[test]
fn almost_identical_triangles() {
    let one = polygon(&[[4.000_009, 11.000_008], [5.000_006, 4.999_989], [9.000_001, 8.999_997]]);
    let two = polygon(&[[4.000_003, 11.000_01], [4.999_989, 4.999_999], [8.999_997, 8.999_998]]);
    assert!(plane(one, two).intersects);
}

/// Collision-rs #51: no collision found.
#[test]
fn identical_squares() {
    known(Dimension::Plane, square(5.0).here(), square(5.0).here(), -10.0);
}

/// `Box2D` #883: no overlap found for concentric squares.
#[test]
fn concentric_squares() {
    let place = Vec3::new(3.0, 5.0, 0.0);
    known(Dimension::Plane, square(0.5).at(place), square(0.4).at(place), -0.9);
}

/// `Box2D` #672: the mean of the centers as the nearest points of overlapping circles.
#[test]
fn overlapping_circles() {
    for distance in [0.0, 0.5, 1.4999, 1.5] {
        let small = Form::Ball(0.5).at(Vec3::X * distance);
        known(Dimension::Plane, Form::Ball(1.0).here(), small, f64::from(distance) - 1.5);
    }
}

/// Godot-box2d #114: no collision of a circle with the end of a capsule.
#[test]
fn circle_at_the_end_of_a_capsule() {
    let capsule = Form::Capsule { half_length: 4.0, radius: 1.0 }.here();
    known(Dimension::Plane, Form::Ball(1.0).at(Vec3::Y * 5.0), capsule, -1.0);
}

/// Parry #378: a nearest point at the far corner when the shapes just touch.
#[test]
fn capsule_that_stands_on_a_board() {
    let capsule = || Form::Capsule { half_length: 0.25, radius: 0.5 }.here();
    let board = |y| Form::Box(Vec3::new(4.0, 0.5, 0.0)).at(Vec3::new(-2.037_373_5, y, 0.0));
    known(Dimension::Plane, capsule(), board(-1.2391), f64::from(1.2391f32) - 1.25);
    let touching = known(Dimension::Plane, capsule(), board(-1.25), 0.0);
    assert!(touching.intersects);
    assert!(touching.contact.unwrap().on_b.x.abs() < 1e-5);
}

/// `openGJK` #3: a distance of 0.5 between overlapping polygons.
#[test]
fn overlapping_polygons_in_the_plane_and_flat_in_space() {
    let one =
        [[0.795_121, -0.727_851], [-0.178_424, -0.989_183], [-0.412_644, -0.770_664], [0.566_564, 0.548_772]];
    let two = [[-0.211_223, -0.511_346], [-0.347_973, 0.458_72], [0.277_308, 0.969_689]];
    assert!(plane(polygon(&one), polygon(&two)).intersects);
    let flat = |points: &[[f32; 2]]| hull(&points.iter().map(|&[x, y]| [x, y, 0.0]).collect::<Vec<_>>());
    assert!(space(flat(&one), flat(&two)).intersects);
}

/// `Cute_c2` #256: diamonds that overlap at a corner found apart.
#[test]
fn diamonds_that_overlap_at_a_corner() {
    let diamond =
        |x: f32, y: f32| polygon(&[[x, y], [x + 10.0, y + 10.0], [x, y + 20.0], [x - 10.0, y + 10.0]]);
    let middle = || diamond(40.0, 30.0);
    for other in [diamond(40.0, 48.0), diamond(58.0, 30.0), diamond(40.0, 12.0), diamond(22.0, 30.0)] {
        known(Dimension::Plane, middle(), other, -std::f64::consts::SQRT_2);
    }
    known(Dimension::Plane, middle(), diamond(40.0, 51.0), 1.0);
}

/// Dyn4j #61: a point in line with a side taken to be inside.
#[test]
fn point_in_line_with_a_side() {
    let octagon =
        [[2.0, 0.0], [4.0, 0.0], [7.0, 3.0], [7.0, 5.0], [5.0, 7.0], [3.0, 7.0], [0.0, 4.0], [0.0, 2.0]];
    known(Dimension::Plane, polygon(&octagon), polygon(&[[0.0, 0.0]]), std::f64::consts::SQRT_2);
}

/// `libGDX` #1726: no intersection of a segment that starts inside a square.
#[test]
fn segment_that_starts_inside_a_square() {
    let square = polygon(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
    assert!(plane(square, polygon(&[[9.009_702, 9.002_425], [20.0, 5.0]])).intersects);
}
