//! Features in the plane: edges, seen as spans of the line across the normal.

use glam::DVec2;

use super::{Clip, Corner, Corners, Feature, Meeting, Meetings};

/// Spans shorter than this part of the slop are a single point.
const SHORTEST: f64 = 1e-2;

impl Clip for DVec2 {
    #[inline]
    fn axes(normal: Self) -> [Self; 2] {
        [normal.perp(), Self::ZERO]
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

    #[inline]
    fn clip(a: &[Corner], b: &[Corner], slop: f64, meetings: &mut Meetings) {
        let (&[a0, a1], &[b0, b1]) = (a, b) else { return };
        let (low, high) = (a0.at.x.max(b0.at.x), a1.at.x.min(b1.at.x));
        if !(high - low > SHORTEST * slop) {
            return;
        }
        let (scale_a, scale_b) = (1.0 / (a1.at.x - a0.at.x), 1.0 / (b1.at.x - b0.at.x));
        for end in [low, high] {
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
            meetings.push(Meeting { at: [at, at], heights: [on_a, on_b], features: [of_a, of_b] });
        }
    }
}
