//! This project's crate: shapes moved anew for every question, by poses as affine maps that are known to be rigid,
//! as everybody's poses are.

use gjk::{
    Affine2, Affine3A, Capsule2, Capsule3, Circle, ClosestPoints, Cone, Contact, ConvexPolygon, Cuboid,
    Cylinder, Hull, Manifold, Mat2, Query, Rectangle, SimplexCache, Space, Sphere, Support, Vec2, Vec3,
    closest_points, contact, intersects, manifold,
};
use judge::case::Dimension;

use crate::bench::{OURS, Sheet};
use crate::pose::Pose;
use crate::question::Question;
use crate::shape::Shape;
use crate::verdict::Answer;

/// Enters all questions.
pub fn enter(sheet: &mut Sheet) {
    let (a, b) = (&sheet.workload.a, &sheet.workload.b);
    match sheet.workload.dimension {
        Dimension::Plane => match (a, b) {
            (Shape::Ball(a), Shape::Ball(b)) => pair(sheet, plane, Circle::new(*a), Circle::new(*b)),
            (Shape::Box(a), Shape::Box(b)) => pair(sheet, plane, rectangle(*a), rectangle(*b)),
            (Shape::Capsule { half_length, radius }, Shape::Box(b)) => {
                pair(sheet, plane, Capsule2::new(*half_length, *radius), rectangle(*b));
            }
            (Shape::Hull(a), Shape::Hull(b)) => pair(sheet, plane, polygon(a), polygon(b)),
            _ => unreachable!("a pair that no workload has"),
        },
        Dimension::Space => match (a, b) {
            (Shape::Ball(a), Shape::Ball(b)) => pair(sheet, space, Sphere::new(*a), Sphere::new(*b)),
            (Shape::Box(a), Shape::Box(b)) => {
                pair(sheet, space, Cuboid::from_half_size(*a), Cuboid::from_half_size(*b));
            }
            (Shape::Capsule { half_length: h, radius: r }, Shape::Capsule { half_length, radius }) => {
                pair(sheet, space, Capsule3::new(*h, *r), Capsule3::new(*half_length, *radius));
            }
            (Shape::Cylinder { half_height: h, radius: r }, Shape::Cone { half_height, radius }) => {
                pair(sheet, space, Cylinder::new(*r, 2.0 * h), Cone::new(*radius, 2.0 * half_height));
            }
            (Shape::Hull(a), Shape::Hull(b)) => pair(sheet, space, hull(a), hull(b)),
            _ => unreachable!("a pair that no workload has"),
        },
    }
}

/// A pose of the plane.
pub fn plane(pose: &Pose) -> Affine2 {
    let (x, translation) = (pose.cosine_sine(), pose.position.truncate());
    Affine2::from_mat2_translation(Mat2::from_cols(x, x.perp()), translation)
}

/// A pose of space.
pub fn space(pose: &Pose) -> Affine3A {
    Affine3A::from_rotation_translation(pose.rotation, pose.position)
}

fn rectangle(half_size: Vec3) -> Rectangle {
    Rectangle::from_half_size(half_size.truncate())
}

/// The polygon of these corners.
pub fn polygon(corners: &[Vec3]) -> ConvexPolygon {
    ConvexPolygon::new(corners.iter().map(|corner| corner.truncate())).expect("a convex polygon")
}

/// The hull of these points.
pub fn hull(points: &[Vec3]) -> Hull<Vec3> {
    Hull::new(points.iter().copied()).expect("finite points")
}

/// What the judge needs of a vector of either space.
trait InSpace: Space<Scalar = f32> + 'static {
    fn in_space(self) -> Vec3;
}

impl InSpace for Vec2 {
    fn in_space(self) -> Vec3 {
        self.extend(0.0)
    }
}

impl InSpace for Vec3 {
    fn in_space(self) -> Vec3 {
        self
    }
}

fn pair<V: InSpace, A, B>(sheet: &mut Sheet, affine: fn(&Pose) -> V::Affine, a: A, b: B)
where
    V::Affine: Copy,
    A: Support<V> + Clone + 'static,
    B: Support<V> + Clone + 'static,
{
    let mut entrant = sheet.entrant(OURS, |poses| (affine(&poses.a), affine(&poses.b)));
    // Every closure has shapes of its own.
    macro_rules! moved {
        (|$a:ident, $b:ident $(, $memory:ident)?| $ask:expr) => {{
            let (a, b) = (a.clone(), b.clone());
            move |poses: &(V::Affine, V::Affine) $(, $memory: &mut SimplexCache<V>)?| {
                let ($a, $b) = (&(&a).placed_rigidly(poses.0), &(&b).placed_rigidly(poses.1));
                $ask
            }
        }};
    }
    entrant.asks(Question::Intersects, moved!(|a, b| intersects(a, b)), |_, meets| Answer {
        meets: *meets,
        ..Answer::default()
    });
    entrant.asks(Question::ClosestPoints, moved!(|a, b| closest_points(a, b)), |_, found| apart(found));
    entrant.asks(Question::Contact, moved!(|a, b| contact(a, b)), |_, found| overlap(found.as_ref()));
    entrant.asks(Question::Manifold, moved!(|a, b| manifold(a, b)), |_, found| points(found));
    entrant.remembers(
        Question::ClosestPoints,
        SimplexCache::default(),
        moved!(|a, b, cache| Query::new(a, b).cache(cache).closest_points()),
        |_, found| apart(found),
    );
    entrant.remembers(
        Question::Manifold,
        SimplexCache::default(),
        moved!(|a, b, cache| Query::new(a, b).cache(cache).manifold()),
        |_, found| points(found),
    );
}

fn apart<V: InSpace>(found: &Option<ClosestPoints<V>>) -> Answer {
    match found {
        Some(found) => Answer {
            meets: false,
            distance: Some(found.distance.into()),
            gap: Some((found.on_a - found.on_b).in_space().as_dvec3().length()),
            normal: Some(found.normal.in_space()),
        },
        None => Answer { meets: true, distance: Some(0.0), ..Answer::default() },
    }
}

fn overlap<V: InSpace>(found: Option<&Contact<V>>) -> Answer {
    match found {
        Some(found) => Answer {
            meets: true,
            distance: Some(-f64::from(found.depth)),
            gap: None,
            normal: Some(found.normal.in_space()),
        },
        None => Answer::default(),
    }
}

fn points<V: InSpace>(found: &Option<Manifold<V>>) -> Answer {
    overlap(found.as_ref().map(|found| &found.contact))
}
