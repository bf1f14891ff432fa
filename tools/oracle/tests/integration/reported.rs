//! Hard cases from the issue trackers of other libraries, with the numbers reported there.
//!
//! Each doc comment names the issue and the reported fault. The answers are judged by the oracle, and where the true
//! signed distance (minus the depth) is known in closed form, the oracle is tested, too.

mod boxes;
mod curved;
mod hulls;
mod shapes_2d;

use glam::{Mat3, Quat, Vec3};
use oracle::case::{Case, Dimension, Form, Shape};
use oracle::distance::{Pair, signed_depth};
use oracle::subject::{Answers, query};
use oracle::verdict::judge;

/// Judges both orders of a pair, and returns the answers to the given order.
#[track_caller]
pub(super) fn judge_both_orders(dimension: Dimension, a: Shape, b: Shape) -> Answers {
    let swapped = Case { dimension, a: b.clone(), b: a.clone() };
    let case = Case { dimension, a, b };
    for case in [&swapped, &case] {
        let answers = query(case);
        let errors = judge(case, &answers);
        assert!(
            !errors.undecided && errors.faults().is_empty(),
            "{:?}\n{errors:#?}\n{answers:#?}",
            errors.faults()
        );
    }
    query(&case)
}

/// Judges a pair and the oracle's bounds against a known signed distance.
#[track_caller]
fn judge_known_distance(dimension: Dimension, a: Shape, b: Shape, distance: f64) -> Answers {
    let case = Case { dimension, a: a.clone(), b: b.clone() };
    let (truth, slack) = (signed_depth(&case), 2e-6 * Pair::new(&case).size());
    assert!((-truth.high - distance).abs() <= slack, "{truth:?}, not {distance}");
    judge_both_orders(dimension, a, b)
}

/// Judges a 3D pair.
#[track_caller]
fn judge_3d(a: Shape, b: Shape) -> Answers {
    judge_both_orders(Dimension::Space, a, b)
}

/// Creates a box of these full sides.
fn cuboid(x: f32, y: f32, z: f32) -> Form {
    Form::Box(Vec3::new(x, y, z) * 0.5)
}

/// Creates a cylinder along z, as in most other libraries, and the rotation from y to z.
fn cylinder_z(radius: f32, length: f32) -> (Form, Mat3) {
    let upright = Mat3::from_cols(Vec3::X, Vec3::Z, -Vec3::Y);
    (Form::Cylinder { radius, half_height: length * 0.5 }, upright)
}

/// Returns the rotation matrix and the translation of a matrix given by rows.
fn pose(rows: [[f32; 4]; 3]) -> (Mat3, Vec3) {
    let column = |i: usize| Vec3::new(rows[0][i], rows[1][i], rows[2][i]);
    (Mat3::from_cols(column(0), column(1), column(2)), column(3))
}

/// Returns the rotation matrix of a quaternion whose real part comes first.
fn rotation(w: f32, x: f32, y: f32, z: f32) -> Mat3 {
    Mat3::from_quat(Quat::from_xyzw(x, y, z, w).normalize())
}

/// Creates the hull of 3D points.
fn hull(points: &[[f32; 3]]) -> Shape {
    Form::Points(points.iter().map(|&point| point.into()).collect()).here()
}

/// Creates the hull of 2D points.
fn polygon(points: &[[f32; 2]]) -> Shape {
    let points = points.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect::<Vec<_>>();
    if points.len() > 2 { Form::Polygon(points).here() } else { Form::Points(points).here() }
}
