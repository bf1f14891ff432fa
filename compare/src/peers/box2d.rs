//! Box2D. It has no search for the depth of an overlap: a contact is the manifold's deepest point.
#![allow(unsafe_code, reason = "Box2D is written in C")]

use std::ptr;

use boxdd_sys::ffi::{
    b2Capsule, b2Circle, b2CollideCircles, b2CollidePolygonAndCapsule, b2CollidePolygons, b2ComputeHull,
    b2DistanceInput, b2DistanceOutput, b2GetVersion, b2LocalManifold, b2MakeBox, b2MakePolygon, b2MakeProxy,
    b2Polygon, b2Rot, b2ShapeDistance, b2ShapeProxy, b2SimplexCache, b2Transform, b2Vec2,
};
use glam::{Vec2, Vec3};

use crate::bench::{Entrant, Sheet};
use crate::pose::Pose;
use crate::question::Question;
use crate::shape::Shape;
use crate::verdict::Answer;

const NAME: &str = "Box2D";
/// Box2D's polygons have no more corners.
const MAX_CORNERS: usize = 8;
/// Its own boolean test takes less than this for an overlap: a tenth of its linear slop.
const OVERLAP_SLOP: f32 = 0.0005;
const EMPTY: b2SimplexCache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };

type Poses = (b2Transform, b2Transform);

#[derive(Clone, Copy)]
enum Body {
    Circle(b2Circle),
    Capsule(b2Capsule),
    Polygon(b2Polygon),
}

/// Returns Box2D's own version.
pub fn version() -> String {
    // SAFETY: reads constants.
    let version = unsafe { b2GetVersion() };
    format!("{}.{}.{}", version.major, version.minor, version.revision)
}

/// Enters all questions, if Box2D has the shapes.
pub fn enter(sheet: &mut Sheet) {
    let (Some(a), Some(b)) = (body(&sheet.workload.a), body(&sheet.workload.b)) else { return };
    let mut entrant = sheet.entrant(NAME, |poses| (transform(&poses.a), transform(&poses.b)));
    distances(&mut entrant, proxy(&a), proxy(&b));
    let turned_by_a = |poses: &Poses, normal| turned(&poses.0, normal);
    match (a, b) {
        (Body::Circle(a), Body::Circle(b)) => {
            // SAFETY: reads the two shapes.
            let collide = move |p: &Poses| unsafe { b2CollideCircles(&a, &b, relative(&p.0, &p.1)) };
            collisions(&mut entrant, collide, turned_by_a);
        }
        (Body::Polygon(a), Body::Polygon(b)) => {
            // SAFETY: reads the two shapes.
            let collide = move |p: &Poses| unsafe { b2CollidePolygons(&a, &b, relative(&p.0, &p.1)) };
            collisions(&mut entrant, collide, turned_by_a);
        }
        // Box2D knows this pair in the other order only.
        (Body::Capsule(a), Body::Polygon(b)) => {
            // SAFETY: reads the two shapes.
            let collide =
                move |p: &Poses| unsafe { b2CollidePolygonAndCapsule(&b, &a, relative(&p.1, &p.0)) };
            collisions(&mut entrant, collide, |poses, normal| -turned(&poses.1, normal));
        }
        _ => {}
    }
}

fn vector(point: Vec3) -> b2Vec2 {
    b2Vec2 { x: point.x, y: point.y }
}

fn transform(pose: &Pose) -> b2Transform {
    let turn = pose.cosine_sine();
    b2Transform { p: vector(pose.position), q: b2Rot { c: turn.x, s: turn.y } }
}

/// A direction of a shape's frame, in the world.
fn turned(transform: &b2Transform, direction: b2Vec2) -> Vec2 {
    Vec2::new(transform.q.c, transform.q.s).rotate(Vec2::new(direction.x, direction.y))
}

/// The second pose, seen from the first. Box2D has it in its headers, out of reach.
#[inline(always)]
fn relative(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let back = Vec2::new(a.q.c, -a.q.s);
    let place = back.rotate(Vec2::new(b.p.x - a.p.x, b.p.y - a.p.y));
    let turn = back.rotate(Vec2::new(b.q.c, b.q.s));
    b2Transform { p: b2Vec2 { x: place.x, y: place.y }, q: b2Rot { c: turn.x, s: turn.y } }
}

fn body(shape: &Shape) -> Option<Body> {
    Some(match shape {
        Shape::Ball(radius) => Body::Circle(b2Circle { center: vector(Vec3::ZERO), radius: *radius }),
        Shape::Capsule { half_length, radius } => {
            let end = Vec3::Y * *half_length;
            Body::Capsule(b2Capsule { center1: vector(-end), center2: vector(end), radius: *radius })
        }
        // SAFETY: takes numbers only.
        Shape::Box(half_size) => Body::Polygon(unsafe { b2MakeBox(half_size.x, half_size.y) }),
        Shape::Hull(corners) if corners.len() <= MAX_CORNERS => {
            let points: Vec<b2Vec2> = corners.iter().map(|&corner| vector(corner)).collect();
            // SAFETY: reads as many points as there are, and then the hull of them.
            let polygon = unsafe { b2MakePolygon(&b2ComputeHull(points.as_ptr(), points.len() as i32), 0.0) };
            assert_eq!(polygon.count as usize, corners.len(), "every corner is one of the polygon");
            Body::Polygon(polygon)
        }
        _ => return None,
    })
}

/// A shape's core and radius, for the distance.
fn proxy(body: &Body) -> b2ShapeProxy {
    let make = |points: &[b2Vec2], radius| {
        // SAFETY: copies as many points as there are.
        unsafe { b2MakeProxy(points.as_ptr(), points.len() as i32, radius) }
    };
    match body {
        Body::Circle(circle) => make(&[circle.center], circle.radius),
        Body::Capsule(capsule) => make(&[capsule.center1, capsule.center2], capsule.radius),
        Body::Polygon(polygon) => make(&polygon.vertices[..polygon.count as usize], polygon.radius),
    }
}

fn distances(entrant: &mut Entrant<Poses>, a: b2ShapeProxy, b: b2ShapeProxy) {
    let mut input =
        b2DistanceInput { proxyA: a, proxyB: b, transform: transform(&Pose::ORIGIN), useRadii: true };
    let mut distance = move |poses: &Poses, cache: &mut b2SimplexCache| {
        input.transform = relative(&poses.0, &poses.1);
        // SAFETY: the proxies hold their own points, and no simplexes are recorded.
        unsafe { b2ShapeDistance(&input, cache, ptr::null_mut(), 0) }
    };
    let apart = |_: &Poses, found: &b2DistanceOutput| {
        let (on_a, on_b) = (found.pointA, found.pointB);
        Answer {
            meets: found.distance <= 0.0,
            distance: Some(found.distance.into()),
            gap: Some(Vec2::new(on_b.x - on_a.x, on_b.y - on_a.y).length().into()),
            normal: None,
        }
    };
    entrant.asks(
        Question::Intersects,
        move |poses| distance(poses, &mut { EMPTY }).distance < OVERLAP_SLOP,
        |_, meets| Answer { meets: *meets, ..Answer::default() },
    );
    entrant.asks(Question::ClosestPoints, move |poses| distance(poses, &mut { EMPTY }), apart);
    entrant.remembers(Question::ClosestPoints, EMPTY, distance, apart);
}

fn collisions(
    entrant: &mut Entrant<Poses>,
    collide: impl Fn(&Poses) -> b2LocalManifold + Copy + 'static,
    in_world: impl Fn(&Poses, b2Vec2) -> Vec2 + Copy + 'static,
) {
    let answer = move |poses: &Poses, found: &b2LocalManifold| {
        let points = &found.points[..found.pointCount as usize];
        let distance = points.iter().map(|point| point.separation).fold(f32::INFINITY, f32::min);
        Answer {
            meets: distance <= 0.0,
            distance: Some(distance.into()),
            gap: None,
            normal: Some(in_world(poses, found.normal).extend(0.0)),
        }
    };
    entrant.asks(Question::Contact, collide, answer);
    entrant.asks(Question::Manifold, collide, answer);
}
