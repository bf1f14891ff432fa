//! 3D balls, capsules and cylinders.

use super::*;

/// FCL #275: 25 instead of 10.
#[test]
fn separated_spheres_have_a_distance() {
    let far = Form::Ball(10.0).at(Vec3::Y * 40.0);
    let closest = judge_known_distance(Dimension::Space, Form::Ball(20.0).here(), far, 10.0).closest.unwrap();
    assert!(closest.on_a.distance(glam::DVec3::Y * 20.0) < 1e-4);
    assert!(closest.on_b.distance(glam::DVec3::Y * 30.0) < 1e-4);
}

/// FCL #127: nearest points that are not on the box.
#[test]
fn a_sphere_under_a_wide_box_has_closest_points_on_both() {
    let wide = cuboid(10.0, 2.0, 10.0).at(Vec3::new(0.0, 5.0, 3.0));
    let closest = judge_known_distance(Dimension::Space, Form::Ball(1.0).here(), wide, 3.0).closest.unwrap();
    assert!(closest.on_b.distance(glam::DVec3::Y * 4.0) < 1e-4);
}

/// FCL #319: an exception for a touching contact.
#[test]
fn a_cylinder_beside_an_upright_board_is_right() {
    let board = cuboid(0.05, 0.39, 1.47).placed(
        rotation(std::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2),
        Vec3::new(0.8, -0.385, 0.735),
    );
    let (cylinder, upright) = cylinder_z(0.18, 0.18);
    let turn = rotation(0.991_445, 0.0, 0.0, -0.130_526);
    judge_3d(board, cylinder.placed(turn * upright, Vec3::new(0.4, -0.4, 0.93)));
}

/// FCL #391: an exception.
#[test]
fn a_sphere_beside_a_long_cylinder_is_right() {
    let (cylinder, upright) = cylinder_z(0.03, 0.65);
    let ball = Form::Ball(0.055).at(Vec3::new(0.541_979_4, -0.062_117_502, 0.601_623_65));
    judge_3d(cylinder.placed(upright, Vec3::new(0.6, 0.0, 0.325)), ball);
}

/// FCL #408: the origin reported as outside of EPA's polytope.
#[test]
fn a_sphere_on_the_side_of_a_cube_is_right() {
    let ball = Form::Ball(0.06).at(Vec3::new(1.785_505_6e-10, 0.04, 0.33));
    judge_3d(ball, cuboid(0.1, 0.1, 0.1).at(Vec3::new(0.05, 0.15, 0.35)));
}

/// Coal #351: an unclear verdict; the shapes overlap by 0.06.
#[test]
fn a_sphere_that_grazes_a_lying_cylinder_has_a_depth() {
    let cylinder = Form::Cylinder { radius: 136.0, half_height: 50.0 }.at(Vec3::Z * 776.5);
    let answers = judge_3d(Form::Ball(55.0).at(Vec3::new(140.834, -45.449, 905.432)), cylinder);
    let depth = 191.0 - f64::hypot(140.834, 905.432 - 776.5);
    assert!((answers.contact.unwrap().length - depth).abs() < 1e-3);
}

/// Bullet #2579: no collision found in single precision.
#[test]
fn a_small_sphere_overlaps_smaller_cubes() {
    for z in [0.3925, 0.3975, 0.4025] {
        let ball = Form::Ball(0.01).at(Vec3::new(0.019_576, -1.031_15, 0.398_155));
        assert!(judge_3d(ball, cuboid(0.005, 0.005, 0.005).at(Vec3::new(0.0275, -1.0275, z))).intersects);
    }
}

/// Parry #70: false negatives while a capsule moves through a box.
#[test]
fn a_capsule_intersects_a_large_box_at_every_step() {
    for half_length in [0.5, 0.0] {
        for step in 0..=200 {
            let capsule = Form::Capsule { half_length, radius: 0.5 };
            let capsule = capsule.at(Vec3::Y * (step as f32 / 200.0 - 0.5));
            assert!(judge_3d(capsule, cuboid(100.0, 100.0, 100.0).at(Vec3::Y * -50.0)).intersects);
        }
    }
}

/// Ncollide #157: intersecting, but no contact.
#[test]
fn a_cylinder_has_a_contact_with_a_thin_wall() {
    let cylinder = Form::Cylinder { radius: 0.5, half_height: 0.925 }.at(Vec3::new(10.97, 0.925, 61.02));
    assert!(judge_3d(cylinder, cuboid(0.1, 1.5, 1.0).at(Vec3::new(11.5, 0.75, 60.5))).contact.is_some());
}

/// `MathGeoLib` #55: an assertion in GJK fails; the box is 0.2 away from a tall capsule.
#[test]
fn a_small_box_beside_a_tall_capsule_has_a_distance() {
    let box_centre = Vec3::new(440.920_93, 808.086_7, 496.209_17);
    let capsule = Form::Capsule { half_length: 780.0, radius: 37.688_293 };
    let answers =
        judge_3d(cuboid(5.0, 5.0, 5.0).at(box_centre), capsule.at(Vec3::new(479.665_22, 750.0, 509.737_24)));
    assert!((answers.closest.unwrap().length - 0.1968).abs() < 1e-3);
}

/// Jolt #2103: a depth of 7.2 instead of about zero.
#[test]
fn a_flat_cylinder_that_touches_a_large_capsule_has_a_small_depth() {
    let capsule = Form::Capsule { half_length: 2.031_143_4, radius: 7.197_322 }.here();
    let cylinder = Form::Cylinder { radius: 0.4975, half_height: 0.3 };
    let answers = judge_3d(cylinder.at(Vec3::new(-0.951_660_16, -2.091_552_7, -7.635_742)), capsule);
    assert!(answers.contact.is_none_or(|contact| contact.length < 0.01));
}

/// Jolt #886: a false contact with a triangle that is almost a segment.
#[test]
fn a_sphere_misses_a_triangle_that_is_almost_a_segment() {
    let line = [
        [14.553_621, 10.597_372, -0.006_000_519],
        [14.553_621, 10.596_932, -3.186_381_3],
        [14.553_621, 10.596_932, -5.186_372_3],
    ];
    let start = Vec3::new(14.831_459, 8.190_551, -4.308_250_4);
    for fraction in [0.0, 0.5, 1.0] {
        let place = start + Vec3::new(-0.098_800_66, 5.960_464_5e-8, 0.000_732_421_9) * fraction;
        assert!(!judge_3d(Form::Ball(0.2).at(place), hull(&line)).intersects);
    }
}

/// Jolt pull request #41: a zero direction from a triangle smaller than a millimetre.
#[test]
fn a_sphere_on_a_tiny_triangle_is_right() {
    let triangle = [
        [0.279_280_78, -0.467_894_5, 0.105_353_98],
        [0.280_091_14, -0.467_546, 0.104_968_15],
        [0.277_769_98, -0.469_322_92, 0.105_590_254],
    ];
    for height in [0.2, 0.29, 0.3, 0.31] {
        judge_3d(hull(&triangle), Form::Ball(0.3).at(Vec3::new(0.279, -0.468, 0.105 + height)));
    }
}

/// `MuJoCo` #2206: a wrong depth for a sphere completely inside of a box.
#[test]
fn a_sphere_inside_a_box_has_a_depth() {
    let floor = Form::Box(Vec3::new(0.5, 0.5, 0.25)).at(Vec3::Z * -0.255);
    judge_known_distance(Dimension::Space, floor, Form::Ball(0.005).at(Vec3::Z * -0.011), -0.011);
}

/// DART pull request #3343: samples along the axis miss the nearest point.
#[test]
fn a_long_capsule_beside_a_box_has_a_distance() {
    let along_x = Mat3::from_cols(-Vec3::Y, Vec3::X, Vec3::Z);
    let capsule = Form::Capsule { half_length: 10.0, radius: 0.25 };
    judge_known_distance(
        Dimension::Space,
        capsule.placed(along_x, Vec3::new(2.0, 2.0, 0.0)),
        cuboid(2.0, 2.0, 2.0).here(),
        0.75,
    );
}
