//! Zonotopes in the plane: points, segments and parallelograms, in any pairing.

use glam::DVec2;

use crate::fast::sat::{ClosestFeature, Known, Pair, Sat, parallelograms, polygons};
use crate::math::ops;
use crate::reference::Cores;
use crate::support::SmallPolygon;

/// Edges are parallel if the sine of their angle is below this, squared.
const PARALLEL: f64 = 1e-24;

/// The difference of two zonotopes, with a pair of edges for each half edge.
pub(super) struct Polygon<const N: usize> {
    pub(super) center: DVec2,
    pub(super) half_edges: [DVec2; N],
}

/// A point of the boundary: the center and these parts of the half edges.
struct Place<const N: usize> {
    point: DVec2,
    parts: [f64; N],
}

impl<const N: usize> Polygon<N> {
    /// How far the origin is beyond each pair of edges, on whichever side it is, in units of the edge.
    #[inline(always)]
    fn beyond(&self) -> [f64; N] {
        let mut beyond = self.half_edges.map(|edge| edge.perp_dot(self.center).abs());
        for i in 0..N {
            for j in 0..i {
                let reach = self.half_edges[i].perp_dot(self.half_edges[j]).abs();
                beyond[i] -= reach;
                beyond[j] -= reach;
            }
        }
        beyond
    }

    /// The squared lengths of the half edges.
    #[inline(always)]
    fn squares(&self) -> [f64; N] {
        self.half_edges.map(|edge| edge.dot(edge))
    }

    /// The outward normal of the edge of a pair that faces the origin, as long as the half edge.
    #[inline(always)]
    fn normal(&self, index: usize) -> DVec2 {
        let across = self.half_edges[index].perp();
        across * if across.dot(self.center) > 0.0 { -1.0 } else { 1.0 }
    }

    /// The point nearest to the origin of the edge of a pair that faces it, which has this normal.
    #[inline(always)]
    fn nearest(&self, index: usize, normal: DVec2, squares: &[f64; N]) -> Place<N> {
        let (mut point, mut parts) = (self.center, [0.0; N]);
        // The edge itself is one of these. No branch: which it is, nobody can foresee.
        let mut parallel = 0;
        for other in 0..N {
            let side = normal.dot(self.half_edges[other]);
            let crosses = side * side > PARALLEL * squares[index] * squares[other];
            parallel += usize::from(!crosses);
            parts[other] = if crosses { 1_f64.copysign(side) } else { 0.0 };
            point += self.half_edges[other] * parts[other];
        }
        let mut slide = |along: usize| {
            let edge = self.half_edges[along];
            let part = (-point.dot(edge) / squares[along]).clamp(-1.0, 1.0);
            // None where the edge has no length.
            let part = if part.is_finite() { part } else { 0.0 };
            parts[along] = part;
            point += edge * part;
        };
        slide(index);
        if parallel > 1 {
            // Edges of the same direction make one long edge together.
            for other in 0..N {
                let side = normal.dot(self.half_edges[other]);
                if other != index && !(side * side > PARALLEL * squares[index] * squares[other]) {
                    slide(other);
                }
            }
        }
        Place { point, parts }
    }

    /// The nearest or deepest points of the two zonotopes, the first of which has `count_a` half edges.
    #[inline(always)]
    fn cores(&self, beyond: &[f64; N], squares: &[f64; N], count_a: usize, touch: f64) -> Cores<DVec2> {
        let mut inside = N > 1;
        for index in 0..N {
            inside &= beyond[index] < 0.0 || squares[index] == 0.0;
        }
        // The largest distance beyond an edge; all others, if that is below zero.
        let (mut axis, mut least) = (N, f64::INFINITY);
        for index in 0..N {
            let inwards = -beyond[index] * beyond[index].abs() / squares[index];
            let less = inwards < least && squares[index] > 0.0;
            (axis, least) = (if less { index } else { axis }, if less { inwards } else { least });
        }
        if axis == N {
            // No edge has a length: two points.
            return self.apart(self.center, [0.0; N], count_a, None);
        }
        let long = self.normal(axis);
        let normal = long * (1.0 / ops::f64::sqrt(squares[axis]));
        // As a rule, the point is on the edge that is deepest, or farthest away.
        let place = self.nearest(axis, long, squares);
        if inside {
            let (on_a, on_b) = self.core_points(&place.parts, count_a);
            return Cores { on_a, on_b, normal, distance: -ops::f64::sqrt(least) };
        }
        let Place { point, parts } =
            if self.is_nearest(&place, axis) { place } else { self.nearest_of_all(beyond, squares) };
        // The direction of a short way is rounding.
        let known = (!(point.dot(point) > touch * touch)).then_some(normal);
        self.apart(point, parts, count_a, known)
    }

    /// Whether a point of an edge that the origin is beyond is the nearest of all.
    #[inline(always)]
    fn is_nearest(&self, &Place { point, parts }: &Place<N>, edge: usize) -> bool {
        if parts[edge].abs() < 1.0 {
            return true;
        }
        // At a corner: if all of the polygon is beyond the line across the way to it.
        let mut least = point.dot(self.center);
        let mut size = least.abs();
        for edge in self.half_edges {
            let reach = point.dot(edge).abs();
            least -= reach;
            size += reach;
        }
        point.dot(point) - least <= 1e-14 * size
    }

    /// The nearest of the points of all edges that the origin is beyond.
    #[inline(never)]
    fn nearest_of_all(&self, beyond: &[f64; N], squares: &[f64; N]) -> Place<N> {
        let mut nearest = (Place { point: self.center, parts: [0.0; N] }, f64::INFINITY);
        for index in 0..N {
            // Also on the line itself: of a flat polygon, it may be beside the edge there.
            if squares[index] > 0.0 && !(beyond[index] < 0.0) {
                let place = self.nearest(index, self.normal(index), squares);
                let square = place.point.dot(place.point);
                if !(square >= nearest.1) {
                    nearest = (place, square);
                }
            }
        }
        nearest.0
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

    /// How far the origin is beyond each pair of edges, as [`beyond`](Self::beyond), and the squared lengths; or
    /// nothing, as soon as it is farther than `reach` beyond some edge.
    #[inline(always)]
    fn beyond_within(&self, reach: f64) -> Option<([f64; N], [f64; N])> {
        let (mut all, squares) = ([0.0; N], self.squares());
        for i in 0..N {
            let mut beyond = self.half_edges[i].perp_dot(self.center).abs();
            for j in 0..N {
                if i != j {
                    // The same either way around, so that it is taken once.
                    beyond -= self.half_edges[i.min(j)].perp_dot(self.half_edges[i.max(j)]).abs();
                }
            }
            let limit = reach * reach * squares[i];
            if beyond > 0.0 && beyond * beyond > limit && squares[i] > 0.0 {
                return None;
            }
            all[i] = beyond;
        }
        Some((all, squares))
    }

    /// The parts of the half edges that make the origin, if the polygon holds it.
    pub(super) fn parts_of_origin(&self) -> [f64; N] {
        // The way from the center through the origin leaves through the edge that is the first to be met.
        let (mut first, mut most) = (None, 0.0);
        for i in 0..N {
            let edge = self.half_edges[i];
            let reach: f64 = self.half_edges.iter().map(|other| edge.perp_dot(*other).abs()).sum();
            let part = edge.perp_dot(self.center).abs() / reach;
            if part > most {
                (first, most) = (Some(i), part);
            }
        }
        let Some(first) = first else { return [0.0; N] };
        let outer = Self { center: self.center * (1.0 / most), half_edges: self.half_edges };
        outer.nearest(first, outer.normal(first), &outer.squares()).parts.map(|part| part * most.min(1.0))
    }

    /// Whether the origin is within `reach`.
    #[inline]
    pub(super) fn within(&self, reach: f64) -> bool {
        if N == 0 {
            return self.center.dot(self.center) <= reach * reach;
        }
        let (beyond, squares) = (self.beyond(), self.squares());
        let mut enclosed = N > 1;
        for index in 0..N {
            let limit = reach * reach * squares[index];
            if !(beyond[index] < 0.0) {
                if beyond[index] * beyond[index] > limit && limit > 0.0 {
                    return false;
                }
                enclosed = false;
            }
        }
        // Near to the line of each edge that it is beyond, but perhaps not to the edge.
        enclosed || self.cores(&beyond, &squares, 0, 0.0).distance <= reach
    }
}

/// Asks the polygon of as many half edges as both have.
macro_rules! of_pair {
    ($pair:ident, $polygon:ident => $answer:expr) => {{
        let Pair { offset: center, a, b, counts } = *$pair;
        match counts {
            [0, 0] => of_pair!(@ center, [], $polygon, $answer),
            [1, 0] => of_pair!(@ center, [a[0]], $polygon, $answer),
            [0, 1] => of_pair!(@ center, [b[0]], $polygon, $answer),
            [1, 1] => of_pair!(@ center, [a[0], b[0]], $polygon, $answer),
            [2, 0] => of_pair!(@ center, [a[0], a[1]], $polygon, $answer),
            [0, 2] => of_pair!(@ center, [b[0], b[1]], $polygon, $answer),
            [2, 1] => of_pair!(@ center, [a[0], a[1], b[0]], $polygon, $answer),
            [1, 2] => of_pair!(@ center, [a[0], b[0], b[1]], $polygon, $answer),
            _ => of_pair!(@ center, [a[0], a[1], b[0], b[1]], $polygon, $answer),
        }
    }};
    (@ $center:ident, $half_edges:expr, $polygon:ident, $answer:expr) => {{
        let $polygon = Polygon { center: $center, half_edges: $half_edges };
        $answer
    }};
}

impl Sat for DVec2 {
    #[inline(always)]
    fn nearest(pair: &Pair<Self>, touch: f64) -> Option<Cores<Self>> {
        Some(of_pair!(pair, polygon => {
            polygon.cores(&polygon.beyond(), &polygon.squares(), pair.counts[0], touch)
        }))
    }

    #[inline(always)]
    fn deepest(pair: &Pair<Self>, reach: f64, touch: f64) -> Known<Self> {
        of_pair!(pair, polygon => {
            let Some((beyond, squares)) = polygon.beyond_within(reach) else { return Known::Apart };
            Known::Cores(polygon.cores(&beyond, &squares, pair.counts[0], touch))
        })
    }

    #[inline(always)]
    fn within(pair: &Pair<Self>, radius: f64, touch: f64) -> Option<bool> {
        if pair.counts == [2, 2]
            && let Some(clear) = parallelograms::touch(pair, radius)
        {
            return Some(clear);
        }
        Some(of_pair!(pair, polygon => polygon.within(radius + touch)))
    }

    #[inline(always)]
    fn deepest_of_polygons(offset: Self, pair: &[SmallPolygon; 2], reach: f64, touch: f64) -> Known<Self> {
        polygons::deepest(offset, pair, reach, touch)
    }

    #[inline(always)]
    fn nearest_of_polygons(
        offset: Self,
        pair: &[SmallPolygon; 2],
        hint: Self,
        reach: f64,
        touch: f64,
    ) -> Option<(Cores<Self>, ClosestFeature)> {
        polygons::nearest(offset, pair, hint, reach, touch)
    }

    #[inline(always)]
    fn polygons_within(offset: Self, pair: &[SmallPolygon; 2], reach: f64, touch: f64) -> Option<bool> {
        polygons::within(offset, pair, reach, touch)
    }
}
