//! The manifold of a half-space and a bounded shape.

use super::{Corners, Feature, Manifold, Meeting, Meetings, Sheet, collect, fill, slop};
use crate::contact::Space;
use crate::half_space::Facing;
use crate::support::Support;
use crate::vector::{Scalar, Wide};

/// All points of the other shape's feature are on the boundary of a half-space.
#[inline(never)]
pub(super) fn of_half_space<V: Space, A, B>(a: &A, b: &B, facing: &Facing<V>) -> Option<Manifold<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let mut manifold = Manifold::single(facing.clearance.contact()?, [Feature::Face, Feature::Face]);
    let sheet = Sheet::new(facing.clearance.normal);
    let mut corners = Corners::new();
    let (origin, radius) = match (a.half_space(), b.half_space()) {
        (Some(_), None) => {
            collect(b, &sheet, -1.0, slop(b), V::Wide::ZERO, &mut corners);
            (b.origin(), -b.radius().widen())
        }
        (None, Some(_)) => {
            collect(a, &sheet, 1.0, slop(a), V::Wide::ZERO, &mut corners);
            (a.origin(), a.radius().widen())
        }
        _ => return Some(manifold),
    };
    // The deepest point of the shape is on the boundary by the known distance.
    let boundary = if facing.first { facing.clearance.on_a } else { facing.clearance.on_b };
    let boundary = sheet.normal.dot(boundary - origin.widen());
    let mut meetings = Meetings::new();
    for corner in &corners {
        let (height, vertex) = (corner.height + radius, Feature::Vertex(corner.id));
        let (heights, features) = if facing.first {
            ([boundary, height], [Feature::Face, vertex])
        } else {
            ([height, boundary], [vertex, Feature::Face])
        };
        meetings.push(Meeting { at: [corner.at, corner.at], heights, features });
    }
    fill(&meetings, &sheet, origin.widen(), &mut manifold);
    Some(manifold)
}
