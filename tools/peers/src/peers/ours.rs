//! This project's crate. Each query places the shapes by affine maps that are known to be rigid, as the poses
//! of all peers are.

use gjk::{
    Affine2, Affine3A, Capsule2, Capsule3, Circle, ClosestPoints, Cone, Contact, ConvexPolygon, Cuboid,
    Cylinder, Hull, Manifold, Mat2, Query, Rectangle, SimplexCache, Space, Sphere, Support, Vec2, Vec3,
    closest_points, contact, intersects, manifold,
};
use oracle::case::{Dimension, Form};

use crate::accuracy::Answer;
use crate::bench::{BenchmarkGroup, OURS};
use crate::pose::Pose;
use crate::query::QueryKind;

/// Adds all queries.
pub fn add(group: &mut BenchmarkGroup) {
    let (a, b) = (&group.workload.a, &group.workload.b);
    match group.workload.dimension {
        Dimension::Plane => match (a, b) {
            (Form::Ball(a), Form::Ball(b)) => add_pair(group, affine2, Circle::new(*a), Circle::new(*b)),
            (Form::Box(a), Form::Box(b)) => add_pair(group, affine2, rectangle(*a), rectangle(*b)),
            (Form::Capsule { half_length, radius }, Form::Box(b)) => {
                add_pair(group, affine2, Capsule2::new(*half_length, *radius), rectangle(*b));
            }
            (Form::Points(a), Form::Points(b)) => add_pair(group, affine2, polygon(a), polygon(b)),
            _ => unreachable!("a pair that no workload has"),
        },
        Dimension::Space => match (a, b) {
            (Form::Ball(a), Form::Ball(b)) => add_pair(group, affine3, Sphere::new(*a), Sphere::new(*b)),
            (Form::Box(a), Form::Box(b)) => {
                add_pair(group, affine3, Cuboid::from_half_size(*a), Cuboid::from_half_size(*b));
            }
            (Form::Capsule { half_length: h, radius: r }, Form::Capsule { half_length, radius }) => {
                add_pair(group, affine3, Capsule3::new(*h, *r), Capsule3::new(*half_length, *radius));
            }
            (Form::Cylinder { half_height: h, radius: r }, Form::Cone { half_height, radius }) => {
                add_pair(group, affine3, Cylinder::new(*r, 2.0 * h), Cone::new(*radius, 2.0 * half_height));
            }
            (Form::Points(a), Form::Points(b)) => add_pair(group, affine3, hull(a), hull(b)),
            _ => unreachable!("a pair that no workload has"),
        },
    }
}

/// Converts a pose to a 2D affine map.
pub fn affine2(pose: &Pose) -> Affine2 {
    let (x, translation) = (pose.cosine_sine(), pose.position.truncate());
    Affine2::from_mat2_translation(Mat2::from_cols(x, x.perp()), translation)
}

/// Converts a pose to a 3D affine map.
pub fn affine3(pose: &Pose) -> Affine3A {
    Affine3A::from_rotation_translation(pose.rotation, pose.position)
}

fn rectangle(half_size: Vec3) -> Rectangle {
    Rectangle::from_half_size(half_size.truncate())
}

/// Creates a polygon.
pub fn polygon(corners: &[Vec3]) -> ConvexPolygon {
    ConvexPolygon::new(corners.iter().map(|corner| corner.truncate())).expect("a convex polygon")
}

/// Creates a convex hull.
pub fn hull(points: &[Vec3]) -> Hull<Vec3> {
    Hull::new(points.iter().copied()).expect("finite points")
}

/// A 2D or 3D vector that can be converted to the 3D vectors of an answer.
trait ToVec3: Space<Scalar = f32> + 'static {
    fn to_vec3(self) -> Vec3;
}

impl ToVec3 for Vec2 {
    fn to_vec3(self) -> Vec3 {
        self.extend(0.0)
    }
}

impl ToVec3 for Vec3 {
    fn to_vec3(self) -> Vec3 {
        self
    }
}

fn add_pair<V: ToVec3, A, B>(group: &mut BenchmarkGroup, affine: fn(&Pose) -> V::Affine, a: A, b: B)
where
    V::Affine: Copy,
    A: Support<V> + Clone + 'static,
    B: Support<V> + Clone + 'static,
{
    let mut peer = group.peer(OURS, |poses| (affine(&poses.a), affine(&poses.b)));
    // Every closure owns its shapes.
    macro_rules! placed {
        (|$a:ident, $b:ident $(, $cache:ident)?| $call:expr) => {{
            let (a, b) = (a.clone(), b.clone());
            move |poses: &(V::Affine, V::Affine) $(, $cache: &mut SimplexCache<V>)?| {
                let ($a, $b) = (&(&a).placed_rigidly(poses.0), &(&b).placed_rigidly(poses.1));
                $call
            }
        }};
    }
    peer.add_cold(QueryKind::Intersects, placed!(|a, b| intersects(a, b)), |_, intersects| Answer {
        intersects: *intersects,
        ..Answer::default()
    });
    peer.add_cold(QueryKind::ClosestPoints, placed!(|a, b| closest_points(a, b)), |_, found| {
        closest_points_answer(found)
    });
    peer.add_cold(QueryKind::Contact, placed!(|a, b| contact(a, b)), |_, found| {
        contact_answer(found.as_ref())
    });
    peer.add_cold(QueryKind::Manifold, placed!(|a, b| manifold(a, b)), |_, found| manifold_answer(found));
    peer.add_warm(
        QueryKind::ClosestPoints,
        SimplexCache::default(),
        placed!(|a, b, cache| Query::new(a, b).cache(cache).closest_points()),
        |_, found| closest_points_answer(found),
    );
    peer.add_warm(
        QueryKind::Manifold,
        SimplexCache::default(),
        placed!(|a, b, cache| Query::new(a, b).cache(cache).manifold()),
        |_, found| manifold_answer(found),
    );
}

fn closest_points_answer<V: ToVec3>(found: &Option<ClosestPoints<V>>) -> Answer {
    match found {
        Some(found) => Answer {
            intersects: false,
            distance: Some(found.distance.into()),
            point_distance: Some((found.on_a - found.on_b).to_vec3().as_dvec3().length()),
            normal: Some(found.normal.to_vec3()),
        },
        None => Answer { intersects: true, distance: Some(0.0), ..Answer::default() },
    }
}

fn contact_answer<V: ToVec3>(found: Option<&Contact<V>>) -> Answer {
    match found {
        Some(found) => Answer {
            intersects: true,
            distance: Some(-f64::from(found.depth)),
            point_distance: None,
            normal: Some(found.normal.to_vec3()),
        },
        None => Answer::default(),
    }
}

fn manifold_answer<V: ToVec3>(found: &Option<Manifold<V>>) -> Answer {
    contact_answer(found.as_ref().map(|found| &found.contact))
}
