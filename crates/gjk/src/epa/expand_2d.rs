//! EPA in 2D, on a convex polygon.
//!
//! The polygon is a list of vertices in counter-clockwise order, with the normal and distance of each edge
//! beside it. A new vertex is inserted after the edge that it lies beyond; neighbors that are not convex any
//! more are removed.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::epa::{Expand, Expansion, Penetration, UpperBound, facet_hit_by};
use crate::gjk::Simplex;
use crate::math::Vector;
use crate::minkowski::{DifferencePoint, MinkowskiDifference};
use crate::simplex::segment;
use crate::support::Support;
use crate::trace::{Observer, Polytope, Step, Stop};

/// The capacity of the polygon. A curve needs some twenty vertices around the nearest point; a polygon of
/// many vertices around its own center may need them all.
const MAX_VERTICES: usize = 256;
/// The number of vertices of the nearest phase, which expands the edge nearest to the origin. Then the ray phase
/// expands the edge that the best normal so far hits, so that the bounds meet there.
const NEAREST_PHASE_VERTICES: usize = 224;
/// The limit of iterations. Some of them only pass from an edge to another.
const MAX_ITERATIONS: usize = 2 * MAX_VERTICES;

/// An edge from a vertex to the next.
#[derive(Clone, Copy)]
struct Edge {
    /// The outward unit normal; zero if the vertices coincide.
    normal: DVec2,
    /// The signed distance of its line from the origin, negative if the origin is outside.
    distance: f64,
}

/// A convex polygon in counter-clockwise order; edge `i` leads from vertex `i` to the next.
struct Polygon<V: Vector> {
    vertices: ArrayVec<DifferencePoint<V>, MAX_VERTICES>,
    edges: ArrayVec<Edge, MAX_VERTICES>,
}

impl Expand for DVec2 {
    fn expand_polytope<V, A, B, O>(
        difference: &MinkowskiDifference<V, A, B>,
        simplex: &Simplex<V>,
        observer: &mut O,
    ) -> Penetration<Self>
    where
        V: Vector<Wide = Self>,
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>,
    {
        let mut expansion = Expansion::new(difference, observer);
        // Filled in place: the polygon is large, and moving it would cost as much as the search.
        let mut polygon = Polygon { vertices: ArrayVec::new(), edges: ArrayVec::new() };
        if let Some(penetration) = polygon.build_initial_polygon(&mut expansion, simplex) {
            return penetration;
        }
        let precision = difference.precision;
        let mut index = polygon.nearest_edge();
        for _ in 0..MAX_ITERATIONS {
            let Edge { normal, distance } = polygon.edges[index];
            let ends = polygon.ends(index);
            if O::ACTIVE {
                let polytope = Polytope::polygon(&polygon.vertices);
                expansion.observer.observe(Step::Facet { vertices: &ends, normal, distance, polytope });
            }
            let vertex = expansion.support_along_normal(normal);
            if !vertex.point.is_finite() {
                return expansion.best_edge(&polygon, Stop::NotFinite);
            }
            let support_distance = normal.dot(vertex.point);
            let repeated = ends.iter().any(|end| end.point == vertex.point);
            let is_ray_phase = polygon.vertices.len() > NEAREST_PHASE_VERTICES;
            if repeated || !(support_distance - distance > precision) {
                // The point of the edge nearest to the projection of the origin onto its line.
                let [a, b] = ends.map(|end| end.point - normal * distance);
                let nearest = segment(a, b);
                let other = if nearest.point.length() <= precision {
                    None
                } else {
                    polygon.edge_hit_by(normal, precision)
                };
                match other {
                    Some(other) if other != index => index = other,
                    _ => {
                        let stop = if is_ray_phase { Stop::IterationCap } else { Stop::Converged };
                        let bound = UpperBound { normal, depth: support_distance };
                        return expansion.finish(&ends, &nearest.weights, bound, stop);
                    }
                }
            } else if polygon.vertices.is_full() {
                break;
            } else {
                polygon.insert(index + 1, vertex);
                let ray = is_ray_phase.then_some(expansion.upper_bound().normal);
                index = ray
                    .and_then(|ray| polygon.edge_hit_by(ray, precision))
                    .unwrap_or_else(|| polygon.nearest_edge());
            }
        }
        expansion.best_edge(&polygon, Stop::IterationCap)
    }
}

impl<V, A, B, O> Expansion<'_, V, A, B, O>
where
    V: Vector<Wide = DVec2>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    /// Returns the smallest upper bound so far, with the witness points of the edge that its normal hits.
    fn best_edge(&mut self, polygon: &Polygon<V>, stop: Stop) -> Penetration<DVec2> {
        let UpperBound { normal, depth } = self.upper_bound();
        let edge = polygon.edge_hit_by(normal, self.difference.precision);
        let ends = polygon.ends(edge.unwrap_or_else(|| polygon.nearest_edge()));
        let [a, b] = ends.map(|end| end.point - normal * depth);
        self.finish(&ends, &segment(a, b).weights, self.upper_bound(), stop)
    }
}

impl<V: Vector<Wide = DVec2>> Polygon<V> {
    /// Builds a polygon with an area from the simplex; returns the answer if there is none, because the
    /// difference is flat.
    fn build_initial_polygon<A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>>(
        &mut self,
        expansion: &mut Expansion<V, A, B, O>,
        simplex: &Simplex<V>,
    ) -> Option<Penetration<DVec2>> {
        let precision = expansion.difference.precision;
        // Two points apart from each other, of the simplex or along an axis.
        let vertices = simplex.vertices();
        let first = vertices[0];
        let distance_squared = |point: &DifferencePoint<V>| (point.point - first.point).length_squared();
        let mut second = vertices
            .iter()
            .copied()
            .max_by(|a, b| distance_squared(a).total_cmp(&distance_squared(b)))
            .unwrap_or(first);
        for axis in [DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y] {
            if distance_squared(&second) > precision * precision {
                break;
            }
            second = expansion.support_along_normal(axis);
        }
        // A point on each side of their line.
        let along = second.point - first.point;
        let right = (-along.perp()).try_normalize().unwrap_or(DVec2::X);
        let mut side = |normal: DVec2| {
            let height = |point: &DifferencePoint<V>| normal.dot(point.point - first.point);
            vertices.iter().copied().find(|point| height(point) > precision).or_else(|| {
                let point = expansion.support_along_normal(normal);
                (height(&point) > precision).then_some(point)
            })
        };
        let (right, left) = (side(right), side(-right));
        for vertex in [Some(first), right, Some(second), left].into_iter().flatten() {
            self.vertices.push(vertex);
            self.edges.push(Edge { normal: DVec2::ZERO, distance: 0.0 });
        }
        if self.vertices.len() < 3 {
            // The witness points are those of GJK, which are nearest to the origin.
            return Some(expansion.finish(
                vertices,
                &simplex.solve(true).weights,
                expansion.upper_bound(),
                Stop::Flat,
            ));
        }
        // One of the four points may be inside the triangle of the others.
        while self.vertices.len() > 3 {
            match (0..self.vertices.len()).find(|&index| !self.is_convex(index)) {
                Some(index) => drop((self.vertices.remove(index), self.edges.remove(index))),
                None => break,
            }
        }
        for index in 0..self.vertices.len() {
            self.update_edge(index);
        }
        None
    }

    /// Returns the index of the next vertex.
    fn next(&self, index: usize) -> usize {
        if index + 1 == self.vertices.len() { 0 } else { index + 1 }
    }

    /// Returns the index of the previous vertex.
    fn previous(&self, index: usize) -> usize {
        if index == 0 { self.vertices.len() - 1 } else { index - 1 }
    }

    /// Returns whether the polygon turns left at a vertex.
    fn is_convex(&self, index: usize) -> bool {
        let point = self.vertices[index].point;
        let before = point - self.vertices[self.previous(index)].point;
        let after = self.vertices[self.next(index)].point - point;
        before.perp_dot(after) > 0.0
    }

    /// Creates the edge between two points.
    fn edge(from: DVec2, to: DVec2) -> Edge {
        match (-(to - from).perp()).try_normalize() {
            Some(normal) => Edge { normal, distance: normal.dot(from) },
            // Infinitely far, so that it is never the nearest.
            None => Edge { normal: DVec2::ZERO, distance: f64::INFINITY },
        }
    }

    /// Returns the two vertices of an edge.
    fn ends(&self, edge: usize) -> [DifferencePoint<V>; 2] {
        [self.vertices[edge], self.vertices[self.next(edge)]]
    }

    /// Returns the edge that a ray from the origin hits from inside.
    fn edge_hit_by(&self, ray: DVec2, precision: f64) -> Option<usize> {
        let edges = self.edges.iter().enumerate().map(|(index, edge)| (index, edge.normal, edge.distance));
        facet_hit_by(ray, edges, precision, |index, exit_point| {
            let [a, b] = self.ends(index).map(|end| end.point - exit_point);
            segment(a, b).point.length_squared()
        })
    }

    /// Recomputes an edge after one of its vertices has changed.
    fn update_edge(&mut self, index: usize) {
        self.edges[index] = Self::edge(self.vertices[index].point, self.vertices[self.next(index)].point);
    }

    /// Returns the edge nearest to the origin.
    fn nearest_edge(&self) -> usize {
        let distance = |index: &usize| self.edges[*index].distance;
        (0..self.edges.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Inserts a vertex that lies beyond the edge before `index`, and removes neighbors that are inside the
    /// polygon then.
    fn insert(&mut self, mut index: usize, vertex: DifferencePoint<V>) {
        self.vertices.insert(index, vertex);
        self.edges.insert(index, Edge { normal: DVec2::ZERO, distance: 0.0 });
        loop {
            let neighbors = [self.previous(index), self.next(index)];
            let enclosed = neighbors.into_iter().find(|&neighbor| !self.is_convex(neighbor));
            match enclosed {
                Some(neighbor) if self.vertices.len() > 3 => {
                    self.vertices.remove(neighbor);
                    self.edges.remove(neighbor);
                    index -= usize::from(neighbor < index);
                }
                _ => break,
            }
        }
        self.update_edge(index);
        self.update_edge(self.previous(index));
    }
}
