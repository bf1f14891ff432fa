//! Filled shapes for colliders, so that they are visible without the overlay.

use core::ops::ControlFlow;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gjk::{dim2, dim3, queries::QueryShape};

/// Returns the filled shape of a 2D collider, or nothing if it has no bounds.
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
        dim2::Collider::Polygon { corners } => fans(std::slice::from_ref(corners)),
        other => sampled_2d(other)?,
    })
}

/// Returns the filled shape of any 2D collider: for each convex part, its support points in many directions.
fn sampled_2d(collider: &dim2::Collider) -> Option<Mesh> {
    const DIRECTIONS: u32 = 120;
    let shape = dim2::PlacedShape::new(collider, Transform::IDENTITY).ok()?;
    let mut parts = Vec::new();
    let _ = shape.each_part(&mut |part| {
        let turns = (0..DIRECTIONS).map(|turn| turn as f32 / DIRECTIONS as f32);
        let mut corners: Vec<_> =
            turns.map(|turn| part.support(Rot2::turn_fraction(turn) * Vec2::X)).collect();
        corners.dedup();
        parts.push(corners);
        ControlFlow::Continue(())
    });
    parts.iter().flatten().all(|corner| corner.is_finite()).then(|| fans(&parts))
}

/// Returns the surface of a 3D collider, or nothing if it has no volume.
pub fn mesh_3d(collider: &dim3::Collider) -> Option<Mesh> {
    Some(match collider {
        dim3::Collider::Sphere { radius } => Sphere::new(*radius).into(),
        dim3::Collider::Ellipsoid { half_size } => Mesh::from(Sphere::new(1.0)).scaled_by(*half_size),
        dim3::Collider::Cuboid { half_size } => Cuboid { half_size: *half_size }.into(),
        dim3::Collider::Capsule { half_length, radius } => Capsule3d::new(*radius, 2.0 * half_length).into(),
        dim3::Collider::Cylinder { radius, half_height } => Cylinder::new(*radius, 2.0 * half_height).into(),
        dim3::Collider::Cone { radius, half_height } => Cone::new(*radius, 2.0 * half_height).into(),
        dim3::Collider::Tetrahedron { corners } => Tetrahedron { vertices: *corners }.into(),
        dim3::Collider::ConicalFrustum { radius_top, radius_bottom, half_height } => ConicalFrustum {
            radius_top: *radius_top,
            radius_bottom: *radius_bottom,
            height: 2.0 * half_height,
        }
        .into(),
        _ => return None,
    })
}

/// Returns the triangles of convex polygons, as fans from the first vertex of each.
pub fn fans(polygons: &[Vec<Vec2>]) -> Mesh {
    let mut indices = Vec::new();
    let mut first = 0;
    for polygon in polygons {
        let count = polygon.len() as u32;
        indices.extend((2..count).flat_map(|index| [first, first + index - 1, first + index]));
        first += count;
    }
    let positions: Vec<_> = polygons.iter().flatten().map(|corner| corner.extend(0.0)).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 0.0, 1.0]; positions.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; positions.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32(indices))
}
