//! EPA in space, on a polyhedron of triangles.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::{Expand, Least, Penetration, Search, pierced};
use crate::gjk::Simplex;
use crate::minkowski::{Difference, DifferencePoint};
use crate::simplex::{Nearest, Solve, triangle};
use crate::support::Support;
use crate::trace::{Observer, Step, Stop};
use crate::vector::Vector;

/// Two hulls need some ten vertices, smooth shapes up to a hundred, those around a common centre all.
const MAX_VERTICES: usize = 320;
/// After so many, it is enough to find the depth around the best normals so far.
const GLOBAL_VERTICES: usize = 160;
/// From how many of these to descend at most.
const MAX_DESCENTS: usize = 12;
/// The cosine of the angle by which they differ at least.
const APART: f64 = 0.94;
/// How many faces to pass by on the way along perpendiculars; a guard against rounding.
const MAX_PASSED: usize = 64;
/// Twice the vertices less four, by Euler, and some more: the slots of dropped faces are used again.
const MAX_FACES: usize = 636;
/// A face whose plane is within this of a new vertex, relative to the precision, is replaced with those
/// that the vertex sees: so no new face is a sliver.
const COPLANAR: f64 = 1e-3;

type Index = u16;

/// A triangle, counter-clockwise seen from outside.
#[derive(Clone, Copy)]
struct Face {
    vertices: [Index; 3],
    /// The face beyond the edge from each vertex to the next.
    neighbours: [Index; 3],
    /// Outward, of unit length; zero for a face without area.
    normal: DVec3,
    alive: bool,
}

/// An edge of a face that stays, to be joined to the new vertex.
#[derive(Clone, Copy)]
struct HorizonEdge {
    face: Index,
    edge: Index,
}

struct Polyhedron<V: Vector> {
    vertices: ArrayVec<DifferencePoint<V>, MAX_VERTICES>,
    faces: ArrayVec<Face, MAX_FACES>,
    /// The signed distance of each face's plane from the origin; infinite for those that are not there.
    distances: ArrayVec<f64, MAX_FACES>,
    free: ArrayVec<Index, MAX_FACES>,
    coplanar: f64,
}

impl Expand for DVec3 {
    #[allow(private_interfaces, reason = "a space is one of ours")]
    fn penetration<V, A, B, O>(
        difference: &Difference<V, A, B>,
        simplex: &Simplex<V>,
        observer: &mut O,
    ) -> Penetration<Self>
    where
        V: Vector<Wide = Self>,
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>,
    {
        let mut search = Search { difference, observer, least: Least::NONE };
        let mut polyhedron = match search.tetrahedron(simplex) {
            Ok(tetrahedron) => Polyhedron::new(tetrahedron, COPLANAR * difference.precision),
            Err(flat) => return flat,
        };
        let (nearest, stop) = search.expand(&mut polyhedron, None, GLOBAL_VERTICES);
        match stop {
            Stop::Converged => return search.answer(&nearest, stop),
            Stop::IterationCap => {}
            _ => return search.best_face(&polyhedron, stop),
        }
        // Too many directions are about as good: descend from some of them that are far from each other.
        let mut best: Option<Probe<V>> = None;
        let mut explored = ArrayVec::<DVec3, MAX_DESCENTS>::new();
        let mut start = Some(search.least.normal);
        while let Some(ray) = start
            && !explored.is_full()
        {
            let (found, stop) = search.expand(&mut polyhedron, Some(ray), MAX_VERTICES);
            if stop != Stop::Converged {
                break;
            }
            explored.push(found.normal);
            if best.is_none_or(|best| found.reach < best.reach) {
                best = Some(found);
            }
            start = polyhedron.nearest_apart_from(&explored);
        }
        match best {
            Some(best) => search.answer(&best, Stop::IterationCap),
            None => search.best_face(&polyhedron, Stop::IterationCap),
        }
    }
}

/// A face that was looked at.
#[derive(Clone, Copy)]
struct Probe<V: Vector> {
    corners: [DifferencePoint<V>; 3],
    normal: DVec3,
    /// The distance of its plane from the origin.
    distance: f64,
    /// How far the difference extends along its normal; infinite if that was not asked.
    reach: f64,
}

impl<V, A, B, O> Search<'_, V, A, B, O>
where
    V: Vector<Wide = DVec3>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    /// Expands the polyhedron at the face nearest to the origin, or with a `ray` at the one that the best
    /// normal from there on leads through, until a face is found that bounds the difference and holds the
    /// foot of its perpendicular.
    fn expand(
        &mut self,
        polyhedron: &mut Polyhedron<V>,
        mut ray: Option<DVec3>,
        max_vertices: usize,
    ) -> (Probe<V>, Stop) {
        let precision = self.difference.precision;
        let mut least = f64::INFINITY;
        let mut passed = 0;
        let mut index = polyhedron.start(ray, precision);
        loop {
            let (probe, vertex) = self.probe(polyhedron, index);
            let repeated = probe.corners.iter().any(|corner| corner.point == vertex.point);
            if !vertex.point.is_finite() {
                return (probe, Stop::NotFinite);
            }
            if repeated || !(probe.reach - probe.distance > precision) {
                let other = if probe.foot().point.length() <= precision {
                    None
                } else {
                    polyhedron.pierced(probe.normal, precision)
                };
                passed += 1;
                match other {
                    Some(other) if other != index && passed < MAX_PASSED => index = other,
                    _ => return (probe, Stop::Converged),
                }
                continue;
            }
            if polyhedron.vertices.len() >= max_vertices {
                return (probe, Stop::IterationCap);
            }
            if polyhedron.expand(index, vertex).is_none() {
                return (probe, Stop::NoProgress);
            }
            if ray.is_some() && probe.reach < least {
                least = probe.reach;
                ray = Some(probe.normal);
            }
            index = polyhedron.start(ray, precision);
        }
    }

    /// Asks how far the difference reaches beyond a face.
    fn probe(&mut self, polyhedron: &Polyhedron<V>, index: usize) -> (Probe<V>, DifferencePoint<V>) {
        let corners = polyhedron.corners(index);
        let (normal, distance) = (polyhedron.faces[index].normal, polyhedron.distances[index]);
        if O::ACTIVE {
            self.observer.observe(Step::Facet { vertices: &corners, normal, distance });
        }
        let vertex = self.support(normal);
        (Probe { corners, normal, distance, reach: normal.dot(vertex.point) }, vertex)
    }

    /// A face that bounds the difference is the answer.
    fn answer(&mut self, probe: &Probe<V>, stop: Stop) -> Penetration<DVec3> {
        let least = Least { normal: probe.normal, depth: probe.reach };
        self.end(&probe.corners, probe.foot(), least, stop)
    }

    /// The least depth so far, with the witness points of the face that its normal leads through.
    fn best_face(&mut self, polyhedron: &Polyhedron<V>, stop: Stop) -> Penetration<DVec3> {
        let Least { normal, depth } = self.least;
        let corners = polyhedron.corners(polyhedron.start(Some(normal), self.difference.precision));
        let [a, b, c] = corners.map(|corner| corner.point - normal * depth);
        self.end(&corners, triangle(a, b, c, false), self.least, stop)
    }

    /// Four points with a volume between them, from GJK's or new ones; or the answer, where the difference
    /// is flat.
    fn tetrahedron(&mut self, simplex: &Simplex<V>) -> Result<[DifferencePoint<V>; 4], Penetration<DVec3>> {
        let flat = self.difference.precision;
        let known = simplex.vertices();
        let origin = known[0].point;
        // Of the known points and those in some directions, the one farthest by a measure that falls to
        // zero on the hull of the points found before.
        let mut farthest = |measure: &dyn Fn(DVec3) -> f64, directions: &[DVec3]| {
            let measure = |point: &DifferencePoint<V>| measure(point.point - origin);
            let mut best = known[0];
            for &point in &known[1..] {
                if measure(&point) > measure(&best) {
                    best = point;
                }
            }
            for &direction in directions {
                if measure(&best) > flat {
                    break;
                }
                let point = self.support(direction);
                if measure(&point) > measure(&best) {
                    best = point;
                }
            }
            (measure(&best) > flat).then_some(best)
        };
        let mut found = ArrayVec::<_, 4>::new();
        found.push(known[0]);
        let axes = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
        let second = farthest(&DVec3::length, &axes);
        let along = second.map_or(DVec3::X, |point| (point.point - origin).normalize());
        found.extend(second);
        let (across, other) = along.any_orthonormal_pair();
        let third = second.and_then(|_| {
            farthest(&|point| point.reject_from_normalized(along).length(), &[across, -across, other, -other])
        });
        let normal = third.map_or(across, |point| along.cross(point.point - origin).normalize());
        found.extend(third);
        let fourth = third.and_then(|_| farthest(&|point| point.dot(normal).abs(), &[normal, -normal]));
        found.extend(fourth);
        if let [a, b, c, d] = found[..] {
            return Ok([a, b, c, d]);
        }
        // The least move is across the plane or line that the difference lies in.
        self.support(normal);
        self.support(-normal);
        let points: ArrayVec<DVec3, 4> = found.iter().map(|point| point.point).collect();
        Err(self.end(&found, DVec3::nearest(&points, false), self.least, Stop::Flat))
    }
}

impl<V: Vector<Wide = DVec3>> Probe<V> {
    /// The point of the face nearest to the foot of the perpendicular from the origin, relative to it.
    fn foot(&self) -> Nearest<DVec3, 3> {
        let foot = self.normal * self.distance;
        let [a, b, c] = self.corners.map(|corner| corner.point - foot);
        triangle(a, b, c, false)
    }
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    fn new([a, b, c, d]: [DifferencePoint<V>; 4], coplanar: f64) -> Self {
        let volume = (b.point - a.point).cross(c.point - a.point).dot(d.point - a.point);
        let mut polyhedron = Self {
            // The last vertex lies behind the plane of the first three.
            vertices: if volume < 0.0 { [a, b, c, d] } else { [a, c, b, d] }.into_iter().collect(),
            faces: ArrayVec::new(),
            distances: ArrayVec::new(),
            free: ArrayVec::new(),
            coplanar,
        };
        polyhedron.add([0, 1, 2], [1, 2, 3]);
        polyhedron.add([1, 0, 3], [0, 3, 2]);
        polyhedron.add([2, 1, 3], [0, 1, 3]);
        polyhedron.add([0, 2, 3], [0, 2, 1]);
        polyhedron
    }

    /// The face to begin with: the nearest, or the one that a ray leads through.
    fn start(&self, ray: Option<DVec3>, precision: f64) -> usize {
        ray.and_then(|ray| self.pierced(ray, precision)).unwrap_or_else(|| self.nearest_face())
    }

    fn nearest_face(&self) -> usize {
        let mut nearest = 0;
        for (index, &distance) in self.distances.iter().enumerate() {
            if distance < self.distances[nearest] {
                nearest = index;
            }
        }
        nearest
    }

    /// The normal of the nearest face among those that look another way than some normals.
    fn nearest_apart_from(&self, normals: &[DVec3]) -> Option<DVec3> {
        let apart = |face: &Face| face.alive && normals.iter().all(|normal| normal.dot(face.normal) < APART);
        let faces = self.faces.iter().zip(&self.distances).filter(|(face, _)| apart(face));
        faces.min_by(|one, other| one.1.total_cmp(other.1)).map(|(face, _)| face.normal)
    }

    fn corners(&self, face: usize) -> [DifferencePoint<V>; 3] {
        self.faces[face].vertices.map(|index| self.vertices[usize::from(index)])
    }

    /// The face through which a ray from the origin leaves.
    fn pierced(&self, ray: DVec3, precision: f64) -> Option<usize> {
        let faces = self.faces.iter().zip(&self.distances).enumerate();
        let faces = faces.map(|(index, (face, &distance))| (index, face.normal, distance));
        pierced(ray, faces, precision, |index, at| {
            let [a, b, c] = self.corners(index).map(|corner| corner.point - at);
            triangle(a, b, c, false).point.length_squared()
        })
    }

    /// Adds a face; nothing if there is no room left.
    fn add(&mut self, vertices: [Index; 3], neighbours: [Index; 3]) -> Option<Index> {
        let [a, b, c] = vertices.map(|index| self.vertices[usize::from(index)].point);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        // A face without area has no plane, is never the nearest and never seen.
        let distance = if normal == DVec3::ZERO { f64::INFINITY } else { normal.dot(a + b + c) / 3.0 };
        let face = Face { vertices, neighbours, normal, alive: true };
        if let Some(index) = self.free.pop() {
            self.faces[usize::from(index)] = face;
            self.distances[usize::from(index)] = distance;
            return Some(index);
        }
        self.faces.try_push(face).ok()?;
        self.distances.push(distance);
        Some((self.faces.len() - 1) as Index)
    }

    /// Replaces all faces that see `vertex` by those that join it to the edges around them.
    ///
    /// Nothing if rounding has broken the surface or there is no room for more.
    fn expand(&mut self, nearest: usize, vertex: DifferencePoint<V>) -> Option<()> {
        let apex = self.vertices.len() as Index;
        self.vertices.push(vertex);
        let mut horizon = ArrayVec::<HorizonEdge, MAX_FACES>::new();
        self.remove_visible(nearest as Index, 0, 3, vertex.point, &mut horizon)?;
        let count = horizon.len();
        if count < 3 {
            return None;
        }
        let mut fan = ArrayVec::<Index, MAX_FACES>::new();
        let mut end = None;
        for &HorizonEdge { face, edge } in &horizon {
            let Face { vertices, .. } = self.faces[usize::from(face)];
            // The new face runs along the edge the other way.
            let (from, to) = (vertices[next(edge)], vertices[usize::from(edge)]);
            if end.is_some_and(|end| end != from) {
                return None;
            }
            end = Some(to);
            let new = self.add([from, to, apex], [face, 0, 0])?;
            self.faces[usize::from(face)].neighbours[usize::from(edge)] = new;
            fan.push(new);
        }
        for (index, &new) in fan.iter().enumerate() {
            let face = &mut self.faces[usize::from(new)];
            face.neighbours[1] = fan[(index + 1) % count];
            face.neighbours[2] = fan[(index + count - 1) % count];
        }
        Some(())
    }

    /// Removes a face and, beyond `count` of its edges from `first` on, those that see `point`; collects the
    /// edges where it stopped, in their order around.
    fn remove_visible(
        &mut self,
        index: Index,
        first: usize,
        count: usize,
        point: DVec3,
        horizon: &mut ArrayVec<HorizonEdge, MAX_FACES>,
    ) -> Option<()> {
        let face = &mut self.faces[usize::from(index)];
        face.alive = false;
        let face = *face;
        self.distances[usize::from(index)] = f64::INFINITY;
        self.free.push(index);
        for edge in (first..first + count).map(|edge| edge % 3) {
            let beyond = face.neighbours[edge];
            let neighbour = &self.faces[usize::from(beyond)];
            if !neighbour.alive {
                continue;
            }
            let shared = neighbour.neighbours.iter().position(|&back| back == index)?;
            let distance = self.distances[usize::from(beyond)];
            if neighbour.normal.dot(point) - distance > -self.coplanar {
                self.remove_visible(beyond, shared + 1, 2, point, horizon)?;
            } else {
                horizon.try_push(HorizonEdge { face: beyond, edge: shared as Index }).ok()?;
            }
        }
        Some(())
    }
}

/// The index of the vertex after the edge's first.
fn next(edge: Index) -> usize {
    (usize::from(edge) + 1) % 3
}
