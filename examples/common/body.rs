//! Bodies for colliders, so that there is something to see without the overlay.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gjk::{dim2, dim3};

/// The filled shape of a collider in the plane; none for those without an inside.
pub fn mesh_2d(collider: &dim2::Collider) -> Option<Mesh> {
    Some(match collider {
        dim2::Collider::Circle { radius } => Circle::new(*radius).mesh().resolution(48).build(),
        dim2::Collider::Ellipse { half_size } => {
            Ellipse { half_size: *half_size }.mesh().resolution(48).build()
        }
        dim2::Collider::Rectangle { half_size } => Rectangle { half_size: *half_size }.into(),
        dim2::Collider::Capsule { half_length, radius } => Capsule2d::new(*radius, 2.0 * half_length).into(),
        dim2::Collider::Triangle { corners } => Triangle2d { vertices: *corners }.into(),
        dim2::Collider::RegularPolygon { circumradius, sides } => {
            RegularPolygon::new(*circumradius, *sides).into()
        }
        dim2::Collider::Polygon { corners } => fan(corners),
        _ => return None,
    })
}

/// The surface of a collider in space; none for those without an inside.
pub fn mesh_3d(collider: &dim3::Collider) -> Option<Mesh> {
    Some(match collider {
        dim3::Collider::Sphere { radius } => Sphere::new(*radius).into(),
        dim3::Collider::Ellipsoid { half_size } => Mesh::from(Sphere::new(1.0)).scaled_by(*half_size),
        dim3::Collider::Cuboid { half_size } => Cuboid { half_size: *half_size }.into(),
        dim3::Collider::Capsule { half_length, radius } => Capsule3d::new(*radius, 2.0 * half_length).into(),
        dim3::Collider::Cylinder { radius, half_height } => Cylinder::new(*radius, 2.0 * half_height).into(),
        dim3::Collider::Cone { radius, half_height } => Cone::new(*radius, 2.0 * half_height).into(),
        dim3::Collider::Tetrahedron { corners } => Tetrahedron { vertices: *corners }.into(),
        _ => return None,
    })
}

/// The triangles from a convex polygon's first corner.
fn fan(corners: &[Vec2]) -> Mesh {
    let positions: Vec<_> = corners.iter().map(|corner| corner.extend(0.0)).collect();
    let last = corners.len() as u32 - 1;
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 0.0, 1.0]; positions.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; positions.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32((1..last).flat_map(|index| [0, index, index + 1]).collect()))
}
