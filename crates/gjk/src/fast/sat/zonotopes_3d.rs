//! Boxes and what meets them in space: points, segments and other boxes.

use glam::{DVec2, DVec3};

use crate::fast::sat::box_box;
use crate::fast::sat::box_box::Verdict;
use crate::fast::sat::zonotopes_2d::Polygon;
use crate::fast::sat::{ClosestFeature, Known, NEAR, Pair, Sat, segments};
use crate::math::ops;
use crate::reference::Cores;
use crate::support::SmallPolygon;

/// Edges are parallel, and edges lie in a face, if the sine of the angle is below this, squared.
pub(super) const PARALLEL: f64 = 1e-14;
/// The most pairs of half edges, of two boxes.
const MAX_FACES: usize = 15;

/// The difference of two zonotopes, with a pair of faces for each two half edges.
struct Polyhedron<const N: usize> {
    center: DVec3,
    half_edges: [DVec3; N],
}

/// A pair of faces.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) edges: [usize; 2],
    /// The product of the half edges, either way.
    pub(super) normal: DVec3,
    pub(super) length_squared: f64,
    /// How far the origin is beyond the nearer of the two, in units of the normal.
    pub(super) beyond: f64,
}

impl<const N: usize> Polyhedron<N> {
    /// All pairs of faces; those of parallel edges have no length.
    #[inline(always)]
    fn faces(&self) -> [Face; MAX_FACES] {
        let none = Face { edges: [0; 2], normal: DVec3::ZERO, length_squared: 0.0, beyond: 0.0 };
        let mut faces = [none; MAX_FACES];
        let squares = self.half_edges.map(|edge| edge.dot(edge));
        for i in 0..N {
            for j in i + 1..N {
                let normal = self.half_edges[i].cross(self.half_edges[j]);
                let square = normal.dot(normal);
                let length_squared = if square > PARALLEL * squares[i] * squares[j] { square } else { 0.0 };
                let beyond = normal.dot(self.center).abs();
                faces[Self::face(i, j)] = Face { edges: [i, j], normal, length_squared, beyond };
            }
        }
        // Each volume of three half edges counts for three pairs of faces.
        for i in 0..N {
            for j in i + 1..N {
                for k in j + 1..N {
                    let volume = faces[Self::face(i, j)].normal.dot(self.half_edges[k]).abs();
                    faces[Self::face(i, j)].beyond -= volume;
                    faces[Self::face(i, k)].beyond -= volume;
                    faces[Self::face(j, k)].beyond -= volume;
                }
            }
        }
        faces
    }

    #[inline(always)]
    const fn face(i: usize, j: usize) -> usize {
        i * (2 * N - i - 1) / 2 + (j - i - 1)
    }

    /// The face that is nearest to the origin, if all are farther than a distance from it on the inside.
    #[inline(always)]
    fn deepest(&self, clear: f64) -> Option<Face> {
        let faces = self.faces();
        let (mut nearest, mut least) = (None, f64::INFINITY);
        for face in faces.iter().take(N * (N - 1) / 2).filter(|face| face.length_squared > 0.0) {
            let square = face.beyond * face.beyond / face.length_squared;
            if !(face.beyond < 0.0 && square > clear * clear) {
                return None;
            }
            if square < least {
                (nearest, least) = (Some(*face), square);
            }
        }
        nearest
    }

    /// The deepest points of two zonotopes, the first of which has `count_a` half edges.
    #[inline(always)]
    fn cores(&self, count_a: usize, face: &Face) -> Cores<DVec3> {
        let scale = 1.0 / ops::f64::sqrt(face.length_squared);
        let (across, depth) = (face.normal * scale, -face.beyond * scale);
        let normal = if across.dot(self.center) > 0.0 { -across } else { across };
        let parts = self.foot(face, normal, depth);
        let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
        for index in 0..N {
            let step = self.half_edges[index] * parts[index];
            // The second is subtracted.
            if index < count_a { on_a += step } else { on_b -= step }
        }
        Cores { on_a, on_b, normal, distance: -depth }
    }

    /// The parts of the half edges that make the foot of the perpendicular from the origin to a face.
    #[inline(always)]
    fn foot(&self, face: &Face, normal: DVec3, depth: f64) -> [f64; N] {
        let [i, j] = face.edges;
        let (u, v) = (self.half_edges[i], self.half_edges[j]);
        let mut parts = [0.0; N];
        let mut from_foot = self.center - normal * depth;
        let mut flat = 0;
        for index in 0..N {
            let edge = self.half_edges[index];
            let side = normal.dot(edge);
            if index == i || index == j {
                continue;
            } else if side * side > PARALLEL * edge.dot(edge) {
                parts[index] = 1_f64.copysign(side);
                from_foot += edge * parts[index];
            } else {
                flat += 1;
            }
        }
        if flat == 0 {
            // As the corners of a triangle weigh its points.
            let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
            let (to_u, to_v) = (from_foot.dot(u), from_foot.dot(v));
            let scale = -1.0 / face.length_squared;
            parts[i] = ((vv * to_u - uv * to_v) * scale).clamp(-1.0, 1.0);
            parts[j] = ((uu * to_v - uv * to_u) * scale).clamp(-1.0, 1.0);
            return parts;
        }
        // More edges lie in the face, as where boxes stand on each other.
        let (x, y) = normal.any_orthonormal_pair();
        let seen = |point: DVec3| DVec2::new(x.dot(point), y.dot(point));
        let in_face = core::array::from_fn(|index| {
            let fixed = parts[index] != 0.0;
            if fixed { DVec2::ZERO } else { seen(self.half_edges[index]) }
        });
        let polygon = Polygon::<N> { center: seen(from_foot), half_edges: in_face };
        let inner = polygon.parts_of_origin();
        for index in 0..N {
            if parts[index] == 0.0 {
                parts[index] = inner[index];
            }
        }
        parts
    }
}

/// The cores of boxes with less, where they overlap clearly.
fn overlapping<const N: usize>(
    polyhedron: Polyhedron<N>,
    count_a: usize,
    clear: f64,
) -> Option<Cores<DVec3>> {
    polyhedron.deepest(clear).map(|face| polyhedron.cores(count_a, &face))
}

impl Sat for DVec3 {
    #[inline(always)]
    fn nearest(pair: &Pair<Self>, touch: f64) -> Option<Cores<Self>> {
        match pair.counts {
            [0 | 1, 0 | 1] => segments::cores(pair, touch),
            _ => None,
        }
    }

    #[inline(always)]
    fn deepest(pair: &Pair<Self>, reach: f64, touch: f64) -> Known<Self> {
        let &Pair { offset: center, a: [a, a1, a2], b: [b, b1, b2], counts } = pair;
        let clear = NEAR * touch;
        let known = match counts {
            [0 | 1, 0 | 1] => return segments::deepest(pair, reach, touch),
            [3, 3] => match box_box::compare::<true>(pair, reach, clear) {
                Verdict::Apart => return Known::Apart,
                Verdict::Overlapping(face) => {
                    let polyhedron = Polyhedron { center, half_edges: [a, a1, a2, b, b1, b2] };
                    Some(polyhedron.cores(3, &face))
                }
                Verdict::Unclear => None,
            },
            [3, 1] => overlapping(Polyhedron { center, half_edges: [a, a1, a2, b] }, 3, clear),
            [1, 3] => overlapping(Polyhedron { center, half_edges: [a, b, b1, b2] }, 1, clear),
            [3, 0] => overlapping(Polyhedron { center, half_edges: [a, a1, a2] }, 3, clear),
            [0, 3] => overlapping(Polyhedron { center, half_edges: [b, b1, b2] }, 0, clear),
            _ => None,
        };
        known.map_or(Known::Nothing, Known::Cores)
    }

    #[inline(always)]
    fn within(pair: &Pair<Self>, radius: f64, touch: f64) -> Option<bool> {
        let reach = radius + touch;
        match pair.counts {
            [0 | 1, 0 | 1] => Some(segments::distance_squared(pair) <= reach * reach),
            [3, 3] => match box_box::compare::<false>(pair, reach, NEAR * touch) {
                Verdict::Apart => Some(false),
                Verdict::Overlapping(_) => Some(true),
                Verdict::Unclear => None,
            },
            _ => None,
        }
    }

    /// There are no polygons in space.
    #[inline(always)]
    fn deepest_of_polygons(_: Self, _: &[SmallPolygon; 2], _: f64, _: f64) -> Known<Self> {
        Known::Nothing
    }

    #[inline(always)]
    fn nearest_of_polygons(
        _: Self,
        _: &[SmallPolygon; 2],
        _: Self,
        _: f64,
        _: f64,
    ) -> Option<(Cores<Self>, ClosestFeature)> {
        None
    }

    #[inline(always)]
    fn polygons_within(_: Self, _: &[SmallPolygon; 2], _: f64, _: f64) -> Option<bool> {
        None
    }
}
