//! Half-space: all points on one side of a line (2D) or plane (3D).

use crate::math::{Plane, Scalar, Vector, Wide};
use crate::shape::ShapeError;
use crate::support::Support;
use crate::support::hints::Size;

/// A half-space: all points `x` with `normal · x ≤ offset`, such as the ground or an unbounded wall.
///
/// It has no farthest points. The queries take its boundary (a [hint](crate::support::hints)) and the support of the
/// other shape against the normal, so that the answers are exact up to rounding, at any distance.
///
/// Two half-spaces overlap without bound, unless their normals are opposite; the depth of their contact is then
/// [`Scalar::FAR`].
///
/// ```
/// use gjk::{Affine3A, Cuboid, HalfSpace, Support, Vec3};
///
/// let ground = HalfSpace::new(Vec3::Y, 0.0);
/// let crate_ = Cuboid::new(2.0, 2.0, 2.0).placed(Affine3A::from_translation(Vec3::new(5e5, 0.75, 0.0)));
/// let contact = gjk::contact(&ground, &crate_).unwrap();
/// assert_eq!((contact.depth, contact.normal), (0.25, Vec3::Y));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HalfSpace<V: Vector> {
    /// The outward normal, of any length but zero.
    pub normal: V,
    /// The value of `normal · x` on the boundary; for a unit normal, the signed distance of the boundary from the
    /// origin.
    pub offset: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// Makes a half-space of an outward normal and an offset.
    #[inline]
    pub const fn new(normal: V, offset: V::Scalar) -> Self {
        Self { normal, offset }
    }

    /// Makes a half-space of a point of its boundary and an outward normal.
    #[inline]
    pub fn through(point: V, normal: V) -> Self {
        Self { normal, offset: normal.dot(point) }
    }

    /// Checks that normal and offset are finite and that the normal is not zero.
    pub fn validate(&self) -> Result<(), ShapeError> {
        let is_valid = self.normal.is_finite() && self.offset.is_finite() && self.normal != V::ZERO;
        if is_valid { Ok(()) } else { Err(ShapeError::NotFinite) }
    }
}

impl<V: Vector> Support<V> for HalfSpace<V> {
    /// Returns the point of the boundary nearest to the origin, since no point lies farthest.
    fn support(&self, _direction: V) -> V {
        self.half_space().map_or(V::ZERO, |plane| {
            let point = V::narrow(plane.point);
            point.max(V::splat(-V::Scalar::MAX)).min(V::splat(V::Scalar::MAX))
        })
    }
    #[inline(always)]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: V::ZERO,
            bounding_radius: V::Scalar::INFINITY,
            inscribed_radius: V::Scalar::ZERO,
        }
    }
    #[inline]
    fn half_space(&self) -> Option<Plane<V>> {
        // Scaled by its largest coordinate first, so that its square neither overflows nor underflows.
        let largest = self.normal.max(-self.normal).max_element().widen();
        let normal = self.normal.widen() * (1.0 / largest);
        let length = crate::math::ops::f64::sqrt(normal.dot(normal));
        let normal = normal * (1.0 / length);
        // For a tiny normal, the distance of the boundary may exceed the range of the scalar, and even that of `f64`.
        let far = f64::FAR;
        let distance = (self.offset.widen() / (largest * length)).clamp(-far, far);
        Some(Plane { point: normal * distance, normal })
    }
}
