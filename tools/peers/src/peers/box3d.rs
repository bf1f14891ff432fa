//! Box3D. It does not compute the penetration depth, so a contact is the deepest point of its manifold, whose
//! normal may be that of a face where an edge's is slightly shallower.
//!
//! All shapes are leaked, since Box3D keeps pointers to them.
#![allow(unsafe_code, reason = "Box3D is written in C")]

use std::mem::{self, MaybeUninit};
use std::ptr;

use box3d_sys::{
    b3Capsule, b3CollideCapsules, b3CollideHulls, b3CollideSpheres, b3CreateHull, b3DistanceInput,
    b3DistanceOutput, b3GetVersion, b3HullData, b3LocalManifold, b3LocalManifoldPoint, b3MakeBoxHull, b3Quat,
    b3SATCache, b3ShapeDistance, b3ShapeProxy, b3SimplexCache, b3Sphere, b3Transform, b3Vec3,
};
use glam::{Quat, Vec3};
use oracle::case::Form;

use crate::accuracy::Answer;
use crate::bench::{BenchmarkGroup, PeerBuilder};
use crate::pose::Pose;
use crate::query::QueryKind;

const NAME: &str = "Box3D";
/// The distance below which an overlap is reported: as in Box2D, a tenth of the linear slop.
const OVERLAP_SLOP: f32 = 0.0005;
/// The largest number of vertices of a hull of triangles, since Box3D's hulls have at most 128 edges. Larger
/// hulls have the distance query only, as point clouds.
const MAX_VERTICES: usize = 44;
/// The capacity for manifold points.
const CAPACITY: usize = 32;

type Poses = (b3Transform, b3Transform);

#[derive(Clone, Copy)]
enum Geometry {
    Sphere(b3Sphere),
    Capsule(b3Capsule),
    Hull(&'static b3HullData),
    PointCloud,
}

/// Returns the version that Box3D reports.
pub fn version() -> String {
    // SAFETY: reads constants.
    let version = unsafe { b3GetVersion() };
    format!("{}.{}.{}", version.major, version.minor, version.revision)
}

/// Adds all queries, if Box3D has the shapes.
pub fn add(group: &mut BenchmarkGroup) {
    let (Some(a), Some(b)) = (geometry(&group.workload.a), geometry(&group.workload.b)) else { return };
    let proxies = (proxy(&group.workload.a), proxy(&group.workload.b));
    let mut peer = group.peer(NAME, |poses| (transform(&poses.a), transform(&poses.b)));
    add_distance_queries(&mut peer, proxies.0, proxies.1);
    let capacity = CAPACITY as i32;
    match (a, b) {
        (Geometry::Sphere(a), Geometry::Sphere(b)) => {
            add_collision_queries(&mut peer, move |b_to_a, points, _| {
                // SAFETY: reads the two shapes, and writes at most `capacity` points.
                unsafe { b3CollideSpheres(points, capacity, &a, &b, b_to_a) }
            });
        }
        (Geometry::Capsule(a), Geometry::Capsule(b)) => {
            add_collision_queries(&mut peer, move |b_to_a, points, _| {
                // SAFETY: as above.
                unsafe { b3CollideCapsules(points, capacity, &a, &b, b_to_a) }
            });
        }
        (Geometry::Hull(a), Geometry::Hull(b)) => {
            add_collision_queries(&mut peer, move |b_to_a, points, cache| {
                // SAFETY: as above; the hulls are leaked, so what they point to is valid.
                unsafe { b3CollideHulls(points, capacity, a, b, b_to_a, cache) }
            });
        }
        _ => {}
    }
}

fn vector(v: Vec3) -> b3Vec3 {
    b3Vec3 { x: v.x, y: v.y, z: v.z }
}

fn glam(v: b3Vec3) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

fn quaternion(q: b3Quat) -> Quat {
    Quat::from_xyzw(q.v.x, q.v.y, q.v.z, q.s)
}

fn transform(pose: &Pose) -> b3Transform {
    let q = pose.rotation;
    b3Transform { p: vector(pose.position), q: b3Quat { v: vector(q.xyz()), s: q.w } }
}

/// Returns the second pose relative to the first. Box3D's own function is inline in a header, so bindings
/// have no access to it.
#[inline(always)]
fn relative(a: &b3Transform, b: &b3Transform) -> b3Transform {
    let inverse = quaternion(a.q).conjugate();
    let position = inverse * (glam(b.p) - glam(a.p));
    let rotation = inverse * quaternion(b.q);
    b3Transform { p: vector(position), q: b3Quat { v: vector(rotation.xyz()), s: rotation.w } }
}

fn geometry(shape: &Form) -> Option<Geometry> {
    Some(match shape {
        Form::Ball(radius) => Geometry::Sphere(b3Sphere { center: vector(Vec3::ZERO), radius: *radius }),
        Form::Capsule { half_length, radius } => {
            let end = Vec3::Y * *half_length;
            Geometry::Capsule(b3Capsule { center1: vector(-end), center2: vector(end), radius: *radius })
        }
        Form::Box(half) => {
            // SAFETY: takes numbers only. The hull refers to its own parts by offsets, so it may be moved.
            let hull = Box::leak(Box::new(unsafe { b3MakeBoxHull(half.x, half.y, half.z) }));
            Geometry::Hull(&hull.base)
        }
        Form::Points(vertices) if vertices.len() <= MAX_VERTICES => {
            let points: Vec<b3Vec3> = vertices.iter().copied().map(vector).collect();
            let count = points.len() as i32;
            // SAFETY: reads `count` points, and returns null or a hull that is never freed.
            let hull = unsafe { b3CreateHull(points.as_ptr(), count, count).as_ref() };
            let hull = hull.expect("a convex polyhedron");
            assert_eq!(hull.vertexCount, count, "every point is a vertex of the hull");
            Geometry::Hull(hull)
        }
        Form::Points(_) => Geometry::PointCloud,
        _ => return None,
    })
}

/// Returns a shape's core and radius, for the distance query.
fn proxy(shape: &Form) -> b3ShapeProxy {
    let (points, radius) = match shape {
        Form::Ball(radius) => (vec![Vec3::ZERO], *radius),
        Form::Capsule { half_length, radius } => {
            (vec![Vec3::Y * -half_length, Vec3::Y * *half_length], *radius)
        }
        Form::Box(half) => {
            let side = |corner: u32, axis: u32| if corner >> axis & 1 == 0 { 1.0 } else { -1.0 };
            let corner = |i| *half * Vec3::new(side(i, 0), side(i, 1), side(i, 2));
            ((0..8).map(corner).collect(), 0.0)
        }
        Form::Points(points) => (points.clone(), 0.0),
        _ => unreachable!("a shape that Box3D does not have"),
    };
    let points = points.into_iter().map(vector).collect::<Vec<_>>().leak();
    b3ShapeProxy { points: points.as_ptr(), count: points.len() as i32, radius }
}

fn add_distance_queries(peer: &mut PeerBuilder<Poses>, a: b3ShapeProxy, b: b3ShapeProxy) {
    let mut input =
        b3DistanceInput { proxyA: a, proxyB: b, transform: b3Transform::default(), useRadii: true };
    let mut distance = move |poses: &Poses, cache: &mut b3SimplexCache| {
        input.transform = relative(&poses.0, &poses.1);
        // SAFETY: the points of the proxies are leaked, and no simplexes are recorded.
        unsafe { b3ShapeDistance(&input, cache, ptr::null_mut(), 0) }
    };
    let to_answer = |_: &Poses, found: &b3DistanceOutput| Answer {
        intersects: found.distance <= 0.0,
        distance: Some(found.distance.into()),
        point_distance: Some((glam(found.pointB) - glam(found.pointA)).length().into()),
        normal: None,
    };
    let empty_cache = b3SimplexCache::default();
    peer.add_cold(
        QueryKind::Intersects,
        move |poses| distance(poses, &mut { empty_cache }).distance < OVERLAP_SLOP,
        |_, intersects| Answer { intersects: *intersects, ..Answer::default() },
    );
    peer.add_cold(QueryKind::ClosestPoints, move |poses| distance(poses, &mut { empty_cache }), to_answer);
    peer.add_warm(QueryKind::ClosestPoints, empty_cache, distance, to_answer);
}

/// The normal, the separation of the deepest point (infinite if there is none) and the number of points.
type DeepestPoint = (b3Vec3, f32, usize);

fn add_collision_queries(
    peer: &mut PeerBuilder<Poses>,
    collide: impl Fn(b3Transform, &mut b3LocalManifold, &mut b3SATCache) + Copy + 'static,
) {
    let call = move |poses: &Poses, cache: &mut b3SATCache| -> DeepestPoint {
        let mut points = MaybeUninit::<[b3LocalManifoldPoint; CAPACITY]>::uninit();
        // SAFETY: the struct has numbers, a pointer and an enumeration; zero is valid for all of them.
        let mut manifold: b3LocalManifold = unsafe { mem::zeroed() };
        manifold.points = points.as_mut_ptr().cast();
        collide(relative(&poses.0, &poses.1), &mut manifold, cache);
        let count = manifold.pointCount as usize;
        // SAFETY: Box3D has written `count` points.
        let points = unsafe { std::slice::from_raw_parts(manifold.points, count) };
        let deepest = points.iter().map(|point| point.separation).fold(f32::INFINITY, f32::min);
        (manifold.normal, deepest, count)
    };
    let to_answer = |poses: &Poses, &(normal, distance, _): &DeepestPoint| Answer {
        intersects: distance <= 0.0,
        distance: Some(distance.into()),
        point_distance: None,
        normal: Some(quaternion(poses.0.q) * glam(normal)),
    };
    let empty_cache = b3SATCache::default();
    peer.add_cold(QueryKind::Contact, move |poses| call(poses, &mut { empty_cache }), to_answer);
    peer.add_cold(QueryKind::Manifold, move |poses| call(poses, &mut { empty_cache }), to_answer);
    peer.add_warm(QueryKind::Manifold, empty_cache, call, to_answer);
}
