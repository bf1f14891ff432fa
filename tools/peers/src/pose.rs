//! The poses of a pair: rounded to `f32` once, so that all peers get the same ones.

use glam::{DMat3, DQuat, DVec3, Quat, Vec2, Vec3};

/// A position and a rotation in the world.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// The position of the shape's origin.
    pub position: Vec3,
    /// The rotation; in 2D about z.
    pub rotation: Quat,
}

impl Pose {
    /// The pose at the origin, without a rotation.
    pub const ORIGIN: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// Rounds a pose to `f32`.
    pub fn new(position: DVec3, rotation: DQuat) -> Self {
        Self { position: position.as_vec3(), rotation: rotation.as_quat() }
    }

    /// Returns the rotation as a matrix in `f64`. The quaternion is normalized again, since rounding changed
    /// its length.
    pub fn rotation_matrix(&self) -> DMat3 {
        DMat3::from_quat(self.rotation.as_dquat().normalize())
    }

    /// Returns the cosine and the sine of the 2D angle.
    pub fn cosine_sine(&self) -> Vec2 {
        self.rotation_matrix().x_axis.truncate().as_vec2()
    }
}

/// The poses of the two shapes of a pair.
#[derive(Clone, Copy, Debug)]
pub struct PosePair {
    /// The first shape's pose.
    pub a: Pose,
    /// The second shape's pose.
    pub b: Pose,
}
