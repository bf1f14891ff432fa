//! 3D boxes.

use super::*;

/// Collision-rs #51: no collision found, and a panic.
#[test]
fn identical_cuboids_have_a_depth() {
    judge_known_distance(
        Dimension::Space,
        cuboid(10.0, 10.0, 10.0).here(),
        cuboid(10.0, 10.0, 10.0).here(),
        -10.0,
    );
}

/// Libccd #25: no intersection, NaN direction.
#[test]
fn stacked_cubes_have_a_vertical_normal() {
    let above = cuboid(2.0, 2.0, 2.0).at(Vec3::new(0.0, 0.0, 1.9));
    let answers =
        judge_known_distance(Dimension::Space, cuboid(2.0, 2.0, 2.0).here(), above, f64::from(1.9f32) - 2.0);
    assert!((answers.contact.unwrap().normal.z - 1.0).abs() < 1e-6);
}

/// FCL #508: 3.16228 instead of 3.
#[test]
fn separated_unit_cubes_have_a_distance() {
    let far = cuboid(1.0, 1.0, 1.0).at(Vec3::new(0.0, 4.0, 0.0));
    judge_known_distance(Dimension::Space, far, cuboid(1.0, 1.0, 1.0).here(), 3.0);
}

/// Coal #144: a corner reported as the contact.
#[test]
fn slightly_overlapping_cubes_have_a_depth() {
    let beside = cuboid(2.0, 2.0, 2.0).at(Vec3::new(1.9999, 0.0, 0.0));
    let depth = 2.0 - f64::from(1.9999f32);
    let answers = judge_known_distance(Dimension::Space, cuboid(2.0, 2.0, 2.0).here(), beside, -depth);
    assert!((answers.contact.unwrap().normal.x - 1.0).abs() < 1e-6);
}

/// Parry #315: a normal along y for boxes whose faces touch at x = 1.
#[test]
fn cubes_with_touching_faces_have_the_normal_of_the_face() {
    let unit = || cuboid(1.0, 1.0, 1.0);
    let answers = judge_known_distance(
        Dimension::Space,
        unit().at(Vec3::splat(0.5)),
        unit().at(Vec3::new(1.5, 0.5, 0.5)),
        0.0,
    );
    assert!(answers.intersects);
    assert_eq!(answers.contact.unwrap().normal, glam::DVec3::X);
}

/// FCL #493: the origin reported as outside of EPA's polytope.
#[test]
fn rotated_touching_cubes_are_right() {
    let first = [
        [0.961_939_75, 0.154_012_8, 0.225_725_37, 2.077_006_3],
        [-0.191_341_71, 0.969_364_94, 0.154_012_8, 0.484_682_47],
        [-0.195_090_32, -0.191_341_71, 0.961_939_75, 1.154_329_2],
    ];
    let mut second = first;
    (second[0][3], second[1][3], second[2][3]) = (2.0, 0.0, 1.25);
    let ((turn, a), (_, b)) = (pose(first), pose(second));
    judge_3d(cuboid(0.5, 0.5, 0.5).placed(turn, a), cuboid(0.5, 0.5, 0.5).placed(turn, b));
}

/// FCL #495: GJK reports the boxes as touching, EPA as separated.
#[test]
fn rotated_cubes_separated_by_rounding_are_right() {
    let (turn, a) = pose([
        [0.940_960_63, 0.292_968_4, 0.169_595_42, 0.073_242_1],
        [-0.235_698_37, 0.926_615_24, -0.292_968_4, 0.231_653_8],
        [-0.242_980_18, 0.235_698_37, 0.940_960_63, 1.308_924_6],
    ]);
    let below = Vec3::new(0.0, 0.0, 1.25);
    judge_3d(cuboid(0.25, 0.25, 0.25).placed(turn, a), cuboid(0.25, 0.25, 0.25).placed(turn, below));
}

/// FCL #399: EPA is started for boxes that do not overlap.
#[test]
fn boxes_with_almost_parallel_sides_are_right() {
    let (turn_a, a) = pose([
        [-0.099_432_39, 0.995_044_3, 0.0, 0.295_264_07],
        [-0.995_044_3, -0.099_432_39, 0.0, -0.013_230_856],
        [0.0, 0.0, 1.0, 0.0],
    ]);
    let (turn_b, b) = pose([
        [0.995_066, 0.099_215_36, 0.0, 0.227_595_86],
        [-0.099_215_36, 0.995_066, 0.0, 0.149_740_94],
        [0.0, 0.0, 1.0, 0.0],
    ]);
    judge_3d(
        cuboid(0.237_680_38, 0.157_023_05, 0.25).placed(turn_a, a),
        cuboid(0.01, 0.781_657_1, 0.25).placed(turn_b, b),
    );
}

/// FCL #395: a triangle of EPA's polytope without area.
#[test]
fn a_rotated_box_over_a_thin_board_is_right() {
    let board = cuboid(0.46, 0.48, 0.01).at(Vec3::new(-0.721, -0.772, 0.81));
    let (turn, place) = pose([
        [0.107_582_62, -0.662_488_2, -0.741_306_5, -0.426_771_34],
        [0.226_821_85, -0.709_614_04, 0.667_083, -0.765_968_5],
        [-0.967_976_15, -0.239_911_06, 0.073_924_65, 0.807_467_3],
    ]);
    judge_3d(board, cuboid(0.049_521, 0.146, 0.0725).placed(turn, place));
}

/// Coal #604: a wrong distance between boxes close to each other.
#[test]
fn boxes_rotated_by_small_angles_are_right() {
    let (turn_a, a) = pose([
        [0.999_919_6, 0.010_218_494, 0.007_512_348, 1.503_355],
        [-0.010_218_782, 0.999_947_8, -3.329_856e-17, -0.853_170_8],
        [-0.007_511_955_6, -7.676_704e-5, 0.999_971_8, 0.770_009_2],
    ]);
    let (turn_b, b) = pose([
        [0.999_867_1, -0.012_977_083, 0.009_868_344, 1.488_383],
        [0.012_977_715, 0.999_915_8, 5.255_67e-17, -1.102_020_9],
        [-0.009_867_513, 0.000_128_068_56, 0.999_951_3, 0.449_707_4],
    ]);
    judge_3d(cuboid(0.363, 0.277, 0.363).placed(turn_a, a), cuboid(0.363, 0.363, 0.277).placed(turn_b, b));
}

/// Jitterphysics2 #302: overlap and distance contradict each other.
#[test]
fn a_point_beside_a_cube_has_a_distance() {
    let point = Form::Points(vec![Vec3::ZERO]).at(Vec3::X);
    judge_known_distance(Dimension::Space, cuboid(1.0, 1.0, 1.0).here(), point, 0.5);
}

/// `openGJK` #52: a distance of 0.003 between overlapping prisms far from the origin.
#[test]
fn prisms_far_from_the_origin_overlap() {
    let prism = |xs: [f32; 4], ys: [f32; 4]| {
        let corner = |i: usize| [xs[i % 4], ys[i % 4], if i < 4 { 300.0 } else { 0.0 }];
        hull(&std::array::from_fn::<_, 8, _>(corner))
    };
    let answers = judge_3d(
        prism([90945.08, 91077.46, 91454.92, 91322.54], [54122.54, 53745.082, 53877.46, 54254.918]),
        prism([90919.64, 91162.62, 91480.36, 91237.38], [54037.383, 53719.637, 53962.617, 54280.363]),
    );
    assert!(answers.intersects);
}

/// Distance3d #72: an assertion fails for a beam that ends in a rotated cube.
#[test]
fn a_beam_that_ends_in_a_rotated_cube_intersects() {
    let beam = cuboid(30.0, 1.0, 1.0).at(Vec3::new(-104.5, -120.0, -120.0));
    let cube = hull(&[
        [-90.0, -120.146_45, -120.853_55],
        [-90.0, -120.853_55, -120.146_45],
        [-90.707_11, -119.646_45, -120.353_55],
        [-90.707_11, -120.353_55, -119.646_45],
        [-89.292_89, -119.646_45, -120.353_55],
        [-89.292_89, -120.353_55, -119.646_45],
        [-90.0, -119.146_45, -119.853_55],
        [-90.0, -119.853_55, -119.146_45],
    ]);
    assert!(judge_3d(beam, cube).intersects);
}
