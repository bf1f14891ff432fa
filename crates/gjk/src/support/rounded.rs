//! A shape with all points within a radius of it.

use super::{HalfEdges, Outline, Plane, Support, Vertex, unit};
use crate::vector::{Scalar, Vector};

/// A shape with all points within `radius` of it: a box with round edges, a thick segment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "S: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "S: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Rounded<S, V: Vector> {
    /// What is rounded.
    pub shape: S,
    /// By how much; not negative.
    pub radius: V::Scalar,
}

impl<V: Vector, S: Support<V>> Rounded<S, V> {
    /// Rounds a shape.
    #[inline]
    pub const fn new(shape: S, radius: V::Scalar) -> Self {
        Self { shape, radius }
    }
}

impl<V: Vector, S: Support<V>> Support<V> for Rounded<S, V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.shape.support(direction) + unit(direction) * self.radius
    }
    #[inline(always)]
    fn origin(&self) -> V {
        self.shape.origin()
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.shape.radius() + self.radius
    }
    #[inline(always)]
    fn core(&self, direction: V) -> Vertex<V> {
        self.shape.core(direction)
    }
    #[inline(always)]
    fn vertex(&self, id: u32) -> Option<V> {
        self.shape.vertex(id)
    }
    #[inline(always)]
    fn half_edges(&self) -> Option<HalfEdges<V>> {
        self.shape.half_edges()
    }
    #[inline(always)]
    fn half_edges_under(&self, affine: &V::Affine) -> Option<HalfEdges<V>> {
        self.shape.half_edges_under(affine)
    }
    #[inline(always)]
    fn outline(&self, outline: &mut Outline) -> bool {
        self.shape.outline(outline)
    }
    #[inline]
    fn half_extents(&self) -> V {
        let mut extents = self.shape.half_extents();
        for index in 0..V::DIMENSION {
            extents = extents + V::axis(index) * self.radius;
        }
        extents
    }
    #[inline]
    fn inner_radius(&self) -> V::Scalar {
        // Where none is known, the origin may be anywhere.
        let inner = self.shape.inner_radius();
        if inner > V::Scalar::ZERO { inner + self.radius } else { inner }
    }
    #[inline(always)]
    fn feature(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        self.shape.feature(direction, slop, visit);
    }
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let plane = self.shape.half_space()?;
        Some(Plane { point: plane.point + plane.normal * self.radius.widen(), ..plane })
    }
}
