//! Conical frustum: a cone without its tip, the hull of two discs.

use crate::math::unit;
use crate::shape::revolution::{inscribed_radius_of_frustum, visit_rims};
use crate::shape::{ShapeError, length, validate_size};
use crate::support::Support;
use crate::support::hints::{Size, Vertex};
use glam::{Vec2, Vec3};

/// A cone with its tip cut off, along the y axis, its origin halfway: the hull of two discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConicalFrustum {
    /// The radius at the top; not negative.
    pub radius_top: f32,
    /// The radius at the bottom; not negative, possibly less than that at the top.
    pub radius_bottom: f32,
    /// Half the height; not negative.
    pub half_height: f32,
}

impl ConicalFrustum {
    /// Makes a frustum of two radii and a full height.
    #[inline]
    pub const fn new(radius_top: f32, radius_bottom: f32, height: f32) -> Self {
        Self { radius_top, radius_bottom, half_height: height * 0.5 }
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        [self.radius_top, self.radius_bottom, self.half_height].into_iter().try_for_each(validate_size)
    }
}

impl Support<Vec3> for ConicalFrustum {
    #[inline]
    fn support(&self, direction: Vec3) -> Vec3 {
        let out = unit(Vec2::new(direction.x, direction.z));
        let rim = |radius: f32, y: f32| Vec3::new(out.x * radius, y, out.y * radius);
        let top = rim(self.radius_top, self.half_height);
        let bottom = rim(self.radius_bottom, -self.half_height);
        if top.dot(direction) > bottom.dot(direction) { top } else { bottom }
    }
    #[inline(always)]
    fn size(&self) -> Size<Vec3> {
        let radius = self.radius_top.max(self.radius_bottom);
        Size {
            half_extents: Vec3::new(radius, self.half_height, radius),
            bounding_radius: length(Vec2::new(radius, self.half_height)),
            inscribed_radius: inscribed_radius_of_frustum(
                self.radius_top,
                self.radius_bottom,
                self.half_height,
            ),
        }
    }
    fn support_feature(&self, direction: Vec3, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec3>)) {
        let rims = [(self.radius_bottom, -self.half_height), (self.radius_top, self.half_height)];
        visit_rims(rims, direction, tolerance, visit);
    }
}
