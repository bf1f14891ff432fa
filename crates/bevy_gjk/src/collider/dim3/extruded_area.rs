//! Areas that are extruded along z: the extruded parts of an area, and the surface of them all.

use std::borrow::Cow;

use gjk::{Affine2, Support, Vec2};

use crate::collider::aabb::padded;
use crate::collider::bvh::{Bvh, PackedBvh, corners_of};
use crate::collider::composite::{ImplicitPart, ImplicitParts};
use crate::collider::dim3::ConvexShape;
use crate::collider::dim3::extruded::extruded_part;
use crate::collider::solid::{Boundary, Face, Faces};
use crate::collider::{ColliderError, CompositeShape, ContentHash, Dim2, Dim3, dim2};

/// An extruded area.
#[derive(Debug)]
pub(super) struct ExtrudedArea {
    parts: Vec<ConvexShape>,
    tree: PackedBvh,
    surface: Faces<Dim3>,
}

impl ExtrudedArea {
    /// Extrudes an area with a boundary by `half_depth` to either side.
    pub(super) fn new(
        area: &CompositeShape<Dim2>,
        boundary: &dyn Boundary<Dim2>,
        half_depth: f32,
    ) -> Result<Self, ColliderError> {
        let part = |index| area.with_part(index, &Affine2::IDENTITY, |part| (*part.shape()).clone());
        let bases: Vec<_> = (0..area.len()).filter_map(part).collect();
        let edges = (0..boundary.face_count()).filter_map(|index| boundary.face(index));
        let caps = (0..).zip(&bases).map(|(part, base)| (part, corners(base)));
        let surface = Faces::new(surface(edges, caps, half_depth));
        let parts: Result<Vec<_>, _> =
            bases.into_iter().map(|base| extruded_part(base, half_depth)).collect();
        let parts = parts?;
        let bounds = |index: u32| corners_of::<Dim3>(&padded(parts[index as usize].aabb()));
        Ok(Self { tree: PackedBvh::new(parts.len() as u32, bounds), parts, surface })
    }
}

/// Returns the corners of a convex part of an area, counterclockwise.
fn corners(base: &dim2::ConvexShape) -> Vec<Vec2> {
    match base {
        dim2::ConvexShape::Polygon(polygon) => polygon.corners().collect(),
        dim2::ConvexShape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners;
            if (b - a).perp_dot(c - a) < 0.0 { vec![a, c, b] } else { vec![a, b, c] }
        }
        // What is left is so flat that it has no cap.
        _ => Vec::new(),
    }
}

/// Returns the surface of an area that is extruded by `half_depth` to either side: two triangles for each edge of its boundary, then both
/// caps of each part as fans.
fn surface(
    edges: impl Iterator<Item = Face<Dim2>>,
    caps: impl Iterator<Item = (u32, Vec<Vec2>)>,
    half_depth: f32,
) -> Vec<Face<Dim3>> {
    let mut faces = Vec::new();
    for Face { corners: [from, to, _], part } in edges {
        let [[back_from, from], [back_to, to]] =
            [from, to].map(|point| [-half_depth, half_depth].map(|z| point.extend(z)));
        faces.extend([[back_from, back_to, to], [back_from, to, from]].map(|corners| Face { corners, part }));
    }
    for (part, corners) in caps {
        let fan = corners.windows(2).skip(1).map(|side| [corners[0], side[0], side[1]]);
        faces.extend(fan.flat_map(|[one, two, three]| {
            let front = [one, two, three].map(|corner| corner.extend(half_depth));
            let back = [one, three, two].map(|corner| corner.extend(-half_depth));
            [front, back].map(|corners| Face { corners, part })
        }));
    }
    faces
}

impl ImplicitParts<Dim3> for ExtrudedArea {
    fn len(&self) -> u32 {
        self.parts.len() as u32
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, Dim3>> {
        let shape = self.parts.get(index as usize)?;
        Some(ImplicitPart { shape: Cow::Borrowed(shape), placement: None })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }

    fn add_to(&self, hash: &mut ContentHash) {
        let corners = self.surface.list.iter().flat_map(|face| face.corners);
        corners.for_each(|corner| hash.add_vector::<Dim3>(corner));
    }

    fn boundary(&self) -> Option<&dyn Boundary<Dim3>> {
        Some(&self.surface)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::{ColliderShape, Shape};

    /// The flux of the position through the surface is three times the volume, if it is closed and faces outwards.
    #[test]
    fn the_surface_of_a_frame_encloses_its_volume() {
        let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(Vec2::from);
        let vertices = square(2.0).into_iter().chain(square(1.0));
        // Both orientations.
        let triangles = (0..4_u32).flat_map(|side| {
            [[side, (side + 1) % 4, side + 4], [(side + 1) % 4, side + 4, (side + 1) % 4 + 4]]
        });
        let frame = dim2::Collider::tri_mesh(vertices, triangles).prepare().unwrap();
        let ColliderShape::Composite(frame) = frame else { panic!("a mesh is composite") };
        let extruded = ExtrudedArea::new(&frame, frame.boundary().unwrap(), 0.5).unwrap();
        assert_eq!(extruded.surface.list.len(), 2 * 8 + 2 * 8);
        let flux = |face: &Face<Dim3>| face.corners[0].dot(face.corners[1].cross(face.corners[2])) / 6.0;
        let volume: f32 = extruded.surface.list.iter().map(flux).sum();
        assert!((volume - 12.0).abs() < 1e-5, "{volume}");
    }
}
