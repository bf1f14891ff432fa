//! The contact manifold: the few points that describe where two shapes touch.
//!
//! A box that rests on a floor touches it with a whole face, of which a [`Contact`] has one point. The
//! manifold has the points that keep the box from tilting: up to two in 2D, four in 3D. It is built in three
//! steps (Ericson, *Real-Time Collision Detection*, 5.4):
//!
//! 1. **Supporting features** ([`feature`], [`edge_feature`]): the vertices of each shape within the feature
//!    tolerance of the farthest along the normal, projected along the normal.
//! 2. **Clipping** ([`clip_2d`], [`clip_3d`]) of the two features against each other (Sutherland, Hodgman,
//!    *Reentrant Polygon Clipping*, 1974).
//! 3. **Pruning** ([`prune`](mod@prune)) of the vertices of their intersection to the few points of the manifold.
//!
//! [`build_manifold`] is the entry for two bounded shapes, and [`half_space_manifold`] that for a half-space.
//!
//! The feature tolerance is [`FEATURE_TOLERANCE`] times the size of each shape. So a face that is tilted by less
//! than about a quarter of a degree still counts as a face, not as the edge that is deepest, and the points do
//! not flicker.

mod clip;
mod clip_2d;
mod clip_3d;
mod clip_edges;
mod clip_faces;
mod clip_plane;
mod contact_frame;
mod convex_hull;
mod edge_feature;
mod edge_manifold;
mod face_plane;
mod feature;
mod half_space;
mod prune;

pub use clip::{Clip, ClipVertex, ClipVertices, FeatureVertex, FeatureVertices};
use clip::{MAX_VERTICES, fill_points};
use contact_frame::ContactFrame;
use edge_feature::EdgeFeature;
use edge_manifold::edge_manifold;
use feature::{classify_feature, collect_feature, feature_tolerance, zonotope_feature_tolerance};
use half_space::half_space_manifold;

use crate::fast::{PointPair, Zonotopes};
use crate::math::{ManifoldPoints, Scalar, Vector, Wide};
use crate::query::half_space::HalfSpacePair;
use crate::query::range::{RangeCheck, round_in_range};
use crate::query::{Contact, Query, Space};
use crate::separation::{Answer, Separation};
use crate::support::Support;
use crate::support::hints::{FEATURE_TOLERANCE, SmallPolygon, Zonotope};
use crate::trace::Observer;

/// The distance from an edge, as a part of the feature tolerance, up to which a vertex is on the edge.
const ON_EDGE: f64 = 1e-3;

/// A vertex, edge or face of a shape, by the ids of its vertices.
///
/// The ids are those that the shape's supporting feature reports; a point of a curve has
/// [`Vertex::NO_ID`](crate::support::hints::Vertex::NO_ID).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// A vertex.
    Vertex(u32),
    /// The edge between two vertices, in the order around the face.
    Edge(u32, u32),
    /// The interior of the face.
    Face,
}

/// A point of a manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ManifoldPoint<V: Vector> {
    /// The point of the first shape, in world space.
    pub on_a: V,
    /// The point of the second shape, in world space; the vector between both points is nearly parallel to
    /// the normal.
    pub on_b: V,
    /// The depth along the normal at this point; negative where the shapes are apart.
    pub depth: V::Scalar,
    /// The features of both shapes that meet at the point. They stay the same while the shapes slide, and so
    /// identify the point in the next frame.
    pub features: [Feature; 2],
}

/// The contact points of two shapes: up to two in 2D, up to four in 3D.
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
    /// The contact: the normal and the deepest points.
    pub contact: Contact<V>,
    points: V::ManifoldPoints<ManifoldPoint<V>>,
}

impl<V: Vector> Manifold<V> {
    /// Returns the points, at least one. In 3D, they are in order around the normal.
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        &self.points
    }

    /// Creates the manifold of a single point, the deepest.
    #[inline(always)]
    fn single_point(contact: Contact<V>, features: [Feature; 2]) -> Self {
        let Contact { on_a, on_b, depth, .. } = contact;
        Self { contact, points: ManifoldPoints::of([ManifoldPoint { on_a, on_b, depth, features }]) }
    }

    /// Clamps the points to the range of the scalar if they may exceed it. `tolerance` is the feature tolerance of both
    /// shapes together.
    #[inline(always)]
    fn clamp_points(&mut self, tolerance: f64) {
        if may_exceed_range(&self.contact, tolerance) {
            self.clamp_all_points();
        }
    }

    /// Clamps the points to the range of the scalar.
    #[cold]
    #[inline(never)]
    fn clamp_all_points(&mut self) {
        let mut range = RangeCheck { status: self.contact.status };
        for point in self.points.iter_mut() {
            point.on_a = range.clamp_point(point.on_a);
            point.on_b = range.clamp_point(point.on_b);
            point.depth = range.clamp(point.depth);
        }
        self.contact.status = range.status;
    }
}

/// Returns the contact manifold of two shapes, or `None` if they are apart.
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

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// Returns the contact manifold of the shapes. See [`manifold`].
    #[inline(always)]
    pub fn manifold(self) -> Option<Manifold<V>> {
        let (a, b) = (self.a, self.b);
        if let Some(pair) = HalfSpacePair::new(a, b) {
            return half_space_manifold(a, b, &pair);
        }
        if !O::ACTIVE && Zonotopes::of(a, b).is_some_and(|zonotopes| zonotopes.are_points()) {
            return PointPair::new(a, b).deepest_points();
        }
        let mut polygons = [SmallPolygon::empty(), SmallPolygon::empty()];
        let ContactWithNormal { contact, normal } = self.deepest_points(&mut polygons)?;
        build_manifold(a, b, contact, normal, &polygons)
    }
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// Returns the manifold of a contact that is known, such as that of a larger shape of which one of the two is a
    /// part: the features of the shapes along its normal, clipped against each other. `None` if one of them is a
    /// half-space and they are apart.
    ///
    /// ```
    /// use gjk::{Affine2, Query, Rectangle, Support, Vec2};
    ///
    /// let floor = Rectangle::new(8.0, 1.0);
    /// let block = Rectangle::new(1.0, 1.0).placed(Affine2::from_translation(Vec2::new(3.75, 0.75)));
    /// // The nearest way out of the floor is to the right. If it goes on there, the way is up.
    /// let contact = gjk::Contact {
    ///     on_a: Vec2::new(3.75, 0.5),
    ///     on_b: Vec2::new(3.75, 0.25),
    ///     normal: Vec2::Y,
    ///     depth: 0.25,
    ///     status: gjk::Status::Converged,
    /// };
    /// let manifold = Query::new(&floor, &block).manifold_of(&contact).unwrap();
    /// assert!(manifold.points().iter().all(|point| (point.depth - 0.25).abs() < 1e-6));
    /// assert_eq!(manifold.points().len(), 2);
    /// ```
    pub fn manifold_of(self, contact: &Contact<V>) -> Option<Manifold<V>> {
        let (a, b) = (self.a, self.b);
        if let Some(pair) = HalfSpacePair::new(a, b) {
            return half_space_manifold(a, b, &pair);
        }
        feature_manifold(a, b, contact, contact.normal.widen())
    }
}

/// The manifold of two circles or spheres: one point, in which a vertex touches a vertex.
impl<V: Vector> Answer<V> for Manifold<V> {
    #[inline(always)]
    fn checked(separation: &Separation<V>, is_in_range: bool) -> Option<Self> {
        let contact = Contact::checked(separation, is_in_range)?;
        Some(Self::single_point(contact, [Feature::Vertex(0); 2]))
    }

    fn clamped(separation: &Separation<V>) -> Self {
        Self::single_point(Contact::clamped(separation), [Feature::Vertex(0); 2])
    }
}

/// A contact, and its normal before it was rounded.
struct ContactWithNormal<V: Vector> {
    contact: Contact<V>,
    normal: V::Wide,
}

impl<V: Vector> Answer<V> for ContactWithNormal<V> {
    #[inline(always)]
    fn checked(separation: &Separation<V>, is_in_range: bool) -> Option<Self> {
        // The contact is read again, so it is not the answer of a call; see `round_in_range`.
        let (on_a, on_b, depth, status) =
            round_in_range(separation, is_in_range, (-separation.distance).max(0.0))?;
        let contact = Contact { on_a, on_b, depth, normal: V::narrow(separation.normal), status };
        Some(Self { contact, normal: separation.normal })
    }

    fn clamped(separation: &Separation<V>) -> Self {
        Self { contact: Contact::clamped(separation), normal: separation.normal }
    }
}

/// Returns whether the vertices of two shapes may exceed the range of the scalar: if the contact is far from the
/// origin of the world, or the shapes are large. `tolerance` is the feature tolerance of both together.
///
/// From a contact whose square is finite, which is below 1.9e19 for `f32`, shapes of sizes below 1e-6 of the
/// largest number do not get there.
#[inline(always)]
fn may_exceed_range<V: Vector>(contact: &Contact<V>, tolerance: f64) -> bool {
    let is_near = contact.on_a.dot(contact.on_a) < V::Scalar::INFINITY;
    !(is_near && tolerance < V::Scalar::MAX.widen() * (FEATURE_TOLERANCE * 1e-6))
}

/// Builds the manifold of two bounded shapes that touch.
///
/// Zonotopes and small polygons give their supporting feature directly; all other shapes are asked for the vertices of
/// theirs. Each branch ends with the expression that creates the manifold, so that it is created in place: moving it
/// would take longer.
#[inline(always)]
fn build_manifold<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: &A,
    b: &B,
    contact: Contact<V>,
    normal: V::Wide,
    polygons: &[SmallPolygon; 2],
) -> Option<Manifold<V>> {
    let (feature_a, feature_b, tolerances) = match (Zonotope::of(a), Zonotope::of(b)) {
        (Some(core_a), Some(core_b)) => {
            let tolerances = [
                zonotope_feature_tolerance(&core_a, a.core().convex_radius),
                zonotope_feature_tolerance(&core_b, b.core().convex_radius),
            ];
            let feature_a = EdgeFeature::from_zonotope(&core_a, normal, 1.0, tolerances[0]);
            (feature_a, EdgeFeature::from_zonotope(&core_b, normal, -1.0, tolerances[1]), tolerances)
        }
        // The vertices of a zonotope have other ids than those of its small polygon.
        (None, None) if polygons[1].len() > 0 => {
            let tolerances = [feature_tolerance(a), feature_tolerance(b)];
            let feature_a = V::Wide::polygon_feature(&polygons[0], normal, 1.0, tolerances[0]);
            (feature_a, V::Wide::polygon_feature(&polygons[1], normal, -1.0, tolerances[1]), tolerances)
        }
        _ => (None, None, [0.0; 2]),
    };
    match (feature_a, feature_b) {
        (Some(edge_a), Some(edge_b)) => edge_manifold(a, b, contact, normal, [&edge_a, &edge_b], tolerances),
        _ => feature_manifold(a, b, &contact, normal),
    }
}

/// Builds the manifold of two bounded shapes from the vertices of their supporting features.
#[inline(never)]
fn feature_manifold<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: &A,
    b: &B,
    contact: &Contact<V>,
    normal: V::Wide,
) -> Option<Manifold<V>> {
    let frame = ContactFrame::new(normal);
    let offset = b.core().origin.widen() - a.core().origin.widen();
    let (tolerance_a, tolerance_b) = (feature_tolerance(a), feature_tolerance(b));
    // The vertices are collected in place: moving them would cost more than filling them.
    let (mut vertices_a, mut vertices_b) = (FeatureVertices::new(), FeatureVertices::new());
    collect_feature(a, &frame, 1.0, tolerance_a, V::Wide::ZERO, &mut vertices_a);
    collect_feature(b, &frame, -1.0, tolerance_b, offset, &mut vertices_b);
    let mut manifold =
        Manifold::single_point(*contact, [classify_feature(&vertices_a), classify_feature(&vertices_b)]);
    if vertices_a.len() > 1 && vertices_b.len() > 1 {
        let radii = [a.core().convex_radius.widen(), b.core().convex_radius.widen()];
        let tolerance = tolerance_a.min(tolerance_b);
        let origin = a.core().origin.widen();
        clip_to_points([&vertices_a, &vertices_b], &frame, tolerance, radii, origin, &mut manifold);
        manifold.clamp_points(tolerance_a + tolerance_b);
    }
    Some(manifold)
}

/// Clips two features against each other and replaces the single point, if the result has any points.
#[inline(never)]
fn clip_to_points<V: Space>(
    [a, b]: [&[FeatureVertex]; 2],
    frame: &ContactFrame<V::Wide>,
    tolerance: f64,
    radii: [f64; 2],
    origin: V::Wide,
    manifold: &mut Manifold<V>,
) {
    let mut clipped = ClipVertices::new();
    V::Wide::clip_features(a, b, tolerance, &mut clipped);
    for vertex in &mut clipped {
        vertex.along_normal[0] += radii[0];
        vertex.along_normal[1] -= radii[1];
    }
    if !clipped.iter().all(|vertex| vertex.is_near(tolerance)) {
        clipped.retain(|vertex| vertex.is_near(tolerance));
    }
    fill_points(&clipped, frame, origin, manifold);
}
