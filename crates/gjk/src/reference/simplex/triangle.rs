//! The nearest point of a triangle.

use crate::math::Wide;
use crate::reference::simplex::Nearest;
use crate::reference::simplex::segment::segment;

/// Below this ratio of its squared area to the squares of its sides, a triangle's signs are rounding.
const FLAT: f64 = 1e-28;

/// The point of the triangle nearest to the origin, in the plane or in space; [`exhaustive`](super) or not.
#[inline]
pub(crate) fn triangle<W: Wide>(a: W, b: W, c: W, exhaustive: bool) -> Nearest<W, 3> {
    let (ab, ac) = (b - a, c - a);
    let area = ab.wedge(ac);
    let area_squared = W::dot_areas(area, area);
    let flat = !(area_squared > FLAT * ab.dot(ab) * ac.dot(ac));
    // Areas of the triangles that the origin makes with each side, from the difference of its ends: so
    // that a small triangle far from the origin loses no digits.
    let weight_a = W::dot_areas(area, b.wedge(c - b));
    let weight_b = W::dot_areas(area, c.wedge(a - c));
    let weight_c = W::dot_areas(area, a.wedge(ab));
    let mut best = None;
    let mut signs_fail = false;
    if !flat && weight_a >= 0.0 && weight_b >= 0.0 && weight_c >= 0.0 {
        let scale = 1.0 / (weight_a + weight_b + weight_c);
        let weights = [weight_a * scale, weight_b * scale, weight_c * scale];
        // Not the mean of the vertices: in a needle the weights' rounding would tilt it.
        let point = a.across(area);
        // Far from the origin, the normal of a thin triangle and with it the signs are rounding: then the plane
        // comes nearer to the origin than the triangle, somewhere far outside of it.
        let off = point - a;
        signs_fail = !(off.dot(off) <= 4.0 * ab.dot(ab).max(ac.dot(ac)));
        if !signs_fail {
            let inside = Nearest { point, weights, encloses: false };
            if !exhaustive {
                return inside;
            }
            best = Some(inside);
        }
    }
    let all = flat || exhaustive || signs_fail;
    if all || !(weight_c >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(segment(a, b), [0, 1]));
    }
    if all || !(weight_b >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(segment(a, c), [0, 2]));
    }
    if all || !(weight_a >= 0.0) {
        best = Nearest::nearer(best, Nearest::of_facet(segment(b, c), [1, 2]));
    }
    best.unwrap_or(Nearest { point: a, weights: [1.0, 0.0, 0.0], encloses: false })
}
