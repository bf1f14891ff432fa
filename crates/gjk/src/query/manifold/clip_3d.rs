//! Features in space: edges and faces, seen as segments and polygons of the plane across the normal.

use glam::DVec3;

use crate::query::manifold::edge::{edge_in_face, edges};
use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::face::faces;
use crate::query::manifold::outline::outline;
use crate::query::manifold::{Clip, ClipVertex, ClipVertices, Corner, Corners};
use crate::support::SmallPolygon;

impl Clip for DVec3 {
    #[inline]
    fn axes(normal: Self) -> [Self; 2] {
        normal.any_orthonormal_pair().into()
    }

    #[inline(always)]
    fn area(one: Self, other: Self, normal: Self) -> f64 {
        one.cross(other).dot(normal)
    }

    #[inline]
    fn outline(corners: &mut Corners) {
        outline(corners);
    }

    /// There are no polygons in space.
    #[inline(always)]
    fn ends(_: &SmallPolygon, _: Self, _: f64, _: f64) -> Option<EdgeFeature<Self>> {
        None
    }

    #[inline(always)]
    fn clip_edges(a: [Corner; 2], b: [Corner; 2], slop: f64) -> Option<[ClipVertex; 2]> {
        let mut clipped = ClipVertices::new();
        edges(a, b, slop, &mut clipped);
        match *clipped {
            [first, last] => Some([first, last]),
            _ => None,
        }
    }

    #[inline]
    fn clip(a: &[Corner], b: &[Corner], slop: f64, clipped: &mut ClipVertices) {
        match (a, b) {
            (&[a0, a1], &[b0, b1]) => edges([a0, a1], [b0, b1], slop, clipped),
            (&[from, to], [_, _, _, ..]) => edge_in_face([from, to], b, slop, false, clipped),
            ([_, _, _, ..], &[from, to]) => edge_in_face([from, to], a, slop, true, clipped),
            ([_, _, _, ..], [_, _, _, ..]) => faces(a, b, slop, clipped),
            _ => {}
        }
    }
}
