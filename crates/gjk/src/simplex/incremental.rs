//! The nearest point after an iteration of GJK, from what the last iteration has shown.
//!
//! When GJK adds a vertex, all vertices of the old simplex contributed to its nearest point, and the new
//! vertex lies on the origin's side of it. So the new vertex contributes to the new nearest point, and the
//! facet opposite to it need not be tried; of the other facets, only the edges at the new vertex. All
//! products are taken relative to it (Ericson, *Real-Time Collision Detection*, 2005, 9.5.4, does the same
//! with Voronoi regions).
//!
//! Rounding can invalidate the argument. The result is then no nearer than the last nearest point, and the
//! loop calls the [exhaustive](super) solver, which does not rely on it.

use glam::{DVec2, DVec3};

use crate::math::Wide;
use crate::math::tolerance::FLAT_SIMPLEX;

/// The square of the sine below which a triangle in 3D has no usable normal: the ratio of its squared area to
/// the squared edges at the new vertex. The cross product has a relative error of some 1e-16, so at a sine of
/// 1e-9 the normal is right to 1e-7, which is the precision of `f32` support points. A thinner triangle is
/// left to its edges.
const FLAT_TRIANGLE: f64 = 1e-18;

/// The point of a simplex nearest to the origin, and the vertices that contribute to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestSubsimplex<W> {
    /// The point; zero where the simplex encloses the origin.
    pub point: W,
    /// A bit for each vertex that contributes.
    pub vertex_mask: u8,
    /// The origin lies inside a simplex of full dimension.
    pub encloses: bool,
}

impl<W: Wide> NearestSubsimplex<W> {
    /// Creates the result for a point of the boundary.
    #[inline(always)]
    fn at(point: W, vertex_mask: u8) -> Self {
        Self { point, vertex_mask, encloses: false }
    }

    /// Returns the nearer of two results, the first of equals.
    #[inline(always)]
    fn nearer(self, other: Self) -> Self {
        if other.point.dot(other.point) < self.point.dot(self.point) { other } else { self }
    }
}

/// Computes the nearest point of the edge from the new vertex along `along` to an old one. `scaled_weight` is
/// the weight of the old vertex times the squared length of the edge.
///
/// The last iteration implies that the weight is at most one. For a short edge far from the origin, rounding
/// breaks that, and without the limit the point would lie far beyond the old vertex, nearer to the origin
/// than any point of the simplex.
#[inline(always)]
fn edge<W: Wide>(new: W, along: W, scaled_weight: f64, old_bit: u8, new_bit: u8) -> NearestSubsimplex<W> {
    if scaled_weight > 0.0 {
        NearestSubsimplex::at(new + along * (scaled_weight / along.dot(along)).min(1.0), old_bit | new_bit)
    } else {
        NearestSubsimplex::at(new, new_bit)
    }
}

/// Computes the nearest point of a segment, the new vertex last.
#[inline(always)]
pub(super) fn segment<W: Wide>(a: W, b: W) -> NearestSubsimplex<W> {
    let along = a - b;
    edge(b, along, -b.dot(along), 0b01, 0b10)
}

/// Computes the nearest point of a triangle in 2D, the new vertex last.
#[inline(always)]
pub(super) fn triangle_2d(a: DVec2, b: DVec2, c: DVec2) -> NearestSubsimplex<DVec2> {
    let (ca, cb) = (a - c, b - c);
    // The side of each edge on which the origin is: negative if inside. The area corrects for the
    // orientation.
    let area = ca.perp_dot(cb);
    let outside_ca = ca.perp_dot(c) * area;
    let outside_cb = -cb.perp_dot(c) * area;
    if outside_ca < 0.0 && outside_cb < 0.0 && area * area > FLAT_SIMPLEX * (ca.dot(ca) * cb.dot(cb)) {
        return NearestSubsimplex { point: DVec2::ZERO, vertex_mask: 0b111, encloses: true };
    }
    edges(c, ca, cb, outside_ca, outside_cb)
}

/// Computes the nearest point of a triangle in 3D, the new vertex last.
#[inline(always)]
pub(super) fn triangle_3d(a: DVec3, b: DVec3, c: DVec3) -> NearestSubsimplex<DVec3> {
    let (ca, cb) = (a - c, b - c);
    let normal = ca.cross(cb);
    let (outside_ca, outside_cb) = (normal.dot(ca.cross(c)), normal.dot(c.cross(cb)));
    let square = normal.dot(normal);
    if outside_ca < 0.0 && outside_cb < 0.0 && square > FLAT_TRIANGLE * (ca.dot(ca) * cb.dot(cb)) {
        return NearestSubsimplex::at(normal * (normal.dot(c) / square), 0b111);
    }
    edges(c, ca, cb, outside_ca, outside_cb)
}

/// Computes the nearest point of the two edges of a triangle at the new vertex: of the one that the origin
/// lies outside of, or else of both.
#[inline(always)]
fn edges<W: Wide>(c: W, ca: W, cb: W, outside_ca: f64, outside_cb: f64) -> NearestSubsimplex<W> {
    let on_ca = || edge(c, ca, -c.dot(ca), 0b001, 0b100);
    let on_cb = || edge(c, cb, -c.dot(cb), 0b010, 0b100);
    match (outside_ca < 0.0, outside_cb < 0.0) {
        (true, false) => on_cb(),
        (false, true) => on_ca(),
        _ => on_ca().nearer(on_cb()),
    }
}

/// Computes the nearest point of a tetrahedron, the new vertex last.
#[inline(always)]
pub(super) fn tetrahedron(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> NearestSubsimplex<DVec3> {
    const D: u8 = 0b1000;
    let (da, db, dc) = (a - d, b - d, c - d);
    // The normals of the faces at the new vertex, and the side of each on which the origin is: positive if
    // inside.
    let (ab, bc, ca) = (da.cross(db), db.cross(dc), dc.cross(da));
    let volume = ab.dot(dc);
    let inside = [ab, bc, ca].map(|normal| -normal.dot(d) * volume);
    let enclosed = inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
    if enclosed && volume * volume > FLAT_SIMPLEX * (da.dot(da) * db.dot(db) * dc.dot(dc)) {
        return NearestSubsimplex { point: DVec3::ZERO, vertex_mask: 0b1111, encloses: true };
    }
    // The normals of the planes through the origin and the edges at the new vertex.
    let (pa, pb, pc) = (da.cross(d), db.cross(d), dc.cross(d));
    let faces = [
        (ab, inside[0], (da, pa), (db, pb), 0b0011 | D),
        (bc, inside[1], (db, pb), (dc, pc), 0b0110 | D),
        (ca, inside[2], (dc, pc), (da, pa), 0b0101 | D),
    ];
    // If the origin is outside of a face and projects into it, the nearest point is there.
    for (normal, inside, (first, first_plane), (second, second_plane), vertex_mask) in faces {
        if !(inside > 0.0) && normal.dot(first_plane) < 0.0 && normal.dot(second_plane) > 0.0 {
            let square = normal.dot(normal);
            if square > FLAT_TRIANGLE * (first.dot(first) * second.dot(second)) {
                return NearestSubsimplex::at(normal * (normal.dot(d) / square), vertex_mask);
            }
        }
    }
    // Otherwise it is on an edge, or is the new vertex.
    let mut best = NearestSubsimplex::at(d, D);
    for (along, bit) in [(da, 0b0001), (db, 0b0010), (dc, 0b0100)] {
        best = best.nearer(edge(d, along, -d.dot(along), bit, D));
    }
    best
}
