//! EPA in space.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::math::Vector;
use crate::reference::Simplex;
use crate::reference::epa::polyhedron::{Face, MAX_FACES, MAX_VERTICES, Polyhedron};
use crate::reference::epa::{Expand, Least, Penetration, Search};
use crate::reference::simplex::triangle;
use crate::reference::{DifferencePoint, MinkowskiDifference};
use crate::reference::{Observer, Polytope, Step, Stop};
use crate::support::Support;

/// After so many, it is enough to find the depth around the best normals so far.
const GLOBAL_VERTICES: usize = 160;
/// From how many of these to descend at most.
const MAX_DESCENTS: usize = 12;
/// The cosine of the angle by which they differ at least.
const APART: f64 = 0.94;
/// How many faces to pass by on the way along perpendiculars; a guard against rounding.
const MAX_PASSED: usize = 64;
/// A face whose plane is within this of a new vertex, relative to the precision, is replaced with those
/// that the vertex sees: so no new face is a sliver.
const COPLANAR: f64 = 1e-3;

impl Expand for DVec3 {
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
        let mut polyhedron = Polyhedron::empty(COPLANAR * difference.precision);
        match simplex.vertices().try_into() {
            Ok(tetrahedron) if thick(tetrahedron, difference.precision) => polyhedron.start(tetrahedron),
            _ => match search.tetrahedron(simplex) {
                Ok(tetrahedron) => polyhedron.start(&tetrahedron),
                Err(flat) => return flat,
            },
        }
        let (nearest, stop) = search.expand(&mut polyhedron, None, GLOBAL_VERTICES);
        match stop {
            Stop::Converged => return search.answer(&polyhedron, &nearest, stop),
            Stop::IterationCap => {}
            _ => return search.best_face(&polyhedron, stop),
        }
        // Too many directions are about as good. How good each is takes one look; from the best of them that
        // are far from each other, descend.
        let surveyed: ArrayVec<_, MAX_FACES> =
            polyhedron.normals().map(|normal| (normal, normal.dot(search.support(normal).point))).collect();
        let mut best: Option<Probe> = None;
        let mut explored = ArrayVec::<DVec3, MAX_DESCENTS>::new();
        let mut start = Some(search.least().normal);
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
            let apart = |normal: &DVec3| explored.iter().all(|other| other.dot(*normal) < APART);
            let others = surveyed.iter().filter(|(normal, _)| apart(normal));
            start = others.min_by(|one, two| one.1.total_cmp(&two.1)).map(|(normal, _)| *normal);
        }
        match best {
            Some(best) => search.answer(&polyhedron, &best, Stop::IterationCap),
            None => search.best_face(&polyhedron, Stop::IterationCap),
        }
    }
}

/// A face that was looked at.
#[derive(Clone, Copy)]
struct Probe {
    vertices: [u16; 3],
    normal: DVec3,
    /// How far the difference extends along its normal.
    reach: f64,
    /// Of the vertices in the point nearest to the foot of the perpendicular from the origin, if the face
    /// bounds the difference.
    weights: [f64; 3],
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
    ) -> (Probe, Stop) {
        let precision = self.difference.precision;
        let mut least = f64::INFINITY;
        let mut passed = 0;
        let mut index = polyhedron.begin(ray, precision);
        loop {
            let face @ &Face { normal, offset, .. } = &polyhedron.faces[index];
            let vertices = face.vertices();
            if O::ACTIVE {
                let corners = polyhedron.corners(vertices);
                let (normal, distance) = polyhedron.plane(index);
                let polytope = Polytope::polyhedron(&polyhedron.vertices, &*polyhedron);
                self.observer.observe(Step::Facet { vertices: &corners, normal, distance, polytope });
            }
            // The shapes need not wait for a square root and a division.
            let vertex = self.look(direction(normal));
            let along = normal.dot(vertex.point);
            let scale = 1.0 / normal.length();
            // A face without area is infinitely far.
            let (normal, distance, reach) = if scale.is_finite() {
                (normal * scale, offset * scale, along * scale)
            } else {
                (DVec3::ZERO, f64::INFINITY, 0.0)
            };
            self.consider(normal, reach);
            let mut probe = Probe { vertices, normal, reach, weights: [0.0; 3] };
            if !reach.is_finite() {
                return (probe, Stop::NotFinite);
            }
            let corners = polyhedron.points(vertices);
            if !(reach - distance > precision) || corners.contains(&vertex.point) {
                // The point of the face nearest to the foot of the perpendicular from the origin.
                let foot = normal * distance;
                let [a, b, c] = corners.map(|corner| corner - foot);
                let nearest = triangle(a, b, c, false);
                probe.weights = nearest.weights;
                let other = if nearest.point.length() <= precision {
                    None
                } else {
                    polyhedron.exit_face(normal, precision)
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
            let Some(nearest) = polyhedron.expand(index, &vertex) else {
                return (probe, Stop::NoProgress);
            };
            if ray.is_some() && reach < least {
                least = reach;
                ray = Some(normal);
            }
            index = match ray {
                None => nearest,
                ray => polyhedron.begin(ray, precision),
            };
        }
    }

    /// A face that bounds the difference is the answer.
    fn answer(&mut self, polyhedron: &Polyhedron<V>, probe: &Probe, stop: Stop) -> Penetration<DVec3> {
        let least = Least { normal: probe.normal, depth: probe.reach };
        self.end(&polyhedron.corners(probe.vertices), &probe.weights, least, stop)
    }

    /// The least depth so far, with the witness points of the face that its normal leads through.
    fn best_face(&mut self, polyhedron: &Polyhedron<V>, stop: Stop) -> Penetration<DVec3> {
        let Least { normal, depth } = self.least();
        let face = polyhedron.begin(Some(normal), self.difference.precision);
        let corners = polyhedron.corners(polyhedron.faces[face].vertices());
        let [a, b, c] = corners.map(|corner| corner.point - normal * depth);
        self.end(&corners, &triangle(a, b, c, false).weights, self.least(), stop)
    }

    /// Four points with a volume between them, from GJK's or new ones; or the answer, where the difference
    /// is flat.
    #[cold]
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
        // GJK's own points come nearest to the origin, though others are farther from each other.
        Err(self.end(known, &simplex.solve(true).weights, self.least(), Stop::Flat))
    }
}

/// Whether each vertex of a tetrahedron is farther from the others' plane than a distance.
#[inline(always)]
fn thick<V: Vector<Wide = DVec3>>([a, b, c, d]: &[DifferencePoint<V>; 4], distance: f64) -> bool {
    let (a, b, c) = (a.point - d.point, b.point - d.point, c.point - d.point);
    let (ab, bc, ca) = (a.cross(b), b.cross(c), c.cross(a));
    let volume = ab.dot(c);
    let largest = [ab, bc, ca, ab + bc + ca].map(|normal| normal.dot(normal)).into_iter().fold(0.0, f64::max);
    volume * volume > distance * distance * largest
}

/// A direction for the shapes: some length that squares of coordinates stay in range with.
#[inline(always)]
fn direction<V: Vector<Wide = DVec3>>(normal: DVec3) -> V {
    if (1e-16..1e16).contains(&normal.dot(normal)) {
        V::narrow(normal)
    } else {
        V::narrow(normal.normalize_or_zero())
    }
}
