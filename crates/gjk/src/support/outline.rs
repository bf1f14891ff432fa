//! Small polygons, as their corners in order.

use arrayvec::ArrayVec;
use glam::{Vec2, Vec4};

use crate::lanes::{Lanes, Lanes2};

/// The most corners that an [`Outline`] has.
const MAX_CORNERS: usize = 16;
pub(crate) const GROUPS: usize = MAX_CORNERS / 4;

/// The corners of a core that is a small polygon of the plane, in their order around it, relative to the
/// origin of the shape.
///
/// Filled by the crate's own polygons; two of them are compared all edges at once.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Four side by side; the last fills the last group. What is not used is not even initialised.
    corners: ArrayVec<Lanes2, GROUPS>,
    /// Each corner's next, so that edges are differences without any shifting.
    next: ArrayVec<Lanes2, GROUPS>,
    count: usize,
    /// They go around clockwise, as in a mirror.
    pub(crate) clockwise: bool,
}

impl Outline {
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { corners: ArrayVec::new(), next: ArrayVec::new(), count: 0, clockwise: false }
    }

    /// Takes in counter-clockwise corners, at least one, if they are not too many. The last of them fills the
    /// last group.
    #[inline(always)]
    pub(crate) fn fill(&mut self, count: usize, corners: &[Lanes2]) -> bool {
        if count > MAX_CORNERS || corners.len() > GROUPS {
            return false;
        }
        let groups = corners.len();
        self.corners.clear();
        self.next.clear();
        for index in 0..groups {
            let following = if index + 1 < groups { &corners[index + 1] } else { &corners[0] };
            self.corners.push(corners[index]);
            self.next.push(corners[index].shifted(following));
        }
        // Behind the last corner of all comes the first, not the filling.
        self.next[groups - 1].set((count - 1) % 4, corners[0].get(0));
        self.count = count;
        self.clockwise = false;
        true
    }

    /// Replaces each corner.
    #[inline(always)]
    pub(crate) fn map(&mut self, map: impl Fn(Lanes2) -> Lanes2) {
        for corners in self.corners.iter_mut().chain(&mut self.next) {
            *corners = map(*corners);
        }
    }

    /// How many corners there are; none if it was not filled.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Four corners each.
    #[inline(always)]
    pub(crate) fn corners(&self) -> &[Lanes2] {
        &self.corners
    }

    /// The next of each.
    #[inline(always)]
    pub(crate) fn next(&self) -> &[Lanes2] {
        &self.next
    }

    /// The corner with an index.
    #[inline(always)]
    pub(crate) fn corner(&self, index: usize) -> Vec2 {
        self.corners[index / 4].get(index % 4)
    }

    /// The index of the corner before another.
    #[inline(always)]
    pub(crate) fn before(&self, index: usize) -> usize {
        if index == 0 { self.count - 1 } else { index - 1 }
    }

    /// The index of the corner after another.
    #[inline(always)]
    pub(crate) fn after(&self, index: usize) -> usize {
        if index + 1 == self.count { 0 } else { index + 1 }
    }

    /// How far it reaches along a direction.
    #[inline(always)]
    pub(crate) fn reach(&self, direction: Vec2) -> f32 {
        let reaches = self.corners.iter().map(|corners| corners.dot(direction));
        reaches.fold(Vec4::NEG_INFINITY, Vec4::max).max_element()
    }

    /// The index of the corner that is farthest along a direction, up to rounding.
    #[inline(always)]
    pub(crate) fn farthest(&self, direction: Vec2) -> usize {
        let most = Vec4::splat(self.reach(direction));
        let mut lanes = 0;
        for (group, corners) in self.corners.iter().enumerate() {
            lanes |= corners.dot(direction).cmpge(most).bitmask() << (4 * group);
        }
        (lanes.trailing_zeros() as usize).min(self.count - 1)
    }
}
