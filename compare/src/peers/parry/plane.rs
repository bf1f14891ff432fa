//! The shapes and poses of the plane in parry's format, and which typed questions fit them.

use glam::Vec3;

use super::parry::math::{Pose as Placed, Rot2, Vector};
use super::parry::shape::{Ball, Capsule, ConvexPolygon, Cuboid, SharedShape};
use super::questions::{balls, boxes, free, outlines, support_maps, typed};
use crate::bench::Sheet;
use crate::pose::Pose;
use crate::shape::Shape;

/// Enters the questions, free and typed.
pub fn enter(sheet: &mut Sheet) {
    let (a, b) = (&sheet.workload.a, &sheet.workload.b);
    free(sheet, shared(a), shared(b));
    let entrant = &mut typed(sheet);
    match (a, b) {
        (Shape::Ball(a), Shape::Ball(b)) => balls(entrant, Ball::new(*a), Ball::new(*b)),
        (Shape::Box(a), Shape::Box(b)) => boxes(entrant, cuboid(*a), cuboid(*b)),
        (Shape::Capsule { half_length, radius }, Shape::Box(b)) => {
            let (a, b) = (Capsule::new_y(*half_length, *radius), cuboid(*b));
            support_maps(entrant, a, b);
            outlines(entrant, (a.segment, *radius), (b, 0.0));
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
    let turn = pose.cosine_sine();
    let rotation = Rot2::from_cos_sin_unchecked(turn.x, turn.y);
    Placed::from_parts([pose.position.x, pose.position.y].into(), rotation)
}

/// A vector, as the judge wants it.
pub fn in_space(vector: Vector) -> Vec3 {
    Vec3::new(vector.x, vector.y, 0.0)
}

fn cuboid(half_size: Vec3) -> Cuboid {
    Cuboid::new([half_size.x, half_size.y].into())
}

fn hull(corners: &[Vec3]) -> ConvexPolygon {
    let points: Vec<Vector> = corners.iter().map(|corner| [corner.x, corner.y].into()).collect();
    let hull = ConvexPolygon::from_convex_hull(&points).expect("a convex polygon");
    assert_eq!(hull.points().len(), corners.len(), "every corner is one of the hull");
    hull
}

fn shared(shape: &Shape) -> SharedShape {
    match shape {
        Shape::Ball(radius) => SharedShape::new(Ball::new(*radius)),
        Shape::Box(half_size) => SharedShape::new(cuboid(*half_size)),
        Shape::Capsule { half_length, radius } => SharedShape::new(Capsule::new_y(*half_length, *radius)),
        Shape::Hull(corners) => SharedShape::new(hull(corners)),
        Shape::Cylinder { .. } | Shape::Cone { .. } => unreachable!("a solid in the plane"),
    }
}
