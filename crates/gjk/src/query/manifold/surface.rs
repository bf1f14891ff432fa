//! A feature's face as a height over the frame.

use glam::DVec2;

use crate::query::manifold::Corner;

/// A face bent by less than this part of the slop is flat.
const FLAT: f64 = 1e-4;

/// The height of an outline of three corners or more.
pub(super) struct Surface<'c> {
    corners: &'c [Corner],
    /// By how much the height grows along the frame, if the face is flat.
    gradient: Option<DVec2>,
}

impl<'c> Surface<'c> {
    #[inline]
    pub(super) fn new(corners: &'c [Corner], slop: f64) -> Self {
        // Newell's normal: the sum of those of the triangles around the first corner.
        let first = corners[0];
        let (mut across, mut area) = (DVec2::ZERO, 0.0);
        for pair in corners[1..].windows(2) {
            let (b, c) = (pair[0].at - first.at, pair[1].at - first.at);
            across += c * (pair[0].height - first.height) - b * (pair[1].height - first.height);
            area += b.perp_dot(c);
        }
        let gradient = -across.perp() * (1.0 / area);
        let flat = |corner: &Corner| {
            let bend = corner.height - first.height - gradient.dot(corner.at - first.at);
            bend.abs() <= FLAT * slop
        };
        // Not for a sliver, which may be steep: beyond its rim, the height would be far off.
        let flat = gradient.length_squared() <= 1.0 && corners[1..].iter().all(flat);
        Self { corners, gradient: flat.then_some(gradient) }
    }

    /// The height at a place on the face, or less than the slop beyond its rim.
    #[inline(always)]
    pub(super) fn height(&self, at: DVec2) -> f64 {
        match self.gradient {
            Some(gradient) => self.corners[0].height + gradient.dot(at - self.corners[0].at),
            None => self.height_of_bent(at),
        }
    }

    /// Of the triangles around the first corner, in the one that holds the place or comes nearest to it.
    #[inline(never)]
    fn height_of_bent(&self, at: DVec2) -> f64 {
        let first = self.corners[0];
        let (mut best, mut least) = (first.height, f64::NEG_INFINITY);
        let to_place = at - first.at;
        for pair in self.corners[1..].windows(2) {
            let (b, c) = (pair[0].at - first.at, pair[1].at - first.at);
            let area = b.perp_dot(c);
            let (to_b, to_c) = (to_place.perp_dot(c) / area, b.perp_dot(to_place) / area);
            let to_first = 1.0 - to_b - to_c;
            let inside = to_b.min(to_c).min(to_first);
            if inside > least {
                least = inside;
                let weights = [to_first, to_b, to_c].map(|weight| weight.max(0.0));
                let heights =
                    first.height * weights[0] + pair[0].height * weights[1] + pair[1].height * weights[2];
                best = heights / (weights[0] + weights[1] + weights[2]);
            }
        }
        best
    }
}
