//! The questions to a single collider: each goes to those of its parts that are within reach, and the best
//! answer counts.

use core::cell::Cell;
use core::ops::ControlFlow::{self, Break, Continue};

use gjk::{Aabb, Cast, ClosestPoints, Contact, Placed, RayHit, Support, Vector};

use crate::aabb::padded;
use crate::broad_phase::{AabbCast, AabbDistance, AabbQuery};
use crate::collider::ConvexOf;
use crate::collider::Dimension;
use crate::proxies::PlacedCollider;
use crate::query::shape::QueryShape;

/// A convex part of a collider where it stands.
type Part<'p, D> = Placed<&'p ConvexOf<D>, <D as Dimension>::Vector>;

/// What is asked is still to be an answer at the limit itself, whatever was rounded to get there.
fn until(limit: f32) -> f32 {
    limit.min(f32::MAX).next_up()
}

/// Calls for each part of the collider within the limit, which may fall meanwhile, and with its index.
fn each_part<D: Dimension, R: AabbQuery>(
    collider: &PlacedCollider<D>,
    reach: impl FnOnce() -> R,
    limit: &Cell<f32>,
    mut visit: impl FnMut(u32, &Part<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if let Some(placed) = collider.placed() {
        // Its box was looked at already.
        return visit(0, &placed);
    }
    let reach = reach();
    let order = |bounds: &Aabb<D::Vector>| {
        Some(reach.lower_bound::<D>(bounds)).filter(|&at_least| at_least <= limit.get())
    };
    collider.parts_in_order(order, visit)
}

/// Calls for each part of a shape and each of the collider that is within the limit of it.
fn each_pair<D: Dimension, R: AabbQuery>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    reach: impl Fn(&Aabb<D::Vector>) -> R,
    limit: &Cell<f32>,
    mut visit: impl FnMut(&dyn Support<D::Vector>, u32, &Part<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    shape.each_part(&mut |own| {
        let reach = || reach(&padded(own.aabb()));
        each_part(collider, reach, limit, |index, part| visit(own, index, part))
    })
}

/// Where a ray enters the collider, and which part.
pub(super) fn ray<D: Dimension>(
    collider: &PlacedCollider<D>,
    reach: &AabbCast,
    [origin, direction]: [D::Vector; 2],
    limit: f32,
) -> Option<(u32, RayHit<D::Vector>)> {
    let limit = Cell::new(limit);
    let mut first: Option<(u32, RayHit<D::Vector>)> = None;
    let _ = each_part(
        collider,
        || *reach,
        &limit,
        |index, part| {
            if let Some(hit) = gjk::ray_cast(part, origin, direction, until(limit.get()))
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

/// When a shape that moves meets the collider, and which part.
pub(super) fn cast<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    [velocity, velocity_of_collider]: [D::Vector; 2],
    limit: f32,
) -> Option<(u32, Cast<D::Vector>)> {
    let limit = Cell::new(limit);
    let mut first: Option<(u32, Cast<D::Vector>)> = None;
    let reach = |bounds: &_| AabbCast::new::<D>(bounds, velocity - velocity_of_collider);
    let _ = each_pair(collider, shape, reach, &limit, |own, index, part| {
        if let Some(hit) = gjk::cast(own, velocity, part, velocity_of_collider, until(limit.get()))
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

/// The sooner one; at the very start, the deeper one.
pub(super) fn comes_before<V: Vector<Scalar = f32>>(one: &Cast<V>, other: &Cast<V>) -> bool {
    one.time < other.time || one.time == other.time && one.contact.depth > other.contact.depth
}

/// Whether a shape meets the collider.
pub(super) fn intersects<D: Dimension>(collider: &PlacedCollider<D>, shape: &dyn QueryShape<D>) -> bool {
    each_pair(collider, shape, AabbDistance::new::<D>, &Cell::new(0.0), |own, _, part| {
        if gjk::intersects(own, part) { Break(()) } else { Continue(()) }
    })
    .is_break()
}

/// How a shape meets the collider: the deepest contact of two parts.
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

/// What is nearest of two shapes: the points, or how they meet.
pub(super) enum Nearest<V: Vector> {
    Apart(ClosestPoints<V>),
    Meeting(Contact<V>),
}

/// Where a shape and the collider are nearest, and which part; nothing if they are farther apart than the
/// limit.
pub(super) fn nearest<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    limit: f32,
) -> Option<(u32, Nearest<D::Vector>)> {
    let limit = Cell::new(limit);
    let mut nearest: Option<(u32, ClosestPoints<D::Vector>)> = None;
    let seen = each_pair(collider, shape, AabbDistance::new::<D>, &limit, |own, index, part| {
        let Some(closest) = gjk::closest_points(own, part) else {
            // Or else it has no place.
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
    if seen.is_break() {
        return contact(collider, shape).map(|(index, contact)| (index, Nearest::Meeting(contact)));
    }
    nearest.map(|(index, closest)| (index, Nearest::Apart(closest)))
}
