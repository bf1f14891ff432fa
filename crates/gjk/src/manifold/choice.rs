//! Which points of a clipped feature to keep.

use super::{Manifold, ManifoldPoint, Meeting, Meetings, depth};
use crate::contact::Space;
use crate::vector::{Scalar, Wide};

/// Up to four of the points, in their order: the deepest, the one farthest from it, and those that make the
/// largest triangles with these, to either side. Without any, the single one.
pub(super) fn choose<V: Space>(
    single: Manifold<V>,
    points: &Meetings<V::Wide>,
    normal: V::Wide,
    origin: V::Wide,
) -> Manifold<V> {
    if points.is_empty() {
        return single;
    }
    let mut chosen = [0; 4];
    let mut count = points.len();
    if count > 4 {
        let best = |measure: &dyn Fn(&Meeting<V::Wide>) -> f64| {
            let mut best = 0;
            for (index, point) in points.iter().enumerate() {
                // More than rounding: of equals, the first stays chosen.
                if measure(point) > measure(&points[best]) * (1.0 + 1e-6) {
                    best = index;
                }
            }
            best
        };
        let deepest = best(&|point| depth(point, normal));
        let from = |point: &Meeting<V::Wide>| point.on_a - points[deepest].on_a;
        let second = best(&|point| from(point).dot(from(point)));
        let along = from(&points[second]);
        let square = |point: &Meeting<V::Wide>| {
            let area = along.wedge(from(point));
            V::Wide::dot_areas(area, area)
        };
        let third = best(&square);
        let side = along.wedge(from(&points[third]));
        let fourth = best(&|point| -V::Wide::dot_areas(side, along.wedge(from(point))));
        chosen = [deepest, second, third, fourth];
        chosen.sort_unstable();
        count = 4;
    } else {
        (0..count).for_each(|index| chosen[index] = index);
    }
    let distinct = |place: &usize| !chosen[..*place].contains(&chosen[*place]);
    let chosen = (0..count).filter(distinct).map(|place| {
        let point = points[chosen[place]];
        ManifoldPoint {
            on_a: V::narrow(origin + point.on_a),
            on_b: V::narrow(origin + point.on_b),
            depth: V::Scalar::narrow(depth(&point, normal)),
            features: point.features,
        }
    });
    Manifold { points: chosen.collect(), ..single }
}
