//! The clipping of features in 2D: edges, as intervals of the line perpendicular to the normal.

use glam::DVec2;

use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::{Clip, ClipVertex, ClipVertices, Feature, FeatureVertex, FeatureVertices};
use crate::support::hints::SmallPolygon;

/// The length, as a part of the feature tolerance, below which an intersection of two edges is a single point.
const MIN_SPAN: f64 = 1e-2;

impl Clip for DVec2 {
    #[inline]
    fn tangents(normal: Self) -> [Self; 2] {
        [normal.perp(), Self::ZERO]
    }

    #[inline(always)]
    fn projected_area(_: Self, _: Self, _: Self) -> f64 {
        0.0
    }

    #[inline]
    fn reduce_to_hull(vertices: &mut FeatureVertices) {
        let Some(&first) = vertices.first() else { return };
        let (mut low, mut high) = (first, first);
        for &vertex in &vertices[1..] {
            if vertex.projection.x < low.projection.x {
                low = vertex;
            } else if vertex.projection.x >= high.projection.x {
                high = vertex;
            }
        }
        if vertices.len() > 1 {
            vertices.clear();
            vertices.push(low);
            vertices.push(high);
        }
    }

    #[inline(always)]
    fn polygon_feature(
        polygon: &SmallPolygon,
        normal: Self,
        sign: f64,
        tolerance: f64,
    ) -> Option<EdgeFeature<Self>> {
        let tangent = normal.perp();
        let direction = normal * sign;
        let farthest = polygon.farthest(direction.as_vec2());
        let top = polygon.corner(farthest).as_dvec2();
        // Follows the boundary to either side while it is level to within the tolerance. A vertex counts only if
        // it is more than the tolerance aside of the last.
        let end = |backwards: bool| {
            let (mut index, mut end) = (farthest, (farthest, top));
            for _ in 1..polygon.len() {
                index = polygon.neighbor(index, backwards);
                let point = polygon.corner(index).as_dvec2();
                if !(direction.dot(top - point) <= tolerance) {
                    break;
                }
                if tangent.dot(point - end.1).abs() > tolerance {
                    end = (index, point);
                }
            }
            end
        };
        let (before, after) = (end(true), end(false));
        let [first, last] =
            if tangent.dot(after.1 - before.1) < 0.0 { [after, before] } else { [before, after] };
        Some(EdgeFeature { points: [first.1, last.1], ids: [first.0 as u32, last.0 as u32] })
    }

    #[inline]
    fn clip_features(a: &[FeatureVertex], b: &[FeatureVertex], tolerance: f64, clipped: &mut ClipVertices) {
        let (&[a0, a1], &[b0, b1]) = (a, b) else { return };
        clipped.extend(Self::clip_edges([a0, a1], [b0, b1], tolerance).into_iter().flatten());
    }

    #[inline(always)]
    fn clip_edges(
        [a0, a1]: [FeatureVertex; 2],
        [b0, b1]: [FeatureVertex; 2],
        tolerance: f64,
    ) -> Option<[ClipVertex; 2]> {
        let (low, high) = (a0.projection.x.max(b0.projection.x), a1.projection.x.min(b1.projection.x));
        if !(high - low > MIN_SPAN * tolerance) {
            return None;
        }
        let (scale_a, scale_b) =
            (1.0 / (a1.projection.x - a0.projection.x), 1.0 / (b1.projection.x - b0.projection.x));
        Some([low, high].map(|end| {
            let interpolate = |from: FeatureVertex, to: FeatureVertex, scale: f64| {
                let near = |end_of_edge: f64| (end - end_of_edge).abs() <= MIN_SPAN * tolerance;
                let fraction = ((end - from.projection.x) * scale).clamp(0.0, 1.0);
                let feature = match (near(from.projection.x), near(to.projection.x)) {
                    (true, false) => Feature::Vertex(from.id),
                    (false, true) => Feature::Vertex(to.id),
                    _ => Feature::Edge(from.id, to.id),
                };
                (from.along_normal + (to.along_normal - from.along_normal) * fraction, feature)
            };
            let ((on_a, feature_a), (on_b, feature_b)) =
                (interpolate(a0, a1, scale_a), interpolate(b0, b1, scale_b));
            let projection = DVec2::new(end, 0.0);
            ClipVertex {
                projections: [projection, projection],
                along_normal: [on_a, on_b],
                features: [feature_a, feature_b],
            }
        }))
    }
}
