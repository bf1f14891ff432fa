//! Faults that the oracle has found in `gjk`, reduced to small numbers.

use gjk::{Query, SimplexCache, Vec2};
use glam::{Mat3, Vec3};
use oracle::case::{Case, Dimension, Form, Shape};
use oracle::check::{Known, casts, half_spaces, manifolds, points as points_check, rays, warm};
use oracle::family::Dice;
use oracle::subject::{Native, query_pair};

use crate::reported::judge_both_orders;

fn points(points: &[[f32; 3]]) -> Form {
    Form::Points(points.iter().map(|&point| point.into()).collect())
}

/// The witness points were on one of several nearest facets, and the normal was that of another.
#[test]
fn parallel_boxes_with_several_least_depths_keep_one_normal() {
    let a = Form::Box(Vec3::new(1.25, 1.25, 1.0)).here();
    judge_both_orders(
        Dimension::Space,
        a,
        Form::Box(Vec3::new(1.25, 1.25, 0.25)).at(Vec3::new(1.5, 1.25, -0.5)),
    );
}

/// As above: two edges of the Minkowski difference are equally near.
#[test]
fn polygons_with_several_least_depths_keep_one_normal() {
    let a =
        points(&[[0.0, 1.0, 0.0], [2.0, 2.0, 0.0], [-0.5, 0.0, 0.0], [0.0, -2.0, 0.0], [-2.0, -2.0, 0.0]]);
    let b =
        points(&[[-1.0, -1.0, 0.0], [1.0, 0.0, 0.0], [-0.5, 0.5, 0.0], [1.0, -1.0, 0.0], [-0.25, 0.5, 0.0]]);
    judge_both_orders(Dimension::Plane, a.at(Vec3::new(-0.5, -0.5, 0.0)), b.at(Vec3::new(-1.0, 1.0, 0.0)));
}

/// EPA ended at its iteration cap, with the normal of one step and the witness points of another.
#[test]
fn identical_almost_round_ellipses_and_ellipsoids_have_a_depth() {
    let ellipse = || Form::Ellipsoid(Vec3::new(1.0, 0.99, 0.0)).here();
    judge_both_orders(Dimension::Plane, ellipse(), ellipse());
    let ellipsoid = || Form::Ellipsoid(Vec3::new(1.0, 0.9, 1.0)).here();
    judge_both_orders(Dimension::Space, ellipsoid(), ellipsoid());
}

/// As above, and the depth was 4e-4 too large: the depth is the same along a circle of directions.
#[test]
fn coaxial_round_shapes_have_a_depth() {
    let cylinder = |radius| Form::Cylinder { radius, half_height: 1.5 }.here();
    judge_both_orders(Dimension::Space, cylinder(1.0), cylinder(1.0));
    judge_both_orders(Dimension::Space, cylinder(1.0), cylinder(2.0));
    judge_both_orders(Dimension::Space, Form::Ball(1.0).here(), cylinder(1.0));
    judge_both_orders(
        Dimension::Space,
        Form::Ball(0.25).here(),
        Form::Cone { radius: 1.0, half_height: 1.0 }.here(),
    );
}

/// A triangle no larger than the rounding of its corners, and a point at one of them: they were reported as separated
/// with a distance of zero, and with NaN in points and normal.
#[test]
fn a_tiny_triangle_touches_a_point() {
    let a = points(&[[2.0, 0.999_999_94, 0.0], [1.999_999_9, 0.999_999_94, 0.0], [2.0, 1.0, 0.0]]);
    judge_both_orders(Dimension::Plane, a.here(), points(&[[2.0, 1.0, 0.0]]).here());
}

/// The distance is six millionths of the size, and rounding moves the closest points as much: the normal was the
/// direction between them, off by half a degree, and not the direction that proved the separation.
#[test]
fn a_needle_close_to_an_ellipsoid_has_a_separating_normal() {
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
    judge_both_orders(Dimension::Space, a.placed(turn_a, Vec3::ZERO), b.placed(turn_b, place));
}

/// Judges the hit or the miss of a ray.
#[track_caller]
fn ray(dimension: Dimension, shape: &Shape, origin: Vec3, direction: Vec3, max: f32) {
    let ray = rays::Ray { origin, direction, max };
    let hit = rays::query(dimension, shape, &ray);
    let score = rays::judge(dimension, &shape.body(dimension), &ray, hit.as_ref());
    assert!(score.faults.is_empty(), "{score:?}\n{hit:?}");
}

/// The normal did not separate the ray from the segment along which it had passed: it was the normal at the start,
/// although the segment was behind the ray by then. The ray meets the far end of the segment at a slope of 2e-5.
#[test]
fn a_ray_along_a_segment_hits_its_far_end() {
    let segment = points(&[[-2.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]).at(Vec3::new(0.0, -0.5, 0.0));
    let direction = Vec3::new(-0.028_379_364, 6.216_318_4e-7, 0.0);
    ray(Dimension::Plane, &segment, Vec3::new(-0.999_984_2, 0.499_978_1, 0.0), direction, 6.0);
}

/// As above: the box passes a corner by 2e-5 before it reaches a face.
#[test]
fn a_box_that_passes_a_corner_closely_hits_a_face() {
    let a = Form::Box(Vec3::new(0.75, 1.25, 1.0)).here();
    let b = Form::Box(Vec3::new(4.25, 3.25, 0.25)).at(Vec3::new(5.000_017_6, 4.0, -1.250_050_5));
    let case = Case { dimension: Dimension::Space, a, b };
    let motion =
        casts::Motion { of_a: Vec3::new(0.020_555_427, -582.538_6, -2912.752), of_b: Vec3::ZERO, max: 0.016 };
    let hit = casts::query(&case, &motion);
    let score = casts::judge(&Known::new(&case), &motion, hit.as_ref());
    assert!(score.faults.is_empty(), "{score:?}\n{hit:?}");
}

/// The distance was 0.033 instead of 5e-7, just above the tolerance of touching: the pair was proved separated, but
/// the next simplex enclosed the origin by rounding, and the answer was that of the simplex before.
#[test]
fn a_point_close_to_a_thin_segment_has_the_right_distance() {
    let turn = Mat3::from_cols_array_2d(&[
        [0.988_910_85, 0.148_510_28, 0.0],
        [-0.148_510_28, 0.988_910_85, 0.0],
        [0.0, 0.0, 1.0],
    ]);
    let slice = Form::Segment { radius: 1.0, half_angle: 0.024_792_328 }.placed(turn, Vec3::ZERO);
    let at = Vec3::new(-0.156_593_98, 0.987_386_1, 0.0);
    let answer = points_check::query(Dimension::Plane, &slice, at);
    let score = points_check::judge(Dimension::Plane, &slice.body(Dimension::Plane), at, &answer);
    assert!(score.faults.is_empty(), "{score:?}\n{answer:?}");
}

/// The points of a manifold were offset by 0.7: three corners, collinear up to rounding, were taken for a face.
#[test]
fn collinear_corners_are_no_face_of_a_manifold() {
    let a = points(&[
        [1.0, 0.5, 1.0],
        [-0.5, 1.0, 1.0],
        [0.5, 0.5, 0.0],
        [2.0, 2.0, 1.0],
        [-0.25, -0.25, 0.5],
        [-2.0, 2.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, -0.5, -1.0],
        [0.0, -1.0, 1.0],
    ]);
    let b = points(&[
        [-0.5, -1.0, 1.0],
        [1.0, -1.0, -1.0],
        [0.5, 0.5, -0.5],
        [-0.5, 0.5, 0.25],
        [2.0, 1.0, 2.0],
        [0.5, 0.25, 0.0],
    ]);
    let case = Case {
        dimension: Dimension::Space,
        a: a.at(Vec3::new(0.5, 0.0, -0.25)),
        b: b.at(Vec3::new(0.25, -0.25, 0.5)),
    };
    let manifold = manifolds::query(&case);
    let score = manifolds::judge(&Known::new(&case), manifold.as_ref());
    assert!(score.faults.is_empty(), "{score:?}\n{manifold:?}");
}

/// Two squares are tilted by almost the angle up to which a side counts as parallel to the line. The sides of their
/// sum have the same angle but twice the length, and their far ends were wrongly points of the manifold.
#[test]
fn a_sum_of_tilted_squares_touches_a_line_at_its_near_corner() {
    let square = || Box::new(Form::Box(Vec3::new(0.5, 0.5, 0.0)).here());
    let sum = Form::MinkowskiSum(square(), square()).here();
    let up = Vec3::new(0.0049, 1.0, 0.0);
    let half_space = half_spaces::PlacedHalfSpace {
        normal: up,
        offset: -0.99,
        matrix: Mat3::IDENTITY,
        translation: Vec3::ZERO,
    };
    let motion = half_spaces::Motion { velocity: Vec3::NEG_Y, origin: Vec3::Y, max: 1.0 };
    let answers = half_spaces::query(Dimension::Plane, &sum, &half_space, &motion, false);
    let score =
        half_spaces::judge(Dimension::Plane, &sum.body(Dimension::Plane), &half_space, &motion, &answers);
    assert!(score.faults.is_empty(), "{score:?}\n{answers:?}");
}

/// The points of the contact were 0.1 apart at a depth of zero: the segments are collinear, and so were the three
/// vertices from a cache. The two that were chosen did not have the origin between them.
#[test]
fn collinear_segments_ignore_the_cache_of_another_pair() {
    let along = |places: &[f32]| Form::Points(places.iter().map(|&x| Vec3::X * x).collect());
    let (sin, cos) = (-0.049_595_03, 0.998_769_4);
    let turn = Mat3::from_cols(Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0), Vec3::Z);
    let a = along(&[-0.032_000_184, 0.225_945_23, 0.324_590_56, -0.883_112_55]).placed(turn, Vec3::ZERO);
    let b = along(&[0.793_987_75, 0.177_881_12, -0.754_029_75, -0.942_584_4])
        .placed(turn, Vec3::new(-0.677_679_5, 0.033_650_946, 0.0));
    let case = Case { dimension: Dimension::Plane, a, b };
    let known = Known::new(&case);
    for stream in 0..2000 {
        let mut dice = Dice::new(1, stream);
        let mut cloud = || Form::Points((0..4).map(|_| dice.vector(Dimension::Plane)).collect()).here();
        let before = Case { dimension: Dimension::Plane, a: cloud(), b: cloud() };
        let mut cache = SimplexCache::<Vec2>::default();
        let _ = Query::new(&Vec2::shape(&before.a), &Vec2::shape(&before.b)).cache(&mut cache).contact();
        let answers = query_pair(&case, Some(&cache));
        let score = warm::judge(&known, &answers);
        assert!(score.faults.is_empty(), "{score:?}\n{cache:?}\n{answers:#?}");
    }
}

/// The queries disagreed on whether the pair touches: the distance equals the touching threshold in all its digits, and
/// one query used the closed form for polygons where another used GJK.
#[test]
fn queries_agree_on_a_ball_at_the_touching_threshold_of_a_polygon() {
    let polygon = Form::Polygon(vec![
        Vec3::new(-2.707_681_4, -4.751_610_3, 0.0),
        Vec3::new(9.800_446_5, 4.764_342_3, 0.0),
        Vec3::new(9.803_251, 0.237_700_67, 0.0),
        Vec3::new(1.701_417_6, 0.271_486_8, 0.0),
        Vec3::new(-2.253_664_5, 4.877_249_2, 0.0),
        Vec3::new(4.037_631, -0.455_421_78, 0.0),
    ]);
    let turn = |cos, sin| Mat3::from_cols(Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0), Vec3::Z);
    let polygon = polygon.placed(turn(-0.918_847_1, -0.394_613_74), Vec3::ZERO);
    let there = Vec3::new(-8.340_372, -3.006_977, 0.0);
    let ball = Form::Ball(0.358_415_1).placed(turn(-0.334_331_72, 0.942_455_5), there);
    judge_both_orders(Dimension::Plane, polygon, ball);
}

/// The search from the cache of the same pair ended by rounding, at three millionths of the size from the other shape,
/// with a direction that proved no distance; an earlier axis had proved the distance.
#[test]
fn needles_have_a_separating_normal_with_their_own_cache() {
    let turn_a = Mat3::from_cols_array_2d(&[
        [0.983_985_54, 0.177_000_85, -0.021_051_56],
        [-0.176_962_26, 0.984_210_67, 0.003_696_887_8],
        [0.021_373_522, 8.764_735e-5, 0.999_771_54],
    ]);
    let turn_b = Mat3::from_cols_array_2d(&[
        [0.471_952_02, -0.362_833_56, 0.803_500_53],
        [0.727_811_5, -0.353_996_4, -0.587_347_4],
        [0.497_545_63, 0.861_996_77, 0.097_005_13],
    ]);
    let a = Form::Ellipsoid(Vec3::new(0.022_433_242, 7.765_977, 0.022_433_242));
    let b = Form::Ellipsoid(Vec3::new(0.001_834_191_8, 48.867_53, 0.001_834_191_8));
    let place = Vec3::new(-34.192_253, 9.655_509, 28.673_466);
    let (a, b) = (a.placed(turn_a, Vec3::ZERO), b.placed(turn_b, place));
    let case = Case { dimension: Dimension::Space, a, b };
    let mut cache = SimplexCache::<Vec3>::default();
    let _ = Query::new(&Vec3::shape(&case.a), &Vec3::shape(&case.b)).cache(&mut cache).closest_points();
    let answers = query_pair(&case, Some(&cache));
    let score = warm::judge(&Known::new(&case), &answers);
    assert!(score.faults.is_empty(), "{score:?}\n{answers:#?}");
}

/// The closed form for boxes had another touching threshold than the test of a cached axis.
#[test]
fn queries_agree_on_boxes_at_the_touching_threshold_with_a_cached_axis() {
    let turn = Mat3::from_cols_array_2d(&[
        [-0.384_353_2, -0.923_186_1, 0.0],
        [0.923_186_1, -0.384_353_2, 0.0],
        [0.0, 0.0, 1.0],
    ]);
    let other = |place| Form::Box(Vec3::new(4.25, 4.25, 0.0)).placed(turn, place);
    let a = Form::Box(Vec3::new(0.5, 0.75, 0.0)).placed(turn, Vec3::ZERO);
    let mut cache = SimplexCache::<Vec2>::default();
    let apart = other(Vec3::new(5.5, 2.9, 0.0));
    let left = Query::new(&Vec2::shape(&a), &Vec2::shape(&apart)).cache(&mut cache).closest_points();
    assert!(left.is_some());
    let mut touching = 0;
    for step in -20_i8..20 {
        let place = Vec3::new(5.429_655_6 + 4.8e-7 * f32::from(step), 2.884_682_4, 0.0);
        let case = Case { dimension: Dimension::Plane, a: a.clone(), b: other(place) };
        let answers = query_pair(&case, Some(&cache));
        assert_eq!(answers.intersects, answers.contact.is_some(), "{step}: {answers:#?}");
        assert_ne!(answers.intersects, answers.closest.is_some(), "{step}: {answers:#?}");
        touching += i32::from(answers.intersects);
    }
    assert!(
        (1..40).contains(&touching),
        "{touching} of the 40 places touch; both sides of the threshold must occur"
    );
}
