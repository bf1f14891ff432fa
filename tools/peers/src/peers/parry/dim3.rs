//! parry's 3D shapes and poses, and the typed queries that they have.

use glam::Vec3;
use oracle::case::Form;

use super::parry::math::{Pose as ParryPose, Rot3, Vector};
use super::parry::query::{ClosestPoints, details};
use super::parry::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, SharedShape};
use super::queries::{
    Manifold, PREDICTION, TypedBuilder, add_balls, add_boxes, add_dispatched,
    add_polygonal_features_manifold, add_support_maps, min_separation, typed,
};
use crate::accuracy::Answer;
use crate::bench::BenchmarkGroup;
use crate::pose::Pose;
use crate::query::QueryKind;

/// Adds the queries, with run-time dispatch and typed.
pub fn add(group: &mut BenchmarkGroup) {
    let (a, b) = (&group.workload.a, &group.workload.b);
    add_dispatched(group, shared_shape(a), shared_shape(b));
    let peer = &mut typed(group);
    match (a, b) {
        (Form::Ball(a), Form::Ball(b)) => add_balls(peer, Ball::new(*a), Ball::new(*b)),
        (Form::Box(a), Form::Box(b)) => add_boxes(peer, cuboid(*a), cuboid(*b)),
        (Form::Capsule { half_length: h, radius: r }, Form::Capsule { half_length, radius }) => {
            add_capsules(peer, Capsule::new_y(*h, *r), Capsule::new_y(*half_length, *radius));
        }
        (Form::Cylinder { half_height: h, radius: r }, Form::Cone { half_height, radius }) => {
            let (a, b) = (Cylinder::new(*h, *r), Cone::new(*half_height, *radius));
            add_support_maps(peer, a, b);
            add_polygonal_features_manifold(peer, (a, 0.0), (b, 0.0));
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
    ParryPose::from_parts(pose.position.to_array().into(), Rot3::from_array(pose.rotation.to_array()))
}

/// Converts a vector to the type of an answer.
pub fn to_vec3(vector: Vector) -> Vec3 {
    Vec3::new(vector.x, vector.y, vector.z)
}

fn cuboid(half_size: Vec3) -> Cuboid {
    Cuboid::new(half_size.to_array().into())
}

fn hull(vertices: &[Vec3]) -> ConvexPolyhedron {
    let points: Vec<Vector> = vertices.iter().map(|vertex| vertex.to_array().into()).collect();
    let hull = ConvexPolyhedron::from_convex_hull(&points).expect("a convex polyhedron");
    assert_eq!(hull.points().len(), vertices.len(), "every point is a vertex of the hull");
    hull
}

fn shared_shape(shape: &Form) -> SharedShape {
    match shape {
        Form::Ball(radius) => SharedShape::new(Ball::new(*radius)),
        Form::Box(half_size) => SharedShape::new(cuboid(*half_size)),
        Form::Capsule { half_length, radius } => SharedShape::new(Capsule::new_y(*half_length, *radius)),
        Form::Cylinder { half_height, radius } => SharedShape::new(Cylinder::new(*half_height, *radius)),
        Form::Cone { half_height, radius } => SharedShape::new(Cone::new(*half_height, *radius)),
        Form::Points(vertices) => SharedShape::new(hull(vertices)),
        _ => unreachable!("a shape that no workload has"),
    }
}

/// Adds capsules. Their only typed query is the manifold, so the others use the closest points of their
/// segments, as an experienced user would.
fn add_capsules(peer: &mut TypedBuilder, a: Capsule, b: Capsule) {
    let sum_of_radii = a.radius + b.radius;
    let segments = move |poses: &(ParryPose, ParryPose)| {
        let relative = poses.0.inv_mul(&poses.1);
        match details::closest_points_segment_segment(&relative, &a.segment, &b.segment, f32::MAX) {
            ClosestPoints::WithinMargin(on_a, on_b) => {
                let between = relative * on_b - on_a;
                let length = between.length();
                let normal = between / length;
                (length - sum_of_radii, on_a + normal * a.radius, normal)
            }
            _ => (-sum_of_radii, Vector::ZERO, Vector::Y),
        }
    };
    let intersects = |(distance, ..): &(f32, Vector, Vector)| *distance <= 0.0;
    peer.add_cold(QueryKind::Intersects, segments, move |_, found| Answer {
        intersects: intersects(found),
        ..Answer::default()
    });
    peer.add_cold(QueryKind::ClosestPoints, segments, move |_, found| Answer {
        intersects: intersects(found),
        distance: Some(f64::from(found.0.max(0.0))),
        ..Answer::default()
    });
    peer.add_cold(QueryKind::Contact, segments, move |poses, found| Answer {
        intersects: intersects(found),
        distance: Some(f64::from(found.0)),
        normal: Some(to_vec3(poses.0.rotation * found.2)),
        ..Answer::default()
    });
    let manifold = move |poses: &(ParryPose, ParryPose), points: &mut Manifold| {
        let relative = poses.0.inv_mul(&poses.1);
        details::contact_manifold_capsule_capsule(&relative, &a, &b, PREDICTION, points);
        min_separation(points)
    };
    peer.add_cold(
        QueryKind::Manifold,
        move |poses| manifold(poses, &mut Manifold::new()),
        |_, found| Answer { intersects: *found <= 0.0, ..Answer::default() },
    );
    peer.add_warm(QueryKind::Manifold, Manifold::new(), manifold, |_, found| Answer {
        intersects: *found <= 0.0,
        ..Answer::default()
    });
}
