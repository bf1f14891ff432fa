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

/// Whether the last frame's simplex still holds the origin, or comes so near that no axis can prove otherwise. The
/// [loop](super::run) would find the same.
#[inline]
pub(crate) fn still_meet<V, A, B>(difference: &Difference<V, A, B>, cache: &Cache<V>) -> bool
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let clearly = difference.radius - 8.0 * difference.touch;
    let is_full = usize::from(cache.count) > V::DIMENSION;
    // Where there is an axis, it would have to be asked first.
    if is_full && cache.axis != V::ZERO || !is_full && !(clearly > 0.0) || !difference.touch.is_finite() {
        return false;
    }
    let (mut points, mut count) = ([V::Wide::ZERO; 4], 0);
    cache.recall(difference, |vertex| {
        points[count] = vertex.point;
        count += 1;
    });
    if count != usize::from(cache.count) {
        return false;
    }
    if is_full {
        return V::Wide::encloses(&points);
    }
    let nearest = V::Wide::nearest(&points[..count.max(1)], false).point;
    count > 0 && nearest.dot(nearest) <= clearly * clearly
}
