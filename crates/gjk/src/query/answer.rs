//! What is told of two shapes.

use crate::math::{Scalar, Vector};
use crate::reference::{Separation, Status};

/// The nearest points of two shapes that are apart.
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
    /// The point of the first shape nearest to the second, in the world.
    pub on_a: V,
    /// The point of the second shape nearest to the first, in the world.
    pub on_b: V,
    /// How far apart they are; more than zero.
    pub distance: V::Scalar,
    /// The unit direction from the first to the second.
    pub normal: V,
    /// How far the answer can be trusted.
    pub status: Status,
}

/// How two shapes overlap or touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Contact<V: Vector> {
    /// The point of the first shape that lies deepest in the second, in the world.
    pub on_a: V,
    /// The point of the second shape that lies deepest in the first, in the world.
    pub on_b: V,
    /// The unit direction from the first to the second along which the least move separates them.
    pub normal: V,
    /// That move: once the second shape has moved by `normal * depth`, they just touch. Not negative.
    pub depth: V::Scalar,
    /// How far the answer can be trusted.
    pub status: Status,
}

impl<V: Vector> ClosestPoints<V> {
    /// Rounds the separation of two shapes that are apart.
    #[inline(always)]
    pub(super) fn new(separation: &Separation<V>) -> Self {
        Self {
            on_a: V::narrow(separation.on_a),
            on_b: V::narrow(separation.on_b),
            distance: V::Scalar::narrow(separation.distance),
            normal: V::narrow(separation.normal),
            status: separation.status,
        }
    }
}

impl<V: Vector> Contact<V> {
    /// Rounds the separation of two shapes that overlap or touch.
    #[inline(always)]
    pub(super) fn new(separation: &Separation<V>) -> Self {
        Self {
            on_a: V::narrow(separation.on_a),
            on_b: V::narrow(separation.on_b),
            normal: V::narrow(separation.normal),
            depth: V::Scalar::narrow((-separation.distance).max(0.0)),
            status: separation.status,
        }
    }

    /// The same contact, seen from the second shape.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, ..self }
    }
}
