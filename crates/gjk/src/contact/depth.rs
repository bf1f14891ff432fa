//! The depth of two shapes that meet: of their cores by EPA, or where only the radii overlap, what they have
//! over the distance of the cores.

use super::Space;
use crate::epa::{Expand, Penetration};
use crate::gjk::Outcome;
use crate::minkowski::Difference;
use crate::support::Support;
use crate::trace::{Observer, Stop};
use crate::vector::Wide;

/// The depth of two shapes that meet, radii included.
///
/// On its own, because EPA's polytopes take a large stack frame, which pairs that are apart need not pay for.
#[inline(never)]
pub(crate) fn penetration<V: Space, A, B, O: Observer<V>>(
    difference: &Difference<V, A, B>,
    outcome: &Outcome<V>,
    observer: &mut O,
) -> Penetration<V::Wide>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    match outcome.stop {
        // The cores are apart, and only the radii overlap. The bounds having met, the normal is right.
        stop @ (Stop::Converged | Stop::RepeatedSupport) => {
            let (normal, core_distance) = outcome.separation();
            let depth = difference.radius - core_distance;
            Penetration { normal, depth, core_points: outcome.core_points(), stop }
        }
        _ => {
            let mut cores = V::Wide::penetration(difference, outcome.simplex, observer);
            if !cores.depth.is_finite() {
                cores = along_axes(difference);
            }
            // Where the cores all but touch, the plane of a facet may come nearest to the origin far from the
            // facet itself. GJK's points are nearer to each other then.
            let (on_a, on_b) = cores.core_points;
            let off = difference.offset + (on_a - on_b) - cores.normal * cores.depth;
            let limit = 4.0 * difference.touch;
            let touching =
                cores.depth.abs() <= limit && outcome.nearest.dot(outcome.nearest) <= limit * limit;
            if touching && off.dot(off) > limit * limit {
                cores.core_points = outcome.core_points();
            }
            Penetration { depth: cores.depth + difference.radius, ..cores }
        }
    }
}

/// The depth along the best of the axes: enough to separate. For shapes that are so small that the squares of
/// their sizes vanish.
#[cold]
fn along_axes<V: Space, A, B>(difference: &Difference<V, A, B>) -> Penetration<V::Wide>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let mut best = None;
    for axis in (0..V::DIMENSION).flat_map(|index| [V::axis(index), -V::axis(index)]) {
        let vertex = difference.support(axis);
        let (normal, core_points) = (axis.widen(), (vertex.on_a.widen(), vertex.on_b.widen()));
        let depth = normal.dot(vertex.point);
        if best.as_ref().is_none_or(|best: &Penetration<_>| depth < best.depth) {
            best = Some(Penetration { normal, depth, core_points, stop: Stop::NoProgress });
        }
    }
    let nothing = (V::Wide::ZERO, V::Wide::ZERO);
    let (normal, stop) = (V::axis(0).widen(), Stop::NotFinite);
    best.unwrap_or(Penetration { normal, depth: 0.0, core_points: nothing, stop })
}
