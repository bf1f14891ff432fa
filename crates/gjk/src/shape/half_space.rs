//! Half-space: all that lies on one side of a line or plane.

use crate::math::Plane;
use crate::math::{Scalar, Vector, Wide};
use crate::shape::ShapeError;
use crate::support::{Size, Support};

/// All points `x` with `normal · x ≤ offset`: the ground, a wall without end.
///
/// It has no farthest points. So it tells the questions its boundary ([`Support::half_space`]), and they
/// ask the other shape alone, for the one point that lies deepest. The answers are exact at any distance.
///
/// Two half-spaces that meet overlap without end, unless they face each other: the depth of their contact
/// is then [`Scalar::FAR`].
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
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct HalfSpace<V: Vector> {
    /// Points out of the half-space; of any length but zero.
    pub normal: V,
    /// What `normal · x` is on the boundary: for a unit normal its distance from the origin.
    pub offset: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// The half-space on the inner side of a boundary.
    #[inline]
    pub const fn new(normal: V, offset: V::Scalar) -> Self {
        Self { normal, offset }
    }

    /// The half-space below a point of its boundary.
    #[inline]
    pub fn through(point: V, normal: V) -> Self {
        Self { normal, offset: normal.dot(point) }
    }

    /// Checks that the numbers are finite and that the normal has a direction.
    pub fn validate(&self) -> Result<(), ShapeError> {
        let fine = self.normal.is_finite() && self.offset.is_finite() && self.normal != V::ZERO;
        if fine { Ok(()) } else { Err(ShapeError::NotFinite) }
    }
}

impl<V: Vector> Support<V> for HalfSpace<V> {
    /// No point lies farthest; this is the point of the boundary that is nearest to the origin.
    fn support(&self, _direction: V) -> V {
        self.half_space().map_or(V::ZERO, |plane| V::narrow(plane.point))
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
        // Of some length that its square stays in range with; exact up to one rounding in `f64`.
        let largest = self.normal.max(-self.normal).max_element().widen();
        let normal = self.normal.widen() * (1.0 / largest);
        let length = crate::math::ops::f64::sqrt(normal.dot(normal));
        let normal = normal * (1.0 / length);
        // A tiny normal may set the boundary farther away than there are numbers.
        let far = V::Scalar::FAR.widen();
        let distance = (self.offset.widen() / (largest * length)).clamp(-far, far);
        Some(Plane { point: normal * distance, normal })
    }
}
