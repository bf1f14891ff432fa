//! A supporting feature of one or two corners, as it comes from the half edges of a core or from a small polygon.

use crate::math::Vector;
use crate::query::manifold::contact_frame::ContactFrame;
use crate::query::manifold::{Clip, Corner, Feature};
use crate::support::Zonotope;

/// A corner, or an edge: in the plane from left to right, in space from the smaller name.
#[derive(Clone, Copy)]
pub struct EdgeFeature<W> {
    /// Relative to the origin of the shape; twice the same for a corner.
    pub(super) points: [W; 2],
    pub(super) ids: [u32; 2],
}

impl<W: Clip> EdgeFeature<W> {
    /// The feature along the normal, or against it with a `sign` of minus one; nothing if it may be a face.
    #[inline(always)]
    pub(super) fn of_half_edges<V>(core: &Zonotope<V>, normal: W, sign: f64, slop: f64) -> Option<Self>
    where
        V: Vector<Wide = W>,
    {
        if V::DIMENSION == 3 && core.count > 1 {
            return None;
        }
        let (mut middle, mut id) = (W::ZERO, 0);
        let mut level = None;
        for index in 0..core.count {
            let half = core.edges[index].widen();
            let along = half.dot(normal) * sign;
            // What is seen as a point is a corner.
            if 2.0 * along.abs() <= slop && 4.0 * (half.dot(half) - along * along) > slop * slop {
                if level.is_some() {
                    return None;
                }
                level = Some((half, 1 << index));
            } else if along < 0.0 {
                middle = middle - half;
                id |= 1 << index;
            } else {
                middle += half;
            }
        }
        let Some((half, bit)) = level else { return Some(Self { points: [middle; 2], ids: [id; 2] }) };
        let (points, ids) = ([middle + half, middle - half], [id, id | bit]);
        Some(if V::DIMENSION == 2 && ContactFrame::new(normal).place(half).x > 0.0 {
            Self { points: [points[1], points[0]], ids: [ids[1], ids[0]] }
        } else {
            Self { points, ids }
        })
    }

    #[inline(always)]
    pub(super) fn is_edge(&self) -> bool {
        self.ids[0] != self.ids[1]
    }

    /// Whether it clearly crosses another edge that it touches: so that at an end of what both have side by side, if
    /// there is anything, they are farther from each other than the slop.
    #[inline(always)]
    pub(super) fn crosses(&self, other: &Self, normal: W, offset: W, slop: f64) -> bool {
        let ([from, to], [start, end]) = (self.points, other.points.map(|point| point + offset));
        let (along, side) = (to - from, end - start);
        let square = along.dot(along);
        // Where the other is along the first, in parts of its square; and by how much that leads across.
        let (first, last) = ((start - from).dot(along), (end - from).dot(along));
        let (low, high) = (first.min(last).max(0.0), first.max(last).min(square));
        let across = W::area(along, side, normal).abs() * (high - low);
        across * across > 8.0 * slop * slop * square * (last - first) * (last - first)
    }

    /// The feature's name.
    #[inline(always)]
    pub(super) fn whole(&self) -> Feature {
        let [from, to] = self.ids;
        if from == to { Feature::Vertex(from) } else { Feature::Edge(from, to) }
    }

    /// As corners on the frame, moved by an offset.
    #[inline(always)]
    pub(super) fn corners(&self, frame: &ContactFrame<W>, offset: W) -> [Corner; 2] {
        let corner = |point: W, id| {
            let point = point + offset;
            Corner { at: frame.place(point), height: frame.normal.dot(point), id }
        };
        [corner(self.points[0], self.ids[0]), corner(self.points[1], self.ids[1])]
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use crate::query::manifold::edge_feature::{Clip, ContactFrame, EdgeFeature};

    /// What is told of edges that cross is what comes of clipping them.
    #[test]
    fn edges_that_cross_have_nothing_side_by_side() {
        let (mut crossing, mut alongside) = (0, 0);
        for index in 0..20_000 {
            // From about parallel to across, of different lengths, side by side or behind each other.
            let random = |step: f64| (f64::from(index) * step).fract();
            let angle = (random(0.618_034) - 0.5) * 10_f64.powf(-3.0 * random(0.324_718));
            let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 7.0 * random(0.754_878));
            let normal = turn * DVec3::Z;
            let (half, other) = (turn * DVec3::X, turn * DQuat::from_rotation_z(angle) * DVec3::X);
            let edge = |half: DVec3| EdgeFeature { points: [half, -half], ids: [0, 1] };
            let (a, b) = (edge(half), edge(other * (0.1 + random(0.245_122))));
            let aside = DVec3::new(2.0 * random(0.569_840) - 1.0, 0.02 * random(0.180_827) - 0.01, -0.001);
            let (offset, slop, frame) = (turn * aside, 0.005, ContactFrame::new(normal));
            let clipped = DVec3::clip_edges(a.corners(&frame, DVec3::ZERO), b.corners(&frame, offset), slop);
            if a.crosses(&b, normal, offset, slop) {
                assert!(clipped.is_none(), "{angle} {aside}");
                crossing += 1;
            } else if clipped.is_some() {
                alongside += 1;
            }
        }
        assert!(crossing > 1000 && alongside > 1000, "{crossing} {alongside}");
    }
}
