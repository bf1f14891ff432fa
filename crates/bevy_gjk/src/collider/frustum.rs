//! A cone with its tip cut off: `bevy_math`'s `ConicalFrustum`.

use gjk::{ShapeError, Support, Vec2, Vec3};

/// The hull of two discs across the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    pub(crate) radius_top: f32,
    pub(crate) radius_bottom: f32,
    pub(crate) half_height: f32,
}

impl Frustum {
    /// The frustum with these radii, half its height above and half below the origin.
    ///
    /// # Errors
    /// For sizes that are negative or not finite.
    pub fn new(radius_top: f32, radius_bottom: f32, half_height: f32) -> Result<Self, ShapeError> {
        for size in [radius_top, radius_bottom, half_height] {
            gjk::Circle::new(size).validate()?;
        }
        Ok(Self { radius_top, radius_bottom, half_height })
    }
}

impl Support<Vec3> for Frustum {
    fn support(&self, direction: Vec3) -> Vec3 {
        let out = gjk::Circle::new(1.0).support(Vec2::new(direction.x, direction.z));
        let rim = |radius: f32, y: f32| Vec3::new(out.x * radius, y, out.y * radius);
        let top = rim(self.radius_top, self.half_height);
        let bottom = rim(self.radius_bottom, -self.half_height);
        if top.dot(direction) > bottom.dot(direction) { top } else { bottom }
    }
    fn half_extents(&self) -> Vec3 {
        let radius = self.radius_top.max(self.radius_bottom);
        Vec3::new(radius, self.half_height, radius)
    }
}
