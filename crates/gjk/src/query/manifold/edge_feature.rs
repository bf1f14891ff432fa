//! Supporting features of one or two vertices, from the half edges of a zonotope or from a small polygon.

use crate::math::Vector;
use crate::query::manifold::contact_frame::ContactFrame;
use crate::query::manifold::{Clip, Feature, FeatureVertex};
use crate::support::hints::Zonotope;

/// A vertex or an edge. In 2D, edges go in the direction of the first tangent; in 3D, from the smaller id.
#[derive(Clone, Copy)]
pub struct EdgeFeature<W> {
    /// The vertices, relative to the origin of the shape; for a vertex, twice the same.
    pub(super) points: [W; 2],
    pub(super) ids: [u32; 2],
}

impl<W: Clip> EdgeFeature<W> {
    /// Returns the supporting feature along the normal times `sign`, or `None` if it may be a face.
    #[inline(always)]
    pub(super) fn from_zonotope<V>(
        zonotope: &Zonotope<V>,
        normal: W,
        sign: f64,
        tolerance: f64,
    ) -> Option<Self>
    where
        V: Vector<Wide = W>,
    {
        if V::DIMENSION == 3 && zonotope.count > 1 {
            return None;
        }
        let (mut middle, mut id) = (W::ZERO, 0);
        let mut level = None;
        for index in 0..zonotope.count {
            let half_edge = zonotope.edges[index].widen();
            let along = half_edge.dot(normal) * sign;
            // An edge that is short when projected along the normal is a vertex.
            if 2.0 * along.abs() <= tolerance
                && 4.0 * (half_edge.dot(half_edge) - along * along) > tolerance * tolerance
            {
                if level.is_some() {
                    return None;
                }
                level = Some((half_edge, 1 << index));
            } else if along < 0.0 {
                middle = middle - half_edge;
                id |= 1 << index;
            } else {
                middle += half_edge;
            }
        }
        let Some((half_edge, bit)) = level else { return Some(Self { points: [middle; 2], ids: [id; 2] }) };
        let (points, ids) = ([middle + half_edge, middle - half_edge], [id, id | bit]);
        Some(if V::DIMENSION == 2 && ContactFrame::new(normal).project(half_edge).x > 0.0 {
            Self { points: [points[1], points[0]], ids: [ids[1], ids[0]] }
        } else {
            Self { points, ids }
        })
    }

    /// Returns whether the feature is an edge, not a vertex.
    #[inline(always)]
    pub(super) fn is_edge(&self) -> bool {
        self.ids[0] != self.ids[1]
    }

    /// Returns whether the edge clearly crosses another edge: at one end of the part of both that is side by
    /// side, if there is one, they are farther apart than the tolerance.
    #[inline(always)]
    pub(super) fn crosses(&self, other: &Self, normal: W, offset: W, tolerance: f64) -> bool {
        let ([from, to], [start, end]) = (self.points, other.points.map(|point| point + offset));
        let (along, other_along) = (to - from, end - start);
        let square = along.dot(along);
        // The other edge's extent along this one, times the length of this one; and its extent across.
        let (first, last) = ((start - from).dot(along), (end - from).dot(along));
        let (low, high) = (first.min(last).max(0.0), first.max(last).min(square));
        let across = W::projected_area(along, other_along, normal).abs() * (high - low);
        across * across > 8.0 * tolerance * tolerance * square * (last - first) * (last - first)
    }

    /// Returns the feature with its ids.
    #[inline(always)]
    pub(super) fn feature(&self) -> Feature {
        let [from, to] = self.ids;
        if from == to { Feature::Vertex(from) } else { Feature::Edge(from, to) }
    }

    /// Returns the vertices in the contact frame, moved by an offset.
    #[inline(always)]
    pub(super) fn vertices(&self, frame: &ContactFrame<W>, offset: W) -> [FeatureVertex; 2] {
        let vertex = |point: W, id| {
            let point = point + offset;
            FeatureVertex { projection: frame.project(point), along_normal: frame.normal.dot(point), id }
        };
        [vertex(self.points[0], self.ids[0]), vertex(self.points[1], self.ids[1])]
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use crate::query::manifold::edge_feature::{Clip, ContactFrame, EdgeFeature};

    /// The early test for crossing edges agrees with clipping them.
    #[test]
    fn edges_that_cross_are_not_clipped() {
        let (mut crossing, mut alongside) = (0, 0);
        for index in 0..20_000 {
            // From about parallel to across, of different lengths, side by side or behind each other.
            let random = |step: f64| (f64::from(index) * step).fract();
            let angle = (random(0.618_034) - 0.5) * 10_f64.powf(-3.0 * random(0.324_718));
            let rotation = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 7.0 * random(0.754_878));
            let normal = rotation * DVec3::Z;
            let (half_edge, other) =
                (rotation * DVec3::X, rotation * DQuat::from_rotation_z(angle) * DVec3::X);
            let edge = |half_edge: DVec3| EdgeFeature { points: [half_edge, -half_edge], ids: [0, 1] };
            let (a, b) = (edge(half_edge), edge(other * (0.1 + random(0.245_122))));
            let shift = DVec3::new(2.0 * random(0.569_840) - 1.0, 0.02 * random(0.180_827) - 0.01, -0.001);
            let (offset, tolerance, frame) = (rotation * shift, 0.005, ContactFrame::new(normal));
            let clipped =
                DVec3::clip_edges(a.vertices(&frame, DVec3::ZERO), b.vertices(&frame, offset), tolerance);
            if a.crosses(&b, normal, offset, tolerance) {
                assert!(clipped.is_none(), "{angle} {shift}");
                crossing += 1;
            } else if clipped.is_some() {
                alongside += 1;
            }
        }
        assert!(crossing > 1000 && alongside > 1000, "{crossing} {alongside}");
    }
}
