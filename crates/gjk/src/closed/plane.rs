//! Zonotopes in the plane: points, segments and parallelograms, in any pairing.

use glam::DVec2;

use super::{Closed, Cores, Known, Pair, polygons};
use crate::ops;
use crate::support::Outline;

/// Edges are parallel if the sine of their angle is below this, squared.
const PARALLEL: f64 = 1e-24;

/// The difference of two zonotopes, with a pair of edges for each half edge.
pub(super) struct Polygon<const N: usize> {
    pub(super) centre: DVec2,
    pub(super) half_edges: [DVec2; N],
}

/// A point of the boundary: the centre and these parts of the half edges.
struct Place<const N: usize> {
    point: DVec2,
    parts: [f64; N],
}

impl<const N: usize> Polygon<N> {
    /// How far the origin is beyond each pair of edges, on whichever side it is, in units of the edge.
    #[inline(always)]
    fn beyond(&self) -> [f64; N] {
        let mut beyond = self.half_edges.map(|edge| edge.perp_dot(self.centre).abs());
        for i in 0..N {
            for j in 0..i {
                let reach = self.half_edges[i].perp_dot(self.half_edges[j]).abs();
                beyond[i] -= reach;
                beyond[j] -= reach;
            }
        }
        beyond
    }

    /// The outward normal of the edge of a pair that faces the origin, as long as the half edge.
    #[inline(always)]
    fn normal(&self, index: usize) -> DVec2 {
        let across = self.half_edges[index].perp();
        if across.dot(self.centre) > 0.0 { -across } else { across }
    }

    /// The point nearest to the origin of the edge of a pair that faces it.
    #[inline(always)]
    fn nearest(&self, index: usize) -> Place<N> {
        let (edge, normal) = (self.half_edges[index], self.normal(index));
        let square = edge.dot(edge);
        let (mut point, mut parts) = (self.centre, [0.0; N]);
        let mut parallel = [false; N];
        for other in 0..N {
            if other != index {
                let side = normal.dot(self.half_edges[other]);
                let length_squared = self.half_edges[other].dot(self.half_edges[other]);
                if side * side > PARALLEL * square * length_squared {
                    parts[other] = 1_f64.copysign(side);
                    point += self.half_edges[other] * parts[other];
                } else {
                    parallel[other] = true;
                }
            }
        }
        let mut slide = |along: usize| {
            let edge = self.half_edges[along];
            let part = (-point.dot(edge) / edge.dot(edge)).clamp(-1.0, 1.0);
            // None where the edge has no length.
            let part = if part.is_finite() { part } else { 0.0 };
            parts[along] = part;
            point += edge * part;
        };
        slide(index);
        // Edges of the same direction make one long edge together.
        (0..N).filter(|&other| parallel[other]).for_each(slide);
        Place { point, parts }
    }

    /// The nearest or deepest points of the two zonotopes, the first of which has `count_a` half edges.
    #[inline]
    fn cores(&self, count_a: usize, touch: f64) -> Cores<DVec2> {
        let beyond = self.beyond();
        let mut outside: Option<(Place<N>, f64)> = None;
        let (mut axis, mut least) = (None, f64::INFINITY);
        for index in 0..N {
            let length_squared = self.half_edges[index].dot(self.half_edges[index]);
            if !(length_squared > 0.0) {
                continue;
            }
            // The largest distance beyond an edge; all others, if that is below zero.
            let inwards = -beyond[index] * beyond[index].abs() / length_squared;
            if inwards < least {
                (axis, least) = (Some(index), inwards);
            }
            // Also on the line itself: of a flat polygon, it may be beside the edge there.
            if !(beyond[index] < 0.0) {
                let place = self.nearest(index);
                let square = place.point.dot(place.point);
                if outside.as_ref().is_none_or(|best| square < best.1) {
                    outside = Some((place, square));
                }
            }
        }
        let Some(axis) = axis else {
            // No edge has a length: two points.
            return self.apart(self.centre, [0.0; N], count_a, None);
        };
        let normal = self.normal(axis) * (1.0 / self.half_edges[axis].length());
        match outside {
            Some((Place { point, parts }, square)) => {
                // The direction of a short way is rounding.
                let known = (!(square > touch * touch)).then_some(normal);
                self.apart(point, parts, count_a, known)
            }
            None => {
                let place = self.nearest(axis);
                let (on_a, on_b) = self.core_points(&place.parts, count_a);
                Cores { on_a, on_b, normal, distance: -ops::f64::sqrt(least) }
            }
        }
    }

    #[inline(always)]
    fn apart(&self, point: DVec2, parts: [f64; N], count_a: usize, normal: Option<DVec2>) -> Cores<DVec2> {
        let distance = ops::f64::sqrt(point.dot(point));
        let away = || if distance > 0.0 { point * (-1.0 / distance) } else { DVec2::X };
        let (on_a, on_b) = self.core_points(&parts, count_a);
        Cores { on_a, on_b, normal: normal.unwrap_or_else(away), distance }
    }

    /// The parts of the second zonotope's half edges are those of the difference, the other way.
    #[inline(always)]
    fn core_points(&self, parts: &[f64; N], count_a: usize) -> (DVec2, DVec2) {
        let (mut on_a, mut on_b) = (DVec2::ZERO, DVec2::ZERO);
        for index in 0..N {
            let step = self.half_edges[index] * parts[index];
            if index < count_a {
                on_a += step;
            } else {
                on_b -= step;
            }
        }
        (on_a, on_b)
    }

    /// Whether the origin is farther than `reach` beyond some edge.
    #[inline(always)]
    fn is_beyond(&self, reach: f64) -> bool {
        let far = |index: usize, beyond: f64| {
            let length_squared = self.half_edges[index].dot(self.half_edges[index]);
            beyond > 0.0 && beyond * beyond > reach * reach * length_squared && length_squared > 0.0
        };
        let beyond = self.beyond();
        (0..N).any(|index| far(index, beyond[index]))
    }

    /// The parts of the half edges that make the origin, if the polygon holds it.
    pub(super) fn parts_of_origin(&self) -> [f64; N] {
        // The way from the centre through the origin leaves through the edge that is the first to be met.
        let (mut first, mut most) = (None, 0.0);
        for i in 0..N {
            let edge = self.half_edges[i];
            let reach: f64 = self.half_edges.iter().map(|other| edge.perp_dot(*other).abs()).sum();
            let part = edge.perp_dot(self.centre).abs() / reach;
            if part > most {
                (first, most) = (Some(i), part);
            }
        }
        let Some(first) = first else { return [0.0; N] };
        let outer = Self { centre: self.centre * (1.0 / most), half_edges: self.half_edges };
        outer.nearest(first).parts.map(|part| part * most.min(1.0))
    }

    /// Whether the origin is within `reach`.
    #[inline]
    fn within(&self, reach: f64) -> bool {
        if N == 0 {
            return self.centre.dot(self.centre) <= reach * reach;
        }
        let beyond = self.beyond();
        let mut enclosed = N > 1;
        for index in 0..N {
            let limit = reach * reach * self.half_edges[index].dot(self.half_edges[index]);
            if !(beyond[index] < 0.0) {
                if beyond[index] * beyond[index] > limit && limit > 0.0 {
                    return false;
                }
                enclosed = false;
            }
        }
        // Near to the line of each edge that it is beyond, but perhaps not to the edge.
        enclosed || self.cores(0, 0.0).distance <= reach
    }
}

/// Asks the polygon of as many half edges as both have.
macro_rules! of_pair {
    ($pair:ident, $polygon:ident => $answer:expr) => {{
        let Pair { offset: centre, a, b, counts } = *$pair;
        match counts {
            [0, 0] => of_pair!(@ centre, [], $polygon, $answer),
            [1, 0] => of_pair!(@ centre, [a[0]], $polygon, $answer),
            [0, 1] => of_pair!(@ centre, [b[0]], $polygon, $answer),
            [1, 1] => of_pair!(@ centre, [a[0], b[0]], $polygon, $answer),
            [2, 0] => of_pair!(@ centre, [a[0], a[1]], $polygon, $answer),
            [0, 2] => of_pair!(@ centre, [b[0], b[1]], $polygon, $answer),
            [2, 1] => of_pair!(@ centre, [a[0], a[1], b[0]], $polygon, $answer),
            [1, 2] => of_pair!(@ centre, [a[0], b[0], b[1]], $polygon, $answer),
            _ => of_pair!(@ centre, [a[0], a[1], b[0], b[1]], $polygon, $answer),
        }
    }};
    (@ $centre:ident, $half_edges:expr, $polygon:ident, $answer:expr) => {{
        let $polygon = Polygon { centre: $centre, half_edges: $half_edges };
        $answer
    }};
}

impl Closed for DVec2 {
    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn nearest(pair: &Pair<Self>, touch: f64) -> Option<Cores<Self>> {
        Some(of_pair!(pair, polygon => polygon.cores(pair.counts[0], touch)))
    }

    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn deepest(pair: &Pair<Self>, reach: f64, touch: f64) -> Known<Self> {
        of_pair!(pair, polygon => {
            if polygon.is_beyond(reach) {
                return Known::Apart;
            }
            Known::Cores(polygon.cores(pair.counts[0], touch))
        })
    }

    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn within(pair: &Pair<Self>, reach: f64, _touch: f64) -> Option<bool> {
        Some(of_pair!(pair, polygon => polygon.within(reach)))
    }

    #[inline(always)]
    fn deepest_of_polygons(offset: Self, pair: &[Outline; 2], reach: f64, touch: f64) -> Known<Self> {
        polygons::deepest(offset, pair, reach, touch)
    }

    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn nearest_of_polygons(
        offset: Self,
        pair: &[Outline; 2],
        hint: Self,
        touch: f64,
    ) -> Option<Cores<Self>> {
        polygons::nearest(offset, pair, hint, touch)
    }

    #[inline(always)]
    fn polygons_within(offset: Self, pair: &[Outline; 2], reach: f64, touch: f64) -> Option<bool> {
        polygons::within(offset, pair, reach, touch)
    }
}
