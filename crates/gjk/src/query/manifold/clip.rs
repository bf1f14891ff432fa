//! What the clipping of supporting features needs of a dimension, and the vertices that go in and come out.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::epa::Expand;
use crate::math::{ManifoldPoints, Scalar};
use crate::query::Space;
use crate::query::manifold::contact_frame::ContactFrame;
use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::prune::prune;
use crate::query::manifold::{Feature, Manifold, ManifoldPoint};
use crate::support::hints::SmallPolygon;

/// The most vertices of a feature. Of a feature with more, the convex hull is kept without the vertices that
/// stand out least.
pub(super) const MAX_VERTICES: usize = 32;

/// A vertex of a supporting feature, relative to the origin of the first shape.
#[derive(Clone, Copy, Debug)]
pub struct FeatureVertex {
    /// The two coordinates perpendicular to the normal; in 2D, one.
    pub(super) projection: DVec2,
    /// The coordinate along the normal.
    pub(super) along_normal: f64,
    pub(super) id: u32,
}

/// A vertex of the intersection of two features, with its coordinates on each of them.
#[derive(Clone, Copy, Debug)]
pub struct ClipVertex {
    pub(super) projections: [DVec2; 2],
    pub(super) along_normal: [f64; 2],
    pub(super) features: [Feature; 2],
}

impl ClipVertex {
    /// Returns the depth along the normal; negative where the features are apart.
    #[inline(always)]
    pub(super) fn depth(&self) -> f64 {
        self.along_normal[0] - self.along_normal[1]
    }

    /// Returns whether the features are at most twice the tolerance apart at this vertex: as near as the tolerance of
    /// both together.
    #[inline(always)]
    pub(super) fn is_near(&self, tolerance: f64) -> bool {
        self.depth() >= -2.0 * tolerance
    }

    /// Returns the manifold point in world space.
    #[inline(always)]
    pub(super) fn point<V: Space>(&self, frame: &ContactFrame<V::Wide>, origin: V::Wide) -> ManifoldPoint<V> {
        let world = |shape: usize| {
            V::narrow(origin + frame.unproject(self.projections[shape], self.along_normal[shape]))
        };
        let depth = V::Scalar::narrow(self.depth());
        ManifoldPoint { on_a: world(0), on_b: world(1), depth, features: self.features }
    }
}

/// The vertices of a feature.
pub type FeatureVertices = ArrayVec<FeatureVertex, MAX_VERTICES>;
/// The vertices of a clipped polygon, at most as many as both polygons have.
pub type ClipVertices = ArrayVec<ClipVertex, { 2 * MAX_VERTICES }>;

/// The clipping of supporting features in a dimension.
pub trait Clip: Expand {
    /// Returns unit vectors perpendicular to a normal and to each other; in 2D, the second is zero.
    fn tangents(normal: Self) -> [Self; 2];
    /// Returns the signed area of the parallelogram of two vectors projected along a normal; in 2D, zero.
    fn projected_area(one: Self, other: Self, normal: Self) -> f64;
    /// Reduces vertices to their convex hull, in order.
    fn reduce_to_hull(vertices: &mut FeatureVertices);
    /// Returns the supporting feature of a small polygon along the normal times `sign`; in 3D there is none.
    fn polygon_feature(
        polygon: &SmallPolygon,
        normal: Self,
        sign: f64,
        tolerance: f64,
    ) -> Option<EdgeFeature<Self>>;
    /// Clips two edges against each other; returns `None` if they cross or do not run side by side.
    fn clip_edges(a: [FeatureVertex; 2], b: [FeatureVertex; 2], tolerance: f64) -> Option<[ClipVertex; 2]>;
    /// Clips two features against each other and adds the vertices of their intersection to `clipped`; adds
    /// none if the intersection is a single point.
    ///
    /// Edges count as side by side if they are within `tolerance` of each other.
    fn clip_features(a: &[FeatureVertex], b: &[FeatureVertex], tolerance: f64, clipped: &mut ClipVertices);
}

/// Replaces the single point by up to four of the clipped vertices, if there are any.
#[inline(always)]
pub(super) fn fill_points<V: Space>(
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
