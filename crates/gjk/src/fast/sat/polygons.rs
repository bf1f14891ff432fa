//! Small polygons in the plane: the separating axis test, four edges at a time.
//!
//! The axes are first compared in `f32`. That decides all but what is near to a tie; of those, each is
//! measured again in `f64`. Where two shapes about touch, or an answer does not prove itself, GJK is asked.

use glam::{DVec2, Vec2, Vec4};

use crate::fast::sat::{ClosestFeature, Known, NEAR, polygon_distance};
use crate::math::ops;
use crate::math::simd::{Vec2x4, VecX4};
use crate::reference::Cores;
use crate::support::{GROUPS, SmallPolygon};

/// Rounding of a separation in `f32`, relative to the largest coordinate: a few products and sums, and the
/// corners themselves.
const ROUNDING: f32 = 24.0 * f32::EPSILON;
/// By how much the ends of a witness may miss each other, in touching distances.
const MISS: f64 = 2.0;
/// What they miss each other by need not be mended.
const HARDLY: f64 = 0.25;
/// The square of the distance of the centers below which they are near, relative to the sizes.
const CLOSE: f32 = 0.25;

/// The separation along the outward normal of each edge.
type Separations = [Vec4; GROUPS];

/// The separations along the normals of one polygon.
struct Side {
    separations: Separations,
    /// The largest of them.
    most: f32,
    /// The largest that is sure.
    sure: f32,
}

impl Side {
    const UNKNOWN: Self =
        Self { separations: [Vec4::NEG_INFINITY; GROUPS], most: f32::INFINITY, sure: f32::NEG_INFINITY };

    /// How far another polygon is beyond each edge. From the origin of one to that of the other it is
    /// `between`.
    #[inline(always)]
    fn new(one: &SmallPolygon, other: &SmallPolygon, between: Vec2, size: f32) -> Self {
        // Most have up to eight corners, whose edges fit into the registers.
        if one.len() <= 8 {
            Self::of_groups::<2>(one, other, between, size)
        } else {
            Self::of_groups::<GROUPS>(one, other, between, size)
        }
    }

    #[inline(always)]
    fn of_groups<const N: usize>(one: &SmallPolygon, other: &SmallPolygon, between: Vec2, size: f32) -> Self {
        let turn = if one.clockwise { -1.0 } else { 1.0 };
        let corners = one.corners();
        let mut starts = [(Vec4::ZERO, Vec4::ZERO); N];
        let mut out = [(Vec4::ZERO, Vec4::ZERO); N];
        for group in 0..N {
            // What is not there is the last once more.
            let index = group.min(corners.len() - 1);
            let ((x, y), (next_x, next_y)) = (corners[index].coordinates(), one.next(index));
            starts[group] = (x, y);
            out[group] = ((next_y - y) * turn, (x - next_x) * turn);
        }
        let mut least = [Vec4::INFINITY; N];
        for corners in other.corners() {
            let (x, y) = corners.coordinates();
            for (x, y) in x.to_array().into_iter().zip(y.to_array()) {
                for group in 0..N {
                    let (out_x, out_y) = out[group];
                    least[group] = least[group].min(out_x * x + out_y * y);
                }
            }
        }
        let rounding = ROUNDING * size;
        let mut side = Self { most: 0.0, ..Self::UNKNOWN };
        let (mut most, mut sure) = (Vec4::NEG_INFINITY, Vec4::NEG_INFINITY);
        for group in 0..N {
            let ((x, y), (out_x, out_y)) = (starts[group], out[group]);
            let square = out_x * out_x + out_y * out_y;
            let scale = Vec4::ONE / Vec4::from_array(square.to_array().map(ops::f32::sqrt));
            let beyond = (least[group] + (out_x * (between.x - x) + out_y * (between.y - y))) * scale;
            // The direction of a short edge is rounding: other corners may lie beyond it.
            let certain = beyond - (size * scale + 1.0) * rounding;
            // An edge without length has no normal.
            let is_edge = square.cmpgt(Vec4::ZERO);
            side.separations[group] = Vec4::select(is_edge, beyond, Vec4::NEG_INFINITY);
            most = most.max(side.separations[group]);
            sure = sure.max(Vec4::select(is_edge, certain, Vec4::NEG_INFINITY));
        }
        (side.most, side.sure) = (most.max_element(), sure.max_element());
        side
    }
}

/// The separations along the normals of both polygons.
struct Comparison {
    sides: [Side; 2],
    most: f64,
    /// They are apart by this at least.
    sure: f64,
    /// The rounding of a separation.
    rounding: f64,
}

/// Compares two polygons, as far as it takes to know that they are farther apart than `far`.
#[inline(always)]
fn compare(offset: DVec2, [a, b]: &[SmallPolygon; 2], far: f64) -> Option<Comparison> {
    let between = (-offset).as_vec2();
    let largest = a.largest + b.largest;
    let size = largest + between.x.abs().max(between.y.abs());
    let rounding = f64::from(ROUNDING * size);
    let apart = |of_a: Side, sure: f64| {
        Some(Comparison { sides: [of_a, Side::UNKNOWN], most: f64::INFINITY, sure, rounding })
    };
    // Along the line of the centers, most of those that are apart are. Whose centers are near are not.
    if between.dot(between) > CLOSE * largest * largest {
        let way = between.dot(between) - a.support_distance(between) - b.support_distance(-between);
        let way = f64::from(way / between.length()) - rounding;
        if way > far {
            return apart(Side::UNKNOWN, way);
        }
    }
    let of_a = Side::new(a, b, between, size);
    if f64::from(of_a.sure) > far {
        let sure = f64::from(of_a.sure);
        return apart(of_a, sure);
    }
    let of_b = Side::new(b, a, -between, size);
    let most = f64::from(of_a.most.max(of_b.most));
    let sure = f64::from(of_a.sure.max(of_b.sure));
    (most.is_finite() && rounding.is_finite()).then_some(Comparison {
        sides: [of_a, of_b],
        most,
        sure,
        rounding,
    })
}

impl Comparison {
    /// The best edge: in all their digits, those that may be.
    #[inline(always)]
    fn edge(&self, offset: DVec2, pair: &[SmallPolygon; 2]) -> Option<Edge> {
        let limit = Vec4::splat((self.sure - self.rounding) as f32);
        // A bit for each: which side a group is of is not known beforehand, that there is one is.
        let mut lanes = 0_u32;
        for (side, Side { separations, .. }) in self.sides.iter().enumerate() {
            for (group, separations) in separations.iter().enumerate() {
                lanes |= separations.cmpge(limit).bitmask() << (4 * (GROUPS * side + group));
            }
        }
        let mut best: Option<Edge> = None;
        while lanes != 0 {
            let index = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let (side, index) = (index / (4 * GROUPS), index % (4 * GROUPS));
            let between = if side == 0 { -offset } else { offset };
            let edge = Edge::measure(&pair[side], &pair[1 - side], between, index, side == 0);
            if edge.beyond.is_finite() && best.is_none_or(|best| edge.beyond > best.beyond) {
                best = Some(edge);
            }
        }
        best
    }
}

/// Whether two polygons are within `reach`, if that is clear.
#[inline]
pub(super) fn within(offset: DVec2, pair: &[SmallPolygon; 2], reach: f64, touch: f64) -> Option<bool> {
    let Comparison { most, sure, rounding, .. } = compare(offset, pair, reach + NEAR * touch)?;
    if sure > reach + NEAR * touch { Some(false) } else { (most + rounding < -NEAR * touch).then_some(true) }
}

/// The deepest points of two polygons that are within `reach`, if that is clear.
#[inline]
pub(super) fn deepest(offset: DVec2, pair: &[SmallPolygon; 2], reach: f64, touch: f64) -> Known<DVec2> {
    let Some(found) = compare(offset, pair, reach + NEAR * touch) else { return Known::Nothing };
    if found.sure > reach + NEAR * touch {
        return Known::Apart;
    }
    let cores = if found.most + found.rounding < -NEAR * touch {
        found.edge(offset, pair).and_then(|edge| edge.cores(pair, touch))
    } else if found.sure > NEAR * touch {
        polygon_distance::nearest(offset, pair, -offset, touch)
            .map(|(cores, _)| cores)
            .filter(|cores| is_clear(cores, reach, touch))
    } else {
        None
    };
    cores.map_or(Known::Nothing, Known::Cores)
}

/// Whether a distance is not about the one up to which the shapes meet. Else GJK is asked, by all questions: so
/// they agree.
#[inline(always)]
fn is_clear(cores: &Cores<DVec2>, reach: f64, touch: f64) -> bool {
    (cores.distance - reach).abs() > NEAR * touch
}

/// The nearest points of two polygons, or some distance below zero, if it is clear which, and whether they are
/// within `reach`. They are looked for along `hint` first.
#[inline]
pub(super) fn nearest(
    offset: DVec2,
    pair: &[SmallPolygon; 2],
    hint: DVec2,
    reach: f64,
    touch: f64,
) -> Option<(Cores<DVec2>, ClosestFeature)> {
    if let Some(found) = polygon_distance::nearest(offset, pair, hint, touch) {
        return is_clear(&found.0, reach, touch).then_some(found);
    }
    let nothing = DVec2::ZERO;
    let overlap = within(offset, pair, 0.0, touch)?;
    let cores = Cores { on_a: nothing, on_b: nothing, normal: nothing, distance: -1.0 };
    overlap.then_some((cores, ClosestFeature::default()))
}

/// An edge of one polygon, and the corner of the other that is deepest behind it.
#[derive(Clone, Copy)]
struct Edge {
    start: DVec2,
    along: DVec2,
    normal: DVec2,
    /// How far the corner is beyond the edge.
    beyond: f64,
    /// The corner.
    deepest: usize,
    /// From the origin of the edge's polygon to that of the other.
    between: DVec2,
    of_a: bool,
}

/// The corner with an index.
#[inline(always)]
fn at(outline: &SmallPolygon, index: usize) -> DVec2 {
    outline.corner(index).as_dvec2()
}

impl Edge {
    #[inline(always)]
    fn measure(one: &SmallPolygon, other: &SmallPolygon, between: DVec2, index: usize, of_a: bool) -> Self {
        // Behind the last corner of all comes the filling, from which the last edge goes.
        let index = index.min(one.len() - 1);
        let (start, end) = (at(one, index), at(one, one.neighbor(index, false)));
        let along = end - start;
        let out = if one.clockwise { along.perp() } else { -along.perp() };
        let scale = 1.0 / out.length();
        let direction = out.as_vec2();
        // Not the edge's own corner: the direction of a short edge is rounding, beyond which others may lie.
        let (own, deepest) = (at(one, one.farthest(direction)), other.farthest(-direction));
        let beyond = out.dot(at(other, deepest) + between - own) * scale;
        Self { start, along, normal: out * scale, beyond, deepest, between, of_a }
    }

    /// The deepest points: the foot of the perpendicular from the corner is on the edge, or the edges are
    /// parallel and it is on both.
    #[inline(always)]
    fn cores(&self, pair: &[SmallPolygon; 2], touch: f64) -> Option<Cores<DVec2>> {
        let other = &pair[usize::from(self.of_a)];
        let corner = at(other, self.deepest) + self.between;
        let foot = corner - self.normal * self.beyond;
        let part = ((foot - self.start).dot(self.along) / self.along.dot(self.along)).clamp(0.0, 1.0);
        let on_edge = self.start + self.along * part;
        let mut on_other = corner;
        let mut missing = on_edge - foot;
        if missing.dot(missing) > HARDLY * HARDLY * touch * touch {
            for backwards in [false, true] {
                let neighbour = other.neighbor(self.deepest, backwards);
                let side = at(other, neighbour) + self.between - corner;
                let level = self.normal.dot(side).abs() <= touch && side.dot(missing) > 0.0;
                if level {
                    let step = side * (side.dot(missing) / side.dot(side)).min(1.0);
                    on_other += step;
                    missing -= step;
                }
            }
        }
        // What does not prove itself is left to GJK.
        if !(missing.dot(missing) <= MISS * MISS * touch * touch) {
            return None;
        }
        let (here, there) = (on_edge, on_other - self.between);
        let (on_a, on_b) = if self.of_a { (here, there) } else { (there, here) };
        let normal = if self.of_a { self.normal } else { -self.normal };
        Some(Cores { on_a, on_b, normal, distance: self.beyond })
    }
}

/// A point, a segment or a box as a polygon, by its half edges.
#[inline]
pub(super) fn from_half_edges(u: Vec2, v: Vec2, count: usize, outline: &mut SmallPolygon) {
    let largest = (u.abs() + if count > 1 { v.abs() } else { Vec2::ZERO }).max_element();
    match count {
        0 => outline.fill(1, &[Vec2x4::new([Vec2::ZERO; 4])], 0.0),
        1 => outline.fill(2, &[Vec2x4::new([-u, u, u, u])], largest),
        _ => outline.fill(4, &[Vec2x4::new([-u - v, u - v, u + v, v - u])], largest),
    };
    outline.clockwise = count > 1 && u.perp_dot(v) < 0.0;
    outline.is_zonotope = true;
}
