//! Capsule: a segment with a convex radius.

use crate::math::{Affine, Scalar, Vector, unit};
use crate::shape::{ShapeError, validate_size};
use crate::support::Support;
use crate::support::hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};
use glam::{Vec2, Vec3};

/// A capsule: all points within `radius` of the segment from `-half_length` to `half_length` on the y axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule<V: Vector> {
    /// Half the length of the segment; not negative.
    pub half_length: V::Scalar,
    /// The radius; not negative.
    pub radius: V::Scalar,
}

/// A capsule in 2D, also called stadium.
pub type Capsule2 = Capsule<Vec2>;
/// A capsule in 3D.
pub type Capsule3 = Capsule<Vec3>;

impl<V: Vector> Capsule<V> {
    /// Makes a capsule around a segment of twice this half length.
    #[inline]
    pub const fn new(half_length: V::Scalar, radius: V::Scalar) -> Self {
        Self { half_length, radius }
    }

    /// Returns the end of the segment with an id, 0 or 1; without a branch, which would be unpredictable.
    #[inline(always)]
    fn end(&self, id: u32) -> V {
        V::axis(1) * [self.half_length, -self.half_length][(id & 1) as usize]
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_size(self.half_length).and(validate_size(self.radius))
    }
}

impl<V: Vector> Support<V> for Capsule<V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.core_support(direction).point + unit(direction) * self.radius
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core { may_be_zonotope: true, ..Core::new(V::ZERO, self.radius) }
    }
    #[inline(always)]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: V::axis(1) * self.half_length + V::splat(self.radius),
            bounding_radius: self.half_length + self.radius,
            inscribed_radius: self.radius,
        }
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        let id = u32::from(direction.element(1) < V::Scalar::ZERO);
        Vertex { point: self.end(id), id }
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve(self, |id| (id < 2).then(|| self.end(id)))
    }
    #[inline(always)]
    fn closed_form(
        &self,
        map: Option<&V::Affine>,
        _polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<V>> {
        let axis = map.map_or(V::axis(1), |map| map.column(1));
        Some(Zonotope { edges: [axis * self.half_length, V::ZERO, V::ZERO], count: 1 })
    }
    #[inline(always)]
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let farthest = self.core_support(direction);
        let other = Vertex { point: -farthest.point, id: farthest.id ^ 1 };
        let half = (self.half_length * direction.element(1)).abs();
        let count = if half + half <= tolerance { 2 } else { 1 };
        [farthest, other].into_iter().take(count).for_each(visit);
    }
}
