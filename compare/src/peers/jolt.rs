//! Jolt, through the shim in `jolt/`. Its shapes are sharp here, as everybody's are; by default it would
//! round their edges.
#![allow(unsafe_code, reason = "Jolt is written in C++")]

use std::sync::Once;

use glam::Vec3;
// For its library, which the shim calls.
use joltc_sys as _;

use crate::bench::Sheet;
use crate::pose::Pose;
use crate::question::Question;
use crate::shape::Shape;
use crate::verdict::Answer;

const NAME: &str = "Jolt";

#[repr(C)]
struct ConvexShape([u8; 0]);

/// A shape that lives as long as the program.
type Body = *const ConvexShape;

#[repr(C)]
#[derive(Clone, Copy)]
struct Placed {
    position: [f32; 3],
    rotation: [f32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Contact {
    depth: f32,
    normal: [f32; 3],
    points: i32,
}

unsafe extern "C" {
    fn jolt_begin();
    fn jolt_sphere(radius: f32) -> Body;
    fn jolt_box(half_size: *const f32) -> Body;
    fn jolt_capsule(half_length: f32, radius: f32) -> Body;
    fn jolt_hull(xyz: *const f32, count: i32, center: *mut f32) -> Body;
    fn jolt_intersects(a: Body, b: Body, pose_a: &Placed, pose_b: &Placed) -> bool;
    fn jolt_closest_points(
        a: Body,
        b: Body,
        pose_a: &Placed,
        pose_b: &Placed,
        axis: &mut [f32; 3],
        points: &mut [Vec3; 2],
    ) -> f32;
    fn jolt_contact(a: Body, b: Body, pose_a: &Placed, pose_b: &Placed, found: &mut Contact);
    fn jolt_manifold(a: Body, b: Body, pose_a: &Placed, pose_b: &Placed, found: &mut Contact);
}

/// Enters all questions, if Jolt has the shapes.
pub fn enter(sheet: &mut Sheet) {
    static BEGIN: Once = Once::new();
    // SAFETY: once, and before anything else.
    BEGIN.call_once(|| unsafe { jolt_begin() });
    let (Some((a, center_a)), Some((b, center_b))) = (body(&sheet.workload.a), body(&sheet.workload.b))
    else {
        return;
    };
    let mut entrant = sheet.entrant(NAME, |poses| (placed(&poses.a, center_a), placed(&poses.b, center_b)));
    entrant.asks(
        Question::Intersects,
        move |(p, q)| {
            // SAFETY: reads the shapes, which live for ever; so do all that follow.
            unsafe { jolt_intersects(a, b, p, q) }
        },
        |_, meets| Answer { meets: *meets, ..Answer::default() },
    );
    let nearest = move |(p, q): &(Placed, Placed), axis: &mut [f32; 3]| {
        let mut points = [Vec3::ZERO; 2];
        // SAFETY: as above.
        let distance = unsafe { jolt_closest_points(a, b, p, q, axis, &mut points) };
        (distance, points)
    };
    let apart = |_: &_, &(distance, points): &(f32, [Vec3; 2])| Answer {
        meets: distance <= 0.0,
        distance: Some(distance.into()),
        gap: Some(points[0].distance(points[1]).into()),
        normal: None,
    };
    entrant.asks(Question::ClosestPoints, move |poses| nearest(poses, &mut [0.0; 3]), apart);
    entrant.remembers(Question::ClosestPoints, [0.0; 3], nearest, apart);
    let overlap = |_: &_, found: &Contact| Answer {
        meets: found.points > 0 && found.depth >= 0.0,
        distance: Some(-f64::from(found.depth)),
        gap: None,
        normal: Some(found.normal.into()),
    };
    entrant.asks(
        Question::Contact,
        move |(p, q)| {
            let mut found = Contact::default();
            // SAFETY: as above.
            unsafe { jolt_contact(a, b, p, q, &mut found) };
            found
        },
        overlap,
    );
    entrant.asks(
        Question::Manifold,
        move |(p, q)| {
            let mut found = Contact::default();
            // SAFETY: as above.
            unsafe { jolt_manifold(a, b, p, q, &mut found) };
            found
        },
        overlap,
    );
}

/// A shape and its centre of mass, which is what Jolt places.
fn body(shape: &Shape) -> Option<(Body, Vec3)> {
    let mut center = [0.0; 3];
    // SAFETY: each reads the numbers that it is given, and as many of them as it is told.
    let body = unsafe {
        match shape {
            Shape::Ball(radius) => jolt_sphere(*radius),
            Shape::Box(half_size) => jolt_box(half_size.as_ref().as_ptr()),
            Shape::Capsule { half_length, radius } => jolt_capsule(*half_length, *radius),
            Shape::Hull(vertices) => {
                let numbers: Vec<f32> = vertices.iter().flat_map(Vec3::to_array).collect();
                jolt_hull(numbers.as_ptr(), vertices.len() as i32, center.as_mut_ptr())
            }
            Shape::Cylinder { .. } | Shape::Cone { .. } => return None,
        }
    };
    assert!(!body.is_null(), "every point is a vertex of the hull");
    Some((body, center.into()))
}

fn placed(pose: &Pose, center: Vec3) -> Placed {
    let position = pose.position.as_dvec3() + pose.turn() * center.as_dvec3();
    Placed { position: position.as_vec3().to_array(), rotation: pose.rotation.to_array() }
}
