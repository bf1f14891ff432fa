//! Interpolation between two affine maps, for swept colliders.
//!
//! A linear map `M` is decomposed into a rotation `R`, from Gram-Schmidt orthonormalization of its first axes, and the
//! remaining stretch `K` (scale, shear and mirror): `M = R·K`. Between two maps the rotations are interpolated
//! spherically and the stretches linearly. At both ends this gives the maps themselves, and a rigid motion stays rigid.
//!
//! A mirrored map has several such rotations, one for each axis along which it may be the mirror. Where one of the two
//! maps is mirrored, such as when a sprite is flipped, the least turned one counts: the shape is drawn through its
//! mirror plane, and does not turn round.
//!
//! The 3D maps are computed in `f64`, which glam does without SIMD: its `f32` quaternions and `Vec3A` round differently
//! on each kind of processor.

use gjk::{Affine2, Affine3A, Mat2, Vec2};
use glam::{DAffine3, DMat3, DQuat};

/// Returns the rotations of two 2D maps as unit complex numbers; the identity for both if one of them has no first
/// axis.
fn rotations2(start: &Affine2, end: &Affine2) -> [Vec2; 2] {
    let [one, two] = [start, end].map(|map| map.matrix2.x_axis.try_normalize());
    let Some((one, two)) = one.zip(two) else { return [Vec2::X; 2] };
    let is_flipped = (start.matrix2.determinant() < 0.0) != (end.matrix2.determinant() < 0.0);
    [one, if is_flipped && one.dot(two) < 0.0 { -two } else { two }]
}

/// Returns the matrix of a rotation given as a unit complex number.
fn matrix2(rotation: Vec2) -> Mat2 {
    Mat2::from_cols(rotation, rotation.perp())
}

/// Interpolates between two 2D maps: see [`Dimension::between`](crate::Dimension::between).
pub(crate) fn between2(start: &Affine2, end: &Affine2, time: f32) -> Affine2 {
    let [one, two] = rotations2(start, end);
    let stretches =
        [(one, start), (two, end)].map(|(rotation, map)| matrix2(rotation).transpose() * map.matrix2);
    let angle = Vec2::new(one.dot(two), one.perp_dot(two)).to_angle();
    let turned = one.rotate(Vec2::from_angle(angle * time));
    Affine2 {
        matrix2: matrix2(turned) * (stretches[0] * (1.0 - time) + stretches[1] * time),
        translation: start.translation.lerp(end.translation, time),
    }
}

/// Returns the difference of two 2D maps: see [`Dimension::change`](crate::Dimension::change).
pub(crate) fn change2(start: &Affine2, end: &Affine2) -> (f32, Affine2) {
    let [one, two] = rotations2(start, end);
    let stretches =
        [(one, start), (two, end)].map(|(rotation, map)| matrix2(rotation).transpose() * map.matrix2);
    // The chord is c = 2·sin(angle / 2), and angle / c grows up to π / 2 at half a turn, where c = 2. The factor
    // (π / 2 - 1) / 2² = 0.1427 makes the polynomial an upper bound of the angle.
    let chord = one.distance(two);
    (chord * (1.0 + 0.1428 * chord * chord), Affine2::from_mat2(stretches[1] - stretches[0]))
}

/// Returns the rotation of a 3D map, if its first two axes span a plane. With a sign of −1, the map is taken as a
/// mirror along that axis.
fn rotation3(map: &DAffine3, [sign_x, sign_y]: [f64; 2]) -> Option<DQuat> {
    let x = map.matrix3.x_axis.try_normalize()?;
    let y = map.matrix3.y_axis.try_normalize()?;
    let y = (y - x * x.dot(y)).try_normalize()?;
    let (x, y) = (x * sign_x, y * sign_y);
    Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))))
}

/// Returns the rotations of two 3D maps; the identity for both if one of them has none.
fn rotations3(start: &DAffine3, end: &DAffine3) -> [DQuat; 2] {
    let Some((one, two)) = rotation3(start, [1.0; 2]).zip(rotation3(end, [1.0; 2])) else {
        return [DQuat::IDENTITY; 2];
    };
    if (start.matrix3.determinant() < 0.0) == (end.matrix3.determinant() < 0.0) {
        return [one, two];
    }
    let mirrored =
        [[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]].into_iter().filter_map(|signs| rotation3(end, signs));
    let least_turned = |best: DQuat, other: DQuat| {
        if one.dot(other).abs() > one.dot(best).abs() { other } else { best }
    };
    [one, mirrored.fold(two, least_turned)]
}

/// Returns the stretch of a 3D map: what remains after its rotation.
fn stretch3(rotation: DQuat, map: &DAffine3) -> DMat3 {
    DMat3::from_quat(rotation.conjugate()) * map.matrix3
}

/// Interpolates between two 3D maps: see [`Dimension::between`](crate::Dimension::between).
pub(crate) fn between3(start: &Affine3A, end: &Affine3A, time: f32) -> Affine3A {
    let (start, end, time) = (start.as_daffine3(), end.as_daffine3(), f64::from(time));
    let [one, two] = rotations3(&start, &end);
    let stretch = stretch3(one, &start) * (1.0 - time) + stretch3(two, &end) * time;
    let translation = start.translation.lerp(end.translation, time);
    DAffine3 { matrix3: DMat3::from_quat(one.slerp(two, time)) * stretch, translation }.as_affine3a()
}

/// Returns the difference of two 3D maps: see [`Dimension::change`](crate::Dimension::change).
pub(crate) fn change3(start: &Affine3A, end: &Affine3A) -> (f32, Affine3A) {
    let (start, end) = (start.as_daffine3(), end.as_daffine3());
    let [one, two] = rotations3(&start, &end);
    let stretch = stretch3(two, &end) - stretch3(one, &start);
    // The chord of two unit quaternions is c = 2·sin(angle / 4); with the nearer sign the angle is at most half a turn,
    // where c = √2. The factor (π / (2·√2) - 1) / c² = 0.0554 makes the polynomial an upper bound of the angle.
    let chord = (one - two).length().min((one + two).length());
    let angle = 2.0 * chord * (1.0 + 0.0556 * chord * chord);
    (angle as f32, DAffine3::from_mat3(stretch).as_affine3a())
}
