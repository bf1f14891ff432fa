//! The Minkowski difference of two shapes.
//!
//! `A − B = {a − b}` is convex where `A` and `B` are. It holds the origin exactly where they meet; its
//! distance from the origin is theirs; and the least move that separates them is the way from the origin to
//! the nearest point of its boundary. So every question about two shapes is one about a point and one shape,
//! which need never be built: the support of the difference along `d` is that of `A` along `d` less that of
//! `B` along `−d`.

use crate::support::{Marks, Support, Vertex};
use crate::vector::{Scalar, Vector, Wide};

/// A vertex of the difference, and the two vertices that it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencePoint<V: Vector> {
    /// The point of the difference: `on_a − on_b`, each in the world.
    pub point: V::Wide,
    /// The vertex of the core of the first shape, relative to that shape's origin.
    pub on_a: V,
    /// The vertex of the core of the second shape, relative to that shape's origin.
    pub on_b: V,
    /// The names of both vertices; [`Vertex::UNNAMED`](crate::Vertex::UNNAMED) on a curve.
    pub ids: [u32; 2],
}

/// The difference of the cores of two shapes.
pub(crate) struct Difference<'s, V: Vector, A: ?Sized, B: ?Sized> {
    a: &'s A,
    b: &'s B,
    /// From the origin of the second to that of the first. A difference of two numbers in `f32` is exact in
    /// `f64`: from here on, nothing depends on where in the world the shapes are.
    pub(crate) offset: V::Wide,
    /// The sum of the radii.
    pub(crate) radius: f64,
    /// Distances up to this are touching.
    pub(crate) touch: f64,
    /// The loops stop when the answer is known to this.
    pub(crate) precision: f64,
}

impl<'s, V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Difference<'s, V, A, B> {
    #[inline]
    pub(crate) fn new(a: &'s A, b: &'s B) -> Self {
        let size = a.half_extents().max_element().widen() + b.half_extents().max_element().widen();
        Self {
            a,
            b,
            offset: a.origin().widen() - b.origin().widen(),
            radius: a.radius().widen() + b.radius().widen(),
            touch: 2.0 * V::EPSILON * size,
            precision: V::EPSILON * size,
        }
    }

    /// Up to which distance of the cores the shapes touch.
    #[inline(always)]
    pub(crate) fn reach(&self) -> f64 {
        self.radius + self.touch
    }

    /// A farthest point of the difference along a direction, which must not be zero.
    #[inline(always)]
    pub(crate) fn support(&self, direction: V) -> DifferencePoint<V> {
        self.point(self.a.core(direction), self.b.core(-direction))
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
    pub(crate) fn recall(&self, a: &Marks<V>, b: &Marks<V>) -> [DifferencePoint<V>; 4] {
        let (a, b) = (self.a.recall(a), self.b.recall(b));
        core::array::from_fn(|index| self.point(a[index], b[index]))
    }

    /// The vertices of both cores with these names, if there are such.
    #[inline(always)]
    pub(crate) fn vertices(&self, [a, b]: [u32; 2]) -> Option<[V; 2]> {
        Some([self.a.vertex(a)?, self.b.vertex(b)?])
    }

    /// See [`witness_points`].
    #[inline]
    pub(crate) fn witness_points(
        &self,
        core_a: V::Wide,
        core_b: V::Wide,
        normal: V::Wide,
    ) -> (V::Wide, V::Wide) {
        witness_points(self.a, self.b, core_a, core_b, normal)
    }
}

/// A point on each core, as means of vertices, to points on the shapes in the world.
///
/// The normal points from the first shape to the second.
#[inline]
pub(crate) fn witness_points<V: Vector>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    core_a: V::Wide,
    core_b: V::Wide,
    normal: V::Wide,
) -> (V::Wide, V::Wide) {
    let on_a = a.origin().widen() + core_a + normal * a.radius().widen();
    let on_b = b.origin().widen() + core_b - normal * b.radius().widen();
    (on_a, on_b)
}

/// The weighted mean of the vertices of each shape.
#[inline]
pub(crate) fn means<V: Vector>(points: &[DifferencePoint<V>], weights: &[f64]) -> (V::Wide, V::Wide) {
    let mut sums = (V::Wide::ZERO, V::Wide::ZERO);
    for (point, &weight) in points.iter().zip(weights) {
        sums.0 += point.on_a.widen() * weight;
        sums.1 += point.on_b.widen() * weight;
    }
    sums
}
