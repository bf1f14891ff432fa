//! Chooses how two features are clipped in 3D: faces by Sutherland and Hodgman in `clip_faces`, edges in `clip_edges`.
//! Both work with projections perpendicular to the normal.

use glam::DVec3;

use crate::query::manifold::clip_edges::{clip_edge_pair, clip_edge_to_face};
use crate::query::manifold::clip_faces::clip_faces;
use crate::query::manifold::convex_hull::convex_hull;
use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::{Clip, ClipVertex, ClipVertices, FeatureVertex, FeatureVertices};
use crate::support::hints::SmallPolygon;

impl Clip for DVec3 {
    #[inline]
    fn tangents(normal: Self) -> [Self; 2] {
        normal.any_orthonormal_pair().into()
    }

    #[inline(always)]
    fn projected_area(one: Self, other: Self, normal: Self) -> f64 {
        one.cross(other).dot(normal)
    }

    #[inline]
    fn reduce_to_hull(vertices: &mut FeatureVertices) {
        convex_hull(vertices);
    }

    /// Returns `None`: there are no polygons in 3D.
    #[inline(always)]
    fn polygon_feature(_: &SmallPolygon, _: Self, _: f64, _: f64) -> Option<EdgeFeature<Self>> {
        None
    }

    #[inline(always)]
    fn clip_edges(a: [FeatureVertex; 2], b: [FeatureVertex; 2], tolerance: f64) -> Option<[ClipVertex; 2]> {
        let mut clipped = ClipVertices::new();
        clip_edge_pair(a, b, tolerance, &mut clipped);
        match *clipped {
            [first, last] => Some([first, last]),
            _ => None,
        }
    }

    #[inline]
    fn clip_features(a: &[FeatureVertex], b: &[FeatureVertex], tolerance: f64, clipped: &mut ClipVertices) {
        match (a, b) {
            (&[a0, a1], &[b0, b1]) => clip_edge_pair([a0, a1], [b0, b1], tolerance, clipped),
            (&[from, to], [_, _, _, ..]) => clip_edge_to_face([from, to], b, tolerance, false, clipped),
            ([_, _, _, ..], &[from, to]) => clip_edge_to_face([from, to], a, tolerance, true, clipped),
            ([_, _, _, ..], [_, _, _, ..]) => clip_faces(a, b, tolerance, clipped),
            _ => {}
        }
    }
}
