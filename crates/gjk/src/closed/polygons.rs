//! Small polygons in the plane: the separating axis test, four edges at a time.
//!
//! The axes are first compared in `f32`. That decides all but what is near to a tie; of those, each is
//! measured again in `f64`. Where two shapes about touch, or an answer does not prove itself, GJK is asked.

use glam::{DVec2, Vec2, Vec4};

use super::{Cores, Known, NEAR};
use crate::lanes::{Lanes, Lanes2};
use crate::ops;
use crate::support::{GROUPS, Outline};

/// Rounding of a separation in `f32`, relative to the largest coordinate: a few products and sums.
const ROUNDING: f32 = 16.0 * f32::EPSILON;
/// By how much the ends of a witness may miss each other, in touching distances.
const MISS: f64 = 2.0;

/// The separation along the outward normal of each edge.
type Separations = [Vec4; GROUPS];

/// The largest coordinate of a polygon.
#[inline(always)]
fn largest(outline: &Outline) -> f32 {
    let groups = outline.groups().map(|(corners, _)| {
        let (x, y) = corners.coordinates();
        x.abs().max(y.abs())
    });
    groups.fold(Vec4::ZERO, Vec4::max).max_element()
}

/// How far another polygon is beyond each edge, and the most of that. From the origin of one to that of the
/// other it is `between`.
#[inline(always)]
fn separations(one: &Outline, other: &Outline, between: Vec2) -> (Separations, f32) {
    let mut separations = [Vec4::NEG_INFINITY; GROUPS];
    let mut most = Vec4::NEG_INFINITY;
    let turn = if one.clockwise { -1.0 } else { 1.0 };
    for (separation, (corners, next)) in separations.iter_mut().zip(one.groups()) {
        let ((x, y), (next_x, next_y)) = (corners.coordinates(), next.coordinates());
        let (out_x, out_y) = ((next_y - y) * turn, (x - next_x) * turn);
        let (mut least, mut own) = (Vec4::INFINITY, Vec4::NEG_INFINITY);
        for (corners, _) in other.groups() {
            let (x, y) = corners.coordinates();
            for (x, y) in x.to_array().into_iter().zip(y.to_array()) {
                least = least.min(out_x * x + out_y * y);
            }
        }
        // Not the edge's own corner: the direction of a short edge is rounding, beyond which others may lie.
        for (corners, _) in one.groups() {
            let (x, y) = corners.coordinates();
            for (x, y) in x.to_array().into_iter().zip(y.to_array()) {
                own = own.max(out_x * x + out_y * y);
            }
        }
        let square = out_x * out_x + out_y * out_y;
        let length = Vec4::from_array(square.to_array().map(ops::f32::sqrt));
        let beyond = (least + (out_x * between.x + out_y * between.y) - own) / length;
        // An edge without length has no normal.
        *separation = Vec4::select(square.cmpgt(Vec4::ZERO), beyond, Vec4::NEG_INFINITY);
        most = most.max(*separation);
    }
    (separations, most.max_element())
}

/// The separations along the normals of both polygons.
struct Comparison {
    separations: [Separations; 2],
    most: f64,
    /// The rounding of a separation.
    rounding: f64,
}

#[inline(always)]
fn compare(offset: DVec2, [a, b]: &[Outline; 2], far: f64) -> Option<Comparison> {
    let between = (-offset).as_vec2();
    let size = largest(a) + largest(b) + between.x.abs().max(between.y.abs());
    let rounding = f64::from(ROUNDING * size);
    // Along the line of the centres, most of those that are apart are.
    let reach = |outline: &Outline, out: Vec2| {
        let reaches = outline.groups().map(|(corners, _)| corners.dot(out));
        reaches.fold(Vec4::NEG_INFINITY, Vec4::max).max_element()
    };
    let apart = between.dot(between) - reach(a, between) - reach(b, -between);
    if f64::from(apart / between.length()) - rounding > far {
        let nothing = [Vec4::NEG_INFINITY; GROUPS];
        return Some(Comparison { separations: [nothing; 2], most: f64::INFINITY, rounding });
    }
    let (of_a, most) = separations(a, b, between);
    if f64::from(most) - rounding > far {
        let separations = [of_a, [Vec4::NEG_INFINITY; GROUPS]];
        return Some(Comparison { separations, most: f64::from(most), rounding });
    }
    let (of_b, most_of_b) = separations(b, a, -between);
    let most = f64::from(most.max(most_of_b));
    (most.is_finite() && rounding.is_finite()).then_some(Comparison {
        separations: [of_a, of_b],
        most,
        rounding,
    })
}

/// Whether two polygons are within `reach`, if that is clear.
#[inline]
pub(super) fn within(offset: DVec2, pair: &[Outline; 2], reach: f64, touch: f64) -> Option<bool> {
    let Comparison { most, rounding, .. } = compare(offset, pair, reach + NEAR * touch)?;
    if most - rounding > reach + NEAR * touch {
        Some(false)
    } else {
        (most + rounding < -NEAR * touch).then_some(true)
    }
}

/// The deepest points of two polygons that are within `reach`, if that is clear.
#[inline]
pub(super) fn deepest(offset: DVec2, pair: &[Outline; 2], reach: f64, touch: f64) -> Known<DVec2> {
    let Some(found) = compare(offset, pair, reach + NEAR * touch) else { return Known::Nothing };
    let Comparison { separations, most, rounding } = found;
    if most - rounding > reach + NEAR * touch {
        return Known::Apart;
    }
    if !(most + rounding < -NEAR * touch) {
        return Known::Nothing;
    }
    // Those that may be the best, in all their digits.
    let limit = Vec4::splat((most - rounding) as f32);
    let mut best: Option<Edge> = None;
    for side in 0..2 {
        let between = if side == 0 { -offset } else { offset };
        for (group, separations) in separations[side].iter().enumerate() {
            let mut lanes = separations.cmpge(limit).bitmask();
            while lanes != 0 {
                let index = 4 * group + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let edge = Edge::measure(&pair[side], &pair[1 - side], between, index, side == 0);
                if edge.is_some_and(|edge| best.is_none_or(|best| edge.beyond > best.beyond)) {
                    best = edge;
                }
            }
        }
    }
    best.and_then(|edge| edge.cores(touch)).map_or(Known::Nothing, Known::Cores)
}

/// An edge of one polygon, and the corner of the other that is deepest behind it.
#[derive(Clone, Copy)]
struct Edge {
    start: DVec2,
    along: DVec2,
    normal: DVec2,
    /// How far the corner is beyond the edge; below zero.
    beyond: f64,
    /// The corner and those before and after it, relative to the origin of the edge's polygon.
    corners: [DVec2; 3],
    /// From the origin of the edge's polygon to that of the other.
    between: DVec2,
    of_a: bool,
}

impl Edge {
    #[inline]
    fn measure(one: &Outline, other: &Outline, between: DVec2, index: usize, of_a: bool) -> Option<Self> {
        let at = |outline: &Outline, index: usize| {
            let count = outline.len();
            outline.corner(if index >= count { index - count } else { index }).as_dvec2()
        };
        if index >= one.len() {
            return None;
        }
        let (start, end) = (at(one, index), at(one, index + 1));
        let along = end - start;
        let out = if one.clockwise { along.perp() } else { -along.perp() };
        let normal = out * (1.0 / out.length());
        let (mut deepest, mut least) = (0, f64::INFINITY);
        for index in 0..other.len() {
            let product = normal.dot(at(other, index));
            if product < least {
                (deepest, least) = (index, product);
            }
        }
        let own = (0..one.len()).map(|index| normal.dot(at(one, index))).fold(f64::NEG_INFINITY, f64::max);
        let beyond = least + normal.dot(between) - own;
        let last = other.len() - 1;
        let corners = [deepest, deepest + 1, deepest + last].map(|index| at(other, index) + between);
        beyond.is_finite().then_some(Self { start, along, normal, beyond, corners, between, of_a })
    }

    /// The foot of the perpendicular from the corner is on the edge, or the edges are parallel and it is
    /// on both.
    fn cores(&self, touch: f64) -> Option<Cores<DVec2>> {
        let foot = self.corners[0] - self.normal * self.beyond;
        let part = ((foot - self.start).dot(self.along) / self.along.dot(self.along)).clamp(0.0, 1.0);
        let on_edge = self.start + self.along * part;
        let mut on_other = self.corners[0];
        let mut missing = on_edge - foot;
        for &neighbour in &self.corners[1..] {
            let side = neighbour - self.corners[0];
            let level = self.normal.dot(side).abs() <= touch && side.dot(missing) > 0.0;
            if level && missing != DVec2::ZERO {
                let step = side * (side.dot(missing) / side.dot(side)).min(1.0);
                on_other += step;
                missing -= step;
            }
        }
        // What does not prove itself is left to GJK.
        if !(missing.length() <= MISS * touch) {
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
pub(super) fn from_half_edges(u: Vec2, v: Vec2, count: usize, outline: &mut Outline) {
    match count {
        0 => outline.fill(1, &[Lanes2::new([Vec2::ZERO; 4])]),
        1 => outline.fill(2, &[Lanes2::new([-u, u, u, u])]),
        _ => outline.fill(4, &[Lanes2::new([-u - v, u - v, u + v, v - u])]),
    };
    outline.clockwise = count > 1 && u.perp_dot(v) < 0.0;
}
