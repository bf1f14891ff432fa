//! The choice of up to four points of a clipped feature.

use arrayvec::ArrayVec;

use crate::query::manifold::{ClipVertex, ClipVertices};

/// Returns the indices of up to four points in order: the deepest, the one farthest from it, and those that
/// make the largest triangles with these two, one on each side.
#[inline]
pub(super) fn prune(points: &ClipVertices) -> ArrayVec<usize, 4> {
    if points.len() <= 4 {
        return (0..points.len()).collect();
    }
    prune_many(points)
}

/// Prunes more than four points.
#[inline(never)]
fn prune_many(points: &ClipVertices) -> ArrayVec<usize, 4> {
    let deepest = argmax(points, ClipVertex::depth);
    let from = |point: &ClipVertex| point.projections[0] - points[deepest].projections[0];
    let second = argmax(points, |point| from(point).length_squared());
    let along = from(&points[second]);
    let third = argmax(points, |point| along.perp_dot(from(point)).abs());
    let side = along.perp_dot(from(&points[third]));
    let fourth = argmax(points, |point| -side * along.perp_dot(from(point)));
    let mut chosen = [deepest, second, third, fourth];
    chosen.sort_unstable();
    let mut distinct = ArrayVec::from(chosen);
    let mut last = None;
    distinct.retain(|index| last.replace(*index) != Some(*index));
    distinct
}

/// Returns the index of the point with the largest measure.
#[inline(always)]
fn argmax(points: &ClipVertices, measure: impl Fn(&ClipVertex) -> f64) -> usize {
    let (mut best, mut max) = (0, f64::NEG_INFINITY);
    for (index, point) in points.iter().enumerate() {
        let value = measure(point);
        // The difference must exceed rounding, so that among equals the first stays chosen.
        if value > max + 1e-6 * max.abs() || index == 0 {
            (best, max) = (index, value);
        }
    }
    best
}
