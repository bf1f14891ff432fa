//! The exact queries on a single collider.
//!
//! A convex collider is tested directly. Of a composite one, the AABB tree enumerates the parts within the limit,
//! nearest first, and the best hit of a part is the hit of the collider.

use core::cell::Cell;
use core::ops::ControlFlow::{self, Break, Continue};

use gjk::{Aabb, Cast, ClosestPoints, Contact, Placed, RayHit, Support, Vector};

use crate::collider::ConvexOf;
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::detection::broad_phase::{AabbCast, AabbDistance, AabbQuery};
use crate::detection::proxies::PlacedCollider;
use crate::query::shape::QueryShape;

/// A convex part of a collider, placed in the world.
pub(super) type Part<'p, D> = Placed<&'p ConvexOf<D>, <D as Dimension>::Vector>;

/// Returns the next larger number, so that a hit exactly at the limit is found in spite of rounding.
pub(super) fn inclusive(limit: f32) -> f32 {
    limit.min(f32::MAX).next_up()
}

/// Calls `visit` with each part of the collider within the limit and its index. `visit` may lower the limit.
pub(super) fn each_part<D: Dimension, R: AabbQuery>(
    collider: &PlacedCollider<D>,
    aabb_query: impl FnOnce() -> R,
    limit: &Cell<f32>,
    mut visit: impl FnMut(u32, &Part<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if let Some(placed) = collider.placed() {
        // The traversal has tested its AABB already.
        return visit(0, &placed);
    }
    let aabb_query = aabb_query();
    let order = |bounds: &Aabb<D::Vector>| {
        Some(aabb_query.lower_bound::<D>(bounds)).filter(|&bound| bound <= limit.get())
    };
    collider.parts_in_order(order, visit)
}

/// Calls `visit` with each pair of a part of the shape and a part of the collider within the limit of it.
fn each_pair<D: Dimension, R: AabbQuery>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    aabb_query: impl Fn(&Aabb<D::Vector>) -> R,
    limit: &Cell<f32>,
    mut visit: impl FnMut(&dyn Support<D::Vector>, u32, &Part<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    shape.each_part(&mut |own| {
        let aabb_query = || aabb_query(&padded(own.aabb()));
        each_part(collider, aabb_query, limit, |index, part| visit(own, index, part))
    })
}

/// Returns the point where a ray enters the collider, and the index of the part.
pub(super) fn cast_ray<D: Dimension>(
    collider: &PlacedCollider<D>,
    aabb_cast: &AabbCast,
    [origin, direction]: [D::Vector; 2],
    limit: f32,
) -> Option<(u32, RayHit<D::Vector>)> {
    let limit = Cell::new(limit);
    let mut first: Option<(u32, RayHit<D::Vector>)> = None;
    let _ = each_part(
        collider,
        || *aabb_cast,
        &limit,
        |index, part| {
            if let Some(hit) = gjk::ray_cast(part, origin, direction, inclusive(limit.get()))
                && hit.distance <= limit.get()
                && first.is_none_or(|(_, first)| hit.distance < first.distance)
            {
                limit.set(hit.distance);
                first = Some((index, hit));
            }
            Continue(())
        },
    );
    first
}

/// Returns the first touch of a moving shape and the collider, which moves at a velocity of its own, and the index
/// of the part.
pub(super) fn cast_shape<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    [velocity, velocity_of_collider]: [D::Vector; 2],
    limit: f32,
) -> Option<(u32, Cast<D::Vector>)> {
    let limit = Cell::new(limit);
    let mut first: Option<(u32, Cast<D::Vector>)> = None;
    let aabb_cast = |bounds: &_| AabbCast::new::<D>(bounds, velocity - velocity_of_collider);
    let _ = each_pair(collider, shape, aabb_cast, &limit, |own, index, part| {
        if let Some(hit) = gjk::cast(own, velocity, part, velocity_of_collider, inclusive(limit.get()))
            && hit.time <= limit.get()
            && first.is_none_or(|(_, first)| comes_before(&hit, &first))
        {
            limit.set(hit.time);
            first = Some((index, hit));
        }
        Continue(())
    });
    first
}

/// Returns whether one hit is earlier than another, or as early and deeper.
pub(super) fn comes_before<V: Vector<Scalar = f32>>(one: &Cast<V>, other: &Cast<V>) -> bool {
    one.time < other.time || one.time == other.time && one.contact.depth > other.contact.depth
}

/// Returns whether a shape and the collider touch.
pub(super) fn intersects<D: Dimension>(collider: &PlacedCollider<D>, shape: &dyn QueryShape<D>) -> bool {
    each_pair(collider, shape, AabbDistance::new::<D>, &Cell::new(0.0), |own, _, part| {
        if gjk::intersects(own, part) { Break(()) } else { Continue(()) }
    })
    .is_break()
}

/// Returns the deepest contact of a part of the shape and a part of the collider, and the index of the latter.
pub(super) fn contact<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
) -> Option<(u32, Contact<D::Vector>)> {
    let mut deepest: Option<(u32, Contact<D::Vector>)> = None;
    let _ = each_pair(collider, shape, AabbDistance::new::<D>, &Cell::new(0.0), |own, index, part| {
        if let Some(contact) = gjk::contact(own, part)
            && deepest.is_none_or(|(_, deepest)| contact.depth > deepest.depth)
        {
            deepest = Some((index, contact));
        }
        Continue(())
    });
    deepest
}

/// The closest points of two shapes that are apart, or the contact of two that touch.
pub(super) enum Nearest<V: Vector> {
    Apart(ClosestPoints<V>),
    Touching(Contact<V>),
}

/// Returns the closest points of a shape and the collider, and the index of the part, or `None` if their distance
/// is beyond the limit.
pub(super) fn nearest<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    limit: f32,
) -> Option<(u32, Nearest<D::Vector>)> {
    let limit = Cell::new(limit);
    let mut nearest: Option<(u32, ClosestPoints<D::Vector>)> = None;
    let flow = each_pair(collider, shape, AabbDistance::new::<D>, &limit, |own, index, part| {
        let Some(closest) = gjk::closest_points(own, part) else {
            // No closest points: the two touch, or one of them is not finite.
            return if gjk::intersects(own, part) { Break(()) } else { Continue(()) };
        };
        if closest.distance <= limit.get()
            && nearest.is_none_or(|(_, nearest)| closest.distance < nearest.distance)
        {
            limit.set(closest.distance);
            nearest = Some((index, closest));
        }
        Continue(())
    });
    if flow.is_break() {
        return contact(collider, shape).map(|(index, contact)| (index, Nearest::Touching(contact)));
    }
    nearest.map(|(index, closest)| (index, Nearest::Apart(closest)))
}
