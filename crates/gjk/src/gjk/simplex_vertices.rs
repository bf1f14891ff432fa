//! The simplex that the loop keeps: its vertices, and the vertices of both shapes whose differences they are.

use crate::gjk::SimplexCache;
use crate::math::{Vector, Wide, ops};
use crate::minkowski::{DifferencePoint, MinkowskiDifference};
use crate::simplex::{Nearest, NearestSubsimplex, Solve};
use crate::support::Support;

/// Up to four points of the Minkowski difference, all of which contribute to its point nearest to the origin.
pub struct Simplex<V: Vector> {
    vertices: [DifferencePoint<V>; 4],
    count: usize,
    /// The weights of the vertices in the nearest point, while they are known.
    weights: Option<[f64; 4]>,
}

impl<V: Vector<Wide: Solve>> Simplex<V> {
    /// Creates a simplex without vertices.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        let unused = DifferencePoint { point: V::Wide::ZERO, on_a: V::ZERO, on_b: V::ZERO, ids: [0; 2] };
        Self { vertices: [unused; 4], count: 0, weights: None }
    }

    /// Fills the simplex with the cached vertices, at their positions in the current frame. Drops vertices
    /// that do not exist any more.
    #[inline]
    pub(super) fn restore<A, B>(&mut self, cache: &SimplexCache<V>, difference: &MinkowskiDifference<V, A, B>)
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        if !cache.has_simplex() {
            return;
        }
        // Written in place, because moving them costs.
        self.vertices = cache.restore(difference);
        (self.count, self.weights) = (cache.count(), None);
        // Usually all of them still exist; one that does not is NaN, and so is the sum.
        if !self.vertices.iter().fold(V::Wide::ZERO, |sum, vertex| sum + vertex.point).is_finite() {
            let exists = |index: usize| self.vertices[index].point.is_finite();
            self.keep((0..self.count).fold(0, |mask, index| mask | u8::from(exists(index)) << index));
        }
    }

    /// Adds a vertex.
    #[inline(always)]
    pub(super) fn push(&mut self, vertex: DifferencePoint<V>) {
        self.vertices[self.count] = vertex;
        self.count += 1;
        self.weights = None;
    }

    /// Returns the vertices, the newest last.
    #[inline(always)]
    pub fn vertices(&self) -> &[DifferencePoint<V>] {
        &self.vertices[..self.count]
    }

    /// Computes the nearest point and the weights of the vertices from scratch; an
    /// [exhaustive](Solve::nearest) search does not rely on signs.
    #[inline(always)]
    pub fn solve(&self, exhaustive: bool) -> Nearest<V::Wide, 4> {
        let point = |index: usize| self.vertices[index].point;
        match self.count {
            1 => V::Wide::nearest(&[point(0)], exhaustive),
            2 => V::Wide::nearest(&[point(0), point(1)], exhaustive),
            3 => V::Wide::nearest(&[point(0), point(1), point(2)], exhaustive),
            _ => V::Wide::nearest(&[point(0), point(1), point(2), point(3)], exhaustive),
        }
    }

    /// Computes the nearest point and the mask of the vertices that contribute to it.
    #[inline(always)]
    pub(super) fn nearest(&self, exhaustive: bool) -> NearestSubsimplex<V::Wide> {
        let nearest = self.solve(exhaustive);
        let vertex_mask = (0..self.count).filter(|&index| nearest.weights[index] > 0.0);
        let vertex_mask = vertex_mask.fold(0, |mask, index| mask | 1 << index);
        NearestSubsimplex { point: nearest.point, vertex_mask, encloses: nearest.encloses }
    }

    /// Computes the nearest point with the exhaustive solver, for the rare cases in which the quick one
    /// fails.
    #[cold]
    pub(super) fn nearest_exhaustively(&self) -> NearestSubsimplex<V::Wide> {
        self.nearest(true)
    }

    /// Computes the nearest point, and reduces the simplex to the vertices that contribute to it.
    #[inline(always)]
    pub(super) fn reduce_to_nearest(&mut self) -> Nearest<V::Wide, 4> {
        let nearest = self.solve(false);
        if nearest.encloses {
            self.weights = Some(nearest.weights);
            return nearest;
        }
        let (mut weights, mut kept) = ([0.0; 4], 0);
        for index in 0..self.count {
            if nearest.weights[index] > 0.0 {
                if kept != index {
                    self.vertices[kept] = self.vertices[index];
                }
                weights[kept] = nearest.weights[index];
                kept += 1;
            }
        }
        self.count = kept;
        self.weights = Some(weights);
        nearest
    }

    /// Drops the vertices whose bit is not in the mask.
    #[inline(always)]
    pub(super) fn keep(&mut self, vertex_mask: u8) {
        let mut kept = 0;
        for index in 0..self.count {
            if vertex_mask >> index & 1 == 1 {
                if kept != index {
                    self.vertices[kept] = self.vertices[index];
                }
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Returns whether there is no vertex.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether the simplex surely contains the ball of a radius around the origin. `size` is that of the pair.
    ///
    /// The distance of the origin from a facet is the content of the simplex, times the weight of the opposite vertex,
    /// divided by the content of the facet; which is bounded by that of a facet as large as the difference.
    #[inline(always)]
    pub(super) fn surely_contains_ball(&self, radius: f64, size: f64) -> bool {
        if self.count <= V::DIMENSION {
            return false;
        }
        let point = |index: usize| self.vertices[index].point;
        let from_first = core::array::from_fn(|index| point((index + 1).min(V::DIMENSION)) - point(0));
        let weights = self.weights();
        let least_weight =
            weights.iter().take(self.count).fold(f64::INFINITY, |least, &weight| least.min(weight));
        // The edges are at most as long as the diagonal of the difference's bounding box.
        let longest_squared = 4.0 * V::DIMENSION as f64 * size * size;
        let facet = if V::DIMENSION == 2 { ops::f64::sqrt(longest_squared) } else { longest_squared };
        least_weight * V::Wide::content(from_first) > radius * facet
    }

    /// Returns whether the simplex has a vertex at the same point.
    #[inline(always)]
    pub(super) fn contains(&self, vertex: &DifferencePoint<V>) -> bool {
        self.vertices().iter().any(|old| old.point == vertex.point)
    }

    /// Removes the newest vertex.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.count -= 1;
    }

    /// Removes all vertices.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Computes the nearest point after a vertex was added, and the square of its length. If rounding has
    /// made it no shorter than `length_squared`, the exhaustive solver tries all facets.
    #[inline(always)]
    pub(super) fn nearest_incrementally(&self, length_squared: f64) -> (NearestSubsimplex<V::Wide>, f64) {
        let next = V::Wide::nearest_incrementally(self.count, |index| self.vertices[index].point);
        let next_length_squared = next.point.dot(next.point);
        if next_length_squared < length_squared {
            return (next, next_length_squared);
        }
        let next = self.nearest_exhaustively();
        (next, next.point.dot(next.point))
    }

    /// Returns the weights of the vertices in the nearest point.
    #[inline]
    pub(super) fn weights(&self) -> [f64; 4] {
        self.weights.unwrap_or_else(|| self.solve(false).weights)
    }
}
