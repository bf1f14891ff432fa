//! Small polygons as their vertices in order, four to a SIMD vector, for the separating axis test.

use arrayvec::ArrayVec;
use glam::{BVec4A, Vec2, Vec4, Vec4Swizzles};

use crate::math::simd::{Vec2x4, VecX4};

/// The most vertices of a [`SmallPolygon`]: four SIMD vectors, whose edges the separating axis test compares at once.
const MAX_VERTICES: usize = 16;
/// The most groups of four vertices.
pub(crate) const GROUPS: usize = MAX_VERTICES / 4;

/// The vertices of a core that is a 2D polygon of up to 16 vertices, in order, relative to the origin of the core.
///
/// Only the shapes of this crate can fill it. The separating axis test compares four edges of it at a time.
#[derive(Clone, Debug)]
pub struct SmallPolygon {
    /// Groups of four vertices; the last vertex pads the last group. Unused groups are not initialized, which costs
    /// time.
    corners: ArrayVec<Vec2x4, GROUPS>,
    count: usize,
    /// A bound on the magnitudes of all coordinates.
    pub(crate) largest: f32,
    /// Whether the vertices are in clockwise order, as after a reflection.
    pub(crate) clockwise: bool,
    /// Whether the polygon was made of a zonotope, whose vertex ids it then has.
    pub(crate) is_zonotope: bool,
}

impl SmallPolygon {
    /// Returns a polygon without vertices.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { corners: ArrayVec::new(), count: 0, largest: 0.0, clockwise: false, is_zonotope: false }
    }

    /// Stores `count` counter-clockwise vertices, at least one, and returns `true`, or `false` if they are too many.
    /// The last of them pads the last group; `largest` bounds the magnitudes of the coordinates.
    #[inline(always)]
    pub(crate) fn fill(&mut self, count: usize, corners: &[Vec2x4], largest: f32) -> bool {
        if count > MAX_VERTICES {
            return false;
        }
        self.corners.clear();
        for &corners in corners.iter().take(GROUPS) {
            self.corners.push(corners);
        }
        (self.count, self.largest) = (count, largest);
        (self.clockwise, self.is_zonotope) = (false, false);
        true
    }

    /// Replaces each vertex by `M·x`, with `M` given by its columns.
    #[inline(always)]
    pub(crate) fn map(&mut self, column_x: Vec2, column_y: Vec2) {
        for corners in &mut self.corners {
            *corners = corners.combined(column_x, column_y, Vec2::ZERO);
        }
        let longest = column_x.abs() + column_y.abs();
        self.largest *= longest.x.max(longest.y);
        self.clockwise ^= column_x.perp_dot(column_y) < 0.0;
    }

    /// Adds an offset to each vertex.
    #[inline(always)]
    pub(crate) fn translate(&mut self, offset: Vec2) {
        for corners in &mut self.corners {
            *corners = corners.combined(Vec2::X, Vec2::Y, offset);
        }
        self.largest += offset.abs().max_element();
    }

    /// Removes the vertices.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Returns the number of vertices; 0 if the polygon was not filled.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Returns the groups of four vertices.
    #[inline(always)]
    pub(crate) fn corners(&self) -> &[Vec2x4] {
        &self.corners
    }

    /// Returns the coordinates of the successors of the four vertices of a group. The padding follows the last vertex,
    /// and the first vertex follows the padding.
    #[inline(always)]
    pub(crate) fn next(&self, group: usize) -> (Vec4, Vec4) {
        const OWN: BVec4A = BVec4A::new(true, true, true, false);
        let following = if group + 1 < self.corners.len() { group + 1 } else { 0 };
        let ((x, y), (next_x, next_y)) =
            (self.corners[group].coordinates(), self.corners[following].coordinates());
        (Vec4::select(OWN, x.yzwx(), next_x.yzwx()), Vec4::select(OWN, y.yzwx(), next_y.yzwx()))
    }

    /// Returns the vertex with an index.
    #[inline(always)]
    pub(crate) fn corner(&self, index: usize) -> Vec2 {
        self.corners[index / 4].get(index % 4)
    }

    /// Returns the [id](super::Vertex::id) of the vertex with an index.
    #[inline(always)]
    pub(crate) fn vertex_id(&self, index: usize) -> u32 {
        match (self.is_zonotope, self.count) {
            (false, _) => index as u32,
            // The vertices -u-v, u-v, u+v, v-u of a zonotope of the half edges u and v, a bit for each minus.
            (true, 4) => [0b11, 0b10, 0b00, 0b01][index & 3],
            (true, count) => (count - 1 - index) as u32,
        }
    }

    /// Returns the index of the vertex after another or, `backwards`, before it.
    #[inline(always)]
    pub(crate) fn neighbor(&self, index: usize, backwards: bool) -> usize {
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

    /// Returns the largest dot product of a vertex with a direction.
    #[inline(always)]
    pub(crate) fn support_distance(&self, direction: Vec2) -> f32 {
        let products = self.corners.iter().map(|corners| corners.dot(direction));
        products.fold(Vec4::NEG_INFINITY, Vec4::max).max_element()
    }

    /// Returns the index of the vertex that lies farthest along a direction, up to rounding.
    #[inline(always)]
    pub(crate) fn farthest(&self, direction: Vec2) -> usize {
        let most = Vec4::splat(self.support_distance(direction));
        let mut lanes = 0;
        for (group, corners) in self.corners.iter().enumerate() {
            lanes |= corners.dot(direction).cmpge(most).bitmask() << (4 * group);
        }
        (lanes.trailing_zeros() as usize).min(self.count - 1)
    }
}
