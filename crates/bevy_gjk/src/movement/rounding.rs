//! The rounding of the final translation to `f32`, once a move.

use gjk::{Affine, Vector, Wide};

use super::MovingShape;
use crate::collider::Dimension;

/// The excess over a plane, in units in the last place, that is the rounding of `f64` and not that of the translation.
const NEGLIGIBLE: f64 = 1e-6;

/// Rounds a displacement of a shape since its start to the nearest translation or, if that passes a plane, to the
/// nearest of its neighbors that does not; if all pass planes, to the one that passes them least. Otherwise a shape
/// that moves along an inclined wall would sink into it, by a rounding each frame.
///
/// Each of the `planes` is a unit normal and the largest component of the displacement along it.
pub(super) fn round_to_translation<D: Dimension>(
    shape: &MovingShape<D>,
    displacement: D::Wide,
    planes: impl Iterator<Item = (D::Wide, f64)> + Clone,
) -> D::Vector {
    let start = shape.affine.translation().widen();
    let excess = |translation: D::Vector| {
        let displacement = translation.widen() - start;
        planes.clone().map(|(normal, last)| normal.dot(displacement) - last).fold(0.0, f64::max)
    };
    let (exact, negligible) = (start + displacement, NEGLIGIBLE * shape.ulp);
    let nearest = D::Vector::narrow(exact);
    let mut best = (nearest, excess(nearest));
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
        let candidate = excess(rounded);
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
