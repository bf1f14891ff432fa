//! The manifold of a half-space and a bounded shape.

use crate::math::{Scalar, Wide};
use crate::query::half_space::HalfSpacePair;
use crate::query::manifold::{
    ClipVertex, ClipVertices, ContactFrame, Feature, FeatureVertices, Manifold, collect_feature,
    feature_tolerance, fill_points,
};
use crate::query::{Contact, Space};
use crate::separation::Answer;
use crate::support::Support;

/// Builds the manifold from all vertices of the shape's supporting feature, each projected on the boundary.
#[inline(never)]
pub(super) fn half_space_manifold<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: &A,
    b: &B,
    pair: &HalfSpacePair<V>,
) -> Option<Manifold<V>> {
    let contact = Contact::clamped(&pair.if_touching()?);
    let mut manifold = Manifold::single_point(contact, [Feature::Face, Feature::Face]);
    let frame = ContactFrame::new(pair.separation.normal);
    let mut vertices = FeatureVertices::new();
    let (origin, radius) = match (a.half_space(), b.half_space()) {
        (Some(_), None) => {
            collect_feature(b, &frame, -1.0, feature_tolerance(b), V::Wide::ZERO, &mut vertices);
            (b.core().origin, -b.core().convex_radius.widen())
        }
        (None, Some(_)) => {
            collect_feature(a, &frame, 1.0, feature_tolerance(a), V::Wide::ZERO, &mut vertices);
            (a.core().origin, a.core().convex_radius.widen())
        }
        _ => return Some(manifold),
    };
    // The coordinate of the boundary along the normal: the separation has a point on it.
    let boundary = if pair.half_space_first { pair.separation.on_a } else { pair.separation.on_b };
    let boundary = frame.normal.dot(boundary - origin.widen());
    let mut clipped = ClipVertices::new();
    // A wrong support function may give vertices that are not finite.
    for vertex in
        vertices.iter().filter(|vertex| vertex.projection.is_finite() && vertex.along_normal.is_finite())
    {
        let (along_normal, feature) = (vertex.along_normal + radius, Feature::Vertex(vertex.id));
        let (along_normal, features) = if pair.half_space_first {
            ([boundary, along_normal], [Feature::Face, feature])
        } else {
            ([along_normal, boundary], [feature, Feature::Face])
        };
        clipped.push(ClipVertex {
            projections: [vertex.projection, vertex.projection],
            along_normal,
            features,
        });
    }
    fill_points(&clipped, &frame, origin.widen(), &mut manifold);
    // The points of the boundary are as far from the shape as it is deep.
    let tolerance = if pair.half_space_first { feature_tolerance(b) } else { feature_tolerance(a) };
    manifold.clamp_points(tolerance + pair.separation.distance.abs());
    Some(manifold)
}
