//! Faults that the judge has found in the crate, reduced to small numbers.

use glam::{Mat3, Vec3};
use judge::case::{Case, Dimension, Form, Shape};
use judge::subject::ask;
use judge::verdict::judge;

#[track_caller]
fn right(dimension: Dimension, a: Shape, b: Shape) {
    for (a, b) in [(b.clone(), a.clone()), (a, b)] {
        let case = Case { dimension, a, b };
        let answers = ask(&case);
        let errors = judge(&case, &answers);
        let faults = errors.faults();
        assert!(!errors.undecided && faults.is_empty(), "{faults:?}\n{errors:#?}\n{answers:#?}");
    }
}

fn points(points: &[[f32; 3]]) -> Form {
    Form::Points(points.iter().map(|&point| point.into()).collect())
}

/// The witness points lay on one of several nearest facets, the normal was that of another.
#[test]
fn several_least_depths_of_parallel_boxes() {
    let a = Form::Box(Vec3::new(1.25, 1.25, 1.0)).here();
    right(Dimension::Space, a, Form::Box(Vec3::new(1.25, 1.25, 0.25)).at(Vec3::new(1.5, 1.25, -0.5)));
}

/// As above: two edges of the difference are equally near.
#[test]
fn several_least_depths_of_polygons() {
    let a =
        points(&[[0.0, 1.0, 0.0], [2.0, 2.0, 0.0], [-0.5, 0.0, 0.0], [0.0, -2.0, 0.0], [-2.0, -2.0, 0.0]]);
    let b =
        points(&[[-1.0, -1.0, 0.0], [1.0, 0.0, 0.0], [-0.5, 0.5, 0.0], [1.0, -1.0, 0.0], [-0.25, 0.5, 0.0]]);
    right(Dimension::Plane, a.at(Vec3::new(-0.5, -0.5, 0.0)), b.at(Vec3::new(-1.0, 1.0, 0.0)));
}

/// EPA ended at its limit, with the normal of one step and the witness points of another.
#[test]
fn almost_round_ellipses_and_ellipsoids_within_each_other() {
    let ellipse = || Form::Ellipsoid(Vec3::new(1.0, 0.99, 0.0)).here();
    right(Dimension::Plane, ellipse(), ellipse());
    let ellipsoid = || Form::Ellipsoid(Vec3::new(1.0, 0.9, 1.0)).here();
    right(Dimension::Space, ellipsoid(), ellipsoid());
}

/// As above, and the depth was 4e-4 too large: a circle of directions is equally deep.
#[test]
fn round_shapes_around_the_same_axis() {
    let cylinder = |radius| Form::Cylinder { radius, half_height: 1.5 }.here();
    right(Dimension::Space, cylinder(1.0), cylinder(1.0));
    right(Dimension::Space, cylinder(1.0), cylinder(2.0));
    right(Dimension::Space, Form::Ball(1.0).here(), cylinder(1.0));
    right(Dimension::Space, Form::Ball(0.25).here(), Form::Cone { radius: 1.0, half_height: 1.0 }.here());
}

/// A triangle no larger than the rounding of its corners, and the point in one of them: apart, with a
/// distance of zero, and NaN for points and normal.
#[test]
fn tiny_triangle_that_touches_a_point() {
    let a = points(&[[2.0, 0.999_999_94, 0.0], [1.999_999_9, 0.999_999_94, 0.0], [2.0, 1.0, 0.0]]);
    right(Dimension::Plane, a.here(), points(&[[2.0, 1.0, 0.0]]).here());
}

/// Apart by six millionths of the size, where rounding moves the nearest points as much: the normal was
/// their difference, off by half a degree, and not the direction that proved them apart.
#[test]
fn normal_of_a_needle_that_hardly_misses_an_ellipsoid() {
    let a = points(&[
        [-0.000_407_829_3, 0.001_563_063_6, -8.215_502e-5],
        [0.0, 83.405_655, 0.0],
        [-0.209_763_65, -82.601_71, -0.042_255_76],
    ]);
    let turn_a = Mat3::from_cols_array_2d(&[
        [0.665_923_36, -0.738_762_6, -0.103_806_32],
        [0.561_437_25, 0.587_911_8, -0.582_364],
        [0.491_257_8, 0.329_529_1, 0.806_273_1],
    ]);
    let turn_b = Mat3::from_cols_array_2d(&[
        [0.665_902_5, -0.738_781_4, -0.103_806_32],
        [0.561_453_8, 0.587_895_93, -0.582_364],
        [0.491_267_1, 0.329_515_25, 0.806_273_1],
    ]);
    let b = Form::Ellipsoid(Vec3::new(0.007_101_405_4, 3.048_492_4, 0.007_101_405_4));
    let place = Vec3::new(11.910_575, 12.594_293, -12.432_784);
    right(Dimension::Space, a.placed(turn_a, Vec3::ZERO), b.placed(turn_b, place));
}
