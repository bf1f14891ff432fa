//! A list of faces with a BVH over them: the boundary of a solid that its parts fill.

use super::{Boundary, Face};
use crate::collider::Dimension;
use crate::collider::bvh::{Bvh, PackedBvh, corners_of};
use crate::collider::composite::simplex_aabb;

/// The faces between the inside and the outside of a solid, in the order of their parts.
#[derive(Debug)]
pub(crate) struct Faces<D: Dimension> {
    pub(crate) list: Vec<Face<D>>,
    tree: PackedBvh,
}

impl<D: Dimension> Faces<D> {
    pub(crate) fn new(list: Vec<Face<D>>) -> Self {
        let bounds = |index: u32| corners_of::<D>(&simplex_aabb(list[index as usize].corners));
        Self { tree: PackedBvh::new(list.len() as u32, bounds), list }
    }

    /// Calls `line` with each face of a part of an area, which is a segment.
    #[cfg(feature = "overlay")]
    pub(crate) fn draw(&self, part: u32, line: &mut dyn FnMut([D::Vector; 2])) {
        let first = self.list.partition_point(|face| face.part < part);
        let own = self.list[first..].iter().take_while(|face| face.part == part);
        own.for_each(|face| line([face.corners[0], face.corners[1]]));
    }
}

impl<D: Dimension> Boundary<D> for Faces<D> {
    fn face_count(&self) -> u32 {
        self.list.len() as u32
    }

    fn face(&self, index: u32) -> Option<Face<D>> {
        self.list.get(index as usize).copied()
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }
}
