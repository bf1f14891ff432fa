//! The supporting feature of a core that is a sum of segments: a corner or an edge, from its half edges alone.

use super::sheet::Sheet;
use super::{Clip, Corner, Feature};
use crate::support::HalfEdges;
use crate::vector::Vector;

/// A corner, or the middle of an edge.
#[derive(Clone, Copy)]
pub(super) struct Ends<W> {
    /// Relative to the origin of the shape.
    middle: W,
    id: u32,
    /// Half the edge, and its bit of the name.
    half: Option<(W, u32)>,
}

impl<W: Clip> Ends<W> {
    /// The feature along the normal, or with a `sign` of minus one against it; nothing if it is a face.
    #[inline(always)]
    pub(super) fn of<V>(core: &HalfEdges<V>, normal: W, sign: f64, slop: f64) -> Option<Self>
    where
        V: Vector<Wide = W>,
    {
        let mut ends = Self { middle: W::ZERO, id: 0, half: None };
        for index in 0..core.count.min(3) {
            let half = core.edges[index].widen();
            let along = half.dot(normal) * sign;
            // A level edge that is not seen as a point.
            if 2.0 * along.abs() <= slop && 4.0 * (half.dot(half) - along * along) > slop * slop {
                if ends.half.is_some() {
                    return None;
                }
                ends.half = Some((half, 1 << index));
            } else if along < 0.0 {
                ends.middle = ends.middle - half;
                ends.id |= 1 << index;
            } else {
                ends.middle += half;
            }
        }
        Some(ends)
    }

    #[inline(always)]
    pub(super) fn is_edge(&self) -> bool {
        self.half.is_some()
    }

    /// The same with the half edge the way that the edge goes: along the line of the plane, or in space from
    /// the smaller name.
    #[inline(always)]
    fn directed<V: Vector<Wide = W>>(&self, sheet: &Sheet<W>) -> Option<(W, [u32; 2])> {
        let (half, bit) = self.half?;
        let against = V::DIMENSION == 3 || sheet.place(half).x < 0.0;
        let names = [self.id | bit, self.id];
        Some(if against { (-half, [names[1], names[0]]) } else { (half, names) })
    }

    /// The feature's name.
    #[inline(always)]
    pub(super) fn whole<V: Vector<Wide = W>>(&self, sheet: &Sheet<W>) -> Feature {
        match self.directed::<V>(sheet) {
            Some((_, [from, to])) => Feature::Edge(from, to),
            None => Feature::Vertex(self.id),
        }
    }

    /// The ends of an edge, moved by an offset.
    #[inline(always)]
    pub(super) fn corners<V>(&self, sheet: &Sheet<W>, offset: W) -> Option<[Corner; 2]>
    where
        V: Vector<Wide = W>,
    {
        let (half, [from, to]) = self.directed::<V>(sheet)?;
        let middle = self.middle + offset;
        let corner = |point, id| Corner { at: sheet.place(point), height: sheet.normal.dot(point), id };
        Some([corner(middle - half, from), corner(middle + half, to)])
    }
}
