//! Extrusions of 2D shapes along z: of an area, with the surface around all of its parts.

use gjk::{Affine, Affine2, Affine3A, Mat3, Vec2, Vec3};

use crate::collider::composite::CutSet;
use crate::collider::dim3::{Collider, ConvexShape};
use crate::collider::solid::{Boundary, Face};
use crate::collider::{
    Child, ColliderError, ColliderShape, CompositeShape, Dim2, Dim3, Shape, checked, dim2,
};

impl Collider {
    /// Creates the extrusion of a 2D shape along z, with this full depth.
    pub fn extrusion(base: impl Into<dim2::Collider>, depth: f32) -> Self {
        Self::Extrusion { base: base.into(), half_depth: depth * 0.5 }
    }
}

/// Extrudes a 2D shape along z by `half_depth` to either side. A composite shape is extruded part by part.
pub(super) fn extruded(base: &dim2::Collider, half_depth: f32) -> Result<ColliderShape<Dim3>, ColliderError> {
    match base.prepare()?.bounded()? {
        ColliderShape::Convex(shape) => extruded_part(shape, half_depth).map(ColliderShape::Convex),
        ColliderShape::Composite(parts) => {
            if let Some(boundary) = parts.boundary() {
                let area = extruded_area(&parts, boundary, half_depth)?;
                return Ok(CompositeShape::implicit(area));
            }
            let extrude_part = |index| {
                parts.with_part(index, &Affine2::IDENTITY, |part| {
                    let shape = extruded_part((*part.shape()).clone(), half_depth)?;
                    Ok(Child::new(ColliderShape::Convex(shape), to_3d(part.affine())))
                })
            };
            let children: Result<Vec<_>, ColliderError> = (0..parts.len()).filter_map(extrude_part).collect();
            Ok(ColliderShape::Composite(CompositeShape::group(children?)?.into()))
        }
    }
}

/// Extrudes a convex shape.
fn extruded_part(base: dim2::ConvexShape, half_depth: f32) -> Result<ConvexShape, ColliderError> {
    let extrusion = gjk::Extrusion { base, half_depth };
    Ok(ConvexShape::Extrusion(checked!(extrusion).into()))
}

/// Converts a 2D map to the 3D map that does the same in x and y and leaves z unchanged.
fn to_3d(map: &Affine2) -> Affine3A {
    let [x, y] = [0, 1].map(|index| map.column(index).extend(0.0));
    Affine3A::from_mat3_translation(Mat3::from_cols(x, y, Vec3::Z), map.translation.extend(0.0))
}

/// Extrudes an area with a boundary by `half_depth` to either side.
fn extruded_area(
    area: &CompositeShape<Dim2>,
    boundary: &dyn Boundary<Dim2>,
    half_depth: f32,
) -> Result<CutSet<Dim3>, ColliderError> {
    let part = |index| area.with_part(index, &Affine2::IDENTITY, |part| (*part.shape()).clone());
    let bases: Vec<_> = (0..area.len()).filter_map(part).collect();
    let edges = (0..boundary.face_count()).filter_map(|index| boundary.face(index));
    let caps = (0..).zip(&bases).map(|(part, base)| (part, corners(base)));
    let surface = surface(edges, caps, half_depth);
    let parts: Result<Vec<_>, _> = bases.into_iter().map(|base| extruded_part(base, half_depth)).collect();
    Ok(CutSet::new(parts?, surface))
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

/// Returns the surface of an area that is extruded by `half_depth` to either side: two triangles for each edge of its
/// boundary, then both caps of each part as fans.
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let extruded = extruded_area(&frame, frame.boundary().unwrap(), 0.5).unwrap();
        assert_eq!(extruded.boundary.list.len(), 2 * 8 + 2 * 8);
        let flux = |face: &Face<Dim3>| face.corners[0].dot(face.corners[1].cross(face.corners[2])) / 6.0;
        let volume: f32 = extruded.boundary.list.iter().map(flux).sum();
        assert!((volume - 12.0).abs() < 1e-5, "{volume}");
    }
}
