//! The answers to the questions about two shapes: closest points and contacts.

use crate::math::{Scalar, Vector};
use crate::query::range::{RangeCheck, are_finite};
use crate::separation::{Answer, Separation};
use crate::trace::Status;

/// The closest points of two shapes that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClosestPoints<V: Vector> {
    /// The witness point of the first shape, in world space.
    pub on_a: V,
    /// The witness point of the second shape, in world space.
    pub on_b: V,
    /// The distance of the shapes; greater than zero.
    pub distance: V::Scalar,
    /// The unit direction from the first shape to the second.
    pub normal: V,
    /// How the search ended, and so how precise the answer is.
    pub status: Status,
}

/// The contact of two shapes that overlap or touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "penetration")]
pub struct Contact<V: Vector> {
    /// The deepest point of the first shape in the second, in world space.
    pub on_a: V,
    /// The deepest point of the second shape in the first, in world space.
    pub on_b: V,
    /// The unit direction from the first shape to the second along which they overlap least.
    pub normal: V,
    /// The penetration depth, not negative: if the second shape moves by `normal * depth`, the shapes just
    /// touch.
    pub depth: V::Scalar,
    /// How the search ended, and so how precise the answer is.
    pub status: Status,
}

impl<V: Vector> ClosestPoints<V> {
    /// Rounds the separation of two shapes that are apart to the precision of `V`.
    #[inline(always)]
    fn rounded(separation: &Separation<V>) -> Self {
        Self {
            on_a: V::narrow(separation.on_a),
            on_b: V::narrow(separation.on_b),
            distance: V::Scalar::narrow(separation.distance),
            normal: V::narrow(separation.normal),
            status: separation.status,
        }
    }

    /// Returns the answer of a closed form whose numbers may exceed the range of the scalar, clamped to it, or `None`
    /// if the distance is not finite.
    ///
    /// It is called by value, so that the numbers of other answers stay in registers.
    #[cold]
    #[inline(never)]
    fn near_limit(separation: Separation<V>) -> Option<Self> {
        separation.distance.is_finite().then(|| Self::rounded(&separation).clamped_to_range())
    }

    /// Returns the closest points with all numbers clamped to the range of the scalar.
    #[cold]
    #[inline(never)]
    fn clamped_to_range(self) -> Self {
        let mut range = RangeCheck { status: self.status };
        let (on_a, on_b) = (range.clamp_point(self.on_a), range.clamp_point(self.on_b));
        let (distance, normal) = (range.clamp(self.distance), range.valid_normal(self.normal));
        Self { on_a, on_b, distance, normal, status: range.status }
    }

    /// Returns the same closest points with the roles of the shapes exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, ..self }
    }
}

impl<V: Vector> Answer<V> for ClosestPoints<V> {
    #[inline(always)]
    fn checked(separation: &Separation<V>, is_in_range: bool) -> Option<Self> {
        if is_in_range { Some(Self::rounded(separation)) } else { Self::near_limit(*separation) }
    }

    fn clamped(separation: &Separation<V>) -> Self {
        let found = Self::rounded(separation);
        if are_finite(found.on_a, found.on_b, found.distance) { found } else { found.clamped_to_range() }
    }
}

impl<V: Vector> Contact<V> {
    /// Rounds the separation of two shapes that overlap or touch to the precision of `V`.
    #[inline(always)]
    fn rounded(separation: &Separation<V>) -> Self {
        Self {
            on_a: V::narrow(separation.on_a),
            on_b: V::narrow(separation.on_b),
            normal: V::narrow(separation.normal),
            depth: V::Scalar::narrow((-separation.distance).max(0.0)),
            status: separation.status,
        }
    }

    /// Returns the answer of a closed form whose numbers may exceed the range of the scalar, clamped to it, or `None`
    /// if the distance is not finite.
    ///
    /// It is called by value, so that the numbers of other answers stay in registers.
    #[cold]
    #[inline(never)]
    fn near_limit(separation: Separation<V>) -> Option<Self> {
        separation.distance.is_finite().then(|| Self::rounded(&separation).clamped_to_range())
    }

    /// Returns the contact with all numbers clamped to the range of the scalar.
    #[cold]
    #[inline(never)]
    pub(super) fn clamped_to_range(self) -> Self {
        let mut range = RangeCheck { status: self.status };
        let (on_a, on_b) = (range.clamp_point(self.on_a), range.clamp_point(self.on_b));
        let (normal, depth) = (range.valid_normal(self.normal), range.clamp(self.depth));
        Self { on_a, on_b, normal, depth, status: range.status }
    }

    /// Returns the same contact with the roles of the shapes exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, ..self }
    }
}

impl<V: Vector> Answer<V> for Contact<V> {
    #[inline(always)]
    fn checked(separation: &Separation<V>, is_in_range: bool) -> Option<Self> {
        if is_in_range { Some(Self::rounded(separation)) } else { Self::near_limit(*separation) }
    }

    fn clamped(separation: &Separation<V>) -> Self {
        let found = Self::rounded(separation);
        if are_finite(found.on_a, found.on_b, found.depth) { found } else { found.clamped_to_range() }
    }
}
