//! The oracle itself, against answers known in closed form, and its two methods against each other.

use glam::{DVec3, Mat3, Vec3};
use judge::case::{Case, Dimension, Form, Shape};
use judge::family::{FAMILIES, separated_by};
use judge::oracle::{ClipVertex, Effort, Pair, Path, least_reach, maximin, nearest, signed_depth};

const PLANE: Dimension = Dimension::Plane;
const SPACE: Dimension = Dimension::Space;

#[track_caller]
fn expect(dimension: Dimension, a: Shape, b: Shape, depth: f64) {
    let case = Case { dimension, a, b };
    let truth = signed_depth(&case);
    let slack = 2e-6 * Pair::new(&case).size();
    assert!(truth.low <= truth.high + 1e-12 && truth.gap() <= slack, "{truth:?}");
    assert!((truth.high - depth).abs() <= slack, "{truth:?}, not {depth}");
    // The other method alone.
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
fn boxes_apart_by_face_edge_and_corner() {
    expect(SPACE, cube(1.0).here(), cube(0.5).at(Vec3::new(2.5, 0.3, 0.0)), -1.0);
    expect(SPACE, cube(1.0).here(), cube(0.5).at(Vec3::new(4.5, 5.5, 0.2)), -5.0);
    expect(SPACE, cube(1.0).here(), cube(0.5).at(Vec3::new(2.5, 3.5, 3.5)), -3.0);
    expect(PLANE, square(1.0).here(), square(0.5).at(Vec3::new(4.5, 5.5, 0.0)), -5.0);
}

#[test]
fn boxes_overlapping() {
    expect(SPACE, cube(1.0).here(), cube(0.5).at(Vec3::new(1.25, 0.3, 0.0)), 0.25);
    expect(SPACE, cube(1.0).here(), cube(1.0).here(), 2.0);
    expect(PLANE, square(1.0).here(), square(1.0).here(), 2.0);
    let turned = Mat3::from_rotation_z(std::f32::consts::FRAC_PI_4);
    let corner = 2f64.sqrt() - 0.5;
    expect(PLANE, square(0.5).here(), square(1.0).placed(turned, Vec3::X), corner);
}

#[test]
fn balls_and_capsules() {
    expect(SPACE, Form::Ball(1.0).here(), Form::Ball(2.0).at(Vec3::new(3.0, 4.0, 0.0)), -2.0);
    expect(SPACE, Form::Ball(1.0).here(), Form::Ball(2.0).at(Vec3::new(0.0, 1.0, 0.0)), 2.0);
    expect(SPACE, Form::Ball(1.0).here(), Form::Ball(2.0).here(), 3.0);
    expect(PLANE, Form::Ball(1.0).here(), Form::Ball(2.0).here(), 3.0);
    let capsule = || Form::Capsule { half_length: 2.0, radius: 0.5 };
    expect(SPACE, capsule().here(), capsule().at(Vec3::new(3.0, 1.0, 0.0)), -2.0);
    expect(SPACE, capsule().here(), capsule().at(Vec3::new(0.25, 1.0, 0.0)), 0.75);
}

#[test]
fn ellipsoids_cylinders_and_cones() {
    let egg = || Form::Ellipsoid(Vec3::new(3.0, 2.0, 1.0));
    expect(SPACE, egg().here(), egg().at(Vec3::Z * 5.0), -3.0);
    expect(SPACE, egg().here(), egg().here(), 2.0);
    expect(SPACE, egg().here(), Form::Ball(1.0).at(Vec3::X * 7.0), -3.0);
    let can = || Form::Cylinder { radius: 1.0, half_height: 2.0 };
    expect(SPACE, can().here(), can().at(Vec3::new(3.0, 0.5, 0.0)), -1.0);
    expect(SPACE, can().here(), can().at(Vec3::new(1.5, 0.5, 0.0)), 0.5);
    expect(SPACE, can().here(), can().at(Vec3::new(0.5, 3.9, 0.0)), 0.1f32.into());
    let cone = || Form::Cone { radius: 3.0, half_height: 2.0 };
    // Beside a cone of slope 4:3, a point is 4/5 of its sideways distance away.
    expect(SPACE, cone().here(), Form::Ball(0.5).at(Vec3::new(4.0, 0.0, 0.0)), -(2.5 * 0.8 - 0.5));
    expect(SPACE, cone().here(), Form::Ball(0.5).at(Vec3::new(0.0, 3.0, 0.0)), -0.5);
}

#[test]
fn pieces_of_discs_and_extrusions() {
    let quarter = std::f32::consts::FRAC_PI_2;
    let point = |x: f32, y: f32| Form::Ball(0.0).at(Vec3::new(x, y, 0.0));
    let sector = |half_angle: f32| Form::Sector { radius: 2.0, half_angle }.here();
    expect(PLANE, sector(0.5 * quarter), point(0.0, 3.0), -1.0);
    expect(PLANE, sector(0.5 * quarter), point(0.0, -1.0), -1.0);
    expect(PLANE, sector(0.5 * quarter), point(-3.0, 3.0), -(18f64.sqrt() - 2.0));
    expect(PLANE, sector(0.5 * quarter), point(2.0, 0.0), -(2f64.sqrt()));
    expect(PLANE, sector(quarter), point(1.0, -2.0), -2.0);
    expect(PLANE, sector(quarter), point(0.0, 0.25), 0.25);
    let segment = |half_angle: f32| Form::Segment { radius: 2.0, half_angle }.here();
    expect(PLANE, segment(quarter), point(0.0, -1.0), -1.0);
    expect(PLANE, segment(2.0 * quarter), point(0.0, -3.0), -1.0);
    expect(PLANE, segment(2.0 * quarter / 3.0), point(0.0, 0.0), -1.0);
    expect(PLANE, segment(2.0 * quarter / 3.0), point(0.0, 1.75), 0.25);
    expect(PLANE, segment(4.0 * quarter / 3.0), point(0.0, -2.0), -1.0);
    let rhombus = Form::Rhombus(Vec3::new(4.0, 3.0, 0.0)).here();
    expect(PLANE, rhombus.clone(), point(4.0, 3.0), -12.0 / 5.0);
    expect(PLANE, rhombus, point(0.0, 0.0), 12.0 / 5.0);
    let frustum = Form::Frustum { radius_top: 1.0, radius_bottom: 2.0, half_height: 0.5 }.here();
    expect(SPACE, frustum.clone(), Form::Ball(0.5).at(Vec3::new(0.0, 2.0, 0.0)), -1.0);
    expect(SPACE, frustum.clone(), Form::Ball(0.5).at(Vec3::new(4.0, -0.5, 0.0)), -1.5);
    expect(SPACE, frustum, Form::Ball(0.0).at(Vec3::new(0.0, 0.0, 2.0)), -(0.5f64.sqrt() * 0.5));
    let cake = |base: Form| Form::Extrusion { base: Box::new(base), half_depth: 0.5 }.here();
    let half = || cake(Form::Sector { radius: 2.0, half_angle: quarter });
    expect(SPACE, half(), Form::Ball(0.0).at(Vec3::new(0.0, 2.0 + 3.0, 4.5)), -5.0);
    expect(SPACE, half(), Form::Ball(0.0).at(Vec3::new(0.0, 1.0, 0.25)), 0.25);
    let round = cake(Form::Ball(1.0));
    expect(SPACE, round, Form::Ball(0.5).at(Vec3::new(4.0, 0.0, 4.5)), -4.5);
}

#[test]
fn compositions() {
    let rounded = Form::Rounded(Box::new(cube(1.0)), 0.5);
    expect(SPACE, rounded.here(), Form::Ball(0.5).at(Vec3::new(4.0, 5.0, 0.0)), -4.0);
    let swept = Form::Swept(Box::new(Form::Ball(1.0)), Vec3::X * 4.0);
    expect(SPACE, swept.clone().here(), Form::Ball(0.0).at(Vec3::new(3.0, 3.0, 0.0)), -2.0);
    expect(SPACE, swept.here(), Form::Ball(0.0).at(Vec3::new(-3.0, 0.0, 0.0)), -2.0);
    let joined =
        Form::HullOfTwo(Box::new(Form::Ball(1.0).here()), Box::new(Form::Ball(0.0).at(Vec3::Y * 2.0)));
    expect(SPACE, joined.clone().here(), Form::Ball(0.0).at(Vec3::Y * 3.0), -1.0);
    // Beside the cone whose sides lie on the ball: half an angle of 30 degrees at the tip.
    expect(SPACE, joined.here(), Form::Ball(0.0).at(Vec3::new(2.0, 2.0, 0.0)), -(3f64.sqrt()));
    let summed =
        |one: Form, other: Form| Form::MinkowskiSum(Box::new(one.here()), Box::new(other.at(Vec3::X)));
    let octagon = summed(square(1.0), Form::Rhombus(Vec3::new(1.0, 1.0, 0.0)));
    expect(PLANE, octagon.clone().here(), Form::Ball(0.0).at(Vec3::new(3.0, 2.0, 0.0)), -(0.5f64.sqrt()));
    expect(PLANE, octagon.here(), Form::Ball(0.0).at(Vec3::new(4.0, 0.0, 0.0)), -1.0);
    // A map takes all of it.
    let doubled =
        summed(cube(1.0), Form::Ball(0.5)).placed(Mat3::from_diagonal(Vec3::splat(2.0)), Vec3::ZERO);
    expect(SPACE, doubled, Form::Ball(0.0).at(Vec3::new(6.0, 0.0, 0.0)), -1.0);
}

#[test]
fn moving_pairs_meet_where_they_must() {
    let vertex = |a: Shape, b: Shape, velocity: DVec3, until: f64| {
        Path::new(Pair::of(a.body(SPACE), b.body(SPACE)), velocity).first_meeting(0.0, until)
    };
    let at = |vertex: ClipVertex, time: f64| match vertex {
        ClipVertex::From(from) => assert!((from - time).abs() < 1e-6, "{from}, not {time}"),
        other => panic!("{other:?}, not {time}"),
    };
    let ball = || Form::Ball(1.0).at(Vec3::new(5.0, 1.0, 0.0));
    let (left, right) = (DVec3::NEG_X, DVec3::X);
    at(vertex(Form::Ball(1.0).here(), ball(), left, 9.0), 5.0 - 3f64.sqrt());
    at(vertex(cube(1.0).here(), ball(), left * 2.0, 9.0), 1.5);
    at(vertex(cube(1.0).here(), cube(1.0).at(Vec3::X), left, 9.0), 0.0);
    assert_eq!(vertex(Form::Ball(1.0).here(), ball(), left, 3.0), ClipVertex::Never);
    assert_eq!(vertex(Form::Ball(1.0).here(), ball(), right, 9.0), ClipVertex::Never);
    assert_eq!(
        vertex(Form::Ball(0.5).here(), Form::Ball(0.4).at(Vec3::new(5.0, 1.0, 0.0)), left, 9.0),
        ClipVertex::Never
    );
}

#[test]
fn moving_pairs_overlap_by_as_much_as_they_do() {
    // Its lowest point passes a ball's top by 0.1.
    let pair = Pair::of(
        Form::Ball(1.0).here().body(SPACE),
        Form::Ball(0.5).at(Vec3::new(5.0, 1.4, 0.0)).body(SPACE),
    );
    let path = Path::new(pair, DVec3::NEG_X);
    let ClipVertex::From(time) = path.first_meeting(0.0, 10.0) else { panic!("they do meet") };
    assert!(path.overlaps_by(0.099, time, 10.0, SPACE) && !path.overlaps_by(0.101, time, 10.0, SPACE));
    // Up to just after the impact, hardly.
    assert!(!path.overlaps_by(0.099, time, time + 1e-3, SPACE));
    assert!(path.overlaps_by(1e-4, time, time + 1e-3, SPACE));
}

#[test]
fn flat_shapes() {
    let rod = |along: Vec3| Form::Points(vec![-along, along]);
    expect(SPACE, rod(Vec3::X).here(), rod(Vec3::Y).here(), 0.0);
    expect(SPACE, rod(Vec3::X).here(), rod(Vec3::Y).at(Vec3::Z), -1.0);
    expect(SPACE, rod(Vec3::X).here(), rod(Vec3::X).at(Vec3::X * 3.0), -1.0);
    expect(PLANE, rod(Vec3::X).here(), square(1.0).here(), 1.0);
    expect(SPACE, cube(1.0).here(), rod(Vec3::new(0.1, 0.2, 0.3)).here(), 1.0 + f64::from(0.1f32));
}

#[test]
fn separation_is_placed_as_asked() {
    let case =
        Case { dimension: SPACE, a: cube(1.0).here(), b: Form::Ball(1.0).at(Vec3::new(3.0, 2.5, 2.0)) };
    for gap in [1e-3, -1e-3] {
        let placed = separated_by(case.clone(), gap);
        let pair = Pair::new(&placed);
        assert!((signed_depth(&placed).high / pair.size() + gap).abs() < 1e-6);
    }
}

#[test]
fn the_methods_agree_and_decide() {
    let (mut undecided, mut all) = (0, 0);
    for family in FAMILIES {
        for (dimension, number) in (0..20).flat_map(|number| [(PLANE, number), (SPACE, number)]) {
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
fn games() {
    assert_eq!(maximin(&[[1.0, -1.0], [-1.0, 1.0]]), (0.0, [0.5, 0.5]));
    assert_eq!(maximin(&[[3.0, 1.0], [4.0, 2.0]]).0, 3.0);
    let (value, weights) = maximin(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
    assert!(value.abs() < 1e-12 && weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-12));
}
