//! Points and segments in space.

use glam::DVec3;

use crate::fast::sat::{Known, Pair};
use crate::math::ops;
use crate::reference::Cores;

/// The nearest points of two segments, each of which may be a point (Ericson, *Real-Time Collision
/// Detection*, 5.1.9). Nothing where segments touch or cross: then the direction is not in their points. That of
/// two points is, however near they are.
#[inline(always)]
pub(super) fn cores(pair: &Pair<DVec3>, touch: f64) -> Option<Cores<DVec3>> {
    if pair.counts == [0, 0] {
        let distance = ops::f64::sqrt(pair.offset.dot(pair.offset));
        let normal = if distance == 0.0 { DVec3::X } else { pair.offset * (-1.0 / distance) };
        return Some(Cores { on_a: DVec3::ZERO, on_b: DVec3::ZERO, normal, distance });
    }
    apart(Between::new(pair), touch)
}

/// The same, of those that are within `reach`.
#[inline(always)]
pub(super) fn deepest(pair: &Pair<DVec3>, reach: f64, touch: f64) -> Known<DVec3> {
    if pair.counts == [0, 0] {
        return cores(pair, touch).map_or(Known::Nothing, Known::Cores);
    }
    let between = Between::new(pair);
    if between.square > reach * reach {
        return Known::Apart;
    }
    apart(between, touch).map_or(Known::Nothing, Known::Cores)
}

/// The square of their distance.
#[inline(always)]
pub(super) fn distance_squared(pair: &Pair<DVec3>) -> f64 {
    Between::new(pair).square
}

/// The way between the nearest points of two segments.
struct Between {
    on_a: DVec3,
    on_b: DVec3,
    way: DVec3,
    square: f64,
}

impl Between {
    #[inline(always)]
    fn new(pair: &Pair<DVec3>) -> Self {
        let (on_a, on_b) = nearest(pair);
        let way = pair.offset + (on_a - on_b);
        Self { on_a, on_b, way, square: way.dot(way) }
    }
}

/// The cores, unless they touch.
#[inline(always)]
fn apart(Between { on_a, on_b, way, square }: Between, touch: f64) -> Option<Cores<DVec3>> {
    let distance = ops::f64::sqrt(square);
    (distance > touch).then(|| Cores { on_a, on_b, normal: way * (-1.0 / distance), distance })
}

#[inline(always)]
fn nearest(pair: &Pair<DVec3>) -> (DVec3, DVec3) {
    let Pair { offset, a: [a, ..], b: [b, ..], counts } = *pair;
    match counts {
        [0, 0] => (DVec3::ZERO, DVec3::ZERO),
        [0, _] => (DVec3::ZERO, b * part(offset.dot(b), b.dot(b))),
        [_, 0] => (a * part(-offset.dot(a), a.dot(a)), DVec3::ZERO),
        _ => {
            let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b));
            let (to_a, to_b) = (offset.dot(a), offset.dot(b));
            // Of parallel segments, any point of one will do to begin with.
            let on_a = part(ab * to_b - bb * to_a, aa * bb - ab * ab);
            let unbounded = (to_b + on_a * ab) / bb;
            if unbounded.abs() <= 1.0 {
                (a * on_a, b * unbounded)
            } else {
                let on_b = part(to_b + on_a * ab, bb);
                (a * part(on_b * ab - to_a, aa), b * on_b)
            }
        }
    }
}

/// A fraction of at most one either way; none of nothing.
#[inline(always)]
fn part(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { (numerator / denominator).clamp(-1.0, 1.0) } else { 0.0 }
}
