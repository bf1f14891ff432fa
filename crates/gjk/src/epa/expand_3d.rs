//! EPA in 3D, on a convex polyhedron.
//!
//! It starts from GJK's tetrahedron, or from [an initial one](super::initial_tetrahedron) if that is flat.
//!
//! The **nearest phase** expands the face nearest to the origin. Most pairs converge there, at the least depth. If it
//! runs out of vertices, the boundary is about equally far in many directions, as around the center of a ball.
//!
//! Then the **ray phase** searches along single rays from the origin: first along the best normal so far, then
//! along the normals of the faces, in the order of the distances of their support points, without those within 20°
//! of an earlier result. Each search expands the face that the ray hits, and turns the ray
//! to the best normal that it finds, until the bounds of the depth meet. The least depth of all is the answer.
//!
//! Both phases are one loop, [`Expansion::expand`], which decides when a search ends.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::epa::initial_tetrahedron::has_volume;
use crate::epa::polyhedron::{Face, MAX_FACES, MAX_VERTICES, Polyhedron};
use crate::epa::{Expand, Expansion, Penetration, UpperBound};
use crate::gjk::Simplex;
use crate::math::Vector;
use crate::minkowski::MinkowskiDifference;
use crate::simplex::triangle;
use crate::support::Support;
use crate::trace::{Observer, Polytope, Step, Stop};

/// The number of vertices of the nearest phase: smooth shapes need up to a hundred.
const NEAREST_PHASE_VERTICES: usize = 160;
/// The number of searches of the ray phase.
const MAX_RAY_SEARCHES: usize = 12;
/// The cosine of the angle, some 20°, by which the normal of a new search must differ from the results of
/// all before: a nearer one would end at the same face.
const MAX_COSINE: f64 = 0.94;
/// The limit of switches between faces in one search. The plane of a face may bound the difference although the
/// projection of the origin is in another face, such as the other triangle of a box's side. Then the search switches to
/// that face, which the normal of the first one hits. Only rounding could make it switch forever.
const MAX_FACE_SWITCHES: usize = 64;
/// The distance of a new vertex from the plane of a face, in multiples of the precision, within which the
/// vertex counts as in front of it. The face is replaced, so that no new face is a sliver; a thousandth of
/// the precision changes no answer.
const COPLANAR: f64 = 1e-3;
/// The range of the squared length of a normal that is passed on as it is. `f32` squares overflow at 1e38 and
/// underflow at 1e-38, so within the range a shape may multiply a direction by sizes from 1e-11 to 1e11.
const SAFE_NORMAL_SQUARES: core::ops::Range<f64> = 1e-16..1e16;

impl Expand for DVec3 {
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
        // Filled in place: the polyhedron is large, and moving it would cost as much as the search.
        let mut polyhedron = Polyhedron::empty(COPLANAR * difference.precision);
        match simplex.vertices().try_into() {
            Ok(tetrahedron) if has_volume(tetrahedron, difference.precision) => {
                polyhedron.build_tetrahedron(tetrahedron);
            }
            _ => match expansion.initial_tetrahedron(simplex) {
                Ok(tetrahedron) => polyhedron.build_tetrahedron(&tetrahedron),
                Err(penetration) => return penetration,
            },
        }
        let (nearest, stop) = expansion.expand(&mut polyhedron, None, NEAREST_PHASE_VERTICES);
        match stop {
            Stop::Converged => return expansion.answer(&polyhedron, &nearest, stop),
            Stop::IterationCap => {}
            _ => return expansion.best_face(&polyhedron, stop),
        }
        // The ray phase: an upper bound of the depth along each normal, and searches from the best of
        // them.
        let candidates: ArrayVec<_, MAX_FACES> = polyhedron
            .normals()
            .map(|normal| (normal, normal.dot(expansion.support_along_normal(normal).point)))
            .collect();
        let mut best: Option<FaceSupport> = None;
        let mut results = ArrayVec::<DVec3, MAX_RAY_SEARCHES>::new();
        let mut next_ray = Some(expansion.upper_bound().normal);
        while let Some(ray) = next_ray
            && !results.is_full()
        {
            let (found, stop) = expansion.expand(&mut polyhedron, Some(ray), MAX_VERTICES);
            if stop != Stop::Converged {
                break;
            }
            results.push(found.normal);
            if best.is_none_or(|best| found.support_distance < best.support_distance) {
                best = Some(found);
            }
            let is_distinct = |normal: &DVec3| results.iter().all(|other| other.dot(*normal) < MAX_COSINE);
            let others = candidates.iter().filter(|(normal, _)| is_distinct(normal));
            next_ray = others.min_by(|one, two| one.1.total_cmp(&two.1)).map(|(normal, _)| *normal);
        }
        match best {
            Some(best) => expansion.answer(&polyhedron, &best, Stop::IterationCap),
            None => expansion.best_face(&polyhedron, Stop::IterationCap),
        }
    }
}

/// A face with the support point along its normal.
#[derive(Clone, Copy)]
struct FaceSupport {
    vertices: [u16; 3],
    normal: DVec3,
    /// The distance of the support point along the normal: an upper bound of the depth.
    support_distance: f64,
    /// The weights of the vertices in the point of the face nearest to the projection of the origin, if the
    /// plane of the face bounds the difference.
    weights: [f64; 3],
}

impl<V, A, B, O> Expansion<'_, V, A, B, O>
where
    V: Vector<Wide = DVec3>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    /// Expands the polyhedron until the support point along the normal of a face is in its plane, within the
    /// [precision](MinkowskiDifference::precision), and the face contains the projection of the origin; or until
    /// something else stops it, which the [`Stop`] says.
    ///
    /// In the nearest phase, without a `ray`, the face nearest to the origin is expanded; in the ray phase, the face
    /// that the ray hits, and from then on the one that the best normal so far hits.
    fn expand(
        &mut self,
        polyhedron: &mut Polyhedron<V>,
        mut ray: Option<DVec3>,
        max_vertices: usize,
    ) -> (FaceSupport, Stop) {
        let precision = self.difference.precision;
        let mut least_depth = f64::INFINITY;
        let mut switches = 0;
        let mut index = match ray {
            None => polyhedron.nearest_face(),
            Some(ray) => face_hit_or_nearest(polyhedron, ray, precision),
        };
        loop {
            let face @ &Face { normal, offset, .. } = &polyhedron.faces[index];
            let vertices = face.vertices();
            if O::ACTIVE {
                let face_vertices = polyhedron.face_vertices(vertices);
                let (normal, distance) = polyhedron.plane(index);
                let polytope = Polytope::polyhedron(&polyhedron.vertices, &*polyhedron);
                self.observer.observe(Step::Facet { vertices: &face_vertices, normal, distance, polytope });
            }
            // The normal is not normalized yet, so that the support functions need not wait for a square root
            // and a division.
            let vertex = self.support(safe_direction(normal));
            let along = normal.dot(vertex.point);
            let scale = 1.0 / normal.length();
            // A face without area is infinitely far, and gives no upper bound.
            let (normal, distance, support_distance, upper_bound) = if scale.is_finite() {
                (normal * scale, offset * scale, along * scale, along * scale)
            } else {
                (DVec3::ZERO, f64::INFINITY, 0.0, f64::INFINITY)
            };
            self.add_upper_bound(normal, upper_bound);
            let mut found = FaceSupport { vertices, normal, support_distance, weights: [0.0; 3] };
            if !support_distance.is_finite() {
                return (found, Stop::NotFinite);
            }
            let points = polyhedron.face_points(vertices);
            if !(support_distance - distance > precision) || points.contains(&vertex.point) {
                // The point of the face nearest to the projection of the origin onto its plane.
                let projection = normal * distance;
                let [a, b, c] = points.map(|point| point - projection);
                let nearest = triangle(a, b, c, false);
                found.weights = nearest.weights;
                let other = if nearest.point.length() <= precision {
                    None
                } else {
                    polyhedron.face_hit_by(normal, precision)
                };
                switches += 1;
                match other {
                    Some(other) if other != index && switches < MAX_FACE_SWITCHES => index = other,
                    _ => return (found, Stop::Converged),
                }
                continue;
            }
            if polyhedron.vertices.len() >= max_vertices {
                return (found, Stop::IterationCap);
            }
            let Some(nearest) = polyhedron.expand(index, &vertex) else {
                return (found, Stop::NoProgress);
            };
            if ray.is_some() && support_distance < least_depth {
                least_depth = support_distance;
                ray = Some(normal);
            }
            index = match ray {
                None => nearest,
                Some(ray) => face_hit_or_nearest(polyhedron, ray, precision),
            };
        }
    }

    /// Returns the answer for a face whose plane bounds the difference.
    fn answer(&mut self, polyhedron: &Polyhedron<V>, face: &FaceSupport, stop: Stop) -> Penetration<DVec3> {
        let bound = UpperBound { normal: face.normal, depth: face.support_distance };
        self.finish(&polyhedron.face_vertices(face.vertices), &face.weights, bound, stop)
    }

    /// Returns the smallest upper bound so far, with the witness points of the face that its normal hits.
    fn best_face(&mut self, polyhedron: &Polyhedron<V>, stop: Stop) -> Penetration<DVec3> {
        let UpperBound { normal, depth } = self.upper_bound();
        let face = face_hit_or_nearest(polyhedron, normal, self.difference.precision);
        let vertices = polyhedron.face_vertices(polyhedron.faces[face].vertices());
        let [a, b, c] = vertices.map(|vertex| vertex.point - normal * depth);
        self.finish(&vertices, &triangle(a, b, c, false).weights, self.upper_bound(), stop)
    }
}

/// Returns the face that a ray from the origin hits, or the nearest one if rounding leaves no such face.
fn face_hit_or_nearest<V: Vector<Wide = DVec3>>(
    polyhedron: &Polyhedron<V>,
    ray: DVec3,
    precision: f64,
) -> usize {
    polyhedron.face_hit_by(ray, precision).unwrap_or_else(|| polyhedron.nearest_face())
}

/// Scales a normal to a length at which the squares of its coordinates neither overflow nor underflow.
#[inline(always)]
fn safe_direction<V: Vector<Wide = DVec3>>(normal: DVec3) -> V {
    if SAFE_NORMAL_SQUARES.contains(&normal.dot(normal)) {
        V::narrow(normal)
    } else {
        V::narrow(normal.normalize_or_zero())
    }
}
