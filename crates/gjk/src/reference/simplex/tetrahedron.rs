//! The nearest point of a tetrahedron.

use glam::DVec3;

use crate::reference::simplex::Nearest;
use crate::reference::simplex::triangle::triangle;

/// Below this ratio of its squared volume to the squares of its sides, a tetrahedron's signs are rounding.
const FLAT: f64 = 1e-28;

/// The point of the tetrahedron nearest to the origin; [`exhaustive`](super) or not.
#[inline]
pub(crate) fn tetrahedron(a: DVec3, b: DVec3, c: DVec3, d: DVec3, exhaustive: bool) -> Nearest<DVec3, 4> {
    let (ab, ac, ad) = (b - a, c - a, d - a);
    let volume = ab.dot(ac.cross(ad));
    let sides = ab.dot(ab) * ac.dot(ac) * ad.dot(ad);
    let flat = !(volume * volume > FLAT * sides);
    // Cramer's rule: the volume that the origin makes with each face, in units of the whole.
    let bcd = b.dot((c - b).cross(d - b)) * volume;
    let acd = -a.dot(ac.cross(ad)) * volume;
    let abd = a.dot(ab.cross(ad)) * volume;
    let abc = -a.dot(ab.cross(ac)) * volume;
    // Far from the origin, rounding gives all signs of a thin tetrahedron now and then. It cannot hold the origin if
    // a vertex is farther from there than from any other.
    let encloses = !flat && bcd >= 0.0 && acd >= 0.0 && abd >= 0.0 && abc >= 0.0;
    let signs_fail = encloses && !(a.dot(a) <= 4.0 * ab.dot(ab).max(ac.dot(ac)).max(ad.dot(ad)));
    if encloses && !signs_fail {
        let scale = 1.0 / (bcd + acd + abd + abc);
        let weights = [bcd * scale, acd * scale, abd * scale, abc * scale];
        return Nearest { point: DVec3::ZERO, weights, encloses: true };
    }
    let mut best = None;
    let all = flat || exhaustive || signs_fail;
    if all || !(abc >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(triangle(a, b, c, exhaustive), [0, 1, 2]));
    }
    if all || !(abd >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(triangle(a, b, d, exhaustive), [0, 1, 3]));
    }
    if all || !(acd >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(triangle(a, c, d, exhaustive), [0, 2, 3]));
    }
    if all || !(bcd >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(triangle(b, c, d, exhaustive), [1, 2, 3]));
    }
    best.unwrap_or(Nearest { point: a, weights: [1.0, 0.0, 0.0, 0.0], encloses: false })
}
