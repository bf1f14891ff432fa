//! parry's questions, whatever the dimension and version.

use super::parry::math::{Pose as Placed, Vector};
use super::parry::query::gjk::{GJKResult, VoronoiSimplex};
use super::parry::query::{
    self, ClosestPoints, Contact, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, details,
};
use super::parry::shape::{Ball, Cuboid, PolygonalFeatureMap, SharedShape, SupportMap};
use super::shapes::{in_space, placed};
use crate::bench::{Entrant, Sheet};
use crate::question::Question;
use crate::verdict::Answer;

/// A manifold, to be filled or updated.
pub type Points = ContactManifold<(), ()>;
/// Where the two shapes are.
type Poses = (Placed, Placed);
/// Enters typed questions.
pub type Typed<'s, 'w> = Entrant<'s, 'w, Poses>;

/// How far apart two shapes may be for a manifold: what Box2D and Box3D have built in.
pub const PREDICTION: f32 = 0.02;

/// Enters the questions of shapes that are known at run time only.
pub fn free(sheet: &mut Sheet, a: SharedShape, b: SharedShape) {
    let mut entrant = sheet.entrant(super::FREE, |poses| (placed(&poses.a), placed(&poses.b)));
    // A shape is shared, so that a closure's copy is cheap.
    macro_rules! with {
        (|$p:ident, $a:ident, $q:ident, $b:ident $(, $memory:ident: $kind:ty)?| $ask:expr) => {{
            let (a, b) = (a.clone(), b.clone());
            move |($p, $q): &Poses $(, $memory: $kind)?| {
                let ($a, $b) = (&*a, &*b);
                $ask.expect("a pair that parry knows")
            }
        }};
    }
    entrant.asks(
        Question::Intersects,
        with!(|p, a, q, b| query::intersection_test(p, a, q, b).map(super::meets)),
        |_, meets| verdict(*meets),
    );
    entrant.asks(
        Question::ClosestPoints,
        with!(|p, a, q, b| query::closest_points(p, a, q, b, f32::MAX)),
        |_, found| apart(found, |on_a, on_b| (on_a, on_b)),
    );
    entrant.asks(Question::Contact, with!(|p, a, q, b| query::contact(p, a, q, b, 0.0)), |_, found| {
        overlap(found.as_ref(), |normal| normal)
    });
    entrant.asks(
        Question::Manifold,
        with!(|p, a, q, b| {
            let mut points = Points::new();
            DefaultQueryDispatcher
                .contact_manifold_convex_convex(&p.inv_mul(q), a, b, None, None, PREDICTION, &mut points)
                .map(|()| points)
        }),
        |_, points| verdict(deepest(points) <= 0.0),
    );
    entrant.remembers(
        Question::Manifold,
        Points::new(),
        with!(|p, a, q, b, points: &mut Points| {
            DefaultQueryDispatcher
                .contact_manifold_convex_convex(&p.inv_mul(q), a, b, None, None, PREDICTION, points)
                .map(|()| deepest(points))
        }),
        |_, depth| verdict(*depth <= 0.0),
    );
}

/// Lets the typed questions enter.
pub fn typed<'s, 'w>(sheet: &'s mut Sheet<'w>) -> Typed<'s, 'w> {
    sheet.entrant(super::TYPED, |poses| (placed(&poses.a), placed(&poses.b)))
}

/// Enters circles or spheres.
pub fn balls(entrant: &mut Typed, a: Ball, b: Ball) {
    entrant.asks(
        Question::Intersects,
        move |(p, q)| details::intersection_test_ball_ball(p.inv_mul(q).translation, &a, &b),
        |_, meets| verdict(*meets),
    );
    entrant.asks(
        Question::ClosestPoints,
        move |(p, q)| details::closest_points_ball_ball(&p.inv_mul(q), &a, &b, f32::MAX),
        |poses, found| apart(found, |on_a, on_b| (poses.0 * on_a, poses.1 * on_b)),
    );
    entrant.asks(
        Question::Contact,
        move |(p, q)| details::contact_ball_ball(&p.inv_mul(q), &a, &b, 0.0),
        |poses, found| overlap(found.as_ref(), |normal| poses.0.rotation * normal),
    );
    manifolds(entrant, move |relative, points| {
        details::contact_manifold_ball_ball(relative, &a, &b, PREDICTION, points);
    });
}

/// Enters rectangles or cuboids.
pub fn boxes(entrant: &mut Typed, a: Cuboid, b: Cuboid) {
    entrant.asks(
        Question::Intersects,
        move |(p, q)| details::intersection_test_cuboid_cuboid(&p.inv_mul(q), &a, &b),
        |_, meets| verdict(*meets),
    );
    nearest(entrant, a, b);
    // There is a `contact_cuboid_cuboid`, which parry itself does not use, and which finds nothing for most
    // boxes that overlap.
    deep(entrant, a, b);
    manifolds(entrant, move |relative, points| {
        details::contact_manifold_cuboid_cuboid(relative, &a, &b, PREDICTION, points);
    });
}

/// Enters any two shapes with support functions, all but the manifold.
pub fn support_maps<A, B>(entrant: &mut Typed, a: A, b: B)
where
    A: SupportMap + Clone + 'static,
    B: SupportMap + Clone + 'static,
{
    let (first, second) = (a.clone(), b.clone());
    entrant.asks(
        Question::Intersects,
        move |(p, q)| details::intersection_test_support_map_support_map(&p.inv_mul(q), &first, &second),
        |_, meets| verdict(*meets),
    );
    nearest(entrant, a.clone(), b.clone());
    deep(entrant, a, b);
}

/// Enters the manifold of two outlines, each with a radius around it.
pub fn outlines<A, B>(entrant: &mut Typed, (a, radius_a): (A, f32), (b, radius_b): (B, f32))
where
    A: PolygonalFeatureMap + Clone + 'static,
    B: PolygonalFeatureMap + Clone + 'static,
{
    manifolds(entrant, move |relative, points| {
        details::contact_manifold_pfm_pfm(
            relative, &a, radius_a, None, &b, radius_b, None, PREDICTION, points,
        );
    });
}

fn manifolds(entrant: &mut Typed, fill: impl Fn(&Placed, &mut Points) + Clone + 'static) {
    let cold = fill.clone();
    entrant.asks(
        Question::Manifold,
        move |(p, q)| {
            let mut points = Points::new();
            cold(&p.inv_mul(q), &mut points);
            points
        },
        |_, points| verdict(deepest(points) <= 0.0),
    );
    entrant.remembers(
        Question::Manifold,
        Points::new(),
        move |(p, q), points| {
            fill(&p.inv_mul(q), points);
            deepest(points)
        },
        |_, depth| verdict(*depth <= 0.0),
    );
}

fn deep<A, B>(entrant: &mut Typed, a: A, b: B)
where
    A: SupportMap + Clone + 'static,
    B: SupportMap + Clone + 'static,
{
    entrant.asks(
        Question::Contact,
        move |(p, q)| details::contact_support_map_support_map(&p.inv_mul(q), &a, &b, 0.0),
        |poses, found| overlap(found.as_ref(), |normal| poses.0.rotation * normal),
    );
}

fn nearest<A, B>(entrant: &mut Typed, a: A, b: B)
where
    A: SupportMap + Clone + 'static,
    B: SupportMap + Clone + 'static,
{
    let (first, second) = (a.clone(), b.clone());
    entrant.asks(
        Question::ClosestPoints,
        move |(p, q)| {
            details::closest_points_support_map_support_map(&p.inv_mul(q), &first, &second, f32::MAX)
        },
        |poses, found| apart(found, |on_a, on_b| (poses.0 * on_a, poses.1 * on_b)),
    );
    // Of GJK a caller may keep the last direction, to begin with it.
    entrant.remembers(
        Question::ClosestPoints,
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
                apart(&ClosestPoints::WithinMargin(*on_a, *on_b), |on_a, on_b| (on_a, on_b))
            }
            _ => apart(&ClosestPoints::Intersecting, |on_a, on_b| (on_a, on_b)),
        },
    );
}

/// How far apart the deepest point is; infinite if there is none.
pub fn deepest(points: &Points) -> f32 {
    points.points.iter().map(|point| point.dist).fold(f32::INFINITY, f32::min)
}

fn verdict(meets: bool) -> Answer {
    Answer { meets, ..Answer::default() }
}

fn apart(found: &ClosestPoints, both: impl Fn(Vector, Vector) -> (Vector, Vector)) -> Answer {
    match found {
        ClosestPoints::WithinMargin(on_a, on_b) => {
            let (on_a, on_b) = both(*on_a, *on_b);
            let gap = Some(f64::from((on_b - on_a).length()));
            Answer { meets: false, distance: gap, gap, normal: None }
        }
        ClosestPoints::Intersecting => Answer { meets: true, distance: Some(0.0), ..Answer::default() },
        ClosestPoints::Disjoint => Answer { distance: Some(f64::INFINITY), ..Answer::default() },
    }
}

fn overlap(found: Option<&Contact>, in_world: impl Fn(Vector) -> Vector) -> Answer {
    match found {
        Some(found) => Answer {
            meets: found.dist <= 0.0,
            distance: Some(f64::from(found.dist)),
            gap: None,
            normal: Some(in_space(in_world(found.normal1))),
        },
        None => verdict(false),
    }
}
