//! The rounding of the final translation to `f32`, once a move.

use gjk::{Vector, Wide};

use super::clearance::WideOf;
use crate::collider::Dimension;

/// Rounds a translation to the nearest one or, if that passes a plane, to the nearest of its neighbors that does not.
/// Otherwise a shape that moves along an inclined wall would sink into it, by a rounding each frame.
///
/// `excess` returns by how much a translation passes the planes, of which a `negligible` amount counts as none; if all
/// neighbors pass them, the one that does least is chosen.
pub(super) fn round_outward<D: Dimension>(
    exact: WideOf<D>,
    negligible: f64,
    excess: impl Fn(WideOf<D>) -> f64,
) -> D::Vector {
    let nearest = D::Vector::narrow(exact);
    let mut best = (nearest, excess(nearest.widen()));
    if !(best.1 > negligible) {
        return nearest;
    }
    let error = D::Vector::narrow(nearest.widen() - exact);
    let mut least_error = f64::INFINITY;
    for choice in 1..1u32 << D::Vector::DIMENSION {
        let rounded = D::Vector::from_fn(|axis| {
            let coordinate = nearest.element(axis);
            match choice >> axis & 1 {
                0 => coordinate,
                _ if error.element(axis) > 0.0 => coordinate.next_down(),
                _ => coordinate.next_up(),
            }
        });
        let candidate = excess(rounded.widen());
        let difference = rounded.widen() - exact;
        let distance = difference.dot(difference);
        let is_better = if candidate > negligible {
            candidate < best.1
        } else {
            best.1 > negligible || distance < least_error
        };
        if is_better {
            best = (rounded, candidate);
            least_error = distance;
        }
    }
    best.0
}
