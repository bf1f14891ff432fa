//! The simplex that the loop holds: its vertices, and where they are from.

use crate::cache::Cache;
use crate::minkowski::{Difference, DifferencePoint};
use crate::simplex::{Advance, Nearest, Solve};
use crate::support::Support;
use crate::vector::{Vector, Wide};

/// Points of the difference; all of them carry its point nearest to the origin.
pub(crate) struct Simplex<V: Vector> {
    pub(super) vertices: [DifferencePoint<V>; 4],
    pub(super) count: usize,
    /// Those of the vertices in the nearest point, while they are known.
    weights: Option<[f64; 4]>,
}

impl<V: Vector<Wide: Solve>> Simplex<V> {
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        let nothing = DifferencePoint { point: V::Wide::ZERO, on_a: V::ZERO, on_b: V::ZERO, ids: [0; 2] };
        Self { vertices: [nothing; 4], count: 0, weights: None }
    }

    /// Takes in the simplex of the last frame, as the shapes are now.
    #[inline]
    pub(super) fn recall<A, B>(&mut self, cache: &Cache<V>, difference: &Difference<V, A, B>)
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        if !cache.has_simplex() {
            return;
        }
        // In their place from the start: they are large.
        self.vertices = cache.recall(difference);
        (self.count, self.weights) = (cache.count(), None);
        // As a rule, all are there still.
        if !self.vertices.iter().fold(V::Wide::ZERO, |sum, vertex| sum + vertex.point).is_finite() {
            let is_there = |index: usize| self.vertices[index].point.is_finite();
            self.keep((0..self.count).fold(0, |found, index| found | u8::from(is_there(index)) << index));
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, vertex: DifferencePoint<V>) {
        self.vertices[self.count] = vertex;
        self.count += 1;
        self.weights = None;
    }

    #[inline(always)]
    pub(crate) fn vertices(&self) -> &[DifferencePoint<V>] {
        &self.vertices[..self.count]
    }

    /// The nearest point and the weights of the vertices that make it, whatever was known before; a
    /// [thorough](crate::simplex) search trusts nothing.
    #[inline(always)]
    pub(crate) fn solve(&self, thorough: bool) -> Nearest<V::Wide, 4> {
        let point = |index: usize| self.vertices[index].point;
        match self.count {
            1 => V::Wide::nearest(&[point(0)], thorough),
            2 => V::Wide::nearest(&[point(0), point(1)], thorough),
            3 => V::Wide::nearest(&[point(0), point(1), point(2)], thorough),
            _ => V::Wide::nearest(&[point(0), point(1), point(2), point(3)], thorough),
        }
    }

    #[inline(always)]
    pub(super) fn nearest(&self, thorough: bool) -> Advance<V::Wide> {
        let nearest = self.solve(thorough);
        let carriers = (0..self.count).filter(|&index| nearest.weights[index] > 0.0);
        let carriers = carriers.fold(0, |bits, index| bits | 1 << index);
        Advance { point: nearest.point, carriers, encloses: nearest.encloses }
    }

    /// The nearest point, where the quick search for it failed.
    #[cold]
    pub(super) fn nearest_thoroughly(&self) -> Advance<V::Wide> {
        self.nearest(true)
    }

    /// The nearest point of vertices of which nothing is known, and leaves only those that carry it.
    #[inline(always)]
    pub(super) fn reduce(&mut self) -> Nearest<V::Wide, 4> {
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

    /// Drops the vertices that do not carry the nearest point.
    #[inline(always)]
    pub(super) fn keep(&mut self, carriers: u8) {
        let mut kept = 0;
        for index in 0..self.count {
            if carriers >> index & 1 == 1 {
                if kept != index {
                    self.vertices[kept] = self.vertices[index];
                }
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// The weights of the vertices that make the nearest point.
    #[inline]
    pub(super) fn weights(&self) -> [f64; 4] {
        self.weights.unwrap_or_else(|| self.solve(false).weights)
    }
}
