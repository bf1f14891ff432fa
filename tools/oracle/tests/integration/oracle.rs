//! Tests of the oracle against closed forms, and of its two methods against each other.

use glam::{DVec3, Mat3, Vec3};
use oracle::case::{Case, Dimension, Form, Shape};
use oracle::distance::{Effort, FirstContact, MovingPair, Pair, least_reach, maximin, nearest, signed_depth};
use oracle::family::{FAMILIES, separated_by};

const DIM2: Dimension = Dimension::Plane;
const DIM3: Dimension = Dimension::Space;

#[track_caller]
/// Compares the oracle's signed depth of a pair with the true one.
fn expect(dimension: Dimension, a: Shape, b: Shape, depth: f64) {
    let case = Case { dimension, a, b };
    let truth = signed_depth(&case);
    let slack = 2e-6 * Pair::new(&case).size();
    assert!(truth.low <= truth.high + 1e-12 && truth.gap() <= slack, "{truth:?}");
    assert!((truth.high - depth).abs() <= slack, "{truth:?}, not {depth}");
    // Branch and bound alone.
    let pair = Pair::new(&case);
    let found = least_reach(&pair, dimension, Effort::new(&pair, dimension, false));
    assert!(found.low - slack <= depth && depth <= found.high + slack, "{found:?}, not {depth}");
}

fn cube(half: f32) -> Form {
    Form::Box(Vec3::splat(half))
}

fn square(half: f32) -> Form {
    Form::Box(Vec3::new(half, half, 0.0))
}

#[test]
fn separated_boxes_have_exact_distances() {
    expect(DIM3, cube(1.0).here(), cube(0.5).at(Vec3::new(2.5, 0.3, 0.0)), -1.0);
    expect(DIM3, cube(1.0).here(), cube(0.5).at(Vec3::new(4.5, 5.5, 0.2)), -5.0);
    expect(DIM3, cube(1.0).here(), cube(0.5).at(Vec3::new(2.5, 3.5, 3.5)), -3.0);
    expect(DIM2, square(1.0).here(), square(0.5).at(Vec3::new(4.5, 5.5, 0.0)), -5.0);
}

#[test]
fn overlapping_boxes_have_exact_depths() {
    expect(DIM3, cube(1.0).here(), cube(0.5).at(Vec3::new(1.25, 0.3, 0.0)), 0.25);
    expect(DIM3, cube(1.0).here(), cube(1.0).here(), 2.0);
    expect(DIM2, square(1.0).here(), square(1.0).here(), 2.0);
    let turned = Mat3::from_rotation_z(std::f32::consts::FRAC_PI_4);
    let corner = 2f64.sqrt() - 0.5;
    expect(DIM2, square(0.5).here(), square(1.0).placed(turned, Vec3::X), corner);
}

#[test]
fn balls_and_capsules_have_exact_depths() {
    expect(DIM3, Form::Ball(1.0).here(), Form::Ball(2.0).at(Vec3::new(3.0, 4.0, 0.0)), -2.0);
    expect(DIM3, Form::Ball(1.0).here(), Form::Ball(2.0).at(Vec3::new(0.0, 1.0, 0.0)), 2.0);
    expect(DIM3, Form::Ball(1.0).here(), Form::Ball(2.0).here(), 3.0);
    expect(DIM2, Form::Ball(1.0).here(), Form::Ball(2.0).here(), 3.0);
    let capsule = || Form::Capsule { half_length: 2.0, radius: 0.5 };
    expect(DIM3, capsule().here(), capsule().at(Vec3::new(3.0, 1.0, 0.0)), -2.0);
    expect(DIM3, capsule().here(), capsule().at(Vec3::new(0.25, 1.0, 0.0)), 0.75);
}

#[test]
fn ellipsoids_cylinders_and_cones_have_exact_depths() {
    let egg = || Form::Ellipsoid(Vec3::new(3.0, 2.0, 1.0));
    expect(DIM3, egg().here(), egg().at(Vec3::Z * 5.0), -3.0);
    expect(DIM3, egg().here(), egg().here(), 2.0);
    expect(DIM3, egg().here(), Form::Ball(1.0).at(Vec3::X * 7.0), -3.0);
    let can = || Form::Cylinder { radius: 1.0, half_height: 2.0 };
    expect(DIM3, can().here(), can().at(Vec3::new(3.0, 0.5, 0.0)), -1.0);
    expect(DIM3, can().here(), can().at(Vec3::new(1.5, 0.5, 0.0)), 0.5);
    expect(DIM3, can().here(), can().at(Vec3::new(0.5, 3.9, 0.0)), 0.1f32.into());
    let cone = || Form::Cone { radius: 3.0, half_height: 2.0 };
    // The distance to a cone of slope 4:3 is 4/5 of the horizontal distance.
    expect(DIM3, cone().here(), Form::Ball(0.5).at(Vec3::new(4.0, 0.0, 0.0)), -(2.5 * 0.8 - 0.5));
    expect(DIM3, cone().here(), Form::Ball(0.5).at(Vec3::new(0.0, 3.0, 0.0)), -0.5);
}

#[test]
fn sectors_segments_frustums_and_extrusions_have_exact_depths() {
    let quarter = std::f32::consts::FRAC_PI_2;
    let point = |x: f32, y: f32| Form::Ball(0.0).at(Vec3::new(x, y, 0.0));
    let sector = |half_angle: f32| Form::Sector { radius: 2.0, half_angle }.here();
    expect(DIM2, sector(0.5 * quarter), point(0.0, 3.0), -1.0);
    expect(DIM2, sector(0.5 * quarter), point(0.0, -1.0), -1.0);
    expect(DIM2, sector(0.5 * quarter), point(-3.0, 3.0), -(18f64.sqrt() - 2.0));
    expect(DIM2, sector(0.5 * quarter), point(2.0, 0.0), -(2f64.sqrt()));
    expect(DIM2, sector(quarter), point(1.0, -2.0), -2.0);
    expect(DIM2, sector(quarter), point(0.0, 0.25), 0.25);
    let segment = |half_angle: f32| Form::Segment { radius: 2.0, half_angle }.here();
    expect(DIM2, segment(quarter), point(0.0, -1.0), -1.0);
    expect(DIM2, segment(2.0 * quarter), point(0.0, -3.0), -1.0);
    expect(DIM2, segment(2.0 * quarter / 3.0), point(0.0, 0.0), -1.0);
    expect(DIM2, segment(2.0 * quarter / 3.0), point(0.0, 1.75), 0.25);
    expect(DIM2, segment(4.0 * quarter / 3.0), point(0.0, -2.0), -1.0);
    let rhombus = Form::Rhombus(Vec3::new(4.0, 3.0, 0.0)).here();
    expect(DIM2, rhombus.clone(), point(4.0, 3.0), -12.0 / 5.0);
    expect(DIM2, rhombus, point(0.0, 0.0), 12.0 / 5.0);
    let frustum = Form::Frustum { radius_top: 1.0, radius_bottom: 2.0, half_height: 0.5 }.here();
    expect(DIM3, frustum.clone(), Form::Ball(0.5).at(Vec3::new(0.0, 2.0, 0.0)), -1.0);
    expect(DIM3, frustum.clone(), Form::Ball(0.5).at(Vec3::new(4.0, -0.5, 0.0)), -1.5);
    expect(DIM3, frustum, Form::Ball(0.0).at(Vec3::new(0.0, 0.0, 2.0)), -(0.5f64.sqrt() * 0.5));
    let cake = |base: Form| Form::Extrusion { base: Box::new(base), half_depth: 0.5 }.here();
    let half = || cake(Form::Sector { radius: 2.0, half_angle: quarter });
    expect(DIM3, half(), Form::Ball(0.0).at(Vec3::new(0.0, 2.0 + 3.0, 4.5)), -5.0);
    expect(DIM3, half(), Form::Ball(0.0).at(Vec3::new(0.0, 1.0, 0.25)), 0.25);
    let round = cake(Form::Ball(1.0));
    expect(DIM3, round, Form::Ball(0.5).at(Vec3::new(4.0, 0.0, 4.5)), -4.5);
}

#[test]
fn composed_shapes_have_exact_depths() {
    let rounded = Form::Rounded(Box::new(cube(1.0)), 0.5);
    expect(DIM3, rounded.here(), Form::Ball(0.5).at(Vec3::new(4.0, 5.0, 0.0)), -4.0);
    let swept = Form::Swept(Box::new(Form::Ball(1.0)), Vec3::X * 4.0);
    expect(DIM3, swept.clone().here(), Form::Ball(0.0).at(Vec3::new(3.0, 3.0, 0.0)), -2.0);
    expect(DIM3, swept.here(), Form::Ball(0.0).at(Vec3::new(-3.0, 0.0, 0.0)), -2.0);
    let joined =
        Form::HullOfTwo(Box::new(Form::Ball(1.0).here()), Box::new(Form::Ball(0.0).at(Vec3::Y * 2.0)));
    expect(DIM3, joined.clone().here(), Form::Ball(0.0).at(Vec3::Y * 3.0), -1.0);
    // The point is beside the tangent cone of the ball, which has a half angle of 30 degrees at the apex.
    expect(DIM3, joined.here(), Form::Ball(0.0).at(Vec3::new(2.0, 2.0, 0.0)), -(3f64.sqrt()));
    let summed =
        |one: Form, other: Form| Form::MinkowskiSum(Box::new(one.here()), Box::new(other.at(Vec3::X)));
    let octagon = summed(square(1.0), Form::Rhombus(Vec3::new(1.0, 1.0, 0.0)));
    expect(DIM2, octagon.clone().here(), Form::Ball(0.0).at(Vec3::new(3.0, 2.0, 0.0)), -(0.5f64.sqrt()));
    expect(DIM2, octagon.here(), Form::Ball(0.0).at(Vec3::new(4.0, 0.0, 0.0)), -1.0);
    // The map applies to the whole sum.
    let doubled =
        summed(cube(1.0), Form::Ball(0.5)).placed(Mat3::from_diagonal(Vec3::splat(2.0)), Vec3::ZERO);
    expect(DIM3, doubled, Form::Ball(0.0).at(Vec3::new(6.0, 0.0, 0.0)), -1.0);
}

#[test]
fn moving_pairs_touch_at_the_exact_time() {
    let contact = |a: Shape, b: Shape, velocity: DVec3, until: f64| {
        MovingPair::new(Pair::of(a.body(DIM3), b.body(DIM3)), velocity).first_contact(0.0, until)
    };
    let at = |contact: FirstContact, time: f64| match contact {
        FirstContact::From(from) => assert!((from - time).abs() < 1e-6, "{from}, not {time}"),
        other => panic!("{other:?}, not {time}"),
    };
    let ball = || Form::Ball(1.0).at(Vec3::new(5.0, 1.0, 0.0));
    let (left, right) = (DVec3::NEG_X, DVec3::X);
    at(contact(Form::Ball(1.0).here(), ball(), left, 9.0), 5.0 - 3f64.sqrt());
    at(contact(cube(1.0).here(), ball(), left * 2.0, 9.0), 1.5);
    at(contact(cube(1.0).here(), cube(1.0).at(Vec3::X), left, 9.0), 0.0);
    assert_eq!(contact(Form::Ball(1.0).here(), ball(), left, 3.0), FirstContact::Never);
    assert_eq!(contact(Form::Ball(1.0).here(), ball(), right, 9.0), FirstContact::Never);
    assert_eq!(
        contact(Form::Ball(0.5).here(), Form::Ball(0.4).at(Vec3::new(5.0, 1.0, 0.0)), left, 9.0),
        FirstContact::Never
    );
}

#[test]
fn moving_pairs_overlap_by_the_exact_depth() {
    // The moving ball's lowest point is 0.1 below the top of the resting ball.
    let pair =
        Pair::of(Form::Ball(1.0).here().body(DIM3), Form::Ball(0.5).at(Vec3::new(5.0, 1.4, 0.0)).body(DIM3));
    let path = MovingPair::new(pair, DVec3::NEG_X);
    let FirstContact::From(time) = path.first_contact(0.0, 10.0) else { panic!("the balls must meet") };
    assert!(path.overlaps_by(0.099, time, 10.0, DIM3) && !path.overlaps_by(0.101, time, 10.0, DIM3));
    // Just after the impact, the overlap is small.
    assert!(!path.overlaps_by(0.099, time, time + 1e-3, DIM3));
    assert!(path.overlaps_by(1e-4, time, time + 1e-3, DIM3));
}

#[test]
fn flat_shapes_have_exact_depths() {
    let rod = |along: Vec3| Form::Points(vec![-along, along]);
    expect(DIM3, rod(Vec3::X).here(), rod(Vec3::Y).here(), 0.0);
    expect(DIM3, rod(Vec3::X).here(), rod(Vec3::Y).at(Vec3::Z), -1.0);
    expect(DIM3, rod(Vec3::X).here(), rod(Vec3::X).at(Vec3::X * 3.0), -1.0);
    expect(DIM2, rod(Vec3::X).here(), square(1.0).here(), 1.0);
    expect(DIM3, cube(1.0).here(), rod(Vec3::new(0.1, 0.2, 0.3)).here(), 1.0 + f64::from(0.1f32));
}

#[test]
fn separated_by_places_a_pair_at_the_gap() {
    let case = Case { dimension: DIM3, a: cube(1.0).here(), b: Form::Ball(1.0).at(Vec3::new(3.0, 2.5, 2.0)) };
    for gap in [1e-3, -1e-3] {
        let placed = separated_by(case.clone(), gap);
        let pair = Pair::new(&placed);
        assert!((signed_depth(&placed).high / pair.size() + gap).abs() < 1e-6);
    }
}

#[test]
fn both_methods_agree_on_all_families() {
    let (mut undecided, mut all) = (0, 0);
    for family in FAMILIES {
        for (dimension, number) in (0..20).flat_map(|number| [(DIM2, number), (DIM3, number)]) {
            let case = family.case(dimension, 99, number);
            let pair = Pair::new(&case);
            let (near, slack) = (nearest(&pair, 1e-9 * pair.size()), 1e-7 * pair.size());
            let apart = near.high < 0.0;
            if apart && near.high < -100.0 * pair.size() {
                continue;
            }
            let found = least_reach(&pair, dimension, Effort::new(&pair, dimension, apart));
            all += 1;
            undecided += u32::from(found.gap() > 1e-5 * pair.size());
            assert!(near.low <= found.high + slack, "{}: {near:?} {found:?}", family.name);
            assert!(found.low <= near.high + slack, "{}: {near:?} {found:?}", family.name);
        }
    }
    assert!(undecided * 100 <= all, "{undecided} of {all} undecided");
}

#[test]
fn maximin_solves_known_games() {
    assert_eq!(maximin(&[[1.0, -1.0], [-1.0, 1.0]]), (0.0, [0.5, 0.5]));
    assert_eq!(maximin(&[[3.0, 1.0], [4.0, 2.0]]).0, 3.0);
    let (value, weights) = maximin(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
    assert!(value.abs() < 1e-12 && weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-12));
}
