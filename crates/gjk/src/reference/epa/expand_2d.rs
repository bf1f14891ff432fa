//! EPA in the plane, on a polygon.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::math::Vector;
use crate::reference::Simplex;
use crate::reference::epa::{Expand, Least, Penetration, Search, exit_face};
use crate::reference::simplex::segment;
use crate::reference::{DifferencePoint, MinkowskiDifference};
use crate::reference::{Observer, Polytope, Step, Stop};
use crate::support::Support;

/// A curve needs some twenty vertices around the nearest point; a polygon of many corners around its own
/// center may need them all.
const MAX_VERTICES: usize = 256;
/// Of these, so many go where the nearest edge is; the others, where the best normal is.
const GLOBAL_VERTICES: usize = 224;
/// How many edges are looked at in all; some are only passed by.
const MAX_PROBES: usize = 2 * MAX_VERTICES;

/// The edge from a vertex to the next.
#[derive(Clone, Copy)]
struct Edge {
    /// Outward, of unit length; zero where the vertices coincide.
    normal: DVec2,
    /// The distance of its line from the origin, negative where that is outside.
    distance: f64,
}

/// A convex polygon, counter-clockwise; edge `i` leads from vertex `i` to the next.
struct Polygon<V: Vector> {
    vertices: ArrayVec<DifferencePoint<V>, MAX_VERTICES>,
    edges: ArrayVec<Edge, MAX_VERTICES>,
}

impl Expand for DVec2 {
    fn deepest_points<V, A, B, O>(
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
        let mut search = Search::new(difference, observer);
        // In its place from the start: it is large, and to move it would cost as much as the search.
        let mut polygon = Polygon { vertices: ArrayVec::new(), edges: ArrayVec::new() };
        if let Some(flat) = polygon.start(&mut search, simplex) {
            return flat;
        }
        let precision = difference.precision;
        let mut index = polygon.nearest_edge();
        for _ in 0..MAX_PROBES {
            let Edge { normal, distance } = polygon.edges[index];
            let ends = polygon.ends(index);
            if O::ACTIVE {
                let polytope = Polytope::polygon(&polygon.vertices);
                search.observer.observe(Step::Facet { vertices: &ends, normal, distance, polytope });
            }
            let vertex = search.support(normal);
            if !vertex.point.is_finite() {
                return search.best_edge(&polygon, Stop::NotFinite);
            }
            let reach = normal.dot(vertex.point);
            let repeated = ends.iter().any(|end| end.point == vertex.point);
            let local = polygon.vertices.len() > GLOBAL_VERTICES;
            if repeated || !(reach - distance > precision) {
                let [a, b] = ends.map(|end| end.point - normal * distance);
                let foot = segment(a, b);
                let other = if foot.point.length() <= precision {
                    None
                } else {
                    polygon.exit_face(normal, precision)
                };
                match other {
                    Some(other) if other != index => index = other,
                    _ => {
                        let stop = if local { Stop::IterationCap } else { Stop::Converged };
                        return search.end(&ends, &foot.weights, Least { normal, depth: reach }, stop);
                    }
                }
            } else if polygon.vertices.is_full() {
                break;
            } else {
                polygon.insert(index + 1, vertex);
                let ray = local.then_some(search.least().normal);
                index = ray
                    .and_then(|ray| polygon.exit_face(ray, precision))
                    .unwrap_or_else(|| polygon.nearest_edge());
            }
        }
        search.best_edge(&polygon, Stop::IterationCap)
    }
}

impl<V, A, B, O> Search<'_, V, A, B, O>
where
    V: Vector<Wide = DVec2>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    /// The least depth so far, with the witness points of the edge that its normal leads through.
    fn best_edge(&mut self, polygon: &Polygon<V>, stop: Stop) -> Penetration<DVec2> {
        let Least { normal, depth } = self.least();
        let edge = polygon.exit_face(normal, self.difference.precision);
        let ends = polygon.ends(edge.unwrap_or_else(|| polygon.nearest_edge()));
        let [a, b] = ends.map(|end| end.point - normal * depth);
        self.end(&ends, &segment(a, b).weights, self.least(), stop)
    }
}

impl<V: Vector<Wide = DVec2>> Polygon<V> {
    /// A polygon with an inside, from one to three points; or the answer, where the difference is flat.
    fn start<A, B, O>(
        &mut self,
        search: &mut Search<V, A, B, O>,
        simplex: &Simplex<V>,
    ) -> Option<Penetration<DVec2>>
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>,
    {
        let flat = search.difference.precision;
        // The two points farthest from each other, of the simplex or along some axis.
        let known = simplex.vertices();
        let first = known[0];
        let far = |point: &DifferencePoint<V>| (point.point - first.point).length_squared();
        let mut second = known.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(first);
        for axis in [DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y] {
            if far(&second) > flat * flat {
                break;
            }
            second = search.support(axis);
        }
        // One point on each side of their line.
        let along = second.point - first.point;
        let right = (-along.perp()).try_normalize().unwrap_or(DVec2::X);
        let mut side = |normal: DVec2| {
            let beyond = |point: &DifferencePoint<V>| normal.dot(point.point - first.point);
            known.iter().copied().find(|point| beyond(point) > flat).or_else(|| {
                let point = search.support(normal);
                (beyond(&point) > flat).then_some(point)
            })
        };
        let (right, left) = (side(right), side(-right));
        for vertex in [Some(first), right, Some(second), left].into_iter().flatten() {
            self.vertices.push(vertex);
            self.edges.push(Edge { normal: DVec2::ZERO, distance: 0.0 });
        }
        if self.vertices.len() < 3 {
            // GJK's own points come nearest to the origin, though others are farther from each other.
            return Some(search.end(known, &simplex.solve(true).weights, search.least(), Stop::Flat));
        }
        // A vertex that the other three enclose is none.
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

    fn next(&self, index: usize) -> usize {
        if index + 1 == self.vertices.len() { 0 } else { index + 1 }
    }

    fn previous(&self, index: usize) -> usize {
        if index == 0 { self.vertices.len() - 1 } else { index - 1 }
    }

    /// The outline turns left at this vertex.
    fn is_convex(&self, index: usize) -> bool {
        let point = self.vertices[index].point;
        let before = point - self.vertices[self.previous(index)].point;
        let after = self.vertices[self.next(index)].point - point;
        before.perp_dot(after) > 0.0
    }

    fn edge(from: DVec2, to: DVec2) -> Edge {
        match (-(to - from).perp()).try_normalize() {
            Some(normal) => Edge { normal, distance: normal.dot(from) },
            // Never the nearest.
            None => Edge { normal: DVec2::ZERO, distance: f64::INFINITY },
        }
    }

    fn ends(&self, edge: usize) -> [DifferencePoint<V>; 2] {
        [self.vertices[edge], self.vertices[self.next(edge)]]
    }

    /// The edge through which a ray from the origin leaves.
    fn exit_face(&self, ray: DVec2, precision: f64) -> Option<usize> {
        let edges = self.edges.iter().enumerate().map(|(index, edge)| (index, edge.normal, edge.distance));
        exit_face(ray, edges, precision, |index, at| {
            let [a, b] = self.ends(index).map(|end| end.point - at);
            segment(a, b).point.length_squared()
        })
    }

    fn update_edge(&mut self, index: usize) {
        self.edges[index] = Self::edge(self.vertices[index].point, self.vertices[self.next(index)].point);
    }

    fn nearest_edge(&self) -> usize {
        let distance = |index: &usize| self.edges[*index].distance;
        (0..self.edges.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Adds a vertex that lies beyond the edge before `index`; drops neighbours that it encloses.
    fn insert(&mut self, mut index: usize, vertex: DifferencePoint<V>) {
        self.vertices.insert(index, vertex);
        self.edges.insert(index, Edge { normal: DVec2::ZERO, distance: 0.0 });
        loop {
            let neighbours = [self.previous(index), self.next(index)];
            let enclosed = neighbours.into_iter().find(|&neighbour| !self.is_convex(neighbour));
            match enclosed {
                Some(neighbour) if self.vertices.len() > 3 => {
                    self.vertices.remove(neighbour);
                    self.edges.remove(neighbour);
                    index -= usize::from(neighbour < index);
                }
                _ => break,
            }
        }
        self.update_edge(index);
        self.update_edge(self.previous(index));
    }
}
