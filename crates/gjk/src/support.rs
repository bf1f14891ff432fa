//! The support function, and the wrappers that compose shapes.
//!
//! A convex set is determined by its *support function*, which returns a point of the set that lies farthest
//! along a direction (van den Bergen, *Collision Detection in Interactive 3D Environments*, 2003). One method,
//! [`Support::support`], makes a shape:
//!
//! ```
//! use gjk::{Support, Vec2};
//!
//! /// |x|³ + |y|³ ≤ 1: rounder than a square, squarer than a circle.
//! struct Superellipse;
//!
//! impl Support<Vec2> for Superellipse {
//!     fn support(&self, direction: Vec2) -> Vec2 {
//!         // The gradient of |x|³ + |y|³ is parallel to the direction there.
//!         let root = direction.abs().map(f32::sqrt).copysign(direction);
//!         root / root.abs().powf(3.0).element_sum().cbrt()
//!     }
//! }
//!
//! assert!(gjk::intersects(&Superellipse, &gjk::Circle::new(1.0)));
//! ```
//!
//! Support functions compose. The image of a shape `s` under an affine map `x ↦ M·x + t` has the support
//! `M·s(Mᵀ·d) + t`, with the transpose instead of the inverse, so that scale, shear, mirror and flattening are
//! exact. A Minkowski sum has the sum of the supports, the hull of two shapes the farther one. See [`Placed`],
//! [`Rounded`], [`Swept`], [`MinkowskiSum`] and [`HullOfTwo`].
//!
//! What a shape may tell beyond it, for speed and exactness, are the [hints]; the [guide](crate::guide) writes a shape
//! step by step and measures what each buys.

mod aabb;
mod forward;
pub mod hints;
mod hull_of_two;
mod minkowski_sum;
mod placed;
mod pointers;
mod rounded;
mod small_polygon;
mod swept;
mod transform_cache;
mod vertex;

use crate::math::{Aabb, Plane, Scalar, Vector};

use hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};
pub use hull_of_two::HullOfTwo;
pub use minkowski_sum::MinkowskiSum;
pub use placed::Placed;
pub use rounded::Rounded;
pub(crate) use small_polygon::GROUPS;
pub use swept::Swept;
pub use transform_cache::TransformCache;

/// A convex set, defined by its support function. See the [module](self).
///
/// The one method `support` makes a shape. What more it may tell is in the [guide](crate::guide) and among
/// the [hints].
///
/// All lengths are in the units of the shape; directions may have any length but zero.
pub trait Support<V: Vector> {
    /// Returns a point of the set that lies farthest along `direction`, of any length but zero.
    ///
    /// If several points do, returns any of them; for a zero direction, any point of the set.
    fn support(&self, direction: V) -> V;

    // The hints. Their documentation is that of the module `hints`, apart from what an implementor has to know.

    /// Returns the origin of the core, and the convex radius around the core.
    #[doc(hidden)]
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core::new(V::ZERO, V::Scalar::ZERO)
    }

    /// Returns the half extents, and the radii of the bounding and the inscribed sphere.
    ///
    /// The default computes the half extents from the supports along the axes, and knows no spheres.
    #[doc(hidden)]
    fn size(&self) -> Size<V> {
        Size::without_spheres(self)
    }

    /// Returns the interval of the set's projection onto `direction`: the least and the largest dot product of its
    /// points with it.
    #[doc(hidden)]
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        [self.support(-direction).dot(direction), self.support(direction).dot(direction)]
    }

    /// Returns the vertex of the core that lies farthest along `direction`, relative to the origin of the core.
    ///
    /// It has to satisfy `support(d) = origin + core_support(d) + convex_radius · d/|d|`.
    #[doc(hidden)]
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        Vertex::without_id(self.support(direction) - self.core().origin)
    }

    /// Returns four vertices of the core by their references; a vertex that does not exist any more is not finite.
    ///
    /// All four in one call, because for a `dyn` shape or an enum of shapes the dispatch costs more than the
    /// answer. [`VertexRefs::resolve`] reduces it to a vertex by its id.
    #[doc(hidden)]
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve(self, |_| None)
    }

    /// Visits the vertices of the supporting feature along `direction`: of a vertex, an edge or a face.
    ///
    /// These are the vertices of the core whose dot product with `direction` is at most `tolerance` less than the
    /// largest, in any order. A curved edge is visited as a few of its points. The default visits the farthest vertex
    /// alone.
    #[doc(hidden)]
    fn support_feature(&self, direction: V, _tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        visit(self.core_support(direction));
    }

    /// Returns the core as a zonotope if it is one, such as a point, a segment or a box; or fills in `polygon`, if
    /// there is one, with the vertices of the core if it is a small 2D polygon. Both under the linear part of `map`,
    /// if there is one.
    ///
    /// The map comes as an argument, because the half edges of a box are multiples of its columns.
    #[doc(hidden)]
    #[inline(always)]
    fn closed_form(
        &self,
        _map: Option<&V::Affine>,
        _polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<V>> {
        None
    }

    /// Returns the boundary, if the set is a half-space. A half-space has no farthest points, so the queries
    /// compute the support of the other shape towards it instead.
    #[doc(hidden)]
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        None
    }

    /// Returns the smallest axis-aligned bounding box (AABB) of the set, up to the rounding of its coordinates.
    #[inline]
    #[doc(alias = "AABB")]
    fn aabb(&self) -> Aabb<V> {
        aabb::aabb(self)
    }

    /// Places the shape by an affine map; by value, or by reference as `(&shape).placed(affine)`.
    #[inline]
    fn placed(self, affine: V::Affine) -> Placed<Self, V>
    where
        Self: Sized,
    {
        Placed::new(self, affine)
    }

    /// Places the shape by an isometry: a rotation or reflection, and a translation.
    ///
    /// Like [`placed`](Support::placed), but does not check that the map preserves lengths, which for spheres would
    /// take as long as a query.
    #[inline]
    fn placed_rigidly(self, rigid: V::Affine) -> Placed<Self, V>
    where
        Self: Sized,
    {
        Placed::placed_rigidly(self, rigid)
    }

    /// Adds a radius to the shape: the set of all points within `radius` of it.
    #[inline]
    fn rounded(self, radius: V::Scalar) -> Rounded<Self, V>
    where
        Self: Sized,
    {
        Rounded::new(self, radius)
    }

    /// Sweeps the shape along `translation`: the set of all points that it covers on the way.
    #[inline]
    fn swept(self, translation: V) -> Swept<Self, V>
    where
        Self: Sized,
    {
        Swept::new(self, translation)
    }

    /// Returns the Minkowski sum of the shape and another.
    #[inline]
    fn minkowski_sum<T: Support<V>>(self, other: T) -> MinkowskiSum<Self, T>
    where
        Self: Sized,
    {
        MinkowskiSum::new(self, other)
    }

    /// Returns the convex hull of the shape and another.
    #[inline]
    fn hull_with<T: Support<V>>(self, other: T) -> HullOfTwo<Self, T>
    where
        Self: Sized,
    {
        HullOfTwo::new(self, other)
    }
}
