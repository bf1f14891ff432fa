//! The clipping of edges in 3D: against another edge, and against a face.

use crate::query::manifold::clip_plane::ClipPlane;
use crate::query::manifold::face_plane::FacePlane;
use crate::query::manifold::{ClipVertex, ClipVertices, Feature, FeatureVertex, ON_EDGE};

/// Clips two edges that run side by side; adds nothing if they cross.
#[inline]
pub(super) fn clip_edge_pair(
    a: [FeatureVertex; 2],
    b: [FeatureVertex; 2],
    tolerance: f64,
    clipped: &mut ClipVertices,
) {
    // Coordinates along the first edge and across it, times its length, so that the square root is taken only
    // where it is needed.
    let along = a[1].projection - a[0].projection;
    let (length_squared, tolerance_squared) =
        (along.length_squared(), tolerance * tolerance * along.length_squared());
    let [(s0, t0), (s1, t1)] = b.map(|b| {
        let from = b.projection - a[0].projection;
        (along.dot(from), along.perp_dot(from))
    });
    let (low, high) = (s0.min(s1).max(0.0), s0.max(s1).min(length_squared));
    if !(high > low && (high - low) * (high - low) > tolerance_squared) {
        return;
    }
    let scale = 1.0 / (s1 - s0);
    let fractions = [low, high].map(|end| ((end - s0) * scale).clamp(0.0, 1.0));
    for fraction in fractions {
        let across = t0 + (t1 - t0) * fraction;
        if !(across * across <= tolerance_squared) {
            return;
        }
    }
    let near = ON_EDGE * tolerance * along.length();
    for (end, fraction) in [low, high].into_iter().zip(fractions) {
        let (on_a, on_b) = (
            point_on_edge(a, end / length_squared, near / length_squared),
            point_on_edge(b, fraction, near * scale.abs()),
        );
        clipped.push(ClipVertex {
            projections: [on_a.projection, on_b.projection],
            along_normal: [on_a.along_normal, on_b.along_normal],
            features: [on_a.feature, on_b.feature],
        });
    }
}

/// A point of an edge.
struct EdgePoint {
    projection: glam::DVec2,
    along_normal: f64,
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
        projection: from.projection.lerp(to.projection, fraction),
        along_normal: from.along_normal + (to.along_normal - from.along_normal) * fraction,
        feature,
    }
}

/// Clips an edge to a face (Cyrus, Beck, *Generalized Two- and Three-Dimensional Clipping*, 1978) and adds
/// the ends of what remains. The edge is that of the first shape or, if `flipped`, of the second.
#[inline]
pub(super) fn clip_edge_to_face(
    [from, to]: [FeatureVertex; 2],
    face: &[FeatureVertex],
    tolerance: f64,
    flipped: bool,
    clipped: &mut ClipVertices,
) {
    let inside = |vertex: FeatureVertex| (Feature::Vertex(vertex.id), Feature::Face);
    let (mut enter, mut leave) = ((0.0, inside(from)), (1.0, inside(to)));
    // From the last edge on: its end is the first vertex.
    for stop in 0..face.len() {
        let index = if stop == 0 { face.len() - 1 } else { stop - 1 };
        let plane = ClipPlane::new(face, index, tolerance);
        let (from_distance, to_distance) =
            (plane.signed_distance(from.projection), plane.signed_distance(to.projection));
        let features = (Feature::Edge(from.id, to.id), Feature::Edge(face[index].id, face[stop].id));
        match (plane.is_inside(from_distance), plane.is_inside(to_distance)) {
            (true, true) => continue,
            (false, false) => return,
            (leaves, _) => {
                let crossing = from_distance / (from_distance - to_distance);
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
    let plane = FacePlane::new(face, tolerance);
    for (fraction, (edge_feature, face_feature)) in [enter, leave] {
        let projection = from.projection.lerp(to.projection, fraction);
        let (on_edge, on_face) = (
            from.along_normal + (to.along_normal - from.along_normal) * fraction,
            plane.along_normal(projection),
        );
        clipped.push(if flipped {
            ClipVertex {
                projections: [projection, projection],
                along_normal: [on_face, on_edge],
                features: [face_feature, edge_feature],
            }
        } else {
            ClipVertex {
                projections: [projection, projection],
                along_normal: [on_edge, on_face],
                features: [edge_feature, face_feature],
            }
        });
    }
}
