//! The manifold of shapes that touch with corners and edges, which is made without a search for their features.

use super::ends::Ends;
use super::feature::slop_of_half_edges;
use super::{Clip, Manifold, Sheet, of_features, slop};
use crate::contact::{Contact, Space};
use crate::few::Few;
use crate::support::{Outline, Support};
use crate::vector::{Scalar, Wide};

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
    outlines: &[Outline; 2],
) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (known_a, known_b, slops) = match (a.half_edges(), b.half_edges()) {
        (Some(core_a), Some(core_b)) => {
            let slops = [slop_of_half_edges(&core_a, a.radius()), slop_of_half_edges(&core_b, b.radius())];
            let known_a = Ends::of_half_edges(&core_a, normal, 1.0, slops[0]);
            (known_a, Ends::of_half_edges(&core_b, normal, -1.0, slops[1]), slops)
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
    [ends_a, ends_b]: [&Ends<V::Wide>; 2],
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
    let (origin, offset) = (a.origin().widen(), b.origin().widen() - a.origin().widen());
    let slop = slops[0].min(slops[1]);
    if ends_a.crosses(ends_b, normal, offset, slop) {
        return Some(Manifold::single(contact, features));
    }
    let sheet = &Sheet::new(normal);
    let corners = (ends_a.corners(sheet, V::Wide::ZERO), ends_b.corners(sheet, offset));
    let Some(meetings) = V::Wide::clip_edges(corners.0, corners.1, slop) else {
        return Some(Manifold::single(contact, features));
    };
    let (radius_a, radius_b) = (a.radius().widen(), b.radius().widen());
    let [first, last] = meetings.map(|mut meeting| {
        meeting.heights[0] += radius_a;
        meeting.heights[1] -= radius_b;
        (meeting.is_near(slop), meeting.point::<V>(sheet, origin))
    });
    match (first, last) {
        ((true, first), (true, last)) => Some(Manifold { contact, points: Few::of([first, last]) }),
        ((true, point), _) | (_, (true, point)) => Some(Manifold { contact, points: Few::of([point]) }),
        _ => Some(Manifold::single(contact, features)),
    }
}
