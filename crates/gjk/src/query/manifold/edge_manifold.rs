//! The manifold of two supporting features that are vertices or edges and known without a search.

use crate::math::{ManifoldPoints, Scalar, Wide};
use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::{Clip, ContactFrame, Manifold, feature_manifold, may_exceed_range};
use crate::query::{Contact, Space};
use crate::support::Support;

/// Builds the manifold of two features that are vertices or edges.
#[inline(always)]
pub(super) fn edge_manifold<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: &A,
    b: &B,
    contact: Contact<V>,
    normal: V::Wide,
    [edge_a, edge_b]: [&EdgeFeature<V::Wide>; 2],
    tolerances: [f64; 2],
) -> Option<Manifold<V>> {
    let features = [edge_a.feature(), edge_b.feature()];
    if !(edge_a.is_edge() && edge_b.is_edge()) {
        return Some(Manifold::single_point(contact, features));
    }
    let (origin, offset) = (a.core().origin.widen(), b.core().origin.widen() - a.core().origin.widen());
    let tolerance = tolerances[0].min(tolerances[1]);
    if edge_a.crosses(edge_b, normal, offset, tolerance) {
        return Some(Manifold::single_point(contact, features));
    }
    if may_exceed_range(&contact, tolerances[0] + tolerances[1]) {
        return feature_manifold(a, b, &contact, normal);
    }
    let frame = &ContactFrame::new(normal);
    let vertices = (edge_a.vertices(frame, V::Wide::ZERO), edge_b.vertices(frame, offset));
    let Some(clipped) = V::Wide::clip_edges(vertices.0, vertices.1, tolerance) else {
        return Some(Manifold::single_point(contact, features));
    };
    let (radius_a, radius_b) = (a.core().convex_radius.widen(), b.core().convex_radius.widen());
    let [first, last] = clipped.map(|mut vertex| {
        vertex.along_normal[0] += radius_a;
        vertex.along_normal[1] -= radius_b;
        (vertex.is_near(tolerance), vertex.point::<V>(frame, origin))
    });
    match (first, last) {
        ((true, first), (true, last)) => {
            Some(Manifold { contact, points: ManifoldPoints::of([first, last]) })
        }
        ((true, point), _) | (_, (true, point)) => {
            Some(Manifold { contact, points: ManifoldPoints::of([point]) })
        }
        _ => Some(Manifold::single_point(contact, features)),
    }
}
