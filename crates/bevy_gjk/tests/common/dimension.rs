//! What tests of both dimensions build alike.

use bevy_gjk::shape::Shape;
use bevy_gjk::{ColliderPart, Dim2, Dim3, Dimension, dim2, dim3};
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use gjk::{Placed, Support};

use super::Random;
use super::rows::Near;

/// The vectors and colliders of a dimension; what is flat ignores z.
pub trait Spatial: Dimension<Vector: Near> {
    fn vector(at: Vec3) -> Self::Vector;
    fn ball(radius: f32) -> Self::Collider;
    fn cuboid(half_size: Vec3) -> Self::Collider;
    fn capsule(radius: f32, length: f32) -> Self::Collider;
    fn hull(points: &[Vec3]) -> Self::Collider;
    fn half_space(normal: Vec3, offset: f32) -> Self::Collider;
    fn compound(parts: Vec<ColliderPart<Self::Collider>>) -> Self::Collider;
}

impl Spatial for Dim2 {
    fn vector(at: Vec3) -> Vec2 {
        at.truncate()
    }
    fn ball(radius: f32) -> dim2::Collider {
        dim2::Collider::circle(radius)
    }
    fn cuboid(half_size: Vec3) -> dim2::Collider {
        dim2::Collider::Rectangle { half_size: half_size.truncate() }
    }
    fn capsule(radius: f32, length: f32) -> dim2::Collider {
        dim2::Collider::capsule(radius, length)
    }
    fn hull(points: &[Vec3]) -> dim2::Collider {
        dim2::Collider::hull(points.iter().map(|point| point.truncate()))
    }
    fn half_space(normal: Vec3, offset: f32) -> dim2::Collider {
        dim2::Collider::half_space(normal.truncate(), offset)
    }
    fn compound(parts: Vec<ColliderPart<dim2::Collider>>) -> dim2::Collider {
        dim2::Collider::Compound { parts }
    }
}

impl Spatial for Dim3 {
    fn vector(at: Vec3) -> Vec3 {
        at
    }
    fn ball(radius: f32) -> dim3::Collider {
        dim3::Collider::sphere(radius)
    }
    fn cuboid(half_size: Vec3) -> dim3::Collider {
        dim3::Collider::Cuboid { half_size }
    }
    fn capsule(radius: f32, length: f32) -> dim3::Collider {
        dim3::Collider::capsule(radius, length)
    }
    fn hull(points: &[Vec3]) -> dim3::Collider {
        dim3::Collider::hull(points.iter().copied())
    }
    fn half_space(normal: Vec3, offset: f32) -> dim3::Collider {
        dim3::Collider::half_space(normal, offset)
    }
    fn compound(parts: Vec<ColliderPart<dim3::Collider>>) -> dim3::Collider {
        dim3::Collider::Compound { parts }
    }
}

/// Returns a random point in a cube around the origin.
pub fn point(random: &mut Random, half: f32) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| random.range(-half, half)))
}

/// The convex shapes of a collider in the world.
pub type Pieces<D> =
    Vec<Placed<<<D as Dimension>::Collider as Shape<D>>::ConvexShape, <D as Dimension>::Vector>>;

#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime only")]
pub fn pieces<D: Dimension>(collider: &D::Collider, place: &GlobalTransform) -> Pieces<D> {
    let form = collider.prepare().unwrap();
    let affine = D::affine(place);
    match form.composite() {
        None => vec![form.convex().unwrap().clone().placed(affine)],
        Some(parts) => (0..parts.len())
            .map(|index| parts.with_part(index, &affine, |part| part.cloned()).unwrap())
            .collect(),
    }
}
