//! The contact manifold: where two shapes touch, as a few points.
//!
//! A box that lies on a floor touches it with a whole face, of which a [`Contact`] names one point. The
//! manifold holds as many as it takes to keep the box from tilting, two in the plane and four in space. They
//! are the corners of what the two **supporting features** have in common: the vertices of each shape that
//! lie within the slop of the farthest along the normal, seen along it, and clipped against each other
//! (Ericson, *Real-Time Collision Detection*, 5.4; Sutherland, Hodgman, *Reentrant Polygon Clipping*, 1974).
//!
//! The slop is [`SLOP`] of each shape's size. So a face that is tilted by less than about a quarter of a
//! degree counts as a face still, not as the edge that it touches with: the points do not flicker.

mod choice;
mod plane;
mod space;

use arrayvec::ArrayVec;
use choice::choose;

use crate::contact::{Contact, Query, Space};
use crate::half_space::Facing;
use crate::support::Support;
use crate::trace::Observer;
use crate::vector::{Scalar, Vector, Wide};

/// A vertex belongs to the supporting feature if it lies within this part of the larger half extent of its
/// shape from the farthest.
pub const SLOP: f64 = 0.005;

/// What is kept of a feature with more corners is its outline without the flattest of them.
const MAX_CORNERS: usize = 32;

/// A part of a shape's boundary, by the names of its vertices.
///
/// The names are those of the shape's supporting feature; a point of a curve has none,
/// [`Vertex::UNNAMED`](crate::Vertex::UNNAMED).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// A vertex.
    Vertex(u32),
    /// The edge between two vertices, in the order around the face.
    Edge(u32, u32),
    /// The inside of the face.
    Face,
}

/// A point of a manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct ManifoldPoint<V: Vector> {
    /// The point of the first shape, in the world.
    pub on_a: V,
    /// The point of the second shape, in the world; about along the normal from the other.
    pub on_b: V,
    /// How deep they overlap there along the normal; below zero where they are apart by that.
    pub depth: V::Scalar,
    /// The features of both shapes that make the point. While the shapes slide, they stay the same: by them
    /// a point is found again in the next frame.
    pub features: [Feature; 2],
}

/// Where two shapes touch: up to two points in the plane, four in space.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Manifold<V: Vector> {
    /// The normal, and the deepest point.
    pub contact: Contact<V>,
    points: ArrayVec<ManifoldPoint<V>, 4>,
}

impl<V: Vector> Manifold<V> {
    /// The points, at least one; in space around the normal.
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        &self.points
    }

    fn of(contact: Contact<V>, features: [Feature; 2]) -> Self {
        let Contact { on_a, on_b, depth, .. } = contact;
        let single = ManifoldPoint { on_a, on_b, depth, features };
        Self { contact, points: ArrayVec::from_iter([single]) }
    }
}

/// The points where two shapes touch, or nothing where they are apart.
///
/// ```
/// use gjk::{Affine3A, Cuboid, Support, Vec3};
///
/// let floor = Cuboid::new(10.0, 1.0, 10.0);
/// let crate_ = Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::from_translation(Vec3::new(2.0, 0.99, 0.0)));
/// let manifold = gjk::manifold(&floor, &crate_).unwrap();
/// assert_eq!(manifold.points().len(), 4);
/// assert!(manifold.points().iter().all(|point| (point.depth - 0.01).abs() < 1e-6));
/// ```
pub fn manifold<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<Manifold<V>> {
    Query::new(a, b).manifold()
}

/// A corner of a supporting feature.
#[derive(Clone, Copy, Debug)]
pub struct Corner<W> {
    /// Relative to the origin of the first shape.
    point: W,
    id: u32,
}

/// A corner of what two features have in common.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<W> {
    on_a: W,
    on_b: W,
    features: [Feature; 2],
}

/// The corners of a feature.
pub type Corners<W> = ArrayVec<Corner<W>, MAX_CORNERS>;
/// A clipped polygon has at most the corners of both.
pub type Meetings<W> = ArrayVec<Meeting<W>, { 2 * MAX_CORNERS }>;

/// A space whose features can be clipped.
pub trait Clip: Wide {
    /// Leaves only the outline of corners as seen along a normal, in their order.
    fn outline(corners: &mut Corners<Self>, normal: Self);
    /// Adds the corners of what two outlines have in common as seen along a normal; nothing for a single
    /// point.
    ///
    /// Features of the same course are so to within `slop`.
    fn clip(
        a: &[Corner<Self>],
        b: &[Corner<Self>],
        normal: Self,
        slop: f64,
        meetings: &mut Meetings<Self>,
    );
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// See [`manifold`].
    pub fn manifold(mut self) -> Option<Manifold<V>> {
        let (a, b) = (self.a, self.b);
        if let Some(facing) = Facing::of(a, b) {
            return of_half_space(a, b, &facing);
        }
        let (contact, normal) = self.deepest()?;
        let offset = b.origin().widen() - a.origin().widen();
        let (slop_a, slop_b) = (slop(a), slop(b));
        // In their places from the start: to move them would cost more than to fill them.
        let (mut corners_a, mut corners_b) = (Corners::new(), Corners::new());
        feature(a, normal, 1.0, slop_a, V::Wide::ZERO, &mut corners_a);
        feature(b, normal, -1.0, slop_b, offset, &mut corners_b);
        let single = Manifold::of(contact, [whole(&corners_a), whole(&corners_b)]);
        if corners_a.len() < 2 || corners_b.len() < 2 {
            return Some(single);
        }
        let mut points = Meetings::new();
        V::Wide::clip(&corners_a, &corners_b, normal, slop_a.min(slop_b), &mut points);
        let (out_a, out_b) = (normal * a.radius().widen(), normal * b.radius().widen());
        let least = -2.0 * slop_a.min(slop_b);
        for point in &mut points {
            point.on_a += out_a;
            point.on_b = point.on_b - out_b;
        }
        points.retain(|point| depth(point, normal) >= least);
        Some(choose(single, &points, normal, a.origin().widen()))
    }
}

/// All points of the other shape's feature are on the boundary of a half-space.
fn of_half_space<V: Space, A, B>(a: &A, b: &B, facing: &Facing<V>) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let contact = facing.clearance.contact()?;
    let single = Manifold::of(contact, [Feature::Face, Feature::Face]);
    let normal = facing.clearance.normal;
    let mut corners = Corners::new();
    let (origin, radius) = match (a.half_space(), b.half_space()) {
        (Some(_), None) => {
            feature(b, normal, -1.0, slop(b), V::Wide::ZERO, &mut corners);
            (b.origin(), b.radius())
        }
        (None, Some(_)) => {
            feature(a, normal, 1.0, slop(a), V::Wide::ZERO, &mut corners);
            (a.origin(), a.radius())
        }
        _ => return Some(single),
    };
    // The deepest point of the shape is on the boundary by the known distance.
    let (boundary, sign) = if facing.first { (facing.clearance.on_a, -1.0) } else { (facing.clearance.on_b, 1.0) };
    let boundary = boundary - origin.widen();
    let meeting = |corner: &Corner<V::Wide>| {
        let point = corner.point + normal * (sign * radius.widen());
        let below = point - normal * normal.dot(point - boundary);
        let vertex = Feature::Vertex(corner.id);
        if facing.first {
            Meeting { on_a: below, on_b: point, features: [Feature::Face, vertex] }
        } else {
            Meeting { on_a: point, on_b: below, features: [vertex, Feature::Face] }
        }
    };
    let points: Meetings<_> = corners.iter().map(meeting).collect();
    Some(choose(single, &points, normal, origin.widen()))
}

fn slop<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> f64 {
    SLOP * shape.half_extents().max_element().widen()
}

/// Adds the outline of the supporting feature of a shape along a normal, or against it with a `sign` of minus
/// one, moved by an offset.
fn feature<V: Space>(
    shape: &(impl Support<V> + ?Sized),
    normal: V::Wide,
    sign: f64,
    slop: f64,
    offset: V::Wide,
    corners: &mut Corners<V::Wide>,
) {
    let out = normal * sign;
    shape.feature(V::narrow(out), V::Scalar::narrow(slop), &mut |vertex| {
        let corner = Corner { point: vertex.point.widen() + offset, id: vertex.id };
        // Of those in front of each other, as on both sides of a sheet, the farthest counts.
        let in_line = |other: &&mut Corner<V::Wide>| {
            let apart = other.point - corner.point;
            let across = apart - normal * normal.dot(apart);
            across.dot(across) <= slop * slop
        };
        match corners.iter_mut().find(in_line) {
            Some(other) if out.dot(corner.point - other.point) > 0.0 => *other = corner,
            Some(_) => {}
            None => {
                if corners.is_full() {
                    V::Wide::outline(corners, normal);
                }
                corners.push(corner);
            }
        }
    });
    if corners.len() > 1 {
        V::Wide::outline(corners, normal);
    }
}

/// What a few corners are.
fn whole<W>(corners: &[Corner<W>]) -> Feature {
    match corners {
        [a] => Feature::Vertex(a.id),
        [a, b] => Feature::Edge(a.id, b.id),
        _ => Feature::Face,
    }
}

fn depth<W: Wide>(point: &Meeting<W>, normal: W) -> f64 {
    normal.dot(point.on_a - point.on_b)
}
