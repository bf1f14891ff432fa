//! The penetration depth of two shapes that intersect.
//!
//! If only the convex radii overlap, the depth follows from GJK's distance of the cores; if the cores
//! overlap, EPA finds it (the hybrid technique of van den Bergen, *Collision Detection in Interactive 3D
//! Environments*, 2003).

use crate::epa::Expand;
use crate::gjk::Outcome;
use crate::math::{Vector, Wide};
use crate::minkowski::MinkowskiDifference;
use crate::separation::{CoreSeparation, Separation};
use crate::support::Support;
use crate::trace::{Observer, Stop};

/// Below this distance of the cores, in touching distances, the points of GJK may replace those of EPA. Both
/// algorithms are right to about one touching distance, so two such answers differ by less than this.
const ALMOST_TOUCHING: f64 = 4.0;

/// Returns the deepest points of two shapes that intersect, radii included.
///
/// It is not inlined, because EPA's polytopes need a large stack frame, for which pairs that are apart must
/// not pay.
#[inline(never)]
pub fn penetration<V, A, B, O: Observer<V>>(
    difference: &MinkowskiDifference<V, A, B>,
    outcome: &Outcome<V>,
    observer: &mut O,
) -> Separation<V>
where
    V: Vector<Wide: Expand>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    match outcome.stop {
        // The cores are apart, and only the radii overlap. The bounds have met, so the normal is accurate.
        stop @ (Stop::Converged | Stop::RepeatedSupport) => difference.separation(&outcome.cores(), stop),
        _ => {
            let (mut cores, mut stop) = V::Wide::expand_polytope(difference, &outcome.simplex, observer);
            // A normal that is much shorter than a unit vector is none.
            if !(cores.distance.is_finite() && cores.normal.dot(cores.normal) > 0.5) {
                (cores, stop) = along_axes(difference);
            }
            // If the cores almost touch, the point of a facet's plane nearest to the origin may lie far
            // outside of the facet. The witness points are out of line with the normal then, and those of GJK
            // are better.
            let misalignment = difference.offset + (cores.on_a - cores.on_b) + cores.normal * cores.distance;
            let limit = ALMOST_TOUCHING * difference.touching_distance;
            let almost_touching =
                cores.distance.abs() <= limit && outcome.nearest.dot(outcome.nearest) <= limit * limit;
            if almost_touching && misalignment.dot(misalignment) > limit * limit {
                (cores.on_a, cores.on_b) = outcome.core_points();
            }
            difference.separation(&cores, stop)
        }
    }
}

/// Returns the least depth along the coordinate axes, which is enough to separate the shapes.
///
/// Used for shapes so small or large that the squares of their sizes underflow or overflow, and for shapes that are
/// not convex, so that EPA has no face with a normal.
#[cold]
fn along_axes<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: &MinkowskiDifference<V, A, B>,
) -> (CoreSeparation<V::Wide>, Stop) {
    let mut best: Option<CoreSeparation<V::Wide>> = None;
    for axis in (0..V::DIMENSION).flat_map(|index| [V::axis(index), -V::axis(index)]) {
        let vertex = difference.support(axis);
        let (normal, on_a, on_b) = (axis.widen(), vertex.on_a.widen(), vertex.on_b.widen());
        let distance = -normal.dot(vertex.point);
        let is_best = best.as_ref().is_none_or(|best| distance > best.distance);
        if is_best && distance.is_finite() {
            best = Some(CoreSeparation { on_a, on_b, normal, distance });
        }
    }
    match best {
        Some(best) => (best, Stop::NoProgress),
        None => {
            let (zero, normal) = (V::Wide::ZERO, V::axis(0).widen());
            (CoreSeparation { on_a: zero, on_b: zero, normal, distance: 0.0 }, Stop::NotFinite)
        }
    }
}
