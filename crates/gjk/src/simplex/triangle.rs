//! The point of a triangle nearest to the origin.

use crate::math::Wide;
use crate::math::tolerance::FLAT_SIMPLEX;
use crate::simplex::Nearest;
use crate::simplex::segment::segment;

/// The limit of the square of the distance from a vertex to the nearest point, in squares of the longest
/// edge. Twice the longest edge is farther than any point of a simplex; a solution beyond it comes from wrong
/// signs.
pub(super) const MAX_REACH: f64 = 4.0;

/// Computes the point of the triangle nearest to the origin, in 2D or 3D; [`exhaustive`](super) or not.
#[inline]
pub(crate) fn triangle<W: Wide>(a: W, b: W, c: W, exhaustive: bool) -> Nearest<W, 3> {
    let (ab, ac) = (b - a, c - a);
    let area = ab.wedge(ac);
    let area_squared = W::dot_areas(area, area);
    let flat = !(area_squared > FLAT_SIMPLEX * ab.dot(ab) * ac.dot(ac));
    // The signed areas of the triangles of the origin and each edge. The edge comes in as a difference, so
    // that a small triangle far from the origin loses no digits.
    let weight_a = W::dot_areas(area, b.wedge(c - b));
    let weight_b = W::dot_areas(area, c.wedge(a - c));
    let weight_c = W::dot_areas(area, a.wedge(ab));
    let mut best = None;
    let mut signs_fail = false;
    if !flat && weight_a >= 0.0 && weight_b >= 0.0 && weight_c >= 0.0 {
        let scale = 1.0 / (weight_a + weight_b + weight_c);
        let weights = [weight_a * scale, weight_b * scale, weight_c * scale];
        // Projected, and not the mean of the vertices: in a needle the rounding of the weights would tilt it.
        let point = a.across(area);
        // Far from the origin, the normal of a thin triangle is rounding, and with it the signs. The
        // projected point then lies far outside of the triangle.
        let from_a = point - a;
        signs_fail = !(from_a.dot(from_a) <= MAX_REACH * ab.dot(ab).max(ac.dot(ac)));
        if !signs_fail {
            let inside = Nearest { point, weights, encloses: false };
            if !exhaustive {
                return inside;
            }
            best = Some(inside);
        }
    }
    let try_all = flat || exhaustive || signs_fail;
    if try_all || !(weight_c >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(segment(a, b), [0, 1]));
    }
    if try_all || !(weight_b >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(segment(a, c), [0, 2]));
    }
    if try_all || !(weight_a >= 0.0) {
        best = Nearest::nearer(best, Nearest::from_facet(segment(b, c), [1, 2]));
    }
    best.unwrap_or(Nearest { point: a, weights: [1.0, 0.0, 0.0], encloses: false })
}
