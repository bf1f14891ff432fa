//! parry's 2D shapes and poses, and the typed queries that they have.

use glam::Vec3;
use oracle::case::Form;

use super::parry::math::{Pose as ParryPose, Rot2, Vector};
use super::parry::shape::{Ball, Capsule, ConvexPolygon, Cuboid, SharedShape};
use super::queries::{
    add_balls, add_boxes, add_dispatched, add_polygonal_features_manifold, add_support_maps, typed,
};
use crate::bench::BenchmarkGroup;
use crate::pose::Pose;

/// Adds the queries, with run-time dispatch and typed.
pub fn add(group: &mut BenchmarkGroup) {
    let (a, b) = (&group.workload.a, &group.workload.b);
    add_dispatched(group, shared_shape(a), shared_shape(b));
    let peer = &mut typed(group);
    match (a, b) {
        (Form::Ball(a), Form::Ball(b)) => add_balls(peer, Ball::new(*a), Ball::new(*b)),
        (Form::Box(a), Form::Box(b)) => add_boxes(peer, cuboid(*a), cuboid(*b)),
        (Form::Capsule { half_length, radius }, Form::Box(b)) => {
            let (a, b) = (Capsule::new_y(*half_length, *radius), cuboid(*b));
            add_support_maps(peer, a, b);
            add_polygonal_features_manifold(peer, (a.segment, *radius), (b, 0.0));
        }
        (Form::Points(a), Form::Points(b)) => {
            add_support_maps(peer, hull(a), hull(b));
            add_polygonal_features_manifold(peer, (hull(a), 0.0), (hull(b), 0.0));
        }
        _ => {}
    }
}

/// Converts a pose.
pub fn to_parry_pose(pose: &Pose) -> ParryPose {
    let cosine_sine = pose.cosine_sine();
    let rotation = Rot2::from_cos_sin_unchecked(cosine_sine.x, cosine_sine.y);
    ParryPose::from_parts([pose.position.x, pose.position.y].into(), rotation)
}

/// Converts a vector to the 3D vectors of an answer.
pub fn to_vec3(vector: Vector) -> Vec3 {
    Vec3::new(vector.x, vector.y, 0.0)
}

fn cuboid(half_size: Vec3) -> Cuboid {
    Cuboid::new([half_size.x, half_size.y].into())
}

fn hull(vertices: &[Vec3]) -> ConvexPolygon {
    let points: Vec<Vector> = vertices.iter().map(|vertex| [vertex.x, vertex.y].into()).collect();
    let hull = ConvexPolygon::from_convex_hull(&points).expect("a convex polygon");
    assert_eq!(hull.points().len(), vertices.len(), "every point is a vertex of the hull");
    hull
}

fn shared_shape(shape: &Form) -> SharedShape {
    match shape {
        Form::Ball(radius) => SharedShape::new(Ball::new(*radius)),
        Form::Box(half_size) => SharedShape::new(cuboid(*half_size)),
        Form::Capsule { half_length, radius } => SharedShape::new(Capsule::new_y(*half_length, *radius)),
        Form::Points(vertices) => SharedShape::new(hull(vertices)),
        _ => unreachable!("a shape that no workload has"),
    }
}
