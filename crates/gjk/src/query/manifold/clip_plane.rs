//! The half plane that an edge of a face clips others by.

use glam::DVec2;

use crate::math::ops;
use crate::query::manifold::{FeatureVertex, ON_EDGE};

/// The square of the cosine of the angle below which a corner counts as sharp: 60 degrees.
const SHARP_CORNER: f64 = 0.25;

/// The half plane inside of an edge, in the projection along the normal.
pub(super) struct ClipPlane {
    start: DVec2,
    along: DVec2,
    /// The least value of [`signed_distance`](Self::signed_distance) inside. It is slightly negative, so that a vertex
    /// on the edge is not cut off.
    min_distance: f64,
}

impl ClipPlane {
    /// Creates the half plane of the edge from the vertex with an index to the next one; the vertices are in
    /// counterclockwise order.
    #[inline(always)]
    pub(super) fn new(face: &[FeatureVertex], index: usize, tolerance: f64) -> Self {
        let vertex =
            |index: usize| face[if index < face.len() { index } else { index - face.len() }].projection;
        let (start, end) = (vertex(index), vertex(index + 1));
        let along = end - start;
        let before = start - vertex(index + face.len() - 1);
        let after = vertex(index + 2) - end;
        let sine = sharp_corner_sine(before, along).min(sharp_corner_sine(along, after));
        Self { start, along, min_distance: -ON_EDGE * tolerance * along.length() * sine }
    }

    /// Returns the signed distance of a point, times the length of the edge, which changes no sign and no ratio. It is
    /// positive inside.
    #[inline(always)]
    pub(super) fn signed_distance(&self, point: DVec2) -> f64 {
        self.along.perp_dot(point - self.start)
    }

    /// Returns whether a point with a signed distance counts as inside.
    #[inline(always)]
    pub(super) fn is_inside(&self, signed_distance: f64) -> bool {
        signed_distance >= self.min_distance
    }
}

/// Returns the sine of the angle between two consecutive edges if the corner is sharp, or else one.
///
/// Points beyond a corner, by less than a distance from both of its edges, may be far from the corner if it is sharp.
/// Less by this sine, they are at most twice the distance away, as at a corner of 60 degrees.
#[inline(always)]
fn sharp_corner_sine(before: DVec2, after: DVec2) -> f64 {
    let cosine = -before.dot(after);
    let squares = before.length_squared() * after.length_squared();
    if cosine > 0.0 && cosine * cosine > SHARP_CORNER * squares {
        before.perp_dot(after).max(0.0) / ops::f64::sqrt(squares)
    } else {
        1.0
    }
}
