//! The supporting feature of one shape, as corners on the frame.

use crate::math::{Scalar, Vector, Wide};
use crate::query::Space;
use crate::query::manifold::contact_frame::ContactFrame;
use crate::query::manifold::{Clip, Corner, Corners, Feature, SLOP};
use crate::support::{Support, Zonotope};

/// How far from the farthest a vertex of the feature may be.
#[inline]
pub(super) fn slop<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> f64 {
    match shape.zonotope() {
        Some(core) => slop_of_half_edges(&core, shape.core().convex_radius),
        None => SLOP * shape.size().half_extents.max_element().widen(),
    }
}

/// The same, of a shape whose core is a sum of segments.
#[inline(always)]
pub(super) fn slop_of_half_edges<V: Vector>(core: &Zonotope<V>, radius: V::Scalar) -> f64 {
    let reach = core.edges.iter().take(core.count).fold(V::ZERO, |sum, &edge| sum + edge.max(-edge));
    SLOP * (reach.max_element().widen() + radius.widen())
}

/// Adds the outline of the supporting feature of a shape along the normal of a frame, or against it with a
/// `sign` of minus one, moved by an offset.
#[inline(always)]
pub(super) fn collect<V: Space>(
    shape: &(impl Support<V> + ?Sized),
    frame: &ContactFrame<V::Wide>,
    sign: f64,
    slop: f64,
    offset: V::Wide,
    corners: &mut Corners,
) {
    let out = V::narrow(frame.normal * sign);
    shape.support_feature(out, V::Scalar::narrow(slop), &mut |vertex| {
        let point = vertex.point.widen() + offset;
        let corner = Corner { at: frame.place(point), height: frame.normal.dot(point), id: vertex.id };
        if corners.is_empty() {
            corners.push(corner);
        } else {
            add::<V::Wide>(corner, sign, slop, corners);
        }
    });
    if corners.len() > 1 {
        V::Wide::outline(corners);
    }
}

/// Adds a corner to others.
#[inline(never)]
fn add<W: Clip>(corner: Corner, sign: f64, slop: f64, corners: &mut Corners) {
    // Of those in front of each other, as on both sides of a frame, the farthest counts.
    let in_line = |other: &&mut Corner| other.at.distance_squared(corner.at) <= slop * slop;
    if let Some(other) = corners.iter_mut().find(in_line) {
        if sign * (corner.height - other.height) > 0.0 {
            *other = corner;
        }
        return;
    }
    if corners.is_full() {
        make_room::<W>(corners);
    }
    corners.push(corner);
}

/// Leaves the outline, and of that not the flattest corner.
#[cold]
#[inline(never)]
fn make_room<W: Clip>(corners: &mut Corners) {
    W::outline(corners);
    if corners.is_full() {
        let count = corners.len();
        let area = |&index: &usize| {
            let at = |step: usize| corners[(index + step) % count].at;
            (at(0) - at(count - 1)).perp_dot(at(1) - at(0))
        };
        let flattest = (0..count).min_by(|a, b| area(a).total_cmp(&area(b)));
        let _ = flattest.and_then(|index| corners.pop_at(index));
    }
}

/// What a few corners are.
#[inline]
pub(super) fn whole(corners: &[Corner]) -> Feature {
    match corners {
        [a] => Feature::Vertex(a.id),
        [a, b] => Feature::Edge(a.id, b.id),
        _ => Feature::Face,
    }
}
