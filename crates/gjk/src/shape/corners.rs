//! The hull of a fixed number of points: point, segment, triangle, tetrahedron.

use crate::math::{Scalar, Vector};
use crate::shape::{ShapeError, bounding_radius, farthest, half_extents, validate_corners, visit_farthest};
use crate::support::Support;
use crate::support::hints::{Size, Vertex, VertexRefs};
use glam::Vec3;

/// The convex hull of `N` points, at least one, in any order. The points may coincide or lie on a line or a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "V: serde::Serialize", deserialize = "V: serde::Deserialize<'de>"))
)]
pub struct Corners<V, const N: usize> {
    /// The points.
    #[cfg_attr(feature = "serde", serde(with = "array"))]
    pub corners: [V; N],
}

/// A single point.
pub type Point<V> = Corners<V, 1>;
/// A line segment.
pub type Segment<V> = Corners<V, 2>;
/// A triangle, in 2D or 3D.
pub type Triangle<V> = Corners<V, 3>;
/// A tetrahedron in 3D.
pub type Tetrahedron = Corners<Vec3, 4>;

impl<V: Vector, const N: usize> Corners<V, N> {
    /// Makes the hull of these points.
    #[inline]
    pub const fn new(corners: [V; N]) -> Self {
        const { assert!(N > 0, "a hull needs at least one point") };
        Self { corners }
    }

    /// Checks that all corners are finite.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_corners(&self.corners)
    }
}

impl<V: Vector, const N: usize> Support<V> for Corners<V, N> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.core_support(direction).point
    }
    #[inline]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: half_extents(&self.corners),
            bounding_radius: bounding_radius(&self.corners),
            inscribed_radius: V::Scalar::ZERO,
        }
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        // Relative to the first corner, so that the products of corners far from the origin keep their precision.
        let index = farthest(&self.corners.map(|corner| corner - self.corners[0]), direction);
        Vertex { point: self.corners[index], id: index as u32 }
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve(self, |id| self.corners.get(id as usize).copied())
    }
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let first = self.corners[0];
        let relative = self.corners.iter().map(|&corner| corner - first);
        visit_farthest(relative, direction, tolerance, &mut |Vertex { id, .. }| {
            visit(Vertex { point: self.corners[id as usize], id });
        });
    }
}

/// Serialization of arrays of any length, which serde does not provide.
#[cfg(feature = "serde")]
mod array {
    use arrayvec::ArrayVec;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<T: Serialize, S: Serializer, const N: usize>(
        array: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(array)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[T; N], D::Error> {
        let items = ArrayVec::<T, N>::deserialize(deserializer)?;
        let count = items.len();
        items.into_inner().map_err(|_| Error::invalid_length(count, &"as many points as the shape has"))
    }
}
