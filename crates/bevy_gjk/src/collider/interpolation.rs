//! The way from one map to another.
//!
//! A linear map `M` is split into a rotation `R`, that of its own axes made square, and the rest `K`: `M = R·K`.
//! Between two maps the rotations are turned into each other and the rests are mixed. That gives both maps back
//! at the ends, whatever shear and mirror they have, and turns rigidly what turns rigidly.
//!
//! 3D is computed in `f64`, which glam does without SIMD: its quaternions and `Vec3A` of `f32` round differently on each
//! kind of processor.

use gjk::{Affine2, Affine3A, Mat2, Vec2};
use glam::{DAffine3, DMat3, DQuat};

/// The rotations of two maps of the plane, as complex numbers; none where one has no direction.
fn rotations2(start: &Affine2, end: &Affine2) -> [Vec2; 2] {
    let [one, two] = [start, end].map(|map| map.matrix2.x_axis.try_normalize());
    one.zip(two).map_or([Vec2::X; 2], |(one, two)| [one, two])
}

fn matrix2(rotation: Vec2) -> Mat2 {
    Mat2::from_cols(rotation, rotation.perp())
}

pub(crate) fn between2(start: &Affine2, end: &Affine2, time: f32) -> Affine2 {
    let [one, two] = rotations2(start, end);
    let rests = [(one, start), (two, end)].map(|(rotation, map)| matrix2(rotation).transpose() * map.matrix2);
    let angle = Vec2::new(one.dot(two), one.perp_dot(two)).to_angle();
    let turned = one.rotate(Vec2::from_angle(angle * time));
    Affine2 {
        matrix2: matrix2(turned) * (rests[0] * (1.0 - time) + rests[1] * time),
        translation: start.translation.lerp(end.translation, time),
    }
}

pub(crate) fn change2(start: &Affine2, end: &Affine2) -> (f32, Affine2) {
    let [one, two] = rotations2(start, end);
    let rests = [(one, start), (two, end)].map(|(rotation, map)| matrix2(rotation).transpose() * map.matrix2);
    // Of an angle up to a half turn the chord is 2·sin(angle / 2), and the ratio of both grows with it.
    let chord = one.distance(two);
    (chord * (1.0 + 0.1428 * chord * chord), Affine2::from_mat2(rests[1] - rests[0]))
}

/// Returns the rotation of a 3D map, if its first two axes span a plane.
fn rotation3(map: &DAffine3) -> Option<DQuat> {
    let x = map.matrix3.x_axis.try_normalize()?;
    let y = map.matrix3.y_axis.try_normalize()?;
    let y = (y - x * x.dot(y)).try_normalize()?;
    Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))))
}

fn rotations3(start: &DAffine3, end: &DAffine3) -> [DQuat; 2] {
    rotation3(start).zip(rotation3(end)).map_or([DQuat::IDENTITY; 2], |(one, two)| [one, two])
}

fn rest3(rotation: DQuat, map: &DAffine3) -> DMat3 {
    DMat3::from_quat(rotation.conjugate()) * map.matrix3
}

pub(crate) fn between3(start: &Affine3A, end: &Affine3A, time: f32) -> Affine3A {
    let (start, end, time) = (start.as_daffine3(), end.as_daffine3(), f64::from(time));
    let [one, two] = rotations3(&start, &end);
    let rest = rest3(one, &start) * (1.0 - time) + rest3(two, &end) * time;
    let translation = start.translation.lerp(end.translation, time);
    DAffine3 { matrix3: DMat3::from_quat(one.slerp(two, time)) * rest, translation }.as_affine3a()
}

pub(crate) fn change3(start: &Affine3A, end: &Affine3A) -> (f32, Affine3A) {
    let (start, end) = (start.as_daffine3(), end.as_daffine3());
    let [one, two] = rotations3(&start, &end);
    let rest = rest3(two, &end) - rest3(one, &start);
    // The chord of two unit quaternions is 2·sin(angle / 4), where the nearer sign leaves at most a half turn.
    let chord = (one - two).length().min((one + two).length());
    let angle = 2.0 * chord * (1.0 + 0.0556 * chord * chord);
    (angle as f32, DAffine3::from_mat3(rest).as_affine3a())
}
