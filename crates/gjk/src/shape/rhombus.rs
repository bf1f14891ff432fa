//! Rhombus: a parallelogram of four equal sides.

use crate::shape::{ShapeError, validate_sizes, visit_farthest};
use crate::support::Support;
use crate::support::hints::{Size, Vertex, VertexRefs};
use glam::Vec2;

/// A rhombus with its diagonals along the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rhombus {
    /// Half the diagonals; none negative.
    pub half_diagonals: Vec2,
}

impl Rhombus {
    /// Makes a rhombus of a horizontal and a vertical diagonal.
    #[inline]
    pub const fn new(horizontal: f32, vertical: f32) -> Self {
        Self { half_diagonals: Vec2::new(horizontal * 0.5, vertical * 0.5) }
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_sizes(self.half_diagonals)
    }

    /// Returns the corners: right, top, left and bottom.
    #[inline]
    pub const fn corners(&self) -> [Vec2; 4] {
        let Vec2 { x, y } = self.half_diagonals;
        [Vec2::new(x, 0.0), Vec2::new(0.0, y), Vec2::new(-x, 0.0), Vec2::new(0.0, -y)]
    }
}

impl Support<Vec2> for Rhombus {
    #[inline]
    fn support(&self, direction: Vec2) -> Vec2 {
        self.core_support(direction).point
    }
    #[inline(always)]
    fn size(&self) -> Size<Vec2> {
        Size {
            half_extents: self.half_diagonals,
            bounding_radius: self.half_diagonals.max_element(),
            inscribed_radius: 0.0,
        }
    }
    #[inline]
    fn core_support(&self, direction: Vec2) -> Vertex<Vec2> {
        let along = (self.half_diagonals * direction).abs();
        let (axis, negative) =
            if along.x > along.y { (0, direction.x < 0.0) } else { (1, direction.y < 0.0) };
        let id = axis + 2 * usize::from(negative);
        Vertex { point: self.corners()[id], id: id as u32 }
    }
    #[inline]
    fn resolve_vertices(&self, refs: &VertexRefs<Vec2>) -> [Vertex<Vec2>; 4] {
        refs.resolve(self, |id| self.corners().get(id as usize).copied())
    }
    fn support_feature(&self, direction: Vec2, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec2>)) {
        visit_farthest(self.corners().into_iter(), direction, tolerance, visit);
    }
}
