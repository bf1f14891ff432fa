//! Small polygons, as their corners in order.

use arrayvec::ArrayVec;
use glam::{BVec4A, Vec2, Vec4, Vec4Swizzles};

use crate::math::simd::{Vec2x4, VecX4};

/// The most corners that an [`SmallPolygon`] has.
const MAX_CORNERS: usize = 16;
pub(crate) const GROUPS: usize = MAX_CORNERS / 4;

/// The corners of a core that is a small polygon of the plane, in their order around it, relative to the
/// origin of the shape.
///
/// Filled by the crate's own polygons; two of them are compared all edges at once.
#[derive(Clone, Debug)]
pub struct SmallPolygon {
    /// Four side by side; the last fills the last group. What is not used is not even initialised.
    corners: ArrayVec<Vec2x4, GROUPS>,
    count: usize,
    /// No coordinate is larger.
    pub(crate) largest: f32,
    /// They go around clockwise, as in a mirror.
    pub(crate) clockwise: bool,
    /// They are those of a sum of segments, and have its names.
    pub(crate) of_half_edges: bool,
}

impl SmallPolygon {
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { corners: ArrayVec::new(), count: 0, largest: 0.0, clockwise: false, of_half_edges: false }
    }

    /// Takes in counter-clockwise corners, at least one, if they are not too many. The last of them fills the
    /// last group; no coordinate is larger than `largest`.
    #[inline(always)]
    pub(crate) fn fill(&mut self, count: usize, corners: &[Vec2x4], largest: f32) -> bool {
        if count > MAX_CORNERS {
            return false;
        }
        self.corners.clear();
        for &corners in corners.iter().take(GROUPS) {
            self.corners.push(corners);
        }
        (self.count, self.largest) = (count, largest);
        (self.clockwise, self.of_half_edges) = (false, false);
        true
    }

    /// Replaces each corner by `M·x + rest`, `M` by its columns.
    #[inline(always)]
    pub(crate) fn map(&mut self, column_x: Vec2, column_y: Vec2, rest: Vec2) {
        for corners in &mut self.corners {
            *corners = corners.combined(column_x, column_y, rest);
        }
        let longest = column_x.abs() + column_y.abs();
        self.largest = self.largest * longest.x.max(longest.y) + rest.abs().max_element();
        self.clockwise ^= column_x.perp_dot(column_y) < 0.0;
    }

    /// How many corners there are; none if it was not filled.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Four corners each.
    #[inline(always)]
    pub(crate) fn corners(&self) -> &[Vec2x4] {
        &self.corners
    }

    /// What follows each of the four corners of a group. Behind the last corner of all comes the filling, and
    /// behind that the first.
    #[inline(always)]
    pub(crate) fn next(&self, group: usize) -> (Vec4, Vec4) {
        const OWN: BVec4A = BVec4A::new(true, true, true, false);
        let following = if group + 1 < self.corners.len() { group + 1 } else { 0 };
        let ((x, y), (next_x, next_y)) =
            (self.corners[group].coordinates(), self.corners[following].coordinates());
        (Vec4::select(OWN, x.yzwx(), next_x.yzwx()), Vec4::select(OWN, y.yzwx(), next_y.yzwx()))
    }

    /// The corner with an index.
    #[inline(always)]
    pub(crate) fn corner(&self, index: usize) -> Vec2 {
        self.corners[index / 4].get(index % 4)
    }

    /// The [name](super::Vertex::id) of the corner with an index.
    #[inline(always)]
    pub(crate) fn name(&self, index: usize) -> u32 {
        match (self.of_half_edges, self.count) {
            (false, _) => index as u32,
            // Against all half edges, then along the first, and so on around.
            (true, 4) => [0b11, 0b10, 0b00, 0b01][index & 3],
            (true, count) => (count - 1 - index) as u32,
        }
    }

    /// The index of the corner after another or, `backwards`, before it.
    #[inline(always)]
    pub(crate) fn beside(&self, index: usize, backwards: bool) -> usize {
        let last = self.count - 1;
        match backwards {
            false => {
                if index == last {
                    0
                } else {
                    index + 1
                }
            }
            true => {
                if index == 0 {
                    last
                } else {
                    index - 1
                }
            }
        }
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
