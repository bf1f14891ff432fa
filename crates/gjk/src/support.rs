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
//! The other methods are hints with defaults, for speed and exactness: a *core* with a convex radius (a point for
//! a sphere, a segment for a capsule), which makes the round part exact; vertices by id, by which a
//! [`SimplexCache`](crate::SimplexCache) refetches them in the next frame; sizes, from which the tolerances
//! follow; a zonotope or polygon for the separating axis test; supporting features (faces and edges) for contact
//! manifolds; and the boundary of a half-space, which has no farthest points.

mod aabb;
mod forward;
mod hints;
mod hull_of_two;
mod minkowski_sum;
mod placed;
mod pointers;
mod rounded;
mod small_polygon;
mod swept;
mod transform_cache;
mod vertex;

use crate::math::{Aabb, Affine, Plane, Scalar, Vector};

pub use hints::{Core, Size};
pub use hull_of_two::HullOfTwo;
pub use minkowski_sum::MinkowskiSum;
pub use placed::Placed;
pub use rounded::Rounded;
pub(crate) use small_polygon::GROUPS;
pub use small_polygon::SmallPolygon;
pub use swept::Swept;
pub use transform_cache::TransformCache;
pub use vertex::{Vertex, VertexRef, VertexRefs};

/// A zonotope: a core that is the Minkowski sum of segments centered on its origin. Each point of it is a sum of
/// the half edges with factors from -1 to 1.
///
/// The id of a vertex has a bit for each half edge, the lowest for the first, set where its factor is -1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zonotope<V> {
    /// The half edges, each from the origin to an end of its segment; only the first `count` are valid.
    pub edges: [V; 3],
    /// The number of half edges, at most the dimension: 0 for a point, 1 for a segment, 2 for a rectangle or
    /// parallelogram, 3 for a box or parallelepiped.
    pub count: usize,
}

/// A convex set, defined by its support function. See the [module](self).
///
/// All lengths are in the units of the shape; directions may have any length but zero.
pub trait Support<V: Vector> {
    /// Returns a point of the set that lies farthest along `direction`, of any length but zero.
    ///
    /// If several points do, returns any of them; for a zero direction, any point of the set.
    fn support(&self, direction: V) -> V;

    /// Returns the origin of the core, and the convex radius around the core.
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core { origin: V::ZERO, convex_radius: V::Scalar::ZERO }
    }

    /// Returns the half extents, and the radii of the bounding and the inscribed sphere.
    ///
    /// The default computes the half extents from the supports along the axes, and knows no spheres.
    fn size(&self) -> Size<V> {
        let mut half_extents = V::ZERO;
        for index in 0..V::DIMENSION {
            let axis = V::axis(index);
            let side = (self.support(axis) - self.support(-axis)).dot(axis);
            // If the support function is wrong, the side may be negative.
            half_extents = half_extents + axis * (side * V::Scalar::HALF).abs();
        }
        Size { half_extents, bounding_radius: V::Scalar::INFINITY, inscribed_radius: V::Scalar::ZERO }
    }

    /// Returns the vertex of the core that lies farthest along `direction`, relative to the origin of the core.
    ///
    /// It has to satisfy `support(d) = origin + core_support(d) + convex_radius · d/|d|`.
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        Vertex::without_id(self.support(direction) - self.core().origin)
    }

    /// Returns the vertex of the core with this id, as [`core_support`](Support::core_support) returned it, or
    /// `None` if there is none.
    #[inline(always)]
    fn vertex(&self, _id: u32) -> Option<V> {
        None
    }

    /// Returns four vertices of the core by their references; a vertex that does not exist any more is not finite.
    ///
    /// All four in one call, because for a `dyn` shape or an enum of shapes the dispatch costs more than the
    /// answer.
    #[inline(always)]
    fn refetch(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.find(self)
    }

    /// Returns the core as a zonotope, if it is a point, a segment or a box. Pairs of such cores are answered in
    /// closed form, by the separating axis test.
    #[inline(always)]
    fn zonotope(&self) -> Option<Zonotope<V>> {
        None
    }

    /// Returns the [zonotope](Support::zonotope) under the linear part of a map.
    #[inline(always)]
    fn zonotope_under(&self, affine: &V::Affine) -> Option<Zonotope<V>> {
        let Zonotope { mut edges, count } = self.zonotope()?;
        for edge in edges.iter_mut().take(count) {
            *edge = affine.linear(*edge);
        }
        Some(Zonotope { edges, count })
    }

    /// Returns `false` only if [`zonotope`](Support::zonotope) returns `None`.
    ///
    /// The queries ask both shapes first and branch once, because the branch predictor guesses pairs better than
    /// single shapes.
    #[inline(always)]
    fn may_be_zonotope(&self) -> bool {
        self.zonotope().is_some()
    }

    /// Fills in the vertices of the core in order and returns `true`, if it is a 2D polygon of up to 16 vertices.
    #[inline(always)]
    fn small_polygon(&self, _polygon: &mut SmallPolygon) -> bool {
        false
    }

    /// Returns the interval of the set's projection onto `direction`: the least and the largest dot product of its
    /// points with it.
    #[inline]
    fn extent(&self, direction: V) -> [V::Scalar; 2] {
        [self.support(-direction).dot(direction), self.support(direction).dot(direction)]
    }

    /// Returns the radial function from the [`origin`](Support::core): the largest factor by which `direction` can
    /// be multiplied so that it ends within the set. May return less, down to 0, if that costs less.
    ///
    /// Two shapes touch if their radial functions along the line between their origins add up to its length; that
    /// decides many pairs without a support point.
    #[inline]
    fn radial(&self, direction: V) -> V::Scalar {
        let radius = self.size().inscribed_radius;
        if radius > V::Scalar::ZERO { radius / direction.dot(direction).sqrt() } else { radius }
    }

    /// Visits the vertices of the supporting feature along `direction`: of a vertex, an edge or a face.
    ///
    /// These are the vertices of the [core](Support::core_support) whose dot product with `direction` is at most
    /// `slop` less than the largest, in any order. A curved edge is visited as a few of its points. The default
    /// visits the farthest vertex alone.
    fn support_feature(&self, direction: V, _slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        visit(self.core_support(direction));
    }

    /// Returns the boundary, if the set is a half-space. A half-space has no farthest points, so the queries
    /// compute the support of the other shape towards it instead.
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        None
    }

    /// Returns the smallest axis-aligned bounding box (AABB) of the set, up to the rounding of its coordinates.
    #[inline]
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
