//! The Minkowski difference of two shapes.
//!
//! `A − B = {a − b}` is convex where `A` and `B` are. It holds the origin exactly where they meet; its
//! distance from the origin is theirs; and the least move that separates them is the way from the origin to
//! the nearest point of its boundary. So every question about two shapes is one about a point and one shape,
//! which need never be built: the support of the difference along `d` is that of `A` along `d` less that of
//! `B` along `−d`.

use crate::math::{Scalar, Vector, Wide};
use crate::reference::separation::{Cores, Separation};
use crate::reference::trace::Stop;
use crate::support::{Support, Vertex, VertexRefs};

/// A vertex of the difference, and the two vertices that it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencePoint<V: Vector> {
    /// The point of the difference: `on_a − on_b`, each in the world.
    pub point: V::Wide,
    /// The vertex of the core of the first shape, relative to that shape's origin.
    pub on_a: V,
    /// The vertex of the core of the second shape, relative to that shape's origin.
    pub on_b: V,
    /// The names of both vertices; [`Vertex::NO_ID`](crate::Vertex::NO_ID) on a curve.
    pub ids: [u32; 2],
}

/// The difference of the cores of two shapes.
pub struct MinkowskiDifference<'s, V: Vector, A: ?Sized, B: ?Sized> {
    a: &'s A,
    b: &'s B,
    /// From the origin of the second to that of the first. A difference of two numbers in `f32` is exact in
    /// `f64`: from here on, nothing depends on where in the world the shapes are.
    pub offset: V::Wide,
    /// The sum of the radii.
    pub radius: f64,
    /// Distances up to this are touching.
    pub touch: f64,
    /// The loops stop when the answer is known to this.
    pub precision: f64,
}

impl<'s, V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized> MinkowskiDifference<'s, V, A, B> {
    #[inline]
    pub fn new(a: &'s A, b: &'s B) -> Self {
        let size = a.size().half_extents.max_element().widen() + b.size().half_extents.max_element().widen();
        Self {
            a,
            b,
            offset: a.core().origin.widen() - b.core().origin.widen(),
            radius: a.core().convex_radius.widen() + b.core().convex_radius.widen(),
            touch: 2.0 * V::EPSILON * size,
            precision: V::EPSILON * size,
        }
    }

    /// Up to which distance of the cores the shapes touch.
    #[inline(always)]
    pub fn contact_distance(&self) -> f64 {
        self.radius + self.touch
    }

    /// A farthest point of the difference along a direction, which must not be zero.
    #[inline(always)]
    pub fn support(&self, direction: V) -> DifferencePoint<V> {
        self.point(self.a.core_support(direction), self.b.core_support(-direction))
    }

    #[inline(always)]
    fn point(&self, a: Vertex<V>, b: Vertex<V>) -> DifferencePoint<V> {
        DifferencePoint {
            point: self.offset + (a.point.widen() - b.point.widen()),
            on_a: a.point,
            on_b: b.point,
            ids: [a.id, b.id],
        }
    }

    /// The points that vertices of both shapes make, each given by its mark.
    #[inline(always)]
    pub fn refetch(&self, a: &VertexRefs<V>, b: &VertexRefs<V>) -> [DifferencePoint<V>; 4] {
        let (a, b) = (self.a.refetch(a), self.b.refetch(b));
        core::array::from_fn(|index| self.point(a[index], b[index]))
    }

    /// The vertices of both cores with these names, if there are such.
    #[inline(always)]
    pub fn vertices(&self, [a, b]: [u32; 2]) -> Option<[V; 2]> {
        Some([self.a.vertex(a)?, self.b.vertex(b)?])
    }

    /// Returns the separation of the shapes for the closest or deepest points of their cores.
    #[inline]
    pub fn separation(&self, cores: &Cores<V::Wide>, stop: Stop) -> Separation<V> {
        Separation::new(self.a, self.b, cores, self.radius, self.touch, stop.into())
    }
}

/// The weighted mean of the vertices of each shape.
#[inline]
pub fn means<V: Vector>(points: &[DifferencePoint<V>], weights: &[f64]) -> (V::Wide, V::Wide) {
    let mut sums = (V::Wide::ZERO, V::Wide::ZERO);
    for (point, &weight) in points.iter().zip(weights) {
        sums.0 += point.on_a.widen() * weight;
        sums.1 += point.on_b.widen() * weight;
    }
    sums
}
