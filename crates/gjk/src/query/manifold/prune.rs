//! Which points of a clipped feature to keep.

use arrayvec::ArrayVec;

use crate::query::manifold::{ClipVertex, ClipVertices};

/// The indices of up to four points, in their order: the deepest, the one farthest from it, and those that
/// make the largest triangles with these, to either side.
#[inline]
pub(super) fn prune(points: &ClipVertices) -> ArrayVec<usize, 4> {
    if points.len() <= 4 {
        return (0..points.len()).collect();
    }
    prune_many(points)
}

#[inline(never)]
fn prune_many(points: &ClipVertices) -> ArrayVec<usize, 4> {
    let deepest = best(points, ClipVertex::depth);
    let from = |point: &ClipVertex| point.at[0] - points[deepest].at[0];
    let second = best(points, |point| from(point).length_squared());
    let along = from(&points[second]);
    let third = best(points, |point| along.perp_dot(from(point)).abs());
    let side = along.perp_dot(from(&points[third]));
    let fourth = best(points, |point| -side * along.perp_dot(from(point)));
    let mut chosen = [deepest, second, third, fourth];
    chosen.sort_unstable();
    let mut distinct = ArrayVec::from(chosen);
    let mut last = None;
    distinct.retain(|index| last.replace(*index) != Some(*index));
    distinct
}

/// The index of the point with the largest measure.
#[inline(always)]
fn best(points: &ClipVertices, measure: impl Fn(&ClipVertex) -> f64) -> usize {
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (index, point) in points.iter().enumerate() {
        let found = measure(point);
        // More than rounding: of equals, the first stays chosen.
        if found > most + 1e-6 * most.abs() || index == 0 {
            (best, most) = (index, found);
        }
    }
    best
}
