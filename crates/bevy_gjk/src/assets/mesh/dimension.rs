//! The mesh components and the mesh colliders of each dimension.

use bevy_asset::AsAssetId;
use bevy_ecs::prelude::Component;
use bevy_mesh::{Mesh, Mesh2d, Mesh3d};
use gjk::{Vec2, Vec3};

use crate::assets::mesh::origin::{FORWARD_DECAL, SPRITE, TILEMAP_CHUNK};
use crate::collider::{Dim2, Dim3, Dimension, dim2, dim3};

/// A [`Dimension`] with a mesh component.
pub trait MeshDimension: Dimension {
    /// The component that displays a mesh.
    type Mesh: Component + AsAssetId<Asset = Mesh>;

    /// The type paths of the components for which Bevy's renderers insert a mesh component themselves.
    const INSERTED_FOR: &'static [&'static str];

    /// Returns the position of a vertex; 2D ignores z.
    fn vertex(position: [f32; 3]) -> Self::Vector;

    /// Creates the convex hull of points.
    fn hull(points: Vec<Self::Vector>) -> Self::Collider;

    /// Creates a rectangle or a cuboid around the origin.
    fn centered_box(half_size: Self::Vector) -> Self::Collider;

    /// Creates a capsule, the set of all points within a radius of a segment: a circle or a sphere if its ends are
    /// equal.
    fn capsule(ends: [Self::Vector; 2], radius: f32) -> Self::Collider;

    /// Creates an indexed triangle mesh.
    fn triangles(vertices: Vec<Self::Vector>, triangles: Vec<[u32; 3]>) -> Self::Collider;

    /// Creates what indexed triangles enclose, or cover in 2D.
    fn solid(vertices: Vec<Self::Vector>, triangles: Vec<[u32; 3]>) -> Self::Collider;
}

impl MeshDimension for Dim2 {
    type Mesh = Mesh2d;
    const INSERTED_FOR: &'static [&'static str] = &[SPRITE, TILEMAP_CHUNK];

    fn vertex([x, y, _]: [f32; 3]) -> Vec2 {
        Vec2::new(x, y)
    }

    fn hull(points: Vec<Vec2>) -> dim2::Collider {
        // With fewer than three corners, the hull is flat and not a polygon.
        match gjk::ConvexPolygon::hull(points.iter().copied()) {
            Ok(polygon) => dim2::Collider::hull(polygon.corners()),
            Err(_) => dim2::Collider::Hull { points },
        }
    }

    fn centered_box(half_size: Vec2) -> dim2::Collider {
        dim2::Collider::Rectangle { half_size }
    }

    fn capsule([a, b]: [Vec2; 2], radius: f32) -> dim2::Collider {
        match (a == b, a == -b) {
            (true, true) => dim2::Collider::circle(radius),
            // The capsule collider is centered at the origin, along y.
            (false, true) if a.x == 0.0 => dim2::Collider::Capsule { half_length: a.y.abs(), radius },
            _ => dim2::Collider::rounded(dim2::Collider::segment(a, b), radius),
        }
    }

    fn triangles(vertices: Vec<Vec2>, triangles: Vec<[u32; 3]>) -> dim2::Collider {
        dim2::Collider::TriMesh { vertices, triangles }
    }

    fn solid(vertices: Vec<Vec2>, triangles: Vec<[u32; 3]>) -> dim2::Collider {
        Self::triangles(vertices, triangles)
    }
}

impl MeshDimension for Dim3 {
    type Mesh = Mesh3d;
    const INSERTED_FOR: &'static [&'static str] = &[FORWARD_DECAL];

    fn vertex(position: [f32; 3]) -> Vec3 {
        position.into()
    }

    fn hull(points: Vec<Vec3>) -> dim3::Collider {
        dim3::Collider::Hull { points }
    }

    fn centered_box(half_size: Vec3) -> dim3::Collider {
        dim3::Collider::Cuboid { half_size }
    }

    fn capsule([a, b]: [Vec3; 2], radius: f32) -> dim3::Collider {
        match (a == b, a == -b) {
            (true, true) => dim3::Collider::sphere(radius),
            // The capsule collider is centered at the origin, along y.
            (false, true) if a.x == 0.0 && a.z == 0.0 => {
                dim3::Collider::Capsule { half_length: a.y.abs(), radius }
            }
            _ => dim3::Collider::rounded(dim3::Collider::segment(a, b), radius),
        }
    }

    fn triangles(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> dim3::Collider {
        dim3::Collider::TriMesh { vertices, triangles }
    }

    fn solid(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> dim3::Collider {
        dim3::Collider::repaired_solid(vertices, triangles)
    }
}
