//! The shortest way to a distance: the features that were nearest in the last frame still are.
//!
//! What the loop would do in its first round, for the few vertices that there are, and without a simplex to keep.

use super::probe::Probe;
use crate::cache::Cache;
use crate::minkowski::Difference;
use crate::simplex::{Nearest, Solve};
use crate::support::Support;
use crate::trace::Unobserved;
use crate::vector::{Vector, Wide};

/// The nearest points of two cores.
pub(crate) struct Still<W> {
    /// Relative to the origins of the shapes.
    pub(crate) on_a: W,
    pub(crate) on_b: W,
    /// From the second to the first.
    pub(crate) way: W,
}

/// The nearest points, if all vertices of the cache have names and carry them, and one support point proves that.
#[inline(always)]
pub(crate) fn still_nearest<V, A, B>(
    difference: &Difference<V, A, B>,
    cache: &Cache<V>,
) -> Option<Still<V::Wide>>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    match cache.count {
        1 => carried_by::<1, V, A, B>(difference, cache),
        2 => carried_by::<2, V, A, B>(difference, cache),
        3 if V::DIMENSION == 3 => carried_by::<3, V, A, B>(difference, cache),
        _ => None,
    }
}

#[inline(always)]
fn carried_by<const N: usize, V, A, B>(
    difference: &Difference<V, A, B>,
    cache: &Cache<V>,
) -> Option<Still<V::Wide>>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (mut on_a, mut on_b) = ([V::Wide::ZERO; N], [V::Wide::ZERO; N]);
    let mut points = [V::Wide::ZERO; N];
    for index in 0..N {
        let [a, b] = difference.vertices(cache.vertices[index])?;
        (on_a[index], on_b[index]) = (a.widen(), b.widen());
        points[index] = difference.offset + (on_a[index] - on_b[index]);
    }
    let Nearest { point: way, weights, .. } = V::Wide::nearest(&points, false);
    if !weights.iter().take(N).all(|&weight| weight > 0.0) {
        return None;
    }
    let (square, reach) = (way.dot(way), difference.reach());
    if !(square > reach * reach) {
        return None;
    }
    let Probe { vertex, axis_squared, apart, .. } = Probe::towards(way, difference, &mut Unobserved);
    // A NaN or infinity of any coordinate makes it one, and proves nothing.
    let is_apart = apart > 0.0 && apart * apart > reach * reach * axis_squared && apart.is_finite();
    let gap = square - way.dot(vertex.point);
    let is_nearest = !(gap > 0.0) || gap * gap <= difference.precision * difference.precision * square;
    let mean = |points: [V::Wide; N]| {
        points.into_iter().zip(weights).fold(V::Wide::ZERO, |sum, (point, weight)| sum + point * weight)
    };
    (is_apart && is_nearest).then(|| Still { on_a: mean(on_a), on_b: mean(on_b), way })
}
