//! Small polygons, as their corners in order.

use glam::Vec2;

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
    /// Four side by side; the last fills the last group.
    corners: [Lanes2; GROUPS],
    /// Each corner's next, so that edges are differences without any shifting.
    next: [Lanes2; GROUPS],
    count: usize,
    /// They go around clockwise, as in a mirror.
    pub(crate) clockwise: bool,
}

impl Outline {
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        let nothing = Lanes2::new([Vec2::ZERO; 4]);
        Self { corners: [nothing; GROUPS], next: [nothing; GROUPS], count: 0, clockwise: false }
    }

    /// Takes in counter-clockwise corners, at least one, if they are not too many. The last of them fills the
    /// last group.
    #[inline(always)]
    pub(crate) fn fill(&mut self, count: usize, corners: &[Lanes2]) -> bool {
        if count > MAX_CORNERS {
            return false;
        }
        let groups = corners.len();
        for index in 0..groups {
            self.corners[index % GROUPS] = corners[index];
            let following = if index + 1 < groups { &corners[index + 1] } else { &corners[0] };
            self.next[index % GROUPS] = corners[index].shifted(following);
        }
        // Behind the last corner of all comes the first, not the filling.
        self.next[(groups - 1) % GROUPS].set((count - 1) % 4, corners[0].get(0));
        self.count = count;
        self.clockwise = false;
        true
    }

    /// Replaces each corner.
    #[inline(always)]
    pub(crate) fn map(&mut self, map: impl Fn(Lanes2) -> Lanes2) {
        for group in 0..self.count.div_ceil(4) {
            self.corners[group] = map(self.corners[group]);
            self.next[group] = map(self.next[group]);
        }
    }

    /// How many corners there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Four corners each, and the next of each.
    #[inline(always)]
    pub(crate) fn groups(&self) -> impl Iterator<Item = (&Lanes2, &Lanes2)> {
        self.corners.iter().zip(&self.next).take(self.count.div_ceil(4))
    }

    /// The corner with an index.
    #[inline(always)]
    pub(crate) fn corner(&self, index: usize) -> Vec2 {
        self.corners[index / 4 % GROUPS].get(index % 4)
    }
}
