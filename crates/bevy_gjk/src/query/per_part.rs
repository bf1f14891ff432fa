//! The exact queries on a single convex part of a collider.

use core::ops::ControlFlow::{self, Break, Continue};

use bevy_ecs::prelude::Entity;
use gjk::{Contact, Support};

use crate::collider::Dimension;
use crate::detection::narrow_phase::contains_between_faces;
use crate::query::Nearby;
use crate::query::per_collider::Part;
use crate::query::shape::QueryShape;
use crate::query::solids;

/// Returns where a shape and a part are nearest, without the entity and the index of the part.
pub(super) fn nearest<D: Dimension>(
    shape: &dyn QueryShape<D>,
    part: &Part<D>,
    limit: f32,
) -> Option<Nearby<D>> {
    let mut nearest: Option<Nearby<D>> = None;
    let seen = shape.each_part(&mut |own| {
        let Some(closest) = gjk::closest_points(own, part) else {
            // They meet, or one of them has no place.
            return if gjk::intersects(own, part) { Break(()) } else { Continue(()) };
        };
        if closest.distance <= limit && nearest.is_none_or(|nearest| closest.distance < nearest.distance) {
            nearest = Some(Nearby {
                entity: Entity::PLACEHOLDER,
                distance: closest.distance,
                on_shape: closest.on_a,
                on_collider: closest.on_b,
                normal: -closest.normal,
                part: 0,
                status: closest.status,
            });
        }
        Continue(())
    });
    if seen.is_continue() && !shape.as_collider().is_some_and(|own| contains_between_faces(own, part)) {
        return nearest;
    }
    contact(shape, part).map(|contact| Nearby::touching(Entity::PLACEHOLDER, 0, &contact))
}

/// Returns the deepest contact of any part of a shape with one part of a collider. Of a shape that is a set with a boundary, the depth is the
/// length of the way of the part out of the whole set.
pub(super) fn contact<D: Dimension>(shape: &dyn QueryShape<D>, part: &Part<D>) -> Option<Contact<D::Vector>> {
    let Some(own) = solids::own_sets(shape) else { return deepest(shape, part, |_| true) };
    let is_endless = part.half_space().is_some();
    let of_others = deepest(shape, part, |of_own| is_endless || !own.is_part_of_solid(of_own));
    let of_sets = solids::way_out_of_own(own, part);
    let is_deeper = |one: &Contact<D::Vector>| of_others.is_none_or(|other| one.depth > other.depth);
    // Where coordinates are too large for a way out to be found, parts answer for themselves.
    of_sets.filter(is_deeper).or(of_others).or_else(|| deepest(shape, part, |_| true))
}

/// Returns the deepest contact of those parts of a shape for which `counts` returns true with one part of a collider.
fn deepest<D: Dimension>(
    shape: &dyn QueryShape<D>,
    part: &Part<D>,
    counts: impl Fn(u32) -> bool,
) -> Option<Contact<D::Vector>> {
    let mut deepest: Option<Contact<D::Vector>> = None;
    let mut of_own = 0;
    let _: ControlFlow<()> = shape.each_part(&mut |own| {
        if counts(of_own)
            && let Some(contact) = gjk::contact(own, part)
            && deepest.is_none_or(|deepest| contact.depth > deepest.depth)
        {
            deepest = Some(contact);
        }
        of_own += 1;
        Continue(())
    });
    deepest
}
