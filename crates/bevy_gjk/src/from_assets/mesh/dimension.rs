//! What meshes are in the plane and in space.

use bevy_asset::AsAssetId;
use bevy_ecs::prelude::Component;
use bevy_mesh::{Mesh, Mesh2d, Mesh3d};
use gjk::{Segment, Support, Vec2, Vec3};

use crate::dimension::{Dim2, Dim3, Dimension};
use crate::{dim2, dim3};

/// A [`Dimension`] in which meshes are shown.
pub trait MeshDimension: Dimension {
    /// The component that shows a mesh.
    type Mesh: Component + AsAssetId<Asset = Mesh>;

    /// Where a vertex stands; the plane leaves out z.
    fn vertex(position: [f32; 3]) -> Self::Vector;

    /// The convex hull of points.
    fn hull(points: Vec<Self::Vector>) -> Self::Collider;

    /// A rectangle or cuboid around the origin.
    fn centred_box(half_size: Self::Vector) -> Self::Collider;

    /// A circle or sphere.
    fn ball(center: Self::Vector, radius: f32) -> Self::Collider;
}

impl MeshDimension for Dim2 {
    type Mesh = Mesh2d;

    fn vertex([x, y, _]: [f32; 3]) -> Vec2 {
        Vec2::new(x, y)
    }

    fn hull(points: Vec<Vec2>) -> dim2::Collider {
        // Where there are fewer than three corners, the hull is flat.
        match gjk::ConvexPolygon::hull(points.iter().copied()) {
            Ok(polygon) => dim2::Collider::hull(polygon.corners()),
            Err(_) => dim2::Collider::Hull { points },
        }
    }

    fn centred_box(half_size: Vec2) -> dim2::Collider {
        dim2::Collider::Rectangle { half_size }
    }

    fn ball(center: Vec2, radius: f32) -> dim2::Collider {
        if center == Vec2::ZERO {
            dim2::Collider::circle(radius)
        } else {
            dim2::Collider::custom(Segment::new([center, center]).rounded(radius))
        }
    }
}

impl MeshDimension for Dim3 {
    type Mesh = Mesh3d;

    fn vertex(position: [f32; 3]) -> Vec3 {
        position.into()
    }

    fn hull(points: Vec<Vec3>) -> dim3::Collider {
        dim3::Collider::Hull { points }
    }

    fn centred_box(half_size: Vec3) -> dim3::Collider {
        dim3::Collider::Cuboid { half_size }
    }

    fn ball(center: Vec3, radius: f32) -> dim3::Collider {
        if center == Vec3::ZERO {
            dim3::Collider::sphere(radius)
        } else {
            dim3::Collider::custom(Segment::new([center, center]).rounded(radius))
        }
    }
}
