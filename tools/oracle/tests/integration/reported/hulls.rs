//! 3D hulls of points, triangles and single points.

use super::*;

/// Parry #76: no distance to a triangle with two equal corners.
#[test]
fn a_point_beside_a_degenerate_triangle_has_a_distance() {
    let corner = [-0.57, -8.1, 16.607];
    let triangle = hull(&[[2.277, -7.9, 16.318], corner, corner]);
    let answers = judge_3d(triangle, hull(&[[1.1, -7.9, 16.588]]));
    assert!((answers.closest.unwrap().length - 0.171_478_61).abs() < 1e-5);
}

/// `ConvexBodyProximityQueries` #17: a distance of zero in one of both orders.
#[test]
fn separated_small_triangles_have_a_distance() {
    let one = hull(&[
        [-0.375_794_35, 0.014_414_025, 0.326_566_3],
        [-0.372_631_85, 0.010_897_892_5, 0.361_180_37],
        [-0.356_476_63, 0.036_258_21, 0.343_284_37],
    ]);
    let two = hull(&[
        [0.238_840_95, -1.647_757_4, 0.116_889_484],
        [0.268_917_68, -1.635_335_1, 0.108_211_09],
        [0.263_385_03, -1.665_770_6, 0.105_102_37],
    ]);
    assert!((judge_3d(one, two).closest.unwrap().length - 1.784_453_4).abs() < 1e-5);
}

/// `FEniCS/dolfinx` #3653: no convergence.
#[test]
fn a_point_against_a_hull_of_seven_points_is_right() {
    let hull_points = hull(&[
        [46.0659, 38.6251, 16.3637],
        [44.2764, 42.3867, 18.239],
        [50.0397, 38.4649, 19.9843],
        [47.1963, 40.4563, 19.1057],
        [48.0266, 38.5593, 18.2475],
        [45.1735, 40.495, 17.3336],
        [48.0415, 40.4456, 18.1963],
    ]);
    judge_3d(hull(&[[44.2919, 39.7508, 18.8208]]), hull_points);
}

/// Distance3d #27: GJK fails with an error.
#[test]
fn overlapping_hulls_of_six_points_are_right() {
    let one = hull(&[
        [1.940_898_3, 1.755_563, 0.185_583_7],
        [0.832_577_3, 0.073_487_4, 1.736_383_6],
        [0.464_797_97, 0.780_236_5, 0.768_335_2],
        [1.814_785, 0.171_065, 1.802_196_9],
        [0.057_423_73, 1.659_900_5, 0.014_474_512],
        [1.527_086_2, 0.494_562_45, 0.716_242],
    ]);
    let two = hull(&[
        [0.137_467_28, 0.201_296_36, 0.344_828_2],
        [0.531_522_3, 0.859_293_46, 0.627_579_6],
        [0.581_008_7, 0.428_715_9, 0.620_131_4],
        [0.483_953_3, 0.357_102_87, 0.275_866],
        [0.158_637_77, 0.642_162, 0.648_778_9],
        [0.518_519_76, 0.058_044_153, 0.402_026_98],
    ]);
    judge_3d(one, two);
}

/// `openGJK` #54: a wrong distance of a point to a polytope of 24 corners with many coplanar faces.
#[test]
fn points_around_a_polytope_of_24_corners_are_right() {
    const LONG: f32 = 0.414_213_57;
    const SHORT: f32 = 0.171_572_88;
    let mut corners = Vec::new();
    for signs in 0..8u32 {
        let sign = |axis: u32| if signs >> axis & 1 == 0 { 1.0 } else { -1.0 };
        for short in 0..3 {
            let side = |axis: u32| sign(axis) * if axis == short { SHORT } else { LONG };
            corners.push([side(0), side(1), side(2)]);
        }
    }
    for i in 0..7 * 7 * 7 {
        let side = |i: i32| (i % 7 - 3) as f32 * 0.207_106_78;
        judge_3d(hull(&corners), hull(&[[side(i), side(i / 7), side(i / 49)]]));
    }
}
