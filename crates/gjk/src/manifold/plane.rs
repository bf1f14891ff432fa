//! Features in the plane: edges, seen as spans of the line across the normal.

use glam::DVec2;

use super::{Clip, Corner, Corners, Feature, Meeting, Meetings};

/// Spans shorter than this part of the slop are a single point.
const SHORTEST: f64 = 1e-2;

impl Clip for DVec2 {
    fn outline(corners: &mut Corners<Self>, normal: Self) {
        let tangent = normal.perp();
        let along = |corner: &&Corner<Self>| tangent.dot(corner.point);
        let low = corners.iter().min_by(|a, b| along(a).total_cmp(&along(b))).copied();
        let high = corners.iter().max_by(|a, b| along(a).total_cmp(&along(b))).copied();
        if let (Some(low), Some(high)) = (low, high)
            && corners.len() > 1
        {
            corners.clear();
            corners.extend([low, high]);
        }
    }

    fn clip(
        a: &[Corner<Self>],
        b: &[Corner<Self>],
        normal: Self,
        slop: f64,
        meetings: &mut Meetings<Self>,
    ) {
        let (&[a0, a1], &[b0, b1]) = (a, b) else { return };
        let tangent = normal.perp();
        let place = |corner: Corner<Self>| tangent.dot(corner.point);
        let (low, high) = (place(a0).max(place(b0)), place(a1).min(place(b1)));
        if !(high - low > SHORTEST * slop) {
            return;
        }
        for end in [low, high] {
            let on = |from: Corner<Self>, to: Corner<Self>| {
                let (start, stop) = (place(from), place(to));
                let near = |at: f64| (end - at).abs() <= SHORTEST * slop;
                let part = ((end - start) / (stop - start)).clamp(0.0, 1.0);
                let feature = match (near(start), near(stop)) {
                    (true, false) => Feature::Vertex(from.id),
                    (false, true) => Feature::Vertex(to.id),
                    _ => Feature::Edge(from.id, to.id),
                };
                (from.point.lerp(to.point, part), feature)
            };
            let ((on_a, of_a), (on_b, of_b)) = (on(a0, a1), on(b0, b1));
            meetings.push(Meeting { on_a, on_b, features: [of_a, of_b] });
        }
    }
}
