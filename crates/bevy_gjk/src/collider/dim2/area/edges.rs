//! The boundary of an area, in a BVH.

#[cfg(feature = "overlay")]
use gjk::Vec2;

use super::BoundaryEdge;
use crate::collider::bvh::{Bvh, PackedBvh, corners_of};
use crate::collider::composite::simplex_aabb;
use crate::collider::dim2::Dim2;
use crate::collider::solid::{Boundary, Face};

/// The edges between the inside and the outside of an area.
#[derive(Debug)]
pub(super) struct Edges {
    /// In the order of their parts.
    pub(super) edges: Vec<BoundaryEdge>,
    tree: PackedBvh,
}

impl Edges {
    pub(super) fn new(edges: Vec<BoundaryEdge>) -> Self {
        let bounds = |index: u32| corners_of::<Dim2>(&simplex_aabb(edges[index as usize].points));
        let tree = PackedBvh::new(edges.len() as u32, bounds);
        Self { edges, tree }
    }

    /// Calls `line` with each edge of a part.
    #[cfg(feature = "overlay")]
    pub(super) fn draw(&self, part: u32, line: &mut dyn FnMut([Vec2; 2])) {
        let first = self.edges.partition_point(|edge| edge.part < part);
        let own = self.edges[first..].iter().take_while(|edge| edge.part == part);
        own.for_each(|edge| line(edge.points));
    }
}

impl Boundary<Dim2> for Edges {
    fn face_count(&self) -> u32 {
        self.edges.len() as u32
    }

    fn face(&self, index: u32) -> Option<Face<Dim2>> {
        let BoundaryEdge { points: [from, to], part } = *self.edges.get(index as usize)?;
        Some(Face { corners: [from, to, to], part })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }
}
