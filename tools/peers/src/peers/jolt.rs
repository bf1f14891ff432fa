//! Jolt, through the shim in `jolt/`. Its shapes have sharp edges here, like those of all peers; by default
//! it would round them.
#![allow(unsafe_code, reason = "Jolt is written in C++")]

use std::sync::Once;

use glam::Vec3;
// Links the library, which the shim calls.
use joltc_sys as _;
use oracle::case::Form;

use crate::accuracy::Answer;
use crate::bench::BenchmarkGroup;
use crate::pose::Pose;
use crate::query::QueryKind;

const NAME: &str = "Jolt";

#[repr(C)]
struct ConvexShape([u8; 0]);

/// A shape that is never freed.
type ShapePtr = *const ConvexShape;

#[repr(C)]
#[derive(Clone, Copy)]
struct JoltPose {
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
    fn jolt_init();
    fn jolt_sphere(radius: f32) -> ShapePtr;
    fn jolt_box(half_size: *const f32) -> ShapePtr;
    fn jolt_capsule(half_length: f32, radius: f32) -> ShapePtr;
    fn jolt_hull(xyz: *const f32, count: i32, center: *mut f32) -> ShapePtr;
    fn jolt_intersects(a: ShapePtr, b: ShapePtr, pose_a: &JoltPose, pose_b: &JoltPose) -> bool;
    fn jolt_closest_points(
        a: ShapePtr,
        b: ShapePtr,
        pose_a: &JoltPose,
        pose_b: &JoltPose,
        axis: &mut [f32; 3],
        points: &mut [Vec3; 2],
    ) -> f32;
    fn jolt_contact(a: ShapePtr, b: ShapePtr, pose_a: &JoltPose, pose_b: &JoltPose, found: &mut Contact);
    fn jolt_manifold(a: ShapePtr, b: ShapePtr, pose_a: &JoltPose, pose_b: &JoltPose, found: &mut Contact);
}

/// Adds all queries, if Jolt has the shapes.
pub fn add(group: &mut BenchmarkGroup) {
    static INIT: Once = Once::new();
    // SAFETY: runs once, before any other function of Jolt.
    INIT.call_once(|| unsafe { jolt_init() });
    let (Some((a, center_a)), Some((b, center_b))) =
        (create_shape(&group.workload.a), create_shape(&group.workload.b))
    else {
        return;
    };
    let mut peer =
        group.peer(NAME, |poses| (to_jolt_pose(&poses.a, center_a), to_jolt_pose(&poses.b, center_b)));
    peer.add_cold(
        QueryKind::Intersects,
        move |(p, q)| {
            // SAFETY: reads the shapes, which are never freed.
            unsafe { jolt_intersects(a, b, p, q) }
        },
        |_, intersects| Answer { intersects: *intersects, ..Answer::default() },
    );
    let closest_points = move |(p, q): &(JoltPose, JoltPose), axis: &mut [f32; 3]| {
        let mut points = [Vec3::ZERO; 2];
        // SAFETY: as above.
        let distance = unsafe { jolt_closest_points(a, b, p, q, axis, &mut points) };
        (distance, points)
    };
    let distance_answer = |_: &_, &(distance, points): &(f32, [Vec3; 2])| Answer {
        intersects: distance <= 0.0,
        distance: Some(distance.into()),
        point_distance: Some(points[0].distance(points[1]).into()),
        normal: None,
    };
    peer.add_cold(
        QueryKind::ClosestPoints,
        move |poses| closest_points(poses, &mut [0.0; 3]),
        distance_answer,
    );
    peer.add_warm(QueryKind::ClosestPoints, [0.0; 3], closest_points, distance_answer);
    let contact_answer = |_: &_, found: &Contact| Answer {
        intersects: found.points > 0 && found.depth >= 0.0,
        distance: Some(-f64::from(found.depth)),
        point_distance: None,
        normal: Some(found.normal.into()),
    };
    peer.add_cold(
        QueryKind::Contact,
        move |(p, q)| {
            let mut found = Contact::default();
            // SAFETY: as above.
            unsafe { jolt_contact(a, b, p, q, &mut found) };
            found
        },
        contact_answer,
    );
    peer.add_cold(
        QueryKind::Manifold,
        move |(p, q)| {
            let mut found = Contact::default();
            // SAFETY: as above.
            unsafe { jolt_manifold(a, b, p, q, &mut found) };
            found
        },
        contact_answer,
    );
}

/// Creates a shape and returns its centre of mass, which Jolt's poses refer to.
fn create_shape(shape: &Form) -> Option<(ShapePtr, Vec3)> {
    let mut center = [0.0; 3];
    // SAFETY: each function reads only the numbers that it is given, as many as it is told.
    let shape_ptr = unsafe {
        match shape {
            Form::Ball(radius) => jolt_sphere(*radius),
            Form::Box(half_size) => jolt_box(half_size.as_ref().as_ptr()),
            Form::Capsule { half_length, radius } => jolt_capsule(*half_length, *radius),
            Form::Points(vertices) => {
                let numbers: Vec<f32> = vertices.iter().flat_map(Vec3::to_array).collect();
                jolt_hull(numbers.as_ptr(), vertices.len() as i32, center.as_mut_ptr())
            }
            _ => return None,
        }
    };
    assert!(!shape_ptr.is_null(), "every point is a vertex of the hull");
    Some((shape_ptr, center.into()))
}

fn to_jolt_pose(pose: &Pose, center: Vec3) -> JoltPose {
    let position = pose.position.as_dvec3() + pose.rotation_matrix() * center.as_dvec3();
    JoltPose { position: position.as_vec3().to_array(), rotation: pose.rotation.to_array() }
}
