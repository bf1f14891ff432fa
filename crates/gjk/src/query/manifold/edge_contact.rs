//! The manifold of shapes whose supporting features are vertices or edges that are known without a search.
//!
//! Zonotopes and small polygons give their feature directly; all other shapes are asked for their vertices.

use crate::math::ManifoldPoints;
use crate::math::{Scalar, Wide};
use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::feature::zonotope_feature_slop;
use crate::query::manifold::{
    Clip, ContactFrame, Manifold, feature_manifold, feature_slop, may_exceed_range,
};
use crate::query::{Contact, Space};
use crate::support::Support;
use crate::support::hints::{SmallPolygon, Zonotope};

/// Builds the manifold of two bounded shapes that touch.
///
/// Each branch ends with the expression that creates the manifold, so that it is created in place: moving it
/// would take longer.
#[inline(always)]
pub(super) fn build_manifold<V: Space, A, B>(
    a: &A,
    b: &B,
    contact: Contact<V>,
    normal: V::Wide,
    polygons: &[SmallPolygon; 2],
) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (feature_a, feature_b, slops) = match (Zonotope::of(a), Zonotope::of(b)) {
        (Some(core_a), Some(core_b)) => {
            let slops = [
                zonotope_feature_slop(&core_a, a.core().convex_radius),
                zonotope_feature_slop(&core_b, b.core().convex_radius),
            ];
            let feature_a = EdgeFeature::from_zonotope(&core_a, normal, 1.0, slops[0]);
            (feature_a, EdgeFeature::from_zonotope(&core_b, normal, -1.0, slops[1]), slops)
        }
        // The vertices of a zonotope have other ids than those of its small polygon.
        (None, None) if polygons[1].len() > 0 => {
            let slops = [feature_slop(a), feature_slop(b)];
            let feature_a = V::Wide::polygon_feature(&polygons[0], normal, 1.0, slops[0]);
            (feature_a, V::Wide::polygon_feature(&polygons[1], normal, -1.0, slops[1]), slops)
        }
        _ => (None, None, [0.0; 2]),
    };
    match (feature_a, feature_b) {
        (Some(edge_a), Some(edge_b)) => edge_manifold(a, b, contact, normal, [&edge_a, &edge_b], slops),
        _ => feature_manifold(a, b, &contact, normal),
    }
}

/// Builds the manifold of two features that are vertices or edges.
#[inline(always)]
fn edge_manifold<V: Space, A, B>(
    a: &A,
    b: &B,
    contact: Contact<V>,
    normal: V::Wide,
    [edge_a, edge_b]: [&EdgeFeature<V::Wide>; 2],
    slops: [f64; 2],
) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let features = [edge_a.feature(), edge_b.feature()];
    if !(edge_a.is_edge() && edge_b.is_edge()) {
        return Some(Manifold::single_point(contact, features));
    }
    let (origin, offset) = (a.core().origin.widen(), b.core().origin.widen() - a.core().origin.widen());
    let slop = slops[0].min(slops[1]);
    if edge_a.crosses(edge_b, normal, offset, slop) {
        return Some(Manifold::single_point(contact, features));
    }
    if may_exceed_range(&contact, slops[0] + slops[1]) {
        return feature_manifold(a, b, &contact, normal);
    }
    let frame = &ContactFrame::new(normal);
    let vertices = (edge_a.vertices(frame, V::Wide::ZERO), edge_b.vertices(frame, offset));
    let Some(clipped) = V::Wide::clip_edges(vertices.0, vertices.1, slop) else {
        return Some(Manifold::single_point(contact, features));
    };
    let (radius_a, radius_b) = (a.core().convex_radius.widen(), b.core().convex_radius.widen());
    let [first, last] = clipped.map(|mut vertex| {
        vertex.heights[0] += radius_a;
        vertex.heights[1] -= radius_b;
        (vertex.is_near(slop), vertex.point::<V>(frame, origin))
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
