//! parry's queries, for each dimension and version.

use super::parry::math::{Pose as ParryPose, Vector};
use super::parry::query::gjk::{GJKResult, VoronoiSimplex};
use super::parry::query::{
    self, ClosestPoints, Contact, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, details,
};
use super::parry::shape::{Ball, Cuboid, PolygonalFeatureMap, SharedShape, SupportMap};
use super::shapes::{to_parry_pose, to_vec3};
use crate::accuracy::Answer;
use crate::bench::{BenchmarkGroup, PeerBuilder};
use crate::query::QueryKind;

/// A manifold, to be filled or updated.
pub type Manifold = ContactManifold<(), ()>;
/// The poses of the two shapes.
type Poses = (ParryPose, ParryPose);
/// A builder for typed queries.
pub type TypedBuilder<'s, 'w> = PeerBuilder<'s, 'w, Poses>;

/// The distance up to which a manifold has points: the value that Box2D and Box3D use.
pub const PREDICTION: f32 = 0.02;

/// Adds the queries that dispatch on the types of the shapes at run time.
pub fn add_dispatched(group: &mut BenchmarkGroup, a: SharedShape, b: SharedShape) {
    let mut peer = group.peer(super::DISPATCHED, |poses| (to_parry_pose(&poses.a), to_parry_pose(&poses.b)));
    // A shape is reference-counted, so cloning it for a closure is cheap.
    macro_rules! with {
        (|$p:ident, $a:ident, $q:ident, $b:ident $(, $cache:ident: $kind:ty)?| $call:expr) => {{
            let (a, b) = (a.clone(), b.clone());
            move |($p, $q): &Poses $(, $cache: $kind)?| {
                let ($a, $b) = (&*a, &*b);
                $call.expect("a pair that parry supports")
            }
        }};
    }
    peer.add_cold(
        QueryKind::Intersects,
        with!(|p, a, q, b| query::intersection_test(p, a, q, b).map(super::intersects)),
        |_, intersects| verdict_answer(*intersects),
    );
    peer.add_cold(
        QueryKind::ClosestPoints,
        with!(|p, a, q, b| query::closest_points(p, a, q, b, f32::MAX)),
        |_, found| closest_points_answer(found, |on_a, on_b| (on_a, on_b)),
    );
    peer.add_cold(QueryKind::Contact, with!(|p, a, q, b| query::contact(p, a, q, b, 0.0)), |_, found| {
        contact_answer(found.as_ref(), |normal| normal)
    });
    peer.add_cold(
        QueryKind::Manifold,
        with!(|p, a, q, b| {
            let mut points = Manifold::new();
            DefaultQueryDispatcher
                .contact_manifold_convex_convex(&p.inv_mul(q), a, b, None, None, PREDICTION, &mut points)
                .map(|()| points)
        }),
        |_, points| verdict_answer(min_separation(points) <= 0.0),
    );
    peer.add_warm(
        QueryKind::Manifold,
        Manifold::new(),
        with!(|p, a, q, b, points: &mut Manifold| {
            DefaultQueryDispatcher
                .contact_manifold_convex_convex(&p.inv_mul(q), a, b, None, None, PREDICTION, points)
                .map(|()| min_separation(points))
        }),
        |_, separation| verdict_answer(*separation <= 0.0),
    );
}

/// Returns a builder for the typed queries.
pub fn typed<'s, 'w>(group: &'s mut BenchmarkGroup<'w>) -> TypedBuilder<'s, 'w> {
    group.peer(super::TYPED, |poses| (to_parry_pose(&poses.a), to_parry_pose(&poses.b)))
}

/// Adds the queries of circles or spheres.
pub fn add_balls(peer: &mut TypedBuilder, a: Ball, b: Ball) {
    peer.add_cold(
        QueryKind::Intersects,
        move |(p, q)| details::intersection_test_ball_ball(p.inv_mul(q).translation, &a, &b),
        |_, intersects| verdict_answer(*intersects),
    );
    peer.add_cold(
        QueryKind::ClosestPoints,
        move |(p, q)| details::closest_points_ball_ball(&p.inv_mul(q), &a, &b, f32::MAX),
        |poses, found| closest_points_answer(found, |on_a, on_b| (poses.0 * on_a, poses.1 * on_b)),
    );
    peer.add_cold(
        QueryKind::Contact,
        move |(p, q)| details::contact_ball_ball(&p.inv_mul(q), &a, &b, 0.0),
        |poses, found| contact_answer(found.as_ref(), |normal| poses.0.rotation * normal),
    );
    add_manifold(peer, move |relative, points| {
        details::contact_manifold_ball_ball(relative, &a, &b, PREDICTION, points);
    });
}

/// Adds the queries of rectangles or cuboids.
pub fn add_boxes(peer: &mut TypedBuilder, a: Cuboid, b: Cuboid) {
    peer.add_cold(
        QueryKind::Intersects,
        move |(p, q)| details::intersection_test_cuboid_cuboid(&p.inv_mul(q), &a, &b),
        |_, intersects| verdict_answer(*intersects),
    );
    add_closest_points(peer, a, b);
    // `contact_cuboid_cuboid` is not used: parry itself does not use it, and it misses most overlaps.
    add_contact(peer, a, b);
    add_manifold(peer, move |relative, points| {
        details::contact_manifold_cuboid_cuboid(relative, &a, &b, PREDICTION, points);
    });
}

/// Adds all queries but the manifold for two shapes with support functions.
pub fn add_support_maps<A, B>(peer: &mut TypedBuilder, a: A, b: B)
where
    A: SupportMap + Clone + 'static,
    B: SupportMap + Clone + 'static,
{
    let (first, second) = (a.clone(), b.clone());
    peer.add_cold(
        QueryKind::Intersects,
        move |(p, q)| details::intersection_test_support_map_support_map(&p.inv_mul(q), &first, &second),
        |_, intersects| verdict_answer(*intersects),
    );
    add_closest_points(peer, a.clone(), b.clone());
    add_contact(peer, a, b);
}

/// Adds the manifold query for two shapes with polygonal features, each with a radius around it.
pub fn add_polygonal_features_manifold<A, B>(
    peer: &mut TypedBuilder,
    (a, radius_a): (A, f32),
    (b, radius_b): (B, f32),
) where
    A: PolygonalFeatureMap + Clone + 'static,
    B: PolygonalFeatureMap + Clone + 'static,
{
    add_manifold(peer, move |relative, points| {
        details::contact_manifold_pfm_pfm(
            relative, &a, radius_a, None, &b, radius_b, None, PREDICTION, points,
        );
    });
}

fn add_manifold(peer: &mut TypedBuilder, fill: impl Fn(&ParryPose, &mut Manifold) + Clone + 'static) {
    let cold = fill.clone();
    peer.add_cold(
        QueryKind::Manifold,
        move |(p, q)| {
            let mut points = Manifold::new();
            cold(&p.inv_mul(q), &mut points);
            points
        },
        |_, points| verdict_answer(min_separation(points) <= 0.0),
    );
    peer.add_warm(
        QueryKind::Manifold,
        Manifold::new(),
        move |(p, q), points| {
            fill(&p.inv_mul(q), points);
            min_separation(points)
        },
        |_, separation| verdict_answer(*separation <= 0.0),
    );
}

fn add_contact<A, B>(peer: &mut TypedBuilder, a: A, b: B)
where
    A: SupportMap + Clone + 'static,
    B: SupportMap + Clone + 'static,
{
    peer.add_cold(
        QueryKind::Contact,
        move |(p, q)| details::contact_support_map_support_map(&p.inv_mul(q), &a, &b, 0.0),
        |poses, found| contact_answer(found.as_ref(), |normal| poses.0.rotation * normal),
    );
}

fn add_closest_points<A, B>(peer: &mut TypedBuilder, a: A, b: B)
where
    A: SupportMap + Clone + 'static,
    B: SupportMap + Clone + 'static,
{
    let (first, second) = (a.clone(), b.clone());
    peer.add_cold(
        QueryKind::ClosestPoints,
        move |(p, q)| {
            details::closest_points_support_map_support_map(&p.inv_mul(q), &first, &second, f32::MAX)
        },
        |poses, found| closest_points_answer(found, |on_a, on_b| (poses.0 * on_a, poses.1 * on_b)),
    );
    // parry's GJK can start from the last direction, if the caller keeps it.
    peer.add_warm(
        QueryKind::ClosestPoints,
        None,
        move |(p, q), direction: &mut Option<Vector>| {
            let found = details::closest_points_support_map_support_map_with_params(
                &p.inv_mul(q),
                &a,
                &b,
                f32::MAX,
                &mut VoronoiSimplex::new(),
                *direction,
            );
            if let GJKResult::ClosestPoints(_, _, normal) = &found {
                *direction = Some(*normal);
            }
            found
        },
        |_, found| match found {
            GJKResult::ClosestPoints(on_a, on_b, _) => {
                closest_points_answer(&ClosestPoints::WithinMargin(*on_a, *on_b), |on_a, on_b| (on_a, on_b))
            }
            _ => closest_points_answer(&ClosestPoints::Intersecting, |on_a, on_b| (on_a, on_b)),
        },
    );
}

/// Returns the separation of the deepest point; infinite if there is none.
pub fn min_separation(points: &Manifold) -> f32 {
    points.points.iter().map(|point| point.dist).fold(f32::INFINITY, f32::min)
}

fn verdict_answer(intersects: bool) -> Answer {
    Answer { intersects, ..Answer::default() }
}

fn closest_points_answer(
    found: &ClosestPoints,
    points_to_world: impl Fn(Vector, Vector) -> (Vector, Vector),
) -> Answer {
    match found {
        ClosestPoints::WithinMargin(on_a, on_b) => {
            let (on_a, on_b) = points_to_world(*on_a, *on_b);
            let point_distance = Some(f64::from((on_b - on_a).length()));
            Answer { intersects: false, distance: point_distance, point_distance, normal: None }
        }
        ClosestPoints::Intersecting => Answer { intersects: true, distance: Some(0.0), ..Answer::default() },
        ClosestPoints::Disjoint => Answer { distance: Some(f64::INFINITY), ..Answer::default() },
    }
}

fn contact_answer(found: Option<&Contact>, normal_to_world: impl Fn(Vector) -> Vector) -> Answer {
    match found {
        Some(found) => Answer {
            intersects: found.dist <= 0.0,
            distance: Some(f64::from(found.dist)),
            point_distance: None,
            normal: Some(to_vec3(normal_to_world(found.normal1))),
        },
        None => verdict_answer(false),
    }
}
