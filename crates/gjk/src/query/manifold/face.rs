//! Face against face in space: one outline clipped by the edges of the other, one by one (Sutherland,
//! Hodgman).

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::query::manifold::surface::Surface;
use crate::query::manifold::{ClipVertex, ClipVertices, Corner, Feature, MAX_CORNERS, NEAR};

/// A corner of the polygon that is being clipped.
#[derive(Clone, Copy)]
struct Cut {
    at: DVec2,
    origin: Origin,
    /// The edge that begins there.
    edge: Edge,
}

/// Where a corner is from, by indices.
#[derive(Clone, Copy)]
enum Origin {
    /// A corner of the polygon that is clipped.
    OfA(u8),
    /// A corner of the one that clips.
    OfB(u8),
    /// An edge of each.
    Crossing(u8, u8),
}

/// An edge, by the index of the corner that it begins at.
#[derive(Clone, Copy)]
enum Edge {
    OfA(u8),
    OfB(u8),
}

type Cuts = ArrayVec<Cut, { 2 * MAX_CORNERS }>;

/// What two faces have in common.
#[inline(never)]
pub(super) fn faces(a: &[Corner], b: &[Corner], slop: f64, clipped: &mut ClipVertices) {
    let (mut first, mut second) = (Cuts::new(), Cuts::new());
    // What is clipped, and what is left of it: they change places, which moves no corners.
    let (mut cuts, mut kept) = (&mut first, &mut second);
    for (corner, index) in a.iter().zip(0..) {
        cuts.push(Cut { at: corner.at, origin: Origin::OfA(index), edge: Edge::OfA(index) });
    }
    for clipper in 0..b.len() {
        if clip(cuts, b, clipper, slop, kept) {
            core::mem::swap(&mut cuts, &mut kept);
        }
    }
    if cuts.is_empty() {
        return;
    }
    let (face_a, face_b) = (Surface::new(a, slop), Surface::new(b, slop));
    let edge = |corners: &[Corner], from: u8| {
        let from = usize::from(from);
        let to = if from + 1 == corners.len() { 0 } else { from + 1 };
        Feature::Edge(corners[from].id, corners[to].id)
    };
    for cut in &*cuts {
        let at = cut.at;
        let (heights, features) = match cut.origin {
            Origin::OfA(index) => {
                let corner = &a[usize::from(index)];
                ([corner.height, face_b.height(at)], [Feature::Vertex(corner.id), Feature::Face])
            }
            Origin::OfB(index) => {
                let vertex = Feature::Vertex(b[usize::from(index)].id);
                ([face_a.height(at), face_b.height(at)], [Feature::Face, vertex])
            }
            Origin::Crossing(of_a, of_b) => {
                ([face_a.height(at), face_b.height(at)], [edge(a, of_a), edge(b, of_b)])
            }
        };
        clipped.push(ClipVertex { at: [at, at], heights, features });
    }
}

/// Clips by the edge of `b` with the index `clipper`; false, and nothing is written, if that cuts nothing.
#[inline]
fn clip(cuts: &Cuts, b: &[Corner], clipper: usize, slop: f64, kept: &mut Cuts) -> bool {
    let next = if clipper + 1 == b.len() { 0 } else { clipper + 1 };
    let start = b[clipper].at;
    let along = b[next].at - start;
    let least = -NEAR * slop * along.length();
    // By the length of the edge, which changes no sign and no ratio.
    let mut sides = [0.0; 2 * MAX_CORNERS];
    let mut outside = false;
    for (side, cut) in sides.iter_mut().zip(cuts) {
        *side = along.perp_dot(cut.at - start);
        outside |= !(*side >= least);
    }
    if !outside {
        return false;
    }
    kept.clear();
    let clipper = clipper as u8;
    for (index, from) in cuts.iter().enumerate() {
        let after = if index + 1 == cuts.len() { 0 } else { index + 1 };
        let (from_side, to_side) = (sides[index], sides[after]);
        let (from_inside, to_inside) = (from_side >= least, to_side >= least);
        if from_inside {
            // There is room: each edge of the other adds one corner at most.
            let _ = kept.try_push(*from);
        }
        if from_inside != to_inside {
            let part = (from_side / (from_side - to_side)).clamp(0.0, 1.0);
            let origin = match from.edge {
                Edge::OfA(edge) => Origin::Crossing(edge, clipper),
                Edge::OfB(other) if usize::from(other) + 1 == usize::from(clipper) => Origin::OfB(clipper),
                Edge::OfB(other) => Origin::OfB(other),
            };
            let edge = if from_inside { Edge::OfB(clipper) } else { from.edge };
            let _ = kept.try_push(Cut { at: from.at.lerp(cuts[after].at, part), origin, edge });
        }
    }
    true
}
