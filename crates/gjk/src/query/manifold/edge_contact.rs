//! The manifold of shapes that touch with corners and edges, which is made without a search for their features.

use crate::math::ManifoldPoints;
use crate::math::{Scalar, Wide};
use crate::query::manifold::edge_feature::EdgeFeature;
use crate::query::manifold::feature::slop_of_half_edges;
use crate::query::manifold::{Clip, ContactFrame, Manifold, of_features, slop};
use crate::query::{Contact, Space};
use crate::support::{SmallPolygon, Support};

/// What two bounded shapes have in common.
///
/// Every way ends with the call or the expression that makes the manifold: so it is made where it is wanted. To
/// move it would take longer.
#[inline(always)]
pub(super) fn touching<V: Space, A, B>(
    a: &A,
    b: &B,
    contact: Contact<V>,
    normal: V::Wide,
    outlines: &[SmallPolygon; 2],
) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (known_a, known_b, slops) = match (a.zonotope(), b.zonotope()) {
        (Some(core_a), Some(core_b)) => {
            let slops = [
                slop_of_half_edges(&core_a, a.core().convex_radius),
                slop_of_half_edges(&core_b, b.core().convex_radius),
            ];
            let known_a = EdgeFeature::of_half_edges(&core_a, normal, 1.0, slops[0]);
            (known_a, EdgeFeature::of_half_edges(&core_b, normal, -1.0, slops[1]), slops)
        }
        // The corners of a sum of segments have other names than those of its outline.
        (None, None) if outlines[1].len() > 0 => {
            let slops = [slop(a), slop(b)];
            let known_a = V::Wide::ends(&outlines[0], normal, 1.0, slops[0]);
            (known_a, V::Wide::ends(&outlines[1], normal, -1.0, slops[1]), slops)
        }
        _ => (None, None, [0.0; 2]),
    };
    match (known_a, known_b) {
        (Some(ends_a), Some(ends_b)) => of_ends(a, b, contact, normal, [&ends_a, &ends_b], slops),
        _ => of_features(a, b, &contact, normal),
    }
}

/// What two corners or edges have in common.
#[inline(always)]
fn of_ends<V: Space, A, B>(
    a: &A,
    b: &B,
    contact: Contact<V>,
    normal: V::Wide,
    [ends_a, ends_b]: [&EdgeFeature<V::Wide>; 2],
    slops: [f64; 2],
) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let features = [ends_a.whole(), ends_b.whole()];
    if !(ends_a.is_edge() && ends_b.is_edge()) {
        return Some(Manifold::single(contact, features));
    }
    let (origin, offset) = (a.core().origin.widen(), b.core().origin.widen() - a.core().origin.widen());
    let slop = slops[0].min(slops[1]);
    if ends_a.crosses(ends_b, normal, offset, slop) {
        return Some(Manifold::single(contact, features));
    }
    let frame = &ContactFrame::new(normal);
    let corners = (ends_a.corners(frame, V::Wide::ZERO), ends_b.corners(frame, offset));
    let Some(clipped) = V::Wide::clip_edges(corners.0, corners.1, slop) else {
        return Some(Manifold::single(contact, features));
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
        _ => Some(Manifold::single(contact, features)),
    }
}
