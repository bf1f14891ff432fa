//! Edges in space: against each other, and against a face.

use crate::query::manifold::surface::Surface;
use crate::query::manifold::{ClipVertex, ClipVertices, Corner, Feature, NEAR};

/// What two edges have in common if they run alongside each other; nothing where they cross.
#[inline]
pub(super) fn edges(a: [Corner; 2], b: [Corner; 2], slop: f64, clipped: &mut ClipVertices) {
    // Along the first and across it; by its length, which is taken only where it is needed.
    let along = a[1].at - a[0].at;
    let (square, slop_square) = (along.length_squared(), slop * slop * along.length_squared());
    let [(s0, t0), (s1, t1)] = b.map(|b| {
        let from = b.at - a[0].at;
        (along.dot(from), along.perp_dot(from))
    });
    let (low, high) = (s0.min(s1).max(0.0), s0.max(s1).min(square));
    if !(high > low && (high - low) * (high - low) > slop_square) {
        return;
    }
    let scale = 1.0 / (s1 - s0);
    let parts = [low, high].map(|end| ((end - s0) * scale).clamp(0.0, 1.0));
    for part in parts {
        let across = t0 + (t1 - t0) * part;
        if !(across * across <= slop_square) {
            return;
        }
    }
    let near = NEAR * slop * along.length();
    for (end, part) in [low, high].into_iter().zip(parts) {
        let (on_a, on_b) = (between(a, end / square, near / square), between(b, part, near * scale.abs()));
        clipped.push(ClipVertex {
            at: [on_a.at, on_b.at],
            heights: [on_a.height, on_b.height],
            features: [on_a.feature, on_b.feature],
        });
    }
}

/// A point of an edge.
struct Point {
    at: glam::DVec2,
    height: f64,
    feature: Feature,
}

/// The point at a part of an edge; within a part `near` of its ends, these are its feature.
#[inline(always)]
fn between([from, to]: [Corner; 2], part: f64, near: f64) -> Point {
    let feature = match () {
        () if part <= near => Feature::Vertex(from.id),
        () if part >= 1.0 - near => Feature::Vertex(to.id),
        () => Feature::Edge(from.id, to.id),
    };
    Point { at: from.at.lerp(to.at, part), height: from.height + (to.height - from.height) * part, feature }
}

/// The ends of an edge's part in a face. The edge is the first shape's or, if `flipped`, the second's.
#[inline]
pub(super) fn edge_in_face(
    [from, to]: [Corner; 2],
    face: &[Corner],
    slop: f64,
    flipped: bool,
    clipped: &mut ClipVertices,
) {
    let inside = |corner: Corner| (Feature::Vertex(corner.id), Feature::Face);
    let (mut enter, mut leave) = ((0.0, inside(from)), (1.0, inside(to)));
    let mut start = face[face.len() - 1];
    for &stop in face {
        let side = stop.at - start.at;
        let tolerance = -NEAR * slop * side.length();
        let (side_from, side_to) = (side.perp_dot(from.at - start.at), side.perp_dot(to.at - start.at));
        let features = (Feature::Edge(from.id, to.id), Feature::Edge(start.id, stop.id));
        start = stop;
        match (side_from >= tolerance, side_to >= tolerance) {
            (true, true) => continue,
            (false, false) => return,
            (leaves, _) => {
                let crossing = side_from / (side_from - side_to);
                if !leaves && crossing > enter.0 {
                    enter = (crossing, features);
                } else if leaves && crossing < leave.0 {
                    leave = (crossing, features);
                }
            }
        }
    }
    if !(leave.0 >= enter.0) {
        return;
    }
    let surface = Surface::new(face, slop);
    for (part, (of_edge, of_face)) in [enter, leave] {
        let at = from.at.lerp(to.at, part);
        let (on_edge, on_face) = (from.height + (to.height - from.height) * part, surface.height(at));
        clipped.push(if flipped {
            ClipVertex { at: [at, at], heights: [on_face, on_edge], features: [of_face, of_edge] }
        } else {
            ClipVertex { at: [at, at], heights: [on_edge, on_face], features: [of_edge, of_face] }
        });
    }
}
