//! The nearest point after a step of GJK, from what the step before has shown.
//!
//! When GJK adds a vertex, the simplex before it had its nearest point inside, carried by all its vertices,
//! and the new vertex lies on the origin's side of it. So the new nearest point is carried by the newest
//! vertex; the facet opposite to it need not be looked at, and of the others only their sides at the newest
//! vertex. All products are taken from there (Ericson, *Real-Time Collision Detection*, 9.5.4, does the same
//! with Voronoi regions).
//!
//! Rounding can break that argument. Then the point found is no nearer than the one before, and the loop asks
//! the [exhaustive](super) solver, which trusts nothing.

use glam::{DVec2, DVec3};

use crate::math::Wide;

/// Below this ratio of its squared area to the squares of its sides, the plane of a triangle is rounding.
const FLAT: f64 = 1e-18;
/// Below this ratio of its squared content to the squares of its sides, the signs of a full simplex are.
const EMPTY: f64 = 1e-28;

/// The nearest point of a simplex, and which of its vertices carry it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance<W> {
    /// The point; zero where the simplex encloses the origin.
    pub point: W,
    /// A bit for each vertex that carries it.
    pub vertex_mask: u8,
    /// The origin lies within the full simplex of the space.
    pub encloses: bool,
}

impl<W: Wide> Advance<W> {
    #[inline(always)]
    fn at(point: W, vertex_mask: u8) -> Self {
        Self { point, vertex_mask, encloses: false }
    }

    /// The nearer of two, the first of equals.
    #[inline(always)]
    fn nearer(self, other: Self) -> Self {
        if other.point.dot(other.point) < self.point.dot(self.point) { other } else { self }
    }
}

/// Returns the nearest point of the side between an older vertex and the newest, `along` from the newest; `to_old`
/// is the weight of the older one times the squared length of the side.
///
/// That the nearest point lies before the older vertex follows from the step before. Far from the origin rounding
/// breaks that for a short side, and without a limit the point would lie far beyond the vertex, nearer to the origin
/// than any of the simplex.
#[inline(always)]
fn side<W: Wide>(new: W, along: W, to_old: f64, old_bit: u8, new_bit: u8) -> Advance<W> {
    if to_old > 0.0 {
        Advance::at(new + along * (to_old / along.dot(along)).min(1.0), old_bit | new_bit)
    } else {
        Advance::at(new, new_bit)
    }
}

/// Two vertices, the newer last.
#[inline(always)]
pub(super) fn segment<W: Wide>(a: W, b: W) -> Advance<W> {
    let along = a - b;
    side(b, along, -b.dot(along), 0b01, 0b10)
}

/// Three vertices of the plane, the newest last.
#[inline(always)]
pub(super) fn triangle_of_plane(a: DVec2, b: DVec2, c: DVec2) -> Advance<DVec2> {
    let (ca, cb) = (a - c, b - c);
    // Of the origin on the inner side of each side, times the orientation.
    let area = ca.perp_dot(cb);
    let beyond_ca = ca.perp_dot(c) * area;
    let beyond_cb = -cb.perp_dot(c) * area;
    if beyond_ca < 0.0 && beyond_cb < 0.0 && area * area > EMPTY * (ca.dot(ca) * cb.dot(cb)) {
        return Advance { point: DVec2::ZERO, vertex_mask: 0b111, encloses: true };
    }
    sides(c, ca, cb, beyond_ca, beyond_cb)
}

/// Three vertices in space, the newest last.
#[inline(always)]
pub(super) fn triangle(a: DVec3, b: DVec3, c: DVec3) -> Advance<DVec3> {
    let (ca, cb) = (a - c, b - c);
    let normal = ca.cross(cb);
    let (beyond_ca, beyond_cb) = (normal.dot(ca.cross(c)), normal.dot(c.cross(cb)));
    let square = normal.dot(normal);
    if beyond_ca < 0.0 && beyond_cb < 0.0 && square > FLAT * (ca.dot(ca) * cb.dot(cb)) {
        return Advance::at(normal * (normal.dot(c) / square), 0b111);
    }
    sides(c, ca, cb, beyond_ca, beyond_cb)
}

/// The nearer of two sides of a triangle at its newest vertex, of those that the origin is beyond.
#[inline(always)]
fn sides<W: Wide>(c: W, ca: W, cb: W, beyond_ca: f64, beyond_cb: f64) -> Advance<W> {
    let on_ca = || side(c, ca, -c.dot(ca), 0b001, 0b100);
    let on_cb = || side(c, cb, -c.dot(cb), 0b010, 0b100);
    match (beyond_ca < 0.0, beyond_cb < 0.0) {
        (true, false) => on_cb(),
        (false, true) => on_ca(),
        _ => on_ca().nearer(on_cb()),
    }
}

/// Four vertices in space, the newest last.
#[inline(always)]
pub(super) fn tetrahedron(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Advance<DVec3> {
    const D: u8 = 0b1000;
    let (da, db, dc) = (a - d, b - d, c - d);
    // The faces at the newest vertex, and on which side of each the origin is: positive if with the
    // tetrahedron.
    let (ab, bc, ca) = (da.cross(db), db.cross(dc), dc.cross(da));
    let volume = ab.dot(dc);
    let inner = [ab, bc, ca].map(|normal| -normal.dot(d) * volume);
    let enclosed = inner[0] > 0.0 && inner[1] > 0.0 && inner[2] > 0.0;
    if enclosed && volume * volume > EMPTY * (da.dot(da) * db.dot(db) * dc.dot(dc)) {
        return Advance { point: DVec3::ZERO, vertex_mask: 0b1111, encloses: true };
    }
    // The planes through the origin and the sides at the newest vertex.
    let (pa, pb, pc) = (da.cross(d), db.cross(d), dc.cross(d));
    let faces = [
        (ab, inner[0], (da, pa), (db, pb), 0b0011 | D),
        (bc, inner[1], (db, pb), (dc, pc), 0b0110 | D),
        (ca, inner[2], (dc, pc), (da, pa), 0b0101 | D),
    ];
    // A face that the origin sees and lies in front of holds the nearest point of all.
    for (normal, inner, (one, beyond_one), (other, before_other), vertex_mask) in faces {
        if !(inner > 0.0) && normal.dot(beyond_one) < 0.0 && normal.dot(before_other) > 0.0 {
            let square = normal.dot(normal);
            if square > FLAT * (one.dot(one) * other.dot(other)) {
                return Advance::at(normal * (normal.dot(d) / square), vertex_mask);
            }
        }
    }
    // Else it is on a side, or the newest vertex itself.
    let mut best = Advance::at(d, D);
    for (along, bit) in [(da, 0b0001), (db, 0b0010), (dc, 0b0100)] {
        best = best.nearer(side(d, along, -d.dot(along), bit, D));
    }
    best
}
