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

mod clip_2d;
mod clip_3d;
mod contact_frame;
mod edge;
mod edge_contact;
mod edge_feature;
mod face;
mod feature;
mod half_space;
mod outline;
mod prune;
mod surface;

use arrayvec::ArrayVec;
use contact_frame::ContactFrame;
use edge_contact::touching;
use edge_feature::EdgeFeature;
use feature::{collect, slop, whole};
use glam::DVec2;
use half_space::of_half_space;
use prune::prune;

use crate::math::{ManifoldPoints, Scalar, Vector, Wide};
use crate::query::half_space::HalfSpacePair;
use crate::query::{Contact, Query, Space};
use crate::reference::Observer;
use crate::support::{SmallPolygon, Support};

/// A vertex belongs to the supporting feature if it lies within this part of the larger half extent of its
/// shape from the farthest.
pub const SLOP: f64 = 0.005;

/// What is kept of a feature with more corners is its outline without the flattest of them.
const MAX_CORNERS: usize = 32;

/// A corner within this part of the slop from an edge is on it.
const NEAR: f64 = 1e-3;

/// A part of a shape's boundary, by the names of its vertices.
///
/// The names are those of the shape's supporting feature; a point of a curve has none,
/// [`Vertex::NO_ID`](crate::Vertex::NO_ID).
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
        serialize = "Contact<V>: serde::Serialize, V::ManifoldPoints<ManifoldPoint<V>>: serde::Serialize",
        deserialize = "Contact<V>: serde::Deserialize<'de>, V::ManifoldPoints<ManifoldPoint<V>>: serde::Deserialize<'de>"
    ))
)]
pub struct Manifold<V: Vector> {
    /// The normal, and the deepest point.
    pub contact: Contact<V>,
    points: V::ManifoldPoints<ManifoldPoint<V>>,
}

impl<V: Vector> Manifold<V> {
    /// The points, at least one; in space around the normal.
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        &self.points
    }

    /// The manifold of a single point.
    #[inline(always)]
    fn single(contact: Contact<V>, features: [Feature; 2]) -> Self {
        let Contact { on_a, on_b, depth, .. } = contact;
        Self { contact, points: ManifoldPoints::of([ManifoldPoint { on_a, on_b, depth, features }]) }
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
#[inline(always)]
pub fn manifold<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<Manifold<V>> {
    Query::new(a, b).manifold()
}

/// A corner of a supporting feature, relative to the origin of the first shape.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// Where it is seen on the frame.
    at: DVec2,
    /// How far it is along the normal.
    height: f64,
    id: u32,
}

/// A corner of what two features have in common, on each of them.
#[derive(Clone, Copy, Debug)]
pub struct ClipVertex {
    at: [DVec2; 2],
    heights: [f64; 2],
    features: [Feature; 2],
}

impl ClipVertex {
    #[inline(always)]
    fn depth(&self) -> f64 {
        self.heights[0] - self.heights[1]
    }

    /// As near as the slop of both features together.
    #[inline(always)]
    fn is_near(&self, slop: f64) -> bool {
        self.depth() >= -2.0 * slop
    }

    #[inline(always)]
    fn point<V: Space>(&self, frame: &ContactFrame<V::Wide>, origin: V::Wide) -> ManifoldPoint<V> {
        let on = |which: usize| V::narrow(origin + frame.point(self.at[which], self.heights[which]));
        let depth = V::Scalar::narrow(self.depth());
        ManifoldPoint { on_a: on(0), on_b: on(1), depth, features: self.features }
    }
}

/// The corners of a feature.
pub type Corners = ArrayVec<Corner, MAX_CORNERS>;
/// A clipped polygon has at most the corners of both.
pub type ClipVertices = ArrayVec<ClipVertex, { 2 * MAX_CORNERS }>;

/// A space whose features can be clipped.
pub trait Clip: Wide {
    /// Unit vectors across a normal and each other; of the line in the plane, the second is zero.
    fn axes(normal: Self) -> [Self; 2];
    /// The area that two vectors span where they are seen along a normal; in the plane, none.
    fn area(one: Self, other: Self, normal: Self) -> f64;
    /// Leaves only the outline of two corners or more, in its order.
    fn outline(corners: &mut Corners);
    /// The supporting feature of a small polygon of the plane along a normal, or against it with a `sign` of minus one.
    fn ends(outline: &SmallPolygon, normal: Self, sign: f64, slop: f64) -> Option<EdgeFeature<Self>>;
    /// What two edges have in common, if they run alongside each other.
    fn clip_edges(a: [Corner; 2], b: [Corner; 2], slop: f64) -> Option<[ClipVertex; 2]>;
    /// Adds the corners of what two outlines have in common; nothing for a single point.
    ///
    /// Features of the same course are so to within `slop`.
    fn clip(a: &[Corner], b: &[Corner], slop: f64, clipped: &mut ClipVertices);
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// See [`manifold`].
    #[inline(always)]
    pub fn manifold(mut self) -> Option<Manifold<V>> {
        let (a, b) = (self.a, self.b);
        if let Some(pair) = HalfSpacePair::new(a, b) {
            return of_half_space(a, b, &pair);
        }
        let mut polygons = [SmallPolygon::empty(), SmallPolygon::empty()];
        match self.deepest_points(&mut polygons) {
            Some(separation) => touching(a, b, Contact::new(&separation), separation.normal, &polygons),
            None => None,
        }
    }
}

/// What the features of two bounded shapes have in common.
#[inline(never)]
fn of_features<V: Space, A, B>(a: &A, b: &B, contact: &Contact<V>, normal: V::Wide) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let frame = ContactFrame::new(normal);
    let offset = b.core().origin.widen() - a.core().origin.widen();
    let (slop_a, slop_b) = (slop(a), slop(b));
    // In their places from the start: to move them would cost more than to fill them.
    let (mut corners_a, mut corners_b) = (Corners::new(), Corners::new());
    collect(a, &frame, 1.0, slop_a, V::Wide::ZERO, &mut corners_a);
    collect(b, &frame, -1.0, slop_b, offset, &mut corners_b);
    let mut manifold = Manifold::single(*contact, [whole(&corners_a), whole(&corners_b)]);
    if corners_a.len() > 1 && corners_b.len() > 1 {
        let radii = [a.core().convex_radius.widen(), b.core().convex_radius.widen()];
        let slop = slop_a.min(slop_b);
        clipped(&corners_a, &corners_b, &frame, slop, radii, a.core().origin.widen(), &mut manifold);
    }
    Some(manifold)
}

/// Replaces the single point by those of two clipped features, if there are any.
#[inline(never)]
fn clipped<V: Space>(
    a: &[Corner],
    b: &[Corner],
    frame: &ContactFrame<V::Wide>,
    slop: f64,
    radii: [f64; 2],
    origin: V::Wide,
    manifold: &mut Manifold<V>,
) {
    let mut clipped = ClipVertices::new();
    V::Wide::clip(a, b, slop, &mut clipped);
    for vertex in &mut clipped {
        vertex.heights[0] += radii[0];
        vertex.heights[1] -= radii[1];
    }
    if !clipped.iter().all(|vertex| vertex.is_near(slop)) {
        clipped.retain(|vertex| vertex.is_near(slop));
    }
    fill(&clipped, frame, origin, manifold);
}

/// Replaces the single point by some of the clipped, if there are any.
#[inline(always)]
fn fill<V: Space>(
    clipped: &ClipVertices,
    frame: &ContactFrame<V::Wide>,
    origin: V::Wide,
    manifold: &mut Manifold<V>,
) {
    if clipped.is_empty() {
        return;
    }
    manifold.points.clear();
    let mut keep = |vertex: &ClipVertex| manifold.points.push(vertex.point(frame, origin));
    if clipped.len() <= 4 {
        clipped.iter().for_each(keep);
    } else {
        prune(clipped).into_iter().for_each(|index| keep(&clipped[index]));
    }
}
