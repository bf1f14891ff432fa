//! The box around a shape.

use super::Support;
use crate::vector::{Scalar, Vector};

/// An axis-aligned box.
///
/// ```
/// use gjk::{Affine2, Circle, Support, Vec2};
///
/// let ellipse = Circle::new(1.0).placed(Affine2::from_scale_angle_translation(
///     Vec2::new(2.0, 1.0),
///     core::f32::consts::FRAC_PI_2,
///     Vec2::new(10.0, 0.0),
/// ));
/// let bounds = ellipse.bounds();
/// assert!(bounds.min.distance(Vec2::new(9.0, -2.0)) < 1e-6);
/// assert!(bounds.max.distance(Vec2::new(11.0, 2.0)) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds<V> {
    /// The corner with the smallest coordinates.
    pub min: V,
    /// The corner with the largest coordinates.
    pub max: V,
}

impl<V: Vector> Bounds<V> {
    /// The tight box around a shape, from its extents along the axes.
    ///
    /// The sides that a half-space does not reach are at [`Scalar::FAR`].
    pub fn of(shape: &(impl Support<V> + ?Sized)) -> Self {
        let mut bounds = Self { min: V::ZERO, max: V::ZERO };
        if let Some(plane) = shape.half_space() {
            let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
            for index in 0..V::DIMENSION {
                let axis = V::axis(index);
                let ends = |sign: V::Scalar| {
                    // Only what points straight out of the half-space has an end.
                    let bounded = normal == axis * sign;
                    if bounded { point.element(index) } else { V::Scalar::FAR * sign }
                };
                bounds.min = bounds.min + axis * ends(-V::Scalar::ONE);
                bounds.max = bounds.max + axis * ends(V::Scalar::ONE);
            }
            return bounds;
        }
        for index in 0..V::DIMENSION {
            let axis = V::axis(index);
            let [least, most] = shape.extent(axis);
            bounds.min = bounds.min + axis * least;
            bounds.max = bounds.max + axis * most;
        }
        bounds
    }

    /// The smallest box around two.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether two boxes have a point in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..V::DIMENSION).all(|index| {
            self.min.element(index) <= other.max.element(index)
                && other.min.element(index) <= self.max.element(index)
        })
    }
}
