//! The support function: all that the algorithms know of a shape.
//!
//! A convex set is known completely by its *support function*, which for a direction gives a point of the
//! set that lies farthest along it. One method, [`Support::support`], makes a shape:
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
//! Support functions compose: the set that an affine map `x ↦ M·x + t` makes of a shape `s` has the support
//! `M·s(Mᵀ·d) + t`, with the transpose and not the inverse, so that any scale, shear, mirror or flattening
//! is exact and free. Sums of sets have the sum of the supports, hulls of two the farther one. See
//! [`Placed`], [`Rounded`], [`Swept`], [`MinkowskiSum`] and [`HullOfTwo`].
//!
//! The other methods have defaults, and say what a shape may know beyond that: a *core* with a radius (a
//! sphere is a point, a capsule a segment), whose round part is then answered exactly; the names of its
//! vertices, by which a [`SimplexCache`](crate::SimplexCache) finds them again in the next frame; its extents, from
//! which the tolerances follow; its supporting features, which are its faces and edges; and whether it is a
//! half-space, which has no farthest points.

mod aabb;
mod forward;
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
pub use hull_of_two::HullOfTwo;
pub use minkowski_sum::MinkowskiSum;
pub use placed::Placed;
pub use rounded::Rounded;
mod hints;
pub use hints::{Core, Size};
pub(crate) use small_polygon::GROUPS;
pub use small_polygon::SmallPolygon;
pub use swept::Swept;
pub use transform_cache::TransformCache;
pub use vertex::{Vertex, VertexRef, VertexRefs};

/// A core that is the sum of segments around its origin: each point of it is a sum of parts of the half edges,
/// from minus one to one of each.
///
/// The name of a corner has a bit for each half edge, the lowest for the first, set where the corner takes it the
/// other way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zonotope<V> {
    /// From the origin to the end of each segment; not used beyond the `count`.
    pub edges: [V; 3],
    /// How many there are, at most as many as the space has dimensions: none for a point, one for a segment,
    /// more for a box.
    pub count: usize,
}

/// A convex set, known by its support function. See the [module](self).
///
/// All lengths are in the units of the shape; nothing is normalised.
pub trait Support<V: Vector> {
    /// A point of the set that lies farthest along `direction`, which has any length but zero.
    ///
    /// Where several do, any of them. For a zero direction, any point of the set.
    fn support(&self, direction: V) -> V;

    /// The origin of the core, and the radius around it.
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core { origin: V::ZERO, convex_radius: V::Scalar::ZERO }
    }

    /// The sizes of the set.
    ///
    /// The default asks for the support along each axis, both ways.
    fn size(&self) -> Size<V> {
        let mut half_extents = V::ZERO;
        for index in 0..V::DIMENSION {
            let axis = V::axis(index);
            let side = (self.support(axis) - self.support(-axis)).dot(axis);
            half_extents = half_extents + axis * (side * V::Scalar::HALF);
        }
        Size { half_extents, bounding_radius: V::Scalar::INFINITY, inscribed_radius: V::Scalar::ZERO }
    }

    /// The vertex of the core that lies farthest along `direction`.
    ///
    /// It must agree with the others: `support(d) = origin + core(d) + radius · d/|d|`.
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        Vertex::without_id(self.support(direction) - self.core().origin)
    }

    /// The vertex of the core with this id, if there is one: what [`core`](Support::core_support) gave under it.
    #[inline(always)]
    fn vertex(&self, _id: u32) -> Option<V> {
        None
    }

    /// The vertices of the core with these marks: all at once, because for shapes of many kinds it takes longer to tell
    /// them apart than to answer. One that is not there any more is not finite.
    #[inline(always)]
    fn refetch(&self, marks: &VertexRefs<V>) -> [Vertex<V>; 4] {
        marks.find(self)
    }

    /// The core as a sum of segments, if it is a point, a segment or a box: such pairs are answered in closed
    /// form.
    #[inline(always)]
    fn zonotope(&self) -> Option<Zonotope<V>> {
        None
    }

    /// What the linear part of a map makes of the [half edges](Support::half_edges).
    #[inline(always)]
    fn zonotope_under(&self, affine: &V::Affine) -> Option<Zonotope<V>> {
        let Zonotope { mut edges, count } = self.zonotope()?;
        for edge in edges.iter_mut().take(count) {
            *edge = affine.linear(*edge);
        }
        Some(Zonotope { edges, count })
    }

    /// Whether there may be [half edges](Support::half_edges): asked of both shapes first, because which shapes have
    /// some is harder to guess than which pairs.
    #[inline(always)]
    fn may_be_zonotope(&self) -> bool {
        self.zonotope().is_some()
    }

    /// Fills in the corners of the core in order, if it is a polygon of the plane with few of them.
    #[inline(always)]
    fn small_polygon(&self, _outline: &mut SmallPolygon) -> bool {
        false
    }

    /// From where to where the set reaches along `direction`: the least and the largest of the products of its
    /// points with it.
    #[inline]
    fn extent(&self, direction: V) -> [V::Scalar; 2] {
        [self.support(-direction).dot(direction), self.support(direction).dot(direction)]
    }

    /// The radial function, from the [`origin`](Support::core): the largest number by which `direction` can be
    /// multiplied so that it ends within the set; less, down to 0, where that is not known at little cost.
    ///
    /// Shapes that reach each other on the way between their origins meet, which then takes no support point to
    /// know.
    #[inline]
    fn radial(&self, direction: V) -> V::Scalar {
        let inner = self.size().inscribed_radius;
        if inner > V::Scalar::ZERO { inner / direction.dot(direction).sqrt() } else { inner }
    }

    /// The supporting feature along `direction`: a corner, an edge or a face.
    ///
    /// Visits the vertices of the [`core`](Support::core_support) that lie within `slop` of the farthest, measured by
    /// their product with `direction`, in any order. A curved edge is visited as a few points of it. The
    /// default knows only the farthest.
    fn support_feature(&self, direction: V, _slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        visit(self.core_support(direction));
    }

    /// The boundary, if the set is a half-space: then it has no farthest points, and the questions ask the
    /// other shape alone, how far it reaches into the half-space.
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        None
    }

    /// The smallest axis-aligned box around the set, up to the rounding of its corners.
    #[inline]
    fn aabb(&self) -> Aabb<V> {
        aabb::aabb(self)
    }

    /// The shape as an affine map places it; by value, or by reference as `(&shape).placed(affine)`.
    #[inline]
    fn placed(self, affine: V::Affine) -> Placed<Self, V>
    where
        Self: Sized,
    {
        Placed::new(self, affine)
    }

    /// The shape as a rotation and translation moves it; a mirror is fine too.
    ///
    /// Like [`placed`](Support::placed), for maps that are known to keep all lengths: that is taken at its word
    /// and not looked for in the matrix, which for spheres would take as long as the answer.
    #[inline]
    fn placed_rigidly(self, rigid: V::Affine) -> Placed<Self, V>
    where
        Self: Sized,
    {
        Placed::placed_rigidly(self, rigid)
    }

    /// The shape with all points within `radius` of it.
    #[inline]
    fn rounded(self, radius: V::Scalar) -> Rounded<Self, V>
    where
        Self: Sized,
    {
        Rounded::new(self, radius)
    }

    /// All that the shape covers while it moves by `translation`.
    #[inline]
    fn swept(self, translation: V) -> Swept<Self, V>
    where
        Self: Sized,
    {
        Swept::new(self, translation)
    }

    /// The Minkowski sum of the shape and another.
    #[inline]
    fn minkowski_sum<T: Support<V>>(self, other: T) -> MinkowskiSum<Self, T>
    where
        Self: Sized,
    {
        MinkowskiSum::new(self, other)
    }

    /// The convex hull of the shape and another.
    #[inline]
    fn hull_with<T: Support<V>>(self, other: T) -> HullOfTwo<Self, T>
    where
        Self: Sized,
    {
        HullOfTwo::new(self, other)
    }
}
