//! The shapes and poses of space in parry's format, and which typed questions fit them.

use glam::Vec3;

use super::parry::math::{Pose as Placed, Rot3, Vector};
use super::parry::query::{ClosestPoints, details};
use super::parry::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, SharedShape};
use super::questions::{
    PREDICTION, Points, Typed, balls, boxes, deepest, free, outlines, support_maps, typed,
};
use crate::bench::Sheet;
use crate::pose::Pose;
use crate::question::Question;
use crate::shape::Shape;
use crate::verdict::Answer;

/// Enters the questions, free and typed.
pub fn enter(sheet: &mut Sheet) {
    let (a, b) = (&sheet.workload.a, &sheet.workload.b);
    free(sheet, shared(a), shared(b));
    let entrant = &mut typed(sheet);
    match (a, b) {
        (Shape::Ball(a), Shape::Ball(b)) => balls(entrant, Ball::new(*a), Ball::new(*b)),
        (Shape::Box(a), Shape::Box(b)) => boxes(entrant, cuboid(*a), cuboid(*b)),
        (Shape::Capsule { half_length: h, radius: r }, Shape::Capsule { half_length, radius }) => {
            capsules(entrant, Capsule::new_y(*h, *r), Capsule::new_y(*half_length, *radius));
        }
        (Shape::Cylinder { half_height: h, radius: r }, Shape::Cone { half_height, radius }) => {
            let (a, b) = (Cylinder::new(*h, *r), Cone::new(*half_height, *radius));
            support_maps(entrant, a, b);
            outlines(entrant, (a, 0.0), (b, 0.0));
        }
        (Shape::Hull(a), Shape::Hull(b)) => {
            support_maps(entrant, hull(a), hull(b));
            outlines(entrant, (hull(a), 0.0), (hull(b), 0.0));
        }
        _ => {}
    }
}

/// A pose.
pub fn placed(pose: &Pose) -> Placed {
    Placed::from_parts(pose.position.to_array().into(), Rot3::from_array(pose.rotation.to_array()))
}

/// A vector, as the judge wants it.
pub fn in_space(vector: Vector) -> Vec3 {
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

fn shared(shape: &Shape) -> SharedShape {
    match shape {
        Shape::Ball(radius) => SharedShape::new(Ball::new(*radius)),
        Shape::Box(half_size) => SharedShape::new(cuboid(*half_size)),
        Shape::Capsule { half_length, radius } => SharedShape::new(Capsule::new_y(*half_length, *radius)),
        Shape::Cylinder { half_height, radius } => SharedShape::new(Cylinder::new(*half_height, *radius)),
        Shape::Cone { half_height, radius } => SharedShape::new(Cone::new(*half_height, *radius)),
        Shape::Hull(vertices) => SharedShape::new(hull(vertices)),
    }
}

/// Capsules have no typed questions but the manifold; who knows the crate asks about their segments.
fn capsules(entrant: &mut Typed, a: Capsule, b: Capsule) {
    let radii = a.radius + b.radius;
    let segments = move |poses: &(Placed, Placed)| {
        let relative = poses.0.inv_mul(&poses.1);
        match details::closest_points_segment_segment(&relative, &a.segment, &b.segment, f32::MAX) {
            ClosestPoints::WithinMargin(on_a, on_b) => {
                let between = relative * on_b - on_a;
                let length = between.length();
                let normal = between / length;
                (length - radii, on_a + normal * a.radius, normal)
            }
            _ => (-radii, Vector::ZERO, Vector::Y),
        }
    };
    let meets = |(distance, ..): &(f32, Vector, Vector)| *distance <= 0.0;
    entrant.asks(Question::Intersects, segments, move |_, found| Answer {
        meets: meets(found),
        ..Answer::default()
    });
    entrant.asks(Question::ClosestPoints, segments, move |_, found| Answer {
        meets: meets(found),
        distance: Some(f64::from(found.0.max(0.0))),
        ..Answer::default()
    });
    entrant.asks(Question::Contact, segments, move |poses, found| Answer {
        meets: meets(found),
        distance: Some(f64::from(found.0)),
        normal: Some(in_space(poses.0.rotation * found.2)),
        ..Answer::default()
    });
    let manifold = move |poses: &(Placed, Placed), points: &mut Points| {
        let relative = poses.0.inv_mul(&poses.1);
        details::contact_manifold_capsule_capsule(&relative, &a, &b, PREDICTION, points);
        deepest(points)
    };
    entrant.asks(
        Question::Manifold,
        move |poses| manifold(poses, &mut Points::new()),
        |_, found| Answer { meets: *found <= 0.0, ..Answer::default() },
    );
    entrant.remembers(Question::Manifold, Points::new(), manifold, |_, found| Answer {
        meets: *found <= 0.0,
        ..Answer::default()
    });
}
