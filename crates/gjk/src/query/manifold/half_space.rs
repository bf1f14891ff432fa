//! The manifold of a half-space and a bounded shape.

use crate::math::{Scalar, Wide};
use crate::query::half_space::HalfSpacePair;
use crate::query::manifold::{
    ClipVertex, ClipVertices, ContactFrame, Corners, Feature, Manifold, collect, fill, slop,
};
use crate::query::{Contact, Space};
use crate::support::Support;

/// All points of the other shape's feature are on the boundary of a half-space.
#[inline(never)]
pub(super) fn of_half_space<V: Space, A, B>(a: &A, b: &B, pair: &HalfSpacePair<V>) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let contact = Contact::new(&pair.separation.if_touching()?);
    let mut manifold = Manifold::single(contact, [Feature::Face, Feature::Face]);
    let frame = ContactFrame::new(pair.separation.normal);
    let mut corners = Corners::new();
    let (origin, radius) = match (a.half_space(), b.half_space()) {
        (Some(_), None) => {
            collect(b, &frame, -1.0, slop(b), V::Wide::ZERO, &mut corners);
            (b.core().origin, -b.core().convex_radius.widen())
        }
        (None, Some(_)) => {
            collect(a, &frame, 1.0, slop(a), V::Wide::ZERO, &mut corners);
            (a.core().origin, a.core().convex_radius.widen())
        }
        _ => return Some(manifold),
    };
    // The deepest point of the shape is on the boundary by the known distance.
    let boundary = if pair.first { pair.separation.on_a } else { pair.separation.on_b };
    let boundary = frame.normal.dot(boundary - origin.widen());
    let mut clipped = ClipVertices::new();
    for corner in &corners {
        let (height, vertex) = (corner.height + radius, Feature::Vertex(corner.id));
        let (heights, features) = if pair.first {
            ([boundary, height], [Feature::Face, vertex])
        } else {
            ([height, boundary], [vertex, Feature::Face])
        };
        clipped.push(ClipVertex { at: [corner.at, corner.at], heights, features });
    }
    fill(&clipped, &frame, origin.widen(), &mut manifold);
    Some(manifold)
}
