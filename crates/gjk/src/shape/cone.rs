//! Cone: the hull of a disc and a tip.

use crate::math::unit;
use crate::shape::revolution::{inscribed_radius_of_frustum, visit_rims};
use crate::shape::{ShapeError, length, validate_size};
use crate::support::Support;
use crate::support::hints::{Size, Vertex};
use glam::{Vec2, Vec3};

/// A cone along the y axis with its tip up, its origin halfway between tip and base.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cone {
    /// The radius of the base; not negative.
    pub radius: f32,
    /// Half the height; not negative.
    pub half_height: f32,
}

impl Cone {
    /// Makes a cone of a base radius and a full height.
    #[inline]
    pub const fn new(radius: f32, height: f32) -> Self {
        Self { radius, half_height: height * 0.5 }
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_size(self.radius).and(validate_size(self.half_height))
    }
}

impl Support<Vec3> for Cone {
    #[inline(always)]
    fn support(&self, direction: Vec3) -> Vec3 {
        let rim = unit(Vec2::new(direction.x, direction.z)) * self.radius;
        let base = Vec3::new(rim.x, -self.half_height, rim.y);
        let is_tip = self.half_height * direction.y > base.dot(direction);
        // A product instead of a branch, which would be unpredictable.
        let to_rim = f32::from(u8::from(!is_tip));
        Vec3::new(rim.x * to_rim, if is_tip { self.half_height } else { base.y }, rim.y * to_rim)
    }
    #[inline(always)]
    fn size(&self) -> Size<Vec3> {
        Size {
            half_extents: Vec3::new(self.radius, self.half_height, self.radius),
            bounding_radius: length(Vec2::new(self.radius, self.half_height)),
            inscribed_radius: inscribed_radius_of_frustum(0.0, self.radius, self.half_height),
        }
    }
    fn support_feature(&self, direction: Vec3, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec3>)) {
        visit_rims([(self.radius, -self.half_height), (0.0, self.half_height)], direction, tolerance, visit);
    }
}
