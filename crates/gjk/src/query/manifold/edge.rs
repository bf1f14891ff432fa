//! The clipping of edges in 3D: against another edge, and against a face.

use crate::query::manifold::surface::Surface;
use crate::query::manifold::{ClipVertex, ClipVertices, Feature, FeatureVertex, NEAR};

/// Clips two edges that run side by side; adds nothing if they cross.
#[inline]
pub(super) fn clip_edge_pair(
    a: [FeatureVertex; 2],
    b: [FeatureVertex; 2],
    slop: f64,
    clipped: &mut ClipVertices,
) {
    // Coordinates along the first edge and across it, times its length, so that the square root is taken only
    // where it is needed.
    let along = a[1].position - a[0].position;
    let (length_squared, slop_square) = (along.length_squared(), slop * slop * along.length_squared());
    let [(s0, t0), (s1, t1)] = b.map(|b| {
        let from = b.position - a[0].position;
        (along.dot(from), along.perp_dot(from))
    });
    let (low, high) = (s0.min(s1).max(0.0), s0.max(s1).min(length_squared));
    if !(high > low && (high - low) * (high - low) > slop_square) {
        return;
    }
    let scale = 1.0 / (s1 - s0);
    let fractions = [low, high].map(|end| ((end - s0) * scale).clamp(0.0, 1.0));
    for fraction in fractions {
        let across = t0 + (t1 - t0) * fraction;
        if !(across * across <= slop_square) {
            return;
        }
    }
    let near = NEAR * slop * along.length();
    for (end, fraction) in [low, high].into_iter().zip(fractions) {
        let (on_a, on_b) = (
            point_on_edge(a, end / length_squared, near / length_squared),
            point_on_edge(b, fraction, near * scale.abs()),
        );
        clipped.push(ClipVertex {
            positions: [on_a.position, on_b.position],
            heights: [on_a.height, on_b.height],
            features: [on_a.feature, on_b.feature],
        });
    }
}

/// A point of an edge.
struct EdgePoint {
    position: glam::DVec2,
    height: f64,
    feature: Feature,
}

/// Returns the point at a fraction of an edge. Its feature is an end of the edge if the fraction is within
/// `near` of that end.
#[inline(always)]
fn point_on_edge([from, to]: [FeatureVertex; 2], fraction: f64, near: f64) -> EdgePoint {
    let feature = match () {
        () if fraction <= near => Feature::Vertex(from.id),
        () if fraction >= 1.0 - near => Feature::Vertex(to.id),
        () => Feature::Edge(from.id, to.id),
    };
    EdgePoint {
        position: from.position.lerp(to.position, fraction),
        height: from.height + (to.height - from.height) * fraction,
        feature,
    }
}

/// Clips an edge to a face (Cyrus, Beck, *Generalized Two- and Three-Dimensional Clipping*, 1978) and adds
/// the ends of what remains. The edge is that of the first shape or, if `flipped`, of the second.
#[inline]
pub(super) fn clip_edge_to_face(
    [from, to]: [FeatureVertex; 2],
    face: &[FeatureVertex],
    slop: f64,
    flipped: bool,
    clipped: &mut ClipVertices,
) {
    let inside = |vertex: FeatureVertex| (Feature::Vertex(vertex.id), Feature::Face);
    let (mut enter, mut leave) = ((0.0, inside(from)), (1.0, inside(to)));
    let mut start = face[face.len() - 1];
    for &stop in face {
        let side = stop.position - start.position;
        let tolerance = -NEAR * slop * side.length();
        let (side_from, side_to) =
            (side.perp_dot(from.position - start.position), side.perp_dot(to.position - start.position));
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
    for (fraction, (edge_feature, face_feature)) in [enter, leave] {
        let position = from.position.lerp(to.position, fraction);
        let (on_edge, on_face) =
            (from.height + (to.height - from.height) * fraction, surface.height(position));
        clipped.push(if flipped {
            ClipVertex {
                positions: [position, position],
                heights: [on_face, on_edge],
                features: [face_feature, edge_feature],
            }
        } else {
            ClipVertex {
                positions: [position, position],
                heights: [on_edge, on_face],
                features: [edge_feature, face_feature],
            }
        });
    }
}
