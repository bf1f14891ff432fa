//! Features in the plane: edges, seen as spans of the line across the normal.

use glam::DVec2;

use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::{Clip, ClipVertex, ClipVertices, Corner, Corners, Feature};
use crate::support::SmallPolygon;

/// Spans shorter than this part of the slop are a single point.
const SHORTEST: f64 = 1e-2;

impl Clip for DVec2 {
    #[inline]
    fn axes(normal: Self) -> [Self; 2] {
        [normal.perp(), Self::ZERO]
    }

    #[inline(always)]
    fn area(_: Self, _: Self, _: Self) -> f64 {
        0.0
    }

    #[inline]
    fn outline(corners: &mut Corners) {
        let Some(&first) = corners.first() else { return };
        let (mut low, mut high) = (first, first);
        for &corner in &corners[1..] {
            if corner.at.x < low.at.x {
                low = corner;
            } else if corner.at.x >= high.at.x {
                high = corner;
            }
        }
        if corners.len() > 1 {
            corners.clear();
            corners.push(low);
            corners.push(high);
        }
    }

    #[inline(always)]
    fn ends(outline: &SmallPolygon, normal: Self, sign: f64, slop: f64) -> Option<EdgeFeature<Self>> {
        let across = normal.perp();
        let out = normal * sign;
        let farthest = outline.farthest(out.as_vec2());
        let top = outline.corner(farthest).as_dvec2();
        // The ends of what is level, to either side: what is hardly aside of another is not counted.
        let end = |backwards: bool| {
            let (mut index, mut end) = (farthest, (farthest, top));
            for _ in 1..outline.len() {
                index = outline.neighbor(index, backwards);
                let point = outline.corner(index).as_dvec2();
                if !(out.dot(top - point) <= slop) {
                    break;
                }
                if across.dot(point - end.1).abs() > slop {
                    end = (index, point);
                }
            }
            end
        };
        let (before, after) = (end(true), end(false));
        let [first, last] =
            if across.dot(after.1 - before.1) < 0.0 { [after, before] } else { [before, after] };
        Some(EdgeFeature { points: [first.1, last.1], ids: [first.0 as u32, last.0 as u32] })
    }

    #[inline]
    fn clip(a: &[Corner], b: &[Corner], slop: f64, clipped: &mut ClipVertices) {
        let (&[a0, a1], &[b0, b1]) = (a, b) else { return };
        clipped.extend(Self::clip_edges([a0, a1], [b0, b1], slop).into_iter().flatten());
    }

    #[inline(always)]
    fn clip_edges([a0, a1]: [Corner; 2], [b0, b1]: [Corner; 2], slop: f64) -> Option<[ClipVertex; 2]> {
        let (low, high) = (a0.at.x.max(b0.at.x), a1.at.x.min(b1.at.x));
        if !(high - low > SHORTEST * slop) {
            return None;
        }
        let (scale_a, scale_b) = (1.0 / (a1.at.x - a0.at.x), 1.0 / (b1.at.x - b0.at.x));
        Some([low, high].map(|end| {
            let on = |from: Corner, to: Corner, scale: f64| {
                let near = |at: f64| (end - at).abs() <= SHORTEST * slop;
                let part = ((end - from.at.x) * scale).clamp(0.0, 1.0);
                let feature = match (near(from.at.x), near(to.at.x)) {
                    (true, false) => Feature::Vertex(from.id),
                    (false, true) => Feature::Vertex(to.id),
                    _ => Feature::Edge(from.id, to.id),
                };
                (from.height + (to.height - from.height) * part, feature)
            };
            let ((on_a, of_a), (on_b, of_b)) = (on(a0, a1, scale_a), on(b0, b1, scale_b));
            let at = DVec2::new(end, 0.0);
            ClipVertex { at: [at, at], heights: [on_a, on_b], features: [of_a, of_b] }
        }))
    }
}
