//! Box3D. It has no search for the depth of an overlap: a contact is the manifold's deepest point, whose
//! normal may be a face's where an edge's is a little shallower.
//!
//! What is made here lives as long as the program, for Box3D keeps pointers.
#![allow(unsafe_code, reason = "Box3D is written in C")]

use std::mem::{self, MaybeUninit};
use std::ptr;

use box3d_sys::{
    b3Capsule, b3CollideCapsules, b3CollideHulls, b3CollideSpheres, b3CreateHull, b3DistanceInput,
    b3DistanceOutput, b3GetVersion, b3HullData, b3LocalManifold, b3LocalManifoldPoint, b3MakeBoxHull, b3Quat,
    b3SATCache, b3ShapeDistance, b3ShapeProxy, b3SimplexCache, b3Sphere, b3Transform, b3Vec3,
};
use glam::{Quat, Vec3};

use crate::bench::{Entrant, Sheet};
use crate::pose::Pose;
use crate::question::Question;
use crate::shape::Shape;
use crate::verdict::Answer;

const NAME: &str = "Box3D";
/// As in Box2D, a tenth of the linear slop.
const OVERLAP_SLOP: f32 = 0.0005;
/// Hulls have at most 128 edges, so that one of triangles has this many vertices. Larger ones can be asked
/// for distances only, as clouds of points.
const MAX_VERTICES: usize = 44;
/// The room that there is for the points of a manifold.
const CAPACITY: usize = 32;

type Poses = (b3Transform, b3Transform);

#[derive(Clone, Copy)]
enum Body {
    Sphere(b3Sphere),
    Capsule(b3Capsule),
    Hull(&'static b3HullData),
    Cloud,
}

/// Returns Box3D's own version.
pub fn version() -> String {
    // SAFETY: reads constants.
    let version = unsafe { b3GetVersion() };
    format!("{}.{}.{}", version.major, version.minor, version.revision)
}

/// Enters all questions, if Box3D has the shapes.
pub fn enter(sheet: &mut Sheet) {
    let (Some(a), Some(b)) = (body(&sheet.workload.a), body(&sheet.workload.b)) else { return };
    let proxies = (proxy(&sheet.workload.a), proxy(&sheet.workload.b));
    let mut entrant = sheet.entrant(NAME, |poses| (transform(&poses.a), transform(&poses.b)));
    distances(&mut entrant, proxies.0, proxies.1);
    let capacity = CAPACITY as i32;
    match (a, b) {
        (Body::Sphere(a), Body::Sphere(b)) => collisions(&mut entrant, move |to, points, _| {
            // SAFETY: reads the two shapes, and writes as many points as there is room for.
            unsafe { b3CollideSpheres(points, capacity, &a, &b, to) }
        }),
        (Body::Capsule(a), Body::Capsule(b)) => collisions(&mut entrant, move |to, points, _| {
            // SAFETY: as above.
            unsafe { b3CollideCapsules(points, capacity, &a, &b, to) }
        }),
        (Body::Hull(a), Body::Hull(b)) => collisions(&mut entrant, move |to, points, cache| {
            // SAFETY: as above, and the parts of a hull live as long as it does.
            unsafe { b3CollideHulls(points, capacity, a, b, to, cache) }
        }),
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

/// The second pose, seen from the first. Box3D has it in its headers, out of reach.
#[inline(always)]
fn relative(a: &b3Transform, b: &b3Transform) -> b3Transform {
    let back = quaternion(a.q).conjugate();
    let place = back * (glam(b.p) - glam(a.p));
    let turn = back * quaternion(b.q);
    b3Transform { p: vector(place), q: b3Quat { v: vector(turn.xyz()), s: turn.w } }
}

fn body(shape: &Shape) -> Option<Body> {
    Some(match shape {
        Shape::Ball(radius) => Body::Sphere(b3Sphere { center: vector(Vec3::ZERO), radius: *radius }),
        Shape::Capsule { half_length, radius } => {
            let end = Vec3::Y * *half_length;
            Body::Capsule(b3Capsule { center1: vector(-end), center2: vector(end), radius: *radius })
        }
        Shape::Box(half) => {
            // SAFETY: takes numbers only. What it makes refers to its own parts by their offsets.
            let hull = Box::leak(Box::new(unsafe { b3MakeBoxHull(half.x, half.y, half.z) }));
            Body::Hull(&hull.base)
        }
        Shape::Hull(vertices) if vertices.len() <= MAX_VERTICES => {
            let points: Vec<b3Vec3> = vertices.iter().copied().map(vector).collect();
            let count = points.len() as i32;
            // SAFETY: reads as many points as there are, and gives a hull that nobody frees, or null.
            let hull = unsafe { b3CreateHull(points.as_ptr(), count, count).as_ref() };
            let hull = hull.expect("a convex polyhedron");
            assert_eq!(hull.vertexCount, count, "every point is a vertex of the hull");
            Body::Hull(hull)
        }
        Shape::Hull(_) => Body::Cloud,
        Shape::Cylinder { .. } | Shape::Cone { .. } => return None,
    })
}

/// A shape's core and radius, for the distance.
fn proxy(shape: &Shape) -> b3ShapeProxy {
    let (points, radius) = match shape {
        Shape::Ball(radius) => (vec![Vec3::ZERO], *radius),
        Shape::Capsule { half_length, radius } => {
            (vec![Vec3::Y * -half_length, Vec3::Y * *half_length], *radius)
        }
        Shape::Box(half) => {
            let side = |corner: u32, axis: u32| if corner >> axis & 1 == 0 { 1.0 } else { -1.0 };
            let corner = |i| *half * Vec3::new(side(i, 0), side(i, 1), side(i, 2));
            ((0..8).map(corner).collect(), 0.0)
        }
        Shape::Hull(points) => (points.clone(), 0.0),
        Shape::Cylinder { .. } | Shape::Cone { .. } => unreachable!("a shape that Box3D does not have"),
    };
    let points = points.into_iter().map(vector).collect::<Vec<_>>().leak();
    b3ShapeProxy { points: points.as_ptr(), count: points.len() as i32, radius }
}

fn distances(entrant: &mut Entrant<Poses>, a: b3ShapeProxy, b: b3ShapeProxy) {
    let mut input =
        b3DistanceInput { proxyA: a, proxyB: b, transform: b3Transform::default(), useRadii: true };
    let mut distance = move |poses: &Poses, cache: &mut b3SimplexCache| {
        input.transform = relative(&poses.0, &poses.1);
        // SAFETY: the points of the proxies live for ever, and no simplexes are recorded.
        unsafe { b3ShapeDistance(&input, cache, ptr::null_mut(), 0) }
    };
    let apart = |_: &Poses, found: &b3DistanceOutput| Answer {
        meets: found.distance <= 0.0,
        distance: Some(found.distance.into()),
        gap: Some((glam(found.pointB) - glam(found.pointA)).length().into()),
        normal: None,
    };
    let nothing = b3SimplexCache::default();
    entrant.asks(
        Question::Intersects,
        move |poses| distance(poses, &mut { nothing }).distance < OVERLAP_SLOP,
        |_, meets| Answer { meets: *meets, ..Answer::default() },
    );
    entrant.asks(Question::ClosestPoints, move |poses| distance(poses, &mut { nothing }), apart);
    entrant.remembers(Question::ClosestPoints, nothing, distance, apart);
}

/// The normal, the separation of the deepest point (infinite if there is none) and how many points.
type Found = (b3Vec3, f32, usize);

fn collisions(
    entrant: &mut Entrant<Poses>,
    collide: impl Fn(b3Transform, &mut b3LocalManifold, &mut b3SATCache) + Copy + 'static,
) {
    let ask = move |poses: &Poses, cache: &mut b3SATCache| -> Found {
        let mut points = MaybeUninit::<[b3LocalManifoldPoint; CAPACITY]>::uninit();
        // SAFETY: numbers, a pointer and an enumeration that has zero.
        let mut manifold: b3LocalManifold = unsafe { mem::zeroed() };
        manifold.points = points.as_mut_ptr().cast();
        collide(relative(&poses.0, &poses.1), &mut manifold, cache);
        let count = manifold.pointCount as usize;
        // SAFETY: so many points have been written.
        let points = unsafe { std::slice::from_raw_parts(manifold.points, count) };
        let deepest = points.iter().map(|point| point.separation).fold(f32::INFINITY, f32::min);
        (manifold.normal, deepest, count)
    };
    let answer = |poses: &Poses, &(normal, distance, _): &Found| Answer {
        meets: distance <= 0.0,
        distance: Some(distance.into()),
        gap: None,
        normal: Some(quaternion(poses.0.q) * glam(normal)),
    };
    let nothing = b3SATCache::default();
    entrant.asks(Question::Contact, move |poses| ask(poses, &mut { nothing }), answer);
    entrant.asks(Question::Manifold, move |poses| ask(poses, &mut { nothing }), answer);
    entrant.remembers(Question::Manifold, nothing, ask, answer);
}
