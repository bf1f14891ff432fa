//! The corners of a polygon that are straight up to the rounding of coordinates, which it does without.
//!
//! A corner on a straight side, rounded to `f32`, turns inward as often as outward. Its two edges have normals that
//! differ from that of the side, and near another corner of the polygon by any angle. So the corners that rounding
//! explains are left out, as in the simplification of polylines by Imai and Iri (*Polygonal approximations of a curve*,
//! 1988): an edge may pass over corners that lie within a tolerance of it.

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::math::ops;
use crate::shape::half_extents;

/// The distance of a straight corner from the line of its neighbors, as a part of the sum of the largest coordinate and
/// the largest half extent of the polygon.
///
/// Three coordinates that are rounded once make up √2 `f32::EPSILON` of the largest coordinate. The rest is for corners
/// that were computed, such as those of a rectangle that was turned in `f32`.
const STRAIGHT_CORNER: f64 = 4.0 * f32::EPSILON as f64;

/// Returns the distance from the line of its neighbors up to which a corner is straight.
pub(super) fn straightness_tolerance(corners: &[Vec2]) -> f64 {
    let largest = corners.iter().fold(0.0_f32, |most, corner| most.max(corner.abs().max_element()));
    STRAIGHT_CORNER * (f64::from(largest) + f64::from(half_extents(corners).max_element()))
}

/// Returns the indices of the corners of a polygon that are not straight, in order; all of them if the polygon is a
/// point up to rounding.
pub(super) fn angular_corners(corners: &[Vec2], tolerance: f64) -> SmallVec<[usize; 8]> {
    let all: SmallVec<[usize; 8]> = (0..corners.len()).collect();
    let mut kept = without_straight(corners, &all, tolerance);
    // The corner that the walk began with was kept, straight or not. The one in the middle is not straight.
    let middle = kept.len() / 2;
    kept.rotate_left(middle);
    let mut kept = without_straight(corners, &kept, tolerance);
    if kept.len() < 2 {
        return all;
    }
    let first = (0..kept.len()).min_by_key(|&index| kept[index]).unwrap_or(0);
    kept.rotate_left(first);
    kept
}

/// Walks around a polygon once and leaves out straight corners, except for the first corner.
fn without_straight(corners: &[Vec2], indices: &[usize], tolerance: f64) -> SmallVec<[usize; 8]> {
    let corner = |index: usize| DVec2::from(corners[index]);
    let mut kept = SmallVec::new();
    let Some(&first) = indices.first() else { return kept };
    kept.push(first);
    let mut edge = Edge::new(corner(first), tolerance);
    for (position, &index) in indices.iter().enumerate().skip(1) {
        let next = indices.get(position + 1).copied().unwrap_or(first);
        edge.pass_over(corner(index));
        if !edge.can_end_at(corner(next)) {
            kept.push(index);
            edge = Edge::new(corner(index), tolerance);
        }
    }
    kept
}

/// An edge that begins at a corner and passes over others.
struct Edge {
    start: DVec2,
    tolerance: f64,
    /// The directions between which the edge is within the tolerance of all corners that it passes over: clockwise and
    /// counter-clockwise of it. `None` if all of them are that near to the start.
    sides: Option<[DVec2; 2]>,
    /// The largest distance of these corners from the start.
    reach: f64,
}

impl Edge {
    fn new(start: DVec2, tolerance: f64) -> Self {
        Self { start, tolerance, sides: None, reach: 0.0 }
    }

    /// Adds a corner to those that the edge passes over.
    fn pass_over(&mut self, corner: DVec2) {
        let offset = corner - self.start;
        let distance = ops::f64::sqrt(offset.dot(offset));
        self.reach = self.reach.max(distance);
        let sine = self.tolerance / distance;
        if !(sine < 1.0) {
            return;
        }
        let turn = DVec2::new(ops::f64::sqrt(1.0 - sine * sine), sine);
        let [mut right, mut left] = [DVec2::new(turn.x, -turn.y), turn].map(|turn| turn.rotate(offset));
        if let Some([last_right, last_left]) = self.sides {
            right = if right.perp_dot(last_right) > 0.0 { last_right } else { right };
            left = if left.perp_dot(last_left) < 0.0 { last_left } else { left };
        }
        self.sides = Some([right, left]);
    }

    /// Returns whether an edge to this corner is within the tolerance of all corners that it passes over.
    fn can_end_at(&self, corner: DVec2) -> bool {
        let offset = corner - self.start;
        let is_within =
            |[right, left]: [DVec2; 2]| right.perp_dot(offset) >= 0.0 && left.perp_dot(offset) <= 0.0;
        ops::f64::sqrt(offset.dot(offset)) + self.tolerance >= self.reach && self.sides.is_none_or(is_within)
    }
}
