//! The contact frame: coordinates in the plane (2D: on the line) perpendicular to the normal, and along it.

use glam::DVec2;

use crate::query::manifold::Clip;

/// Right-handed axes, with the normal as one of them.
#[derive(Clone, Copy, Debug)]
pub struct ContactFrame<W> {
    pub(super) normal: W,
    /// In 2D, the second is zero.
    tangents: [W; 2],
}

impl<W: Clip> ContactFrame<W> {
    /// Creates the frame of a unit normal.
    #[inline]
    pub(super) fn new(normal: W) -> Self {
        Self { normal, tangents: W::tangents(normal) }
    }

    /// Projects a point along the normal.
    #[inline(always)]
    pub(super) fn project(&self, point: W) -> DVec2 {
        DVec2::new(self.tangents[0].dot(point), self.tangents[1].dot(point))
    }

    /// Returns the point with a projection and a coordinate along the normal.
    #[inline(always)]
    pub(super) fn unproject(&self, projection: DVec2, along_normal: f64) -> W {
        self.tangents[0] * projection.x + self.tangents[1] * projection.y + self.normal * along_normal
    }
}
