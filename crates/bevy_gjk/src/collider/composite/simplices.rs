//! Surfaces of simplices with shared vertices: polylines of segments, and triangle meshes.

use std::borrow::Cow;

use bevy_platform::collections::HashMap;
use gjk::{Aabb, ShapeError, Vector};

use super::{ImplicitPart, ImplicitParts};
use crate::collider::aabb::padded;
use crate::collider::bvh::{Bvh, PackedBvh};
use crate::collider::solid::{Boundary, Face, Faces};
use crate::collider::{
    ColliderError, ColliderShape, CompositeShape, ContentHash, ConvexOf, Dimension, part_count,
};

/// A surface of segments (`N` = 2) or triangles (`N` = 3) given by indices into shared vertices.
#[derive(Debug)]
pub(crate) struct Simplices<D: Dimension, const N: usize> {
    vertices: Vec<D::Vector>,
    faces: Vec<[u32; N]>,
    tree: PackedBvh,
    /// Makes the convex shape of a face from its corners.
    shape: fn([D::Vector; N]) -> ConvexOf<D>,
    /// The boundary of the area that they fill, if they do.
    boundary: Option<Faces<D>>,
}

impl<D: Dimension, const N: usize> Simplices<D, N> {
    /// Checks the faces and makes a composite shape of them.
    pub(crate) fn from_faces(
        vertices: &[D::Vector],
        faces: Vec<[u32; N]>,
        shape: fn([D::Vector; N]) -> ConvexOf<D>,
    ) -> Result<ColliderShape<D>, ColliderError> {
        let surface = Self::new(vertices, faces, shape)?;
        Ok(CompositeShape::implicit(surface))
    }

    /// Checks the faces and makes a surface of them. A face may be degenerate: a segment or a point.
    pub(crate) fn new(
        vertices: &[D::Vector],
        faces: Vec<[u32; N]>,
        shape: fn([D::Vector; N]) -> ConvexOf<D>,
    ) -> Result<Self, ColliderError> {
        check_faces::<D, N>(vertices, &faces)?;
        let corners = |face: &[u32; N]| face.map(|index| vertices[index as usize]);
        let aabbs: Vec<_> = faces.iter().map(|face| simplex_aabb(corners(face))).collect();
        let tree = PackedBvh::of::<D>(&aabbs);
        Ok(Self { vertices: vertices.to_vec(), faces, tree, shape, boundary: None })
    }

    /// Sets the boundary of the area that the faces fill.
    pub(crate) fn with_boundary(self, boundary: Vec<Face<D>>) -> Self {
        Self { boundary: Some(Faces::new(boundary)), ..self }
    }
}

impl<D: Dimension> Simplices<D, 2> {
    /// Makes a polyline: the segments from each vertex to the next, and from the last to the first if it is closed.
    pub(crate) fn from_polyline(
        vertices: &[D::Vector],
        closed: bool,
        shape: fn([D::Vector; 2]) -> ConvexOf<D>,
    ) -> Result<ColliderShape<D>, ColliderError> {
        let count = part_count(vertices.len() as u64)?;
        if count < 2 {
            return Err(ColliderError::TooFewVertices(vertices.len()));
        }
        let last = closed.then_some([count - 1, 0]);
        Self::from_faces(vertices, (1..count).map(|to| [to - 1, to]).chain(last).collect(), shape)
    }
}

/// Checks that there are faces, not too many, and that they have vertices that exist and are finite. Vertices without a
/// face do not count.
pub(crate) fn check_faces<D: Dimension, const N: usize>(
    vertices: &[D::Vector],
    faces: &[[u32; N]],
) -> Result<(), ColliderError> {
    part_count(faces.len() as u64)?;
    let exists = |&vertex: &u32| (vertex as usize) < vertices.len();
    if let Some(index) = faces.iter().position(|face| !face.iter().all(exists)) {
        return Err(ColliderError::NoSuchVertex(index));
    }
    let is_finite = |&&vertex: &&u32| vertices[vertex as usize].is_finite();
    if let Some(&vertex) = faces.iter().flatten().find(|vertex| !is_finite(vertex)) {
        return Err(ShapeError::CornerNotFinite(vertex as usize).into());
    }
    if faces.is_empty() {
        return Err(ColliderError::NoFaces);
    }
    Ok(())
}

/// Returns for each vertex the index of the first one at its place.
pub(crate) fn first_at_place<D: Dimension>(vertices: &[D::Vector]) -> Vec<u32> {
    let mut first = HashMap::new();
    // Both zeros are one number.
    let place = |vertex: D::Vector| D::coordinates(vertex).map(|at| (at + 0.0).to_bits());
    (0..).zip(vertices).map(|(index, &vertex)| *first.entry(place(vertex)).or_insert(index)).collect()
}

/// Computes the AABB of the convex hull of some corners, padded like that of a shape.
pub(crate) fn simplex_aabb<V: Vector<Scalar = f32>, const N: usize>(corners: [V; N]) -> Aabb<V> {
    let first = Aabb { min: corners[0], max: corners[0] };
    padded(corners.into_iter().fold(first, |all, corner| all.union(Aabb { min: corner, max: corner })))
}

impl<D: Dimension, const N: usize> ImplicitParts<D> for Simplices<D, N> {
    fn len(&self) -> u32 {
        self.faces.len() as u32
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, D>> {
        let face = self.faces.get(index as usize)?;
        let shape = (self.shape)(face.map(|vertex| self.vertices[vertex as usize]));
        Some(ImplicitPart { shape: Cow::Owned(shape), placement: None })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }

    fn add_to(&self, hash: &mut ContentHash) {
        hash.add(N as u64);
        self.vertices.iter().for_each(|&vertex| hash.add_vector::<D>(vertex));
        self.faces.iter().flatten().for_each(|&index| hash.add(index.into()));
    }
    fn boundary(&self) -> Option<&dyn Boundary<D>> {
        self.boundary.as_ref().map(|boundary| boundary as &dyn Boundary<D>)
    }
}
