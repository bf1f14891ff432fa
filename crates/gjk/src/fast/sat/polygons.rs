//! The separating axis test of two small polygons in 2D (Ericson, *Real-Time Collision Detection*, 5.2.1),
//! four edges at a time.
//!
//! All edge normals are tested in `f32` first. The few that may be the axis of largest separation are then
//! measured again in `f64`. Pairs that nearly touch, and witness points that do not lie opposite each other,
//! are declined.
//!
//! Measured gain: `contact` of overlapping octagons takes 3.9 times as long without it.

use core::ops::RangeInclusive;

use glam::{DVec2, Vec2, Vec4};

use crate::fast::sat::{ClosestFeature, SatResult, TOUCHING_BAND, polygon_distance};
use crate::math::ops;
use crate::math::simd::{Vec2x4, VecX4};
use crate::separation::CoreSeparation;
use crate::support::GROUPS;
use crate::support::hints::SmallPolygon;

/// The rounding of a separation in `f32`, relative to the largest coordinate: that of a few products and
/// sums, and of the vertices themselves.
const COORDINATE_ROUNDING: f32 = 24.0 * f32::EPSILON;
/// The largest distance, in touching distances, by which the witness points may be out of line with the
/// normal; otherwise the test declines.
const MAX_MISALIGNMENT: f64 = 2.0;
/// A mismatch of the witness points, in touching distances, that needs no correction.
const NEGLIGIBLE_MISALIGNMENT: f64 = 0.25;
/// The square of the distance of the centers, relative to the sizes, below which the centers are near. The
/// line of near centers rarely separates polygons, so it is not tested.
const NEAR_CENTERS: f32 = 0.25;
/// The sizes of pairs whose products of two coordinates neither overflow nor underflow in `f32`. Above, an
/// infinite product makes a separation NaN, so that an axis is lost. Below, the squared length of an edge has
/// an absolute error of 1.4e-45, half the smallest number. From a size of 1.3e-17 on, the rounding that is
/// subtracted from a separation covers that error for each edge whose squared length is not zero.
const SIZES: RangeInclusive<f32> = 1e-16..=1e18;

/// The separation along the outward normal of each edge.
type Separations = [Vec4; GROUPS];

/// The separations along the edge normals of one polygon.
struct AxisSeparations {
    separations: Separations,
    /// The largest of them.
    max_separation: f32,
    /// The largest of them after the rounding is subtracted.
    lower_bound: f32,
}

impl AxisSeparations {
    const UNKNOWN: Self = Self {
        separations: [Vec4::NEG_INFINITY; GROUPS],
        max_separation: f32::INFINITY,
        lower_bound: f32::NEG_INFINITY,
    };

    /// Computes the separations of another polygon. `one_to_other` is the offset of its origin.
    #[inline(always)]
    fn new(one: &SmallPolygon, other: &SmallPolygon, one_to_other: Vec2, size: f32) -> Self {
        // Most polygons have at most eight vertices, whose edges fit into the registers.
        if one.len() <= 8 {
            Self::with_groups::<2>(one, other, one_to_other, size)
        } else {
            Self::with_groups::<GROUPS>(one, other, one_to_other, size)
        }
    }

    /// Computes the separations of up to `N` groups of four edges each.
    #[inline(always)]
    fn with_groups<const N: usize>(
        one: &SmallPolygon,
        other: &SmallPolygon,
        one_to_other: Vec2,
        size: f32,
    ) -> Self {
        let sign = if one.clockwise { -1.0 } else { 1.0 };
        let corners = one.corners();
        let mut starts = [(Vec4::ZERO, Vec4::ZERO); N];
        let mut normals = [(Vec4::ZERO, Vec4::ZERO); N];
        for group in 0..N {
            // Unused groups repeat the last one.
            let index = group.min(corners.len() - 1);
            let ((x, y), (next_x, next_y)) = (corners[index].coordinates(), one.next(index));
            starts[group] = (x, y);
            normals[group] = ((next_y - y) * sign, (x - next_x) * sign);
        }
        let mut min_projections = [Vec4::INFINITY; N];
        for corners in other.corners() {
            let (x, y) = corners.coordinates();
            for (x, y) in x.to_array().into_iter().zip(y.to_array()) {
                for group in 0..N {
                    let (normal_x, normal_y) = normals[group];
                    min_projections[group] = min_projections[group].min(normal_x * x + normal_y * y);
                }
            }
        }
        let rounding = COORDINATE_ROUNDING * size;
        let mut side = Self { max_separation: 0.0, ..Self::UNKNOWN };
        let (mut max_separation, mut lower_bound) = (Vec4::NEG_INFINITY, Vec4::NEG_INFINITY);
        for group in 0..N {
            let ((x, y), (normal_x, normal_y)) = (starts[group], normals[group]);
            let length_squared = normal_x * normal_x + normal_y * normal_y;
            let scale = Vec4::ONE / Vec4::from_array(length_squared.to_array().map(ops::f32::sqrt));
            let separation = (min_projections[group]
                + (normal_x * (one_to_other.x - x) + normal_y * (one_to_other.y - y)))
                * scale;
            // The direction of a short edge is rounded, so other vertices may lie beyond it.
            let certain = separation - (size * scale + 1.0) * rounding;
            // An edge without length has no normal.
            let is_edge = length_squared.cmpgt(Vec4::ZERO);
            side.separations[group] = Vec4::select(is_edge, separation, Vec4::NEG_INFINITY);
            max_separation = max_separation.max(side.separations[group]);
            lower_bound = lower_bound.max(Vec4::select(is_edge, certain, Vec4::NEG_INFINITY));
        }
        (side.max_separation, side.lower_bound) = (max_separation.max_element(), lower_bound.max_element());
        side
    }
}

/// The separations along the edge normals of both polygons.
struct Comparison {
    sides: [AxisSeparations; 2],
    max_separation: f64,
    /// A lower bound of the distance.
    lower_bound: f64,
    /// The rounding of a separation.
    rounding: f64,
}

/// Returns the size of a pair: an upper bound of all coordinates relative to either origin.
#[inline(always)]
fn size(a_to_b: Vec2, [a, b]: &[SmallPolygon; 2]) -> f32 {
    a.largest + b.largest + a_to_b.x.abs().max(a_to_b.y.abs())
}

/// Computes the separations of two polygons; stops early once their distance exceeds `early_out`. Declines
/// sizes outside of [`SIZES`].
#[inline(always)]
fn compare(offset: DVec2, pair: &[SmallPolygon; 2], early_out: f64) -> Option<Comparison> {
    let [a, b] = pair;
    let a_to_b = (-offset).as_vec2();
    let (largest, size) = (a.largest + b.largest, size(a_to_b, pair));
    if !SIZES.contains(&size) {
        return None;
    }
    let rounding = f64::from(COORDINATE_ROUNDING * size);
    let apart = |axes_a: AxisSeparations, lower_bound: f64| {
        Some(Comparison {
            sides: [axes_a, AxisSeparations::UNKNOWN],
            max_separation: f64::INFINITY,
            lower_bound,
            rounding,
        })
    };
    // The line of the centers separates most pairs that are apart, unless the centers are near.
    if a_to_b.dot(a_to_b) > NEAR_CENTERS * largest * largest {
        let separation = a_to_b.dot(a_to_b) - a.support_distance(a_to_b) - b.support_distance(-a_to_b);
        let separation = f64::from(separation / a_to_b.length()) - rounding;
        if separation > early_out {
            return apart(AxisSeparations::UNKNOWN, separation);
        }
    }
    let axes_a = AxisSeparations::new(a, b, a_to_b, size);
    if f64::from(axes_a.lower_bound) > early_out {
        let lower_bound = f64::from(axes_a.lower_bound);
        return apart(axes_a, lower_bound);
    }
    let axes_b = AxisSeparations::new(b, a, -a_to_b, size);
    let max_separation = f64::from(axes_a.max_separation.max(axes_b.max_separation));
    let lower_bound = f64::from(axes_a.lower_bound.max(axes_b.lower_bound));
    max_separation.is_finite().then_some(Comparison {
        sides: [axes_a, axes_b],
        max_separation,
        lower_bound,
        rounding,
    })
}

impl Comparison {
    /// Returns the edge of largest separation, with all candidates measured in `f64`.
    #[inline(always)]
    fn best_edge(&self, offset: DVec2, pair: &[SmallPolygon; 2]) -> Option<ReferenceEdge> {
        let limit = Vec4::splat((self.lower_bound - self.rounding) as f32);
        // One bit for each edge. Which group holds a candidate cannot be predicted, so there is a single loop
        // over the bits.
        let mut candidates = 0_u32;
        for (side, AxisSeparations { separations, .. }) in self.sides.iter().enumerate() {
            for (group, separations) in separations.iter().enumerate() {
                candidates |= separations.cmpge(limit).bitmask() << (4 * (GROUPS * side + group));
            }
        }
        let mut best: Option<ReferenceEdge> = None;
        while candidates != 0 {
            let index = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let (side, index) = (index / (4 * GROUPS), index % (4 * GROUPS));
            let to_other = if side == 0 { -offset } else { offset };
            let edge = ReferenceEdge::measure(&pair[side], &pair[1 - side], to_other, index, side == 0);
            if edge.separation.is_finite() && best.is_none_or(|best| edge.separation > best.separation) {
                best = Some(edge);
            }
        }
        best
    }
}

/// Returns whether two polygons are within the core touching distance, or `None` if that is not clear.
#[inline]
pub(super) fn intersect(
    offset: DVec2,
    pair: &[SmallPolygon; 2],
    core_touching_distance: f64,
    touching_distance: f64,
) -> Option<bool> {
    let Comparison { max_separation, lower_bound, rounding, .. } =
        compare(offset, pair, core_touching_distance + TOUCHING_BAND * touching_distance)?;
    if lower_bound > core_touching_distance + TOUCHING_BAND * touching_distance {
        Some(false)
    } else {
        (max_separation + rounding < -TOUCHING_BAND * touching_distance).then_some(true)
    }
}

/// Computes the deepest points of two polygons that are within the core touching distance; of those that do not
/// overlap, the closest points.
#[inline]
pub(super) fn penetration(
    offset: DVec2,
    pair: &[SmallPolygon; 2],
    core_touching_distance: f64,
    touching_distance: f64,
) -> SatResult<DVec2> {
    let Some(found) = compare(offset, pair, core_touching_distance + TOUCHING_BAND * touching_distance)
    else {
        return SatResult::Declined;
    };
    if found.lower_bound > core_touching_distance + TOUCHING_BAND * touching_distance {
        return SatResult::Apart;
    }
    let cores = if found.max_separation + found.rounding < -TOUCHING_BAND * touching_distance {
        found.best_edge(offset, pair).and_then(|edge| edge.cores(pair, touching_distance))
    } else if found.lower_bound > TOUCHING_BAND * touching_distance {
        polygon_distance::distance(offset, pair, -offset, touching_distance)
            .map(|(cores, _)| cores)
            .filter(|cores| is_decided(cores, core_touching_distance, touching_distance))
    } else {
        None
    };
    cores.map_or(SatResult::Declined, SatResult::Found)
}

/// Returns whether a distance clearly differs from the core touching distance. Otherwise all questions use GJK, so
/// that they agree.
#[inline(always)]
fn is_decided(cores: &CoreSeparation<DVec2>, core_touching_distance: f64, touching_distance: f64) -> bool {
    (cores.distance - core_touching_distance).abs() > TOUCHING_BAND * touching_distance
}

/// Computes the closest points of two polygons and the vertices that carry them, if their distance clearly
/// differs from the core touching distance. Polygons that clearly overlap get some negative distance. The search
/// begins along `hint`.
#[inline]
pub(super) fn distance(
    offset: DVec2,
    pair: &[SmallPolygon; 2],
    hint: DVec2,
    core_touching_distance: f64,
    touching_distance: f64,
) -> Option<(CoreSeparation<DVec2>, ClosestFeature)> {
    if !SIZES.contains(&size(-offset.as_vec2(), pair)) {
        return None;
    }
    if let Some(found) = polygon_distance::distance(offset, pair, hint, touching_distance) {
        return is_decided(&found.0, core_touching_distance, touching_distance).then_some(found);
    }
    let zero = DVec2::ZERO;
    let overlap = intersect(offset, pair, 0.0, touching_distance)?;
    let cores = CoreSeparation { on_a: zero, on_b: zero, normal: zero, distance: -1.0 };
    overlap.then_some((cores, ClosestFeature::default()))
}

/// The edge of largest separation (the reference edge), and the vertex of the other polygon that is deepest
/// behind it.
#[derive(Clone, Copy)]
struct ReferenceEdge {
    start: DVec2,
    along: DVec2,
    normal: DVec2,
    /// The signed distance of the vertex from the edge.
    separation: f64,
    /// The index of the vertex.
    incident: usize,
    /// The offset from the origin of the edge's polygon to that of the other.
    to_other: DVec2,
    is_of_a: bool,
}

/// Returns the vertex with an index.
#[inline(always)]
fn vertex(polygon: &SmallPolygon, index: usize) -> DVec2 {
    polygon.corner(index).as_dvec2()
}

impl ReferenceEdge {
    /// Measures the separation along the normal of one edge.
    #[inline(always)]
    fn measure(
        one: &SmallPolygon,
        other: &SmallPolygon,
        to_other: DVec2,
        index: usize,
        is_of_a: bool,
    ) -> Self {
        // The last vertex is repeated to fill its group; the edges of the repetitions are the last edge.
        let index = index.min(one.len() - 1);
        let (start, end) = (vertex(one, index), vertex(one, one.neighbor(index, false)));
        let along = end - start;
        let normal = if one.clockwise { along.perp() } else { -along.perp() };
        let scale = 1.0 / normal.length();
        let direction = normal.as_vec2();
        // Measured from the supporting vertex, not from the edge itself: the direction of a short edge is
        // rounded, so other vertices may lie beyond it.
        let (own, incident) = (vertex(one, one.farthest(direction)), other.farthest(-direction));
        let separation = normal.dot(vertex(other, incident) + to_other - own) * scale;
        Self { start, along, normal: normal * scale, separation, incident, to_other, is_of_a }
    }

    /// Computes the deepest points. The foot of the perpendicular from the vertex lies on the edge; or else
    /// the polygons have parallel edges there, and a point of both is found along these.
    #[inline(always)]
    fn cores(&self, pair: &[SmallPolygon; 2], touching_distance: f64) -> Option<CoreSeparation<DVec2>> {
        let other = &pair[usize::from(self.is_of_a)];
        let on_incident = vertex(other, self.incident) + self.to_other;
        let foot = on_incident - self.normal * self.separation;
        let fraction = ((foot - self.start).dot(self.along) / self.along.dot(self.along)).clamp(0.0, 1.0);
        let on_edge = self.start + self.along * fraction;
        let mut on_other = on_incident;
        let mut mismatch = on_edge - foot;
        if mismatch.dot(mismatch)
            > NEGLIGIBLE_MISALIGNMENT * NEGLIGIBLE_MISALIGNMENT * touching_distance * touching_distance
        {
            for backwards in [false, true] {
                let neighbor = other.neighbor(self.incident, backwards);
                let edge = vertex(other, neighbor) + self.to_other - on_incident;
                let is_parallel =
                    self.normal.dot(edge).abs() <= touching_distance && edge.dot(mismatch) > 0.0;
                if is_parallel {
                    let step = edge * (edge.dot(mismatch) / edge.dot(edge)).min(1.0);
                    on_other += step;
                    mismatch -= step;
                }
            }
        }
        // Leave witness points that are out of line to GJK.
        if !(mismatch.dot(mismatch)
            <= MAX_MISALIGNMENT * MAX_MISALIGNMENT * touching_distance * touching_distance)
        {
            return None;
        }
        let (on_one, on_two) = (on_edge, on_other - self.to_other);
        let (on_a, on_b) = if self.is_of_a { (on_one, on_two) } else { (on_two, on_one) };
        let normal = if self.is_of_a { self.normal } else { -self.normal };
        Some(CoreSeparation { on_a, on_b, normal, distance: self.separation })
    }
}

/// Fills a polygon with the vertices of a point, a segment or a parallelogram, given by its half edges.
#[inline]
pub(super) fn fill_from_half_edges(u: Vec2, v: Vec2, count: usize, polygon: &mut SmallPolygon) {
    let largest = (u.abs() + if count > 1 { v.abs() } else { Vec2::ZERO }).max_element();
    match count {
        0 => polygon.fill(1, &[Vec2x4::new([Vec2::ZERO; 4])], 0.0),
        1 => polygon.fill(2, &[Vec2x4::new([-u, u, u, u])], largest),
        _ => polygon.fill(4, &[Vec2x4::new([-u - v, u - v, u + v, v - u])], largest),
    };
    polygon.clockwise = count > 1 && u.perp_dot(v) < 0.0;
    polygon.is_zonotope = true;
}
