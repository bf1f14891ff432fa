//! A set that is cut into convex parts, which fill it, and its boundary: an area, and its extrusion.

use std::borrow::Cow;

use gjk::Support;

use super::{ImplicitPart, ImplicitParts};
use crate::collider::aabb::padded;
use crate::collider::bvh::{Bvh, PackedBvh};
use crate::collider::solid::{Boundary, Face, Faces};
use crate::collider::{ContentHash, ConvexOf, Dimension};

/// A set that is cut into convex parts.
#[derive(Debug)]
pub(crate) struct CutSet<D: Dimension> {
    pub(crate) parts: Vec<ConvexOf<D>>,
    tree: PackedBvh,
    pub(crate) boundary: Faces<D>,
}

impl<D: Dimension> CutSet<D> {
    /// Creates a set from its parts, and its boundary in their order.
    pub(crate) fn new(parts: Vec<ConvexOf<D>>, boundary: Vec<Face<D>>) -> Self {
        let aabbs: Vec<_> = parts.iter().map(|part| padded(part.aabb())).collect();
        Self { tree: PackedBvh::of::<D>(&aabbs), parts, boundary: Faces::new(boundary) }
    }
}

impl<D: Dimension> ImplicitParts<D> for CutSet<D> {
    fn len(&self) -> u32 {
        self.parts.len() as u32
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, D>> {
        let shape = self.parts.get(index as usize)?;
        Some(ImplicitPart { shape: Cow::Borrowed(shape), placement: None })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }

    fn add_to(&self, hash: &mut ContentHash) {
        self.parts.iter().for_each(|part| hash.add_shown(part));
    }

    fn boundary(&self) -> Option<&dyn Boundary<D>> {
        Some(&self.boundary)
    }

    /// Draws the boundary of an area, and no cut.
    #[cfg(feature = "overlay")]
    fn draw(&self, index: u32, line: &mut dyn FnMut([D::Vector; 2])) -> bool {
        let is_area = <D::Vector as gjk::Vector>::DIMENSION == 2;
        if is_area {
            self.boundary.draw(index, line);
        }
        is_area
    }
}
