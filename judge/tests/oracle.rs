//! The oracle itself, against answers known in closed form, and its two methods against each other.

use glam::{Mat3, Vec3};
use judge::case::{Case, Dimension, Form, Shape};
use judge::family::{FAMILIES, separated_by};
use judge::oracle::{Effort, Pair, least_reach, maximin, nearest, signed_depth};

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
