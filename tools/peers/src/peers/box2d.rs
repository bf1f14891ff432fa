//! Box2D. It does not compute the penetration depth, so a contact is the deepest point of its manifold.
#![allow(unsafe_code, reason = "Box2D is written in C")]

use std::ptr;

use boxdd_sys::ffi::{
    b2Capsule, b2Circle, b2CollideCircles, b2CollidePolygonAndCapsule, b2CollidePolygons, b2ComputeHull,
    b2DistanceInput, b2DistanceOutput, b2GetVersion, b2LocalManifold, b2MakeBox, b2MakePolygon, b2MakeProxy,
    b2Polygon, b2Rot, b2ShapeDistance, b2ShapeProxy, b2SimplexCache, b2Transform, b2Vec2,
};
use glam::{Vec2, Vec3};
use oracle::case::Form;

use crate::accuracy::Answer;
use crate::bench::{BenchmarkGroup, PeerBuilder};
use crate::pose::Pose;
use crate::query::QueryKind;

const NAME: &str = "Box2D";
/// The largest number of vertices of Box2D's polygons.
const MAX_VERTICES: usize = 8;
/// The distance below which Box2D's own overlap test reports an overlap: a tenth of its linear slop.
const OVERLAP_SLOP: f32 = 0.0005;
const EMPTY_CACHE: b2SimplexCache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };

type Poses = (b2Transform, b2Transform);

#[derive(Clone, Copy)]
enum Geometry {
    Circle(b2Circle),
    Capsule(b2Capsule),
    Polygon(b2Polygon),
}

/// Returns the version that Box2D reports.
pub fn version() -> String {
    // SAFETY: reads constants.
    let version = unsafe { b2GetVersion() };
    format!("{}.{}.{}", version.major, version.minor, version.revision)
}

/// Adds all queries, if Box2D has the shapes.
pub fn add(group: &mut BenchmarkGroup) {
    let (Some(a), Some(b)) = (geometry(&group.workload.a), geometry(&group.workload.b)) else { return };
    let mut peer = group.peer(NAME, |poses| (transform(&poses.a), transform(&poses.b)));
    add_distance_queries(&mut peer, proxy(&a), proxy(&b));
    let normal_of_a = |poses: &Poses, normal| to_world(&poses.0, normal);
    match (a, b) {
        (Geometry::Circle(a), Geometry::Circle(b)) => {
            // SAFETY: reads the two shapes.
            let collide = move |p: &Poses| unsafe { b2CollideCircles(&a, &b, relative(&p.0, &p.1)) };
            add_collision_queries(&mut peer, collide, normal_of_a);
        }
        (Geometry::Polygon(a), Geometry::Polygon(b)) => {
            // SAFETY: reads the two shapes.
            let collide = move |p: &Poses| unsafe { b2CollidePolygons(&a, &b, relative(&p.0, &p.1)) };
            add_collision_queries(&mut peer, collide, normal_of_a);
        }
        // Box2D has this pair in the other order only.
        (Geometry::Capsule(a), Geometry::Polygon(b)) => {
            // SAFETY: reads the two shapes.
            let collide =
                move |p: &Poses| unsafe { b2CollidePolygonAndCapsule(&b, &a, relative(&p.1, &p.0)) };
            add_collision_queries(&mut peer, collide, |poses, normal| -to_world(&poses.1, normal));
        }
        _ => {}
    }
}

fn vector(point: Vec3) -> b2Vec2 {
    b2Vec2 { x: point.x, y: point.y }
}

fn transform(pose: &Pose) -> b2Transform {
    let rotation = pose.cosine_sine();
    b2Transform { p: vector(pose.position), q: b2Rot { c: rotation.x, s: rotation.y } }
}

/// Rotates a direction from a shape's frame to the world.
fn to_world(transform: &b2Transform, direction: b2Vec2) -> Vec2 {
    Vec2::new(transform.q.c, transform.q.s).rotate(Vec2::new(direction.x, direction.y))
}

/// Returns the second pose relative to the first. Box2D's own function is inline in a header, so bindings
/// have no access to it.
#[inline(always)]
fn relative(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let inverse = Vec2::new(a.q.c, -a.q.s);
    let position = inverse.rotate(Vec2::new(b.p.x - a.p.x, b.p.y - a.p.y));
    let rotation = inverse.rotate(Vec2::new(b.q.c, b.q.s));
    b2Transform { p: b2Vec2 { x: position.x, y: position.y }, q: b2Rot { c: rotation.x, s: rotation.y } }
}

fn geometry(shape: &Form) -> Option<Geometry> {
    Some(match shape {
        Form::Ball(radius) => Geometry::Circle(b2Circle { center: vector(Vec3::ZERO), radius: *radius }),
        Form::Capsule { half_length, radius } => {
            let end = Vec3::Y * *half_length;
            Geometry::Capsule(b2Capsule { center1: vector(-end), center2: vector(end), radius: *radius })
        }
        // SAFETY: takes numbers only.
        Form::Box(half_size) => Geometry::Polygon(unsafe { b2MakeBox(half_size.x, half_size.y) }),
        Form::Points(vertices) if vertices.len() <= MAX_VERTICES => {
            let points: Vec<b2Vec2> = vertices.iter().map(|&vertex| vector(vertex)).collect();
            // SAFETY: both functions only read as many points as they are told to.
            let polygon = unsafe { b2MakePolygon(&b2ComputeHull(points.as_ptr(), points.len() as i32), 0.0) };
            assert_eq!(polygon.count as usize, vertices.len(), "every point is a vertex of the polygon");
            Geometry::Polygon(polygon)
        }
        _ => return None,
    })
}

/// Returns a shape's core and radius, for the distance query.
fn proxy(geometry: &Geometry) -> b2ShapeProxy {
    let make = |points: &[b2Vec2], radius| {
        // SAFETY: copies as many points as there are.
        unsafe { b2MakeProxy(points.as_ptr(), points.len() as i32, radius) }
    };
    match geometry {
        Geometry::Circle(circle) => make(&[circle.center], circle.radius),
        Geometry::Capsule(capsule) => make(&[capsule.center1, capsule.center2], capsule.radius),
        Geometry::Polygon(polygon) => make(&polygon.vertices[..polygon.count as usize], polygon.radius),
    }
}

fn add_distance_queries(peer: &mut PeerBuilder<Poses>, a: b2ShapeProxy, b: b2ShapeProxy) {
    let mut input =
        b2DistanceInput { proxyA: a, proxyB: b, transform: transform(&Pose::ORIGIN), useRadii: true };
    let mut distance = move |poses: &Poses, cache: &mut b2SimplexCache| {
        input.transform = relative(&poses.0, &poses.1);
        // SAFETY: the proxies hold their own points, and no simplexes are recorded.
        unsafe { b2ShapeDistance(&input, cache, ptr::null_mut(), 0) }
    };
    let to_answer = |_: &Poses, found: &b2DistanceOutput| {
        let (on_a, on_b) = (found.pointA, found.pointB);
        Answer {
            intersects: found.distance <= 0.0,
            distance: Some(found.distance.into()),
            point_distance: Some(Vec2::new(on_b.x - on_a.x, on_b.y - on_a.y).length().into()),
            normal: None,
        }
    };
    peer.add_cold(
        QueryKind::Intersects,
        move |poses| distance(poses, &mut { EMPTY_CACHE }).distance < OVERLAP_SLOP,
        |_, intersects| Answer { intersects: *intersects, ..Answer::default() },
    );
    peer.add_cold(QueryKind::ClosestPoints, move |poses| distance(poses, &mut { EMPTY_CACHE }), to_answer);
    peer.add_warm(QueryKind::ClosestPoints, EMPTY_CACHE, distance, to_answer);
}

fn add_collision_queries(
    peer: &mut PeerBuilder<Poses>,
    collide: impl Fn(&Poses) -> b2LocalManifold + Copy + 'static,
    normal_in_world: impl Fn(&Poses, b2Vec2) -> Vec2 + Copy + 'static,
) {
    let to_answer = move |poses: &Poses, found: &b2LocalManifold| {
        let points = &found.points[..found.pointCount as usize];
        let distance = points.iter().map(|point| point.separation).fold(f32::INFINITY, f32::min);
        Answer {
            intersects: distance <= 0.0,
            distance: Some(distance.into()),
            point_distance: None,
            normal: Some(normal_in_world(poses, found.normal).extend(0.0)),
        }
    };
    peer.add_cold(QueryKind::Contact, collide, to_answer);
    peer.add_cold(QueryKind::Manifold, collide, to_answer);
}
