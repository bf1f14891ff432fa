//! Closed triangle meshes with an inside.
//!
//! The description is checked when the solid is built: [`faces`] joins equal vertices and sees that all edges are
//! closed and all faces turned alike, [`shells`] turns whole bodies outwards, and [`crossings`] looks for faces that
//! cross. Whether a point is inside is decided by its [winding number](winding), exactly.

use std::borrow::Cow;

use fixedbitset::FixedBitSet;
use gjk::{DVec3, Vec3};

mod crossings;
mod faces;
mod repair;
mod shells;
mod winding;

use crate::collider::bvh::{Bvh, PackedBvh};
use crate::collider::composite::{ImplicitPart, ImplicitParts, simplex_aabb};
use crate::collider::dim3::{Collider, ConvexShape};
use crate::collider::solid::{Boundary, Face};
use crate::collider::{ColliderError, ColliderShape, CompositeShape, ContentHash, Dim3};
use repair::{moved_together, turned_alike};

/// Closed meshes.
impl Collider {
    /// Creates a closed mesh with an inside from vertices and the indices of the three vertices of each triangle. See
    /// [`Solid`](Self::Solid).
    ///
    /// ```
    /// use bevy_gjk::dim3::prelude::*;
    /// use bevy_gjk::gjk::Vec3;
    /// use bevy_transform::components::Transform;
    ///
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| corner * 6.0);
    /// let rock = Collider::solid(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]);
    /// let rock = rock.placed(Transform::IDENTITY)?;
    /// let crystal = Collider::sphere(0.25).placed(Transform::from_xyz(1.0, 1.5, 1.25))?;
    /// let contact = rock.pair(&crystal).contact().unwrap();
    /// assert_eq!((contact.normal, contact.depth), (Vec3::NEG_X, 1.25));
    /// # Ok::<_, bevy_gjk::ColliderError>(())
    /// ```
    pub fn solid(
        vertices: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        Self::Solid { vertices: vertices.into_iter().collect(), triangles: triangles.into_iter().collect() }
    }

    /// Creates a closed mesh with an inside, after vertices nearer to each other than a millionth of the size of the
    /// mesh were joined, and triangles were turned so that neighbors agree. Nothing else is repaired: an open edge
    /// stays an error.
    pub fn repaired_solid(
        vertices: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        let vertices = moved_together(vertices.into_iter().collect());
        let triangles = turned_alike(&vertices, triangles.into_iter().collect());
        Self::Solid { vertices, triangles }
    }
}

/// A closed surface of triangles, and what it encloses.
#[derive(Debug)]
pub(super) struct SolidMesh {
    vertices: Vec<Vec3>,
    /// The faces, counterclockwise as seen from outside.
    faces: Vec<[u32; 3]>,
    tree: PackedBvh,
    /// The faces with the inside on both sides: those of a shell, which is a connected piece of the surface, that lies
    /// within another one and is turned the same way.
    not_boundary: FixedBitSet,
}

impl SolidMesh {
    /// Checks a mesh and makes a composite shape of it, whose parts are the triangles in their order.
    ///
    /// # Errors
    /// Returns what is wrong with the mesh, and where.
    pub(super) fn build(
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
    ) -> Result<ColliderShape<Dim3>, ColliderError> {
        let faces = faces::checked(vertices, triangles)?;
        let aabbs: Vec<_> =
            faces.iter().map(|face| simplex_aabb(face.map(|at| vertices[at as usize]))).collect();
        let tree = PackedBvh::of::<Dim3>(&aabbs);
        let mut mesh = Self { vertices: vertices.to_vec(), faces, tree, not_boundary: FixedBitSet::new() };
        mesh.check_crossings()?;
        mesh.turn_outwards()?;
        Ok(CompositeShape::implicit(mesh))
    }

    /// Returns the corners of a face.
    fn corners(&self, face: u32) -> [Vec3; 3] {
        self.faces[face as usize].map(|vertex| self.vertices[vertex as usize])
    }
}

impl Boundary<Dim3> for SolidMesh {
    fn face_count(&self) -> u32 {
        self.faces.len() as u32
    }

    fn face(&self, index: u32) -> Option<Face<Dim3>> {
        let is_boundary = !self.not_boundary.contains(index as usize);
        is_boundary.then(|| Face { corners: self.corners(index), part: index })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }

    fn has_only_face_parts(&self) -> bool {
        true
    }

    fn contains(&self, point: DVec3) -> bool {
        let mut winding = 0;
        self.each_crossing(point, |_, sign| winding += sign);
        winding != 0
    }
}

impl ImplicitParts<Dim3> for SolidMesh {
    fn len(&self) -> u32 {
        self.faces.len() as u32
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, Dim3>> {
        let triangle = || ConvexShape::Triangle(gjk::Triangle::new(self.corners(index)));
        (index < self.len()).then(|| ImplicitPart { shape: Cow::Owned(triangle()), placement: None })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }

    fn add_to(&self, hash: &mut ContentHash) {
        // Not the number of corners of a surface, so that it differs from the same triangles without an inside.
        hash.add(u64::MAX);
        self.faces
            .iter()
            .flatten()
            .for_each(|&vertex| hash.add_vector::<Dim3>(self.vertices[vertex as usize]));
    }

    fn boundary(&self) -> Option<&dyn Boundary<Dim3>> {
        Some(self)
    }
}
