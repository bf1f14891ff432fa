//! The shortest way to a verdict: where little moved since the last frame, what proved it then proves it still.

use super::probe::Probe;
use crate::minkowski::Difference;
use crate::simplex::Solve;
use crate::support::Support;
use crate::trace::Unobserved;
use crate::vector::Vector;

/// Whether the last frame's axis, if it separated the shapes, does so still. The [loop](super::run) would find the
/// same.
#[inline]
pub(crate) fn still_apart<V, A, B>(difference: &Difference<V, A, B>, axis: V::Wide) -> bool
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let reach = difference.radius + difference.touch;
    // A NaN proves nothing.
    reach.is_finite() && Probe::towards(-axis, difference, &mut Unobserved).proof(reach).is_some()
}
