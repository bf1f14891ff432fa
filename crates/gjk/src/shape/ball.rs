//! Circle and sphere: a point with a convex radius.

use crate::math::{Vector, unit};
use crate::shape::{ShapeError, validate_size};
use crate::support::Support;
use crate::support::hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};
use glam::{Vec2, Vec3};

/// A circle in 2D, a sphere in 3D: all points within `radius` of the origin.
///
/// Its core is a point, so that GJK ends after one step and the answers are exact up to rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ball<V: Vector> {
    /// The radius; not negative.
    pub radius: V::Scalar,
}

/// A circle in 2D, with its interior.
pub type Circle = Ball<Vec2>;
/// A sphere in 3D, with its interior.
pub type Sphere = Ball<Vec3>;

impl<V: Vector> Ball<V> {
    /// Makes a circle or sphere of a radius.
    #[inline]
    pub const fn new(radius: V::Scalar) -> Self {
        Self { radius }
    }

    /// Checks the radius.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_size(self.radius)
    }
}

impl<V: Vector> Support<V> for Ball<V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        unit(direction) * self.radius
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core { may_be_zonotope: true, ..Core::new(V::ZERO, self.radius) }
    }
    #[inline(always)]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: V::splat(self.radius),
            bounding_radius: self.radius,
            inscribed_radius: self.radius,
        }
    }
    #[inline(always)]
    fn core_support(&self, _direction: V) -> Vertex<V> {
        Vertex { point: V::ZERO, id: 0 }
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve(self, |id| (id == 0).then_some(V::ZERO))
    }
    #[inline(always)]
    fn closed_form(
        &self,
        _map: Option<&V::Affine>,
        _polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<V>> {
        Some(Zonotope { edges: [V::ZERO; 3], count: 0 })
    }
}
