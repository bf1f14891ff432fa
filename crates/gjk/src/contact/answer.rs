//! What is told of two shapes.

use crate::epa::Penetration;
use crate::minkowski::Difference;
use crate::support::Support;
use crate::trace::{Status, Stop};
use crate::vector::{Scalar, Vector};

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
    /// From the nearest points of the cores, which are so far apart along the normal.
    #[inline]
    pub(crate) fn new<A, B>(
        difference: &Difference<V, A, B>,
        (core_a, core_b): (V::Wide, V::Wide),
        normal: V::Wide,
        core_distance: f64,
        stop: Stop,
    ) -> Self
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let (on_a, on_b) = difference.witness_points(core_a, core_b, normal);
        Self {
            on_a: V::narrow(on_a),
            on_b: V::narrow(on_b),
            distance: V::Scalar::narrow(core_distance - difference.radius),
            normal: V::narrow(normal),
            status: stop.into(),
        }
    }
}

impl<V: Vector> Contact<V> {
    #[inline]
    pub(crate) fn new<A, B>(difference: &Difference<V, A, B>, deepest: &Penetration<V::Wide>) -> Self
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let (on_a, on_b) = deepest.witness_points(difference);
        Self {
            on_a: V::narrow(on_a),
            on_b: V::narrow(on_b),
            normal: V::narrow(deepest.normal),
            depth: V::Scalar::narrow(deepest.depth.max(0.0)),
            status: deepest.stop.into(),
        }
    }

    /// The same contact, seen from the second shape.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, ..self }
    }
}
