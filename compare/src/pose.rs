//! Where the shapes of a pair are: rounded to `f32` once, so that everybody is asked about the same poses.

use glam::{DMat3, DQuat, DVec3, Quat, Vec2, Vec3};

/// Where a shape is in the world.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// The place of its origin.
    pub position: Vec3,
    /// How it is turned; about z in the plane.
    pub rotation: Quat,
}

impl Pose {
    /// At the origin, not turned.
    pub const ORIGIN: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// The nearest pose in `f32`.
    pub fn new(position: DVec3, rotation: DQuat) -> Self {
        Self { position: position.as_vec3(), rotation: rotation.as_quat() }
    }

    /// The rotation as exactly as its numbers tell; a rounded quaternion is not of unit length.
    pub fn turn(&self) -> DMat3 {
        DMat3::from_quat(self.rotation.as_dquat().normalize())
    }

    /// The cosine and sine of the angle in the plane.
    pub fn cosine_sine(&self) -> Vec2 {
        self.turn().x_axis.truncate().as_vec2()
    }
}

/// Where the two shapes of a pair are.
#[derive(Clone, Copy, Debug)]
pub struct PosePair {
    /// The first shape.
    pub a: Pose,
    /// The second shape.
    pub b: Pose,
}
