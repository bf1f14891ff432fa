//! The point of a tetrahedron nearest to the origin.

use glam::DVec3;

use crate::math::tolerance::FLAT_SIMPLEX;
use crate::simplex::Nearest;
use crate::simplex::triangle::{MAX_REACH, triangle};

/// Computes the point of the tetrahedron nearest to the origin; [`exhaustive`](super) or not.
#[inline]
pub(crate) fn tetrahedron(a: DVec3, b: DVec3, c: DVec3, d: DVec3, exhaustive: bool) -> Nearest<DVec3, 4> {
    let (ab, ac, ad) = (b - a, c - a, d - a);
    let volume = ab.dot(ac.cross(ad));
    let edges = ab.dot(ab) * ac.dot(ac) * ad.dot(ad);
    let flat = !(volume * volume > FLAT_SIMPLEX * edges);
    // Cramer's rule: the signed volume of the origin and each face, times that of the tetrahedron. It is
    // positive if the origin is on the inner side of the face.
    let bcd = b.dot((c - b).cross(d - b)) * volume;
    let acd = -a.dot(ac.cross(ad)) * volume;
    let abd = a.dot(ab.cross(ad)) * volume;
    let abc = -a.dot(ab.cross(ac)) * volume;
    // Far from the origin, rounding may make all signs of a thin tetrahedron positive. But it cannot contain
    // the origin if that is farther from a vertex than all edges are long.
    let encloses = !flat && bcd >= 0.0 && acd >= 0.0 && abd >= 0.0 && abc >= 0.0;
    let signs_fail = encloses && !(a.dot(a) <= MAX_REACH * ab.dot(ab).max(ac.dot(ac)).max(ad.dot(ad)));
    if encloses && !signs_fail {
        let scale = 1.0 / (bcd + acd + abd + abc);
        let weights = [bcd * scale, acd * scale, abd * scale, abc * scale];
        return Nearest { point: DVec3::ZERO, weights, encloses: true };
    }
    let mut best = None;
    let try_all = flat || exhaustive || signs_fail;
    if try_all || !(abc >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(triangle(a, b, c, exhaustive), [0, 1, 2]));
    }
    if try_all || !(abd >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(triangle(a, b, d, exhaustive), [0, 1, 3]));
    }
    if try_all || !(acd >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(triangle(a, c, d, exhaustive), [0, 2, 3]));
    }
    if try_all || !(bcd >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(triangle(b, c, d, exhaustive), [1, 2, 3]));
    }
    best.unwrap_or(Nearest { point: a, weights: [1.0, 0.0, 0.0, 0.0], encloses: false })
}
