//! A shape with a convex radius around it: its Minkowski sum with a ball.

use crate::math::{Plane, Scalar, Vector, unit};
use crate::support::Support;
use crate::support::hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};

/// The set of all points within `radius` of a shape, such as a box with round edges.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rounded<S, V: Vector> {
    /// The shape without the radius.
    pub shape: S,
    /// The radius; not negative.
    pub radius: V::Scalar,
}

impl<V: Vector, S: Support<V>> Rounded<S, V> {
    /// Rounds a shape by a radius.
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
    fn core(&self) -> Core<V> {
        let core = self.shape.core();
        Core { convex_radius: core.convex_radius + self.radius, ..core }
    }
    #[inline]
    fn size(&self) -> Size<V> {
        let inner = self.shape.size();
        // A radius of 0 stands for none known: the origin may lie outside the shape.
        let is_known = inner.inscribed_radius > V::Scalar::ZERO;
        let inscribed_radius = if is_known { inner.inscribed_radius + self.radius } else { V::Scalar::ZERO };
        Size {
            half_extents: inner.half_extents + V::splat(self.radius),
            bounding_radius: inner.bounding_radius + self.radius,
            inscribed_radius,
        }
    }
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        let [least, most] = self.shape.support_interval(direction);
        let reach = unit(direction).dot(direction) * self.radius;
        [least - reach, most + reach]
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        self.shape.core_support(direction)
    }
    #[inline]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        self.shape.resolve_vertices(refs)
    }
    #[inline(always)]
    fn closed_form(
        &self,
        map: Option<&V::Affine>,
        polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<V>> {
        self.shape.closed_form(map, polygon)
    }
    #[inline(always)]
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        self.shape.support_feature(direction, tolerance, visit);
    }
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let plane = self.shape.half_space()?;
        Some(Plane { point: plane.point + plane.normal * self.radius.widen(), ..plane })
    }
}
