//! Faces of a mesh that cross each other, which leave no inside to speak of.

use gjk::{DVec3, Vec3};
use robust::orient3d;

use super::SolidMesh;
use super::winding::coord;
use crate::collider::ColliderError;
use crate::collider::bvh::{self, AabbDistance};
use crate::collider::composite::simplex_aabb;
use crate::collider::dim3::Dim3;

/// The limit of pairs that are tested for each face in the mean: a fan of triangles around one vertex has as many as it
/// has triangles.
pub(super) const PAIRS_PER_FACE: u64 = 256;

impl SolidMesh {
    /// Checks that no face is crossed by the edge of another one. Faces that touch, lie on each other or share vertices
    /// do not count, and the search ends after some hundred pairs of neighbors for each face, so that no mesh takes
    /// forever.
    ///
    /// # Errors
    /// Returns the first face that is crossed, and one that crosses it.
    pub(super) fn check_crossings(&self) -> Result<(), ColliderError> {
        let mut left = PAIRS_PER_FACE * self.faces.len() as u64;
        for face in 0..self.faces.len() as u32 {
            let around = AabbDistance::new::<Dim3>(&simplex_aabb(self.corners(face)));
            let mut crossing: Option<u32> = None;
            bvh::search(&self.tree, &around, 0.0, &mut |other, limit| {
                if other <= face {
                    return limit;
                }
                left = left.saturating_sub(1);
                if crossing.is_none_or(|first| other < first) && self.cross(face, other) {
                    crossing = Some(other);
                }
                if left == 0 { bvh::END_SEARCH } else { limit }
            });
            if let Some(other) = crossing {
                return Err(ColliderError::CrossingTriangles([face, other]));
            }
            if left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether an edge of one face goes through the interior of the other.
    fn cross(&self, one: u32, other: u32) -> bool {
        let pierces = |face: u32, other: u32| {
            let (vertices, of_other) = (self.faces[face as usize], self.faces[other as usize]);
            let corners = self.corners(other).map(Vec3::as_dvec3);
            [[0, 1], [1, 2], [2, 0]].into_iter().any(|edge| {
                let ends = edge.map(|index| vertices[index]);
                let is_shared = ends.iter().any(|vertex| of_other.contains(vertex));
                !is_shared
                    && goes_through(ends.map(|vertex| self.vertices[vertex as usize].as_dvec3()), corners)
            })
        };
        pierces(one, other) || pierces(other, one)
    }

    /// Returns whether a point is on one of the faces for which `counts` is true.
    pub(super) fn is_on_other_shell(&self, point: DVec3, counts: impl Fn(u32) -> bool) -> bool {
        let narrow = point.as_vec3();
        let at = AabbDistance::new::<Dim3>(&gjk::Aabb { min: narrow, max: narrow });
        let mut is_on = false;
        bvh::search(&self.tree, &at, 0.0, &mut |face, limit| {
            is_on |= counts(face)
                && gjk::intersects(&gjk::Triangle::new(self.corners(face)), &gjk::Point::new([narrow]));
            if is_on { bvh::END_SEARCH } else { limit }
        });
        is_on
    }
}

/// Returns whether a segment goes through the interior of a triangle.
fn goes_through([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let side = |a, b, c, d| orient3d(coord(a), coord(b), coord(c), coord(d));
    if side(a, b, c, from) * side(a, b, c, to) >= 0.0 {
        return false;
    }
    let sides = [[a, b], [b, c], [c, a]].map(|[one, two]| side(from, to, one, two));
    sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0)
}
