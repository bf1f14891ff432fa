//! Segments or triangles between shared corners.

use core::ops::ControlFlow;

use gjk::{Aabb, ShapeError, Vector};

use crate::aabb::padded;
use crate::collider::Dimension;
use crate::collider::composite::AabbTree;
use crate::collider::{Bvh, BvhVisitor, CompositeShape, Surface};
use crate::collider::{ColliderShape, ConvexOf};
use crate::error::ColliderError;

/// Faces with `N` corners each, which are among the vertices.
#[derive(Debug)]
pub(crate) struct Simplices<D: Dimension, const N: usize> {
    vertices: Vec<D::Vector>,
    faces: Vec<[u32; N]>,
    tree: AabbTree<D::Vector>,
    /// Makes a shape of the corners of a face.
    shape: fn([D::Vector; N]) -> ConvexOf<D>,
}

impl<D: Dimension, const N: usize> Simplices<D, N> {
    /// Checks the faces and makes them a form. A face may be flat, or a point.
    pub(crate) fn form(
        vertices: &[D::Vector],
        faces: Vec<[u32; N]>,
        shape: fn([D::Vector; N]) -> ConvexOf<D>,
    ) -> Result<ColliderShape<D>, ColliderError> {
        if let Some(index) = vertices.iter().position(|vertex| !vertex.is_finite()) {
            return Err(ShapeError::CornerNotFinite(index).into());
        }
        let exists = |&vertex: &u32| (vertex as usize) < vertices.len();
        if let Some(index) = faces.iter().position(|face| !face.iter().all(exists)) {
            return Err(ColliderError::NoSuchVertex(index));
        }
        if faces.is_empty() {
            return Err(ColliderError::NoFaces);
        }
        let corners = |face: &[u32; N]| face.map(|index| vertices[index as usize]);
        let boxes: Vec<_> = faces.iter().map(|face| around(corners(face))).collect();
        let tree = AabbTree::new(&boxes);
        let vertices = vertices.to_vec();
        Ok(ColliderShape::Composite(CompositeShape::surface(Self { vertices, faces, tree, shape }).into()))
    }
}

impl<D: Dimension> Simplices<D, 2> {
    /// The segments from each vertex to the next, and from the last to the first if it is closed.
    pub(crate) fn chain(
        vertices: &[D::Vector],
        closed: bool,
        shape: fn([D::Vector; 2]) -> ConvexOf<D>,
    ) -> Result<ColliderShape<D>, ColliderError> {
        let count = vertices.len() as u32;
        if count < 2 {
            return Err(ColliderError::TooFewVertices(vertices.len()));
        }
        let last = closed.then_some([count - 1, 0]);
        Self::form(vertices, (1..count).map(|to| [to - 1, to]).chain(last).collect(), shape)
    }
}

/// The box around some corners, as large as that of the shape between them.
pub(crate) fn around<V: Vector<Scalar = f32>, const N: usize>(corners: [V; N]) -> Aabb<V> {
    let first = Aabb { min: corners[0], max: corners[0] };
    padded(corners.into_iter().fold(first, |all, corner| all.union(Aabb { min: corner, max: corner })))
}

impl<D: Dimension, const N: usize> Surface<D> for Simplices<D, N> {
    fn len(&self) -> u32 {
        self.faces.len() as u32
    }

    fn face(&self, index: u32) -> ConvexOf<D> {
        (self.shape)(self.faces[index as usize].map(|vertex| self.vertices[vertex as usize]))
    }

    fn walk(&self, walker: &mut dyn BvhVisitor<D::Vector>) -> ControlFlow<()> {
        self.tree.walk(walker)
    }

    fn level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<D::Vector>)) {
        self.tree.level(depth, visit);
    }
}
