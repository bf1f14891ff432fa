//! The manifold of a half-space and a bounded shape.

use crate::math::{Scalar, Wide};
use crate::query::half_space::HalfSpacePair;
use crate::query::manifold::{
    ClipVertex, ClipVertices, ContactFrame, Feature, FeatureVertices, Manifold, collect_feature,
    feature_slop, fill_points,
};
use crate::query::{Contact, Space};
use crate::reference::Answer;
use crate::support::Support;

/// Builds the manifold from all vertices of the shape's supporting feature, each projected on the boundary.
#[inline(never)]
pub(super) fn half_space_manifold<V: Space, A, B>(
    a: &A,
    b: &B,
    pair: &HalfSpacePair<V>,
) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let contact = Contact::repaired(&pair.if_touching()?);
    let mut manifold = Manifold::single_point(contact, [Feature::Face, Feature::Face]);
    let frame = ContactFrame::new(pair.separation.normal);
    let mut vertices = FeatureVertices::new();
    let (origin, radius) = match (a.half_space(), b.half_space()) {
        (Some(_), None) => {
            collect_feature(b, &frame, -1.0, feature_slop(b), V::Wide::ZERO, &mut vertices);
            (b.core().origin, -b.core().convex_radius.widen())
        }
        (None, Some(_)) => {
            collect_feature(a, &frame, 1.0, feature_slop(a), V::Wide::ZERO, &mut vertices);
            (a.core().origin, a.core().convex_radius.widen())
        }
        _ => return Some(manifold),
    };
    // The height of the boundary: the separation has a point on it.
    let boundary = if pair.half_space_first { pair.separation.on_a } else { pair.separation.on_b };
    let boundary = frame.normal.dot(boundary - origin.widen());
    let mut clipped = ClipVertices::new();
    // A wrong support function may give vertices that are not finite.
    for vertex in vertices.iter().filter(|vertex| vertex.position.is_finite() && vertex.height.is_finite()) {
        let (height, feature) = (vertex.height + radius, Feature::Vertex(vertex.id));
        let (heights, features) = if pair.half_space_first {
            ([boundary, height], [Feature::Face, feature])
        } else {
            ([height, boundary], [feature, Feature::Face])
        };
        clipped.push(ClipVertex { positions: [vertex.position, vertex.position], heights, features });
    }
    fill_points(&clipped, &frame, origin.widen(), &mut manifold);
    // The points of the boundary are as far from the shape as it is deep.
    let slop = if pair.half_space_first { feature_slop(b) } else { feature_slop(a) };
    manifold.clamp_points(slop + pair.separation.distance.abs());
    Some(manifold)
}
