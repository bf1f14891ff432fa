//! The line or plane across a normal, in whose coordinates features are compared.

use glam::DVec2;

use crate::query::manifold::Clip;

/// Right-handed axes, the normal one of them.
#[derive(Clone, Copy, Debug)]
pub struct ContactFrame<W> {
    pub(super) normal: W,
    /// In the plane, where a frame is a line, the second is zero.
    across: [W; 2],
}

impl<W: Clip> ContactFrame<W> {
    #[inline]
    pub(super) fn new(normal: W) -> Self {
        Self { normal, across: W::axes(normal) }
    }

    /// Where a point is seen along the normal.
    #[inline(always)]
    pub(super) fn place(&self, point: W) -> DVec2 {
        DVec2::new(self.across[0].dot(point), self.across[1].dot(point))
    }

    /// The point that is seen at a place, at a height along the normal.
    #[inline(always)]
    pub(super) fn point(&self, at: DVec2, height: f64) -> W {
        self.across[0] * at.x + self.across[1] * at.y + self.normal * height
    }
}
