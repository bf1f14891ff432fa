//! Hard cases from the issue trackers of other libraries, with the numbers reported there.
//!
//! Each is named after its fault. The answer is judged against the oracle, and where the true signed
//! distance (minus the depth) is plain to see, the oracle is checked too.

mod boxes;
mod curved;
mod plane;
mod points;

use glam::{Mat3, Quat, Vec3};
use judge::case::{Case, Dimension, Form, Shape};
use judge::oracle::{Pair, signed_depth};
use judge::subject::{Answers, ask};
use judge::verdict::judge;

/// Judges both orders of a pair, and gives the answers to the first.
#[track_caller]
fn right(dimension: Dimension, a: Shape, b: Shape) -> Answers {
    let swapped = Case { dimension, a: b.clone(), b: a.clone() };
    let case = Case { dimension, a, b };
    for case in [&swapped, &case] {
        let answers = ask(case);
        let errors = judge(case, &answers);
        assert!(
            !errors.undecided && errors.faults().is_empty(),
            "{:?}\n{errors:#?}\n{answers:#?}",
            errors.faults()
        );
    }
    ask(&case)
}

/// Judges a pair whose signed distance is known.
#[track_caller]
fn known(dimension: Dimension, a: Shape, b: Shape, distance: f64) -> Answers {
    let case = Case { dimension, a: a.clone(), b: b.clone() };
    let (truth, slack) = (signed_depth(&case), 2e-6 * Pair::new(&case).size());
    assert!((-truth.high - distance).abs() <= slack, "{truth:?}, not {distance}");
    right(dimension, a, b)
}

/// Judges a pair in space.
#[track_caller]
fn space(a: Shape, b: Shape) -> Answers {
    right(Dimension::Space, a, b)
}

/// A box of these full sides.
fn cuboid(x: f32, y: f32, z: f32) -> Form {
    Form::Box(Vec3::new(x, y, z) * 0.5)
}

/// A cylinder along z, as most of the others have it.
fn cylinder_z(radius: f32, length: f32) -> (Form, Mat3) {
    let upright = Mat3::from_cols(Vec3::X, Vec3::Z, -Vec3::Y);
    (Form::Cylinder { radius, half_height: length * 0.5 }, upright)
}

/// A rotation matrix and a translation, given row by row.
fn pose(rows: [[f32; 4]; 3]) -> (Mat3, Vec3) {
    let column = |i: usize| Vec3::new(rows[0][i], rows[1][i], rows[2][i]);
    (Mat3::from_cols(column(0), column(1), column(2)), column(3))
}

/// A rotation matrix from a quaternion with its real part first.
fn rotation(w: f32, x: f32, y: f32, z: f32) -> Mat3 {
    Mat3::from_quat(Quat::from_xyzw(x, y, z, w).normalize())
}

/// The hull of points in space.
fn hull(points: &[[f32; 3]]) -> Shape {
    Form::Points(points.iter().map(|&point| point.into()).collect()).here()
}

/// The hull of points in the plane.
fn polygon(points: &[[f32; 2]]) -> Shape {
    let points = points.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect::<Vec<_>>();
    if points.len() > 2 { Form::Polygon(points).here() } else { Form::Points(points).here() }
}
