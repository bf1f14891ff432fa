//! Axis-aligned bounding boxes.

use crate::math::Vector;

/// An axis-aligned bounding box (AABB).
///
/// ```
/// use gjk::{Affine2, Circle, Support, Vec2};
///
/// let ellipse = Circle::new(1.0).placed(Affine2::from_scale_angle_translation(
///     Vec2::new(2.0, 1.0),
///     core::f32::consts::FRAC_PI_2,
///     Vec2::new(10.0, 0.0),
/// ));
/// let bounds = ellipse.aabb();
/// assert!(bounds.min.distance(Vec2::new(9.0, -2.0)) < 1e-6);
/// assert!(bounds.max.distance(Vec2::new(11.0, 2.0)) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("AABB", "bounding box"))]
pub struct Aabb<V> {
    /// The corner with the smallest coordinates.
    pub min: V,
    /// The corner with the largest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// Returns the smallest box around two boxes.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns whether two boxes have a point in common; boxes that touch do.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..V::DIMENSION).all(|index| {
            self.min.element(index) <= other.max.element(index)
                && other.min.element(index) <= self.max.element(index)
        })
    }
}
