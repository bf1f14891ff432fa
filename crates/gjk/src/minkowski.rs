//! The Minkowski difference of two shapes.
//!
//! `A − B = {a − b}` is convex if `A` and `B` are. It contains the origin if and only if the shapes
//! intersect. Its distance from the origin is the distance of the shapes, and the vector from the origin to
//! the nearest point of its boundary is the shortest displacement that separates them. So every question
//! about two shapes is one about the origin and one convex set (Ericson, *Real-Time Collision Detection*,
//! 2005, 9.5).
//!
//! The set is never built. Its support point along `d` is that of `A` along `d` minus that of `B` along `−d`.

use crate::math::{Scalar, Vector, Wide, precision, touching_band, touching_distance};
use crate::support::Support;
use crate::support::hints::{Vertex, VertexRefs};

/// A vertex of the Minkowski difference, and the vertices of both shapes whose difference it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencePoint<V: Vector> {
    /// The point of the difference: `on_a − on_b`, both in world space.
    pub point: V::Wide,
    /// The vertex of the core of the first shape, relative to that shape's origin.
    pub on_a: V,
    /// The vertex of the core of the second shape, relative to that shape's origin.
    pub on_b: V,
    /// The ids of both vertices; [`Vertex::NO_ID`](Vertex::NO_ID) on a curve.
    pub ids: [u32; 2],
}

/// The Minkowski difference of the cores of two shapes. The convex radii are added to the answer.
pub struct MinkowskiDifference<'s, V: Vector, A: ?Sized, B: ?Sized> {
    pub a: &'s A,
    pub b: &'s B,
    /// The vector from the origin of the second shape to that of the first. A difference of two `f32` numbers
    /// is exact in `f64`, so nothing that follows depends on where in the world the shapes are.
    pub offset: V::Wide,
    /// The sum of the convex radii.
    pub radius: f64,
    /// The size of the pair: the sum of the largest half extents.
    pub size: f64,
    /// Shapes up to this signed distance are touching.
    pub touching_distance: f64,
    /// The loops stop when the lower and upper bound of the distance differ by no more than this.
    pub precision: f64,
}

impl<'s, V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized> MinkowskiDifference<'s, V, A, B> {
    /// Creates the difference of two shapes.
    #[inline(always)]
    pub fn new(a: &'s A, b: &'s B) -> Self {
        let size = a.size().half_extents.max_element().widen() + b.size().half_extents.max_element().widen();
        Self {
            a,
            b,
            offset: a.core().origin.widen() - b.core().origin.widen(),
            radius: a.core().convex_radius.widen() + b.core().convex_radius.widen(),
            size,
            touching_distance: touching_distance::<V>(size),
            precision: precision::<V>(size),
        }
    }

    /// Returns the distance of the cores up to which the shapes touch: radii and tolerance.
    #[inline(always)]
    pub fn core_touching_distance(&self) -> f64 {
        self.radius + self.touching_distance
    }

    /// Returns whether a search of this difference from the start is the reference search, which defines the verdict
    /// near touching; see `search/near_touching.rs`. It is not for zonotopes, whose reference search knows their half
    /// edges alone, nor at the finer precision of casts and moves.
    #[inline(always)]
    pub fn allows_reference_search(&self) -> bool {
        let may_be_zonotopes = self.a.core().may_be_zonotope & self.b.core().may_be_zonotope;
        !may_be_zonotopes && self.precision == precision::<V>(self.size)
    }

    /// Returns the half width of the band around touching, within which rounding may decide the verdict of a search.
    #[inline(always)]
    pub fn touching_band(&self) -> f64 {
        touching_band::<V>(self.touching_distance)
    }

    /// Returns a support point of the difference along a direction, which must not be zero.
    #[inline(always)]
    pub fn support(&self, direction: V) -> DifferencePoint<V> {
        self.subtract(self.a.core_support(direction), self.b.core_support(-direction))
    }

    /// Returns the difference of two vertices.
    #[inline(always)]
    fn subtract(&self, a: Vertex<V>, b: Vertex<V>) -> DifferencePoint<V> {
        DifferencePoint {
            point: self.offset + (a.point.widen() - b.point.widen()),
            on_a: a.point,
            on_b: b.point,
            ids: [a.id, b.id],
        }
    }

    /// Returns the differences of four vertices of both shapes, given by their references.
    #[inline(always)]
    pub fn resolve_vertices(&self, a: &VertexRefs<V>, b: &VertexRefs<V>) -> [DifferencePoint<V>; 4] {
        let (a, b) = (self.a.resolve_vertices(a), self.b.resolve_vertices(b));
        core::array::from_fn(|index| self.subtract(a[index], b[index]))
    }
}

/// Returns the points of both shapes that have these weights: the weighted means of their vertices.
#[inline]
pub fn means<V: Vector>(points: &[DifferencePoint<V>], weights: &[f64]) -> (V::Wide, V::Wide) {
    let mut sums = (V::Wide::ZERO, V::Wide::ZERO);
    for (point, &weight) in points.iter().zip(weights) {
        sums.0 += point.on_a.widen() * weight;
        sums.1 += point.on_b.widen() * weight;
    }
    sums
}
