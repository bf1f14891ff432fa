//! Ellipse and ellipsoid: the unit ball, scaled along the axes.

use crate::math::{Scalar, Vector, unit};
use crate::shape::{ShapeError, validate_sizes};
use crate::support::Support;
use crate::support::hints::Size;
use glam::{Vec2, Vec3};

/// An ellipse in 2D, an ellipsoid in 3D, with its axes along those of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ellipsoid<V> {
    /// The semi-axes; none negative.
    pub half_size: V,
}

/// An ellipse in 2D.
pub type Ellipse = Ellipsoid<Vec2>;

impl<V: Vector> Ellipsoid<V> {
    /// Makes an ellipse or ellipsoid of its semi-axes.
    #[inline]
    pub const fn from_half_size(half_size: V) -> Self {
        Self { half_size }
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_sizes(self.half_size)
    }
}

impl Ellipse {
    /// Makes an ellipse of its semi-axes along x and y.
    #[inline]
    pub const fn new(half_width: f32, half_height: f32) -> Self {
        Self::from_half_size(Vec2::new(half_width, half_height))
    }
}

impl Ellipsoid<Vec3> {
    /// Makes an ellipsoid of its semi-axes along x, y and z.
    #[inline]
    pub const fn new(x: f32, y: f32, z: f32) -> Self {
        Self::from_half_size(Vec3::new(x, y, z))
    }
}

impl<V: Vector> Support<V> for Ellipsoid<V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        // M·s(Mᵀ·d) with the unit ball for s and the semi-axes on the diagonal of M.
        self.half_size.scale(unit(self.half_size.scale(direction)))
    }
    #[inline(always)]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: self.half_size,
            bounding_radius: self.half_size.max_element(),
            inscribed_radius: -(-self.half_size).max_element(),
        }
    }
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        // Symmetric about the origin.
        let most = self.support(direction).dot(direction);
        [V::Scalar::ZERO - most, most]
    }
}
