//! The shortest way to a verdict: where little moved since the last frame, what proved it then proves it still.

use super::probe::Probe;
use crate::cache::Cache;
use crate::minkowski::Difference;
use crate::simplex::Solve;
use crate::support::Support;
use crate::trace::Unobserved;
use crate::vector::{Vector, Wide};

/// Whether the last frame's axis, if it separated the shapes, does so still. The [loop](super::run) would find the
/// same.
#[inline]
pub(crate) fn still_apart<V, A, B>(difference: &Difference<V, A, B>, cache: &Cache<V>) -> bool
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (reach, axis) = (difference.radius + difference.touch, cache.axis.widen());
    // It is as long as the cores were apart. A NaN proves nothing.
    if !(axis.dot(axis) > difference.radius * difference.radius && reach.is_finite()) {
        return false;
    }
    Probe::towards(-axis, difference, &mut Unobserved).proof(reach).is_some()
}
