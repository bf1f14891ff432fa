//! The numbers of a `Transform` in a row, as recordings hold them.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

/// Returns the numbers of a transform: translation, rotation as x, y, z, w, and scale.
pub(crate) fn numbers(transform: &Transform) -> [f32; 10] {
    let Transform { translation: t, rotation: r, scale: s } = transform;
    [t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z]
}

/// The inverse of [`numbers`].
pub(crate) fn transform_of(numbers: &[f32; 10]) -> Transform {
    let &[x, y, z, rx, ry, rz, rw, sx, sy, sz] = numbers;
    Transform {
        translation: Vec3::new(x, y, z),
        rotation: Quat::from_xyzw(rx, ry, rz, rw),
        scale: Vec3::new(sx, sy, sz),
    }
}
