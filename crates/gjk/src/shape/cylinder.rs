//! Cylinder: the hull of two equal discs.

use crate::math::unit;
use crate::shape::revolution::visit_rims;
use crate::shape::{ShapeError, length, validate_size};
use crate::support::Support;
use crate::support::hints::{Size, Vertex};
use glam::{Vec2, Vec3};

/// A cylinder along the y axis, its origin halfway.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cylinder {
    /// The radius; not negative.
    pub radius: f32,
    /// Half the height; not negative.
    pub half_height: f32,
}

impl Cylinder {
    /// Makes a cylinder of a radius and a full height.
    #[inline]
    pub const fn new(radius: f32, height: f32) -> Self {
        Self { radius, half_height: height * 0.5 }
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_size(self.radius).and(validate_size(self.half_height))
    }
}

impl Support<Vec3> for Cylinder {
    #[inline]
    fn support(&self, direction: Vec3) -> Vec3 {
        let rim = unit(Vec2::new(direction.x, direction.z)) * self.radius;
        Vec3::new(rim.x, self.half_height.copysign(direction.y), rim.y)
    }
    #[inline(always)]
    fn size(&self) -> Size<Vec3> {
        Size {
            half_extents: Vec3::new(self.radius, self.half_height, self.radius),
            bounding_radius: length(Vec2::new(self.radius, self.half_height)),
            inscribed_radius: self.radius.min(self.half_height),
        }
    }
    #[inline]
    fn support_interval(&self, direction: Vec3) -> [f32; 2] {
        // Symmetric about the origin.
        let rim = self.radius * length(Vec2::new(direction.x, direction.z));
        let most = rim + self.half_height * direction.y.abs();
        [-most, most]
    }
    fn support_feature(&self, direction: Vec3, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec3>)) {
        let rims = [(self.radius, -self.half_height), (self.radius, self.half_height)];
        visit_rims(rims, direction, tolerance, visit);
    }
}
