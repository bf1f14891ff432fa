//! The answers to the questions about two shapes: closest points and contacts.

use core::hint::cold_path;

use crate::math::{Scalar, Vector};
use crate::query::range::{RangeCheck, are_finite};
use crate::reference::{Answer, Separation, Status};

/// The closest points of two shapes that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
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
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
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

impl<V: Vector> Answer<V> for ClosestPoints<V> {
    /// Rounds the separation of two shapes that are apart to the precision of `V`, and clamps it to its range.
    #[inline(always)]
    fn of(separation: &Separation<V>) -> Option<Self> {
        let (on_a, on_b) = (V::narrow(separation.on_a), V::narrow(separation.on_b));
        let (normal, distance) = (V::narrow(separation.normal), V::Scalar::narrow(separation.distance));
        let status = separation.status;
        // A `Some` for each case, so that both write to where the caller wants the answer.
        if are_finite(on_a, on_b, distance) {
            Some(Self { on_a, on_b, distance, normal, status })
        } else {
            // Not a function of its own: to call it, all others would store the numbers in memory twice.
            cold_path();
            let mut range = RangeCheck { status };
            let (on_a, on_b) = (range.clamp_point(on_a), range.clamp_point(on_b));
            let (distance, normal) = (range.clamp(distance), range.valid_normal(normal));
            Some(Self { on_a, on_b, distance, normal, status: range.status })
        }
    }
}

impl<V: Vector> ClosestPoints<V> {
    /// Returns the same closest points with the roles of the shapes exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, ..self }
    }
}

impl<V: Vector> Answer<V> for Contact<V> {
    /// Rounds the separation of two shapes that overlap or touch to the precision of `V`, and clamps it to its
    /// range.
    #[inline(always)]
    fn of(separation: &Separation<V>) -> Option<Self> {
        let (on_a, on_b) = (V::narrow(separation.on_a), V::narrow(separation.on_b));
        let depth = V::Scalar::narrow((-separation.distance).max(0.0));
        let contact =
            Self { on_a, on_b, normal: V::narrow(separation.normal), depth, status: separation.status };
        // A `Some` for each case, so that both write to where the caller wants the answer.
        if are_finite(on_a, on_b, depth) { Some(contact) } else { Some(contact.clamped()) }
    }
}

impl<V: Vector> Contact<V> {
    /// Returns the contact with all numbers clamped to the range of the scalar.
    #[inline(always)]
    pub(super) fn clamped(self) -> Self {
        // Not a function that is called: for that, all other contacts would be stored in memory twice.
        cold_path();
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
