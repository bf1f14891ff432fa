//! The exact queries on a single collider.
//!
//! A convex collider is tested directly. Of a composite one, the BVH enumerates the parts within the limit,
//! nearest first, and the best hit of a part is the hit of the collider.

use core::ops::ControlFlow::{Break, Continue};

use gjk::{Aabb, Cast, Contact, RayHit, Support};

use crate::collider::aabb::padded;
use crate::collider::bvh::{AabbCast, AabbDistance, AabbQuery, END_SEARCH};
use crate::collider::{Dimension, PlacedPart, SearchVisitor};
use crate::detection::narrow_phase::{Best, deepest_or_way_out};
use crate::query::filter::Admitted;
use crate::query::shape::QueryShape;
use crate::query::{Nearby, solids};

/// Returns the next larger number, so that a hit exactly at the limit is found in spite of rounding.
pub(super) fn inclusive(limit: f32) -> f32 {
    limit.min(f32::MAX).next_up()
}

/// Calls `visit` with each part of the collider within the limit and its index. `visit` gets the limit and returns a
/// new one, which may be lower. Returns the last limit.
pub(super) fn each_part<D: Dimension, R: AabbQuery>(
    collider: &Admitted<D>,
    aabb_query: impl FnOnce() -> R,
    limit: f32,
    visit: &mut SearchVisitor<D>,
) -> f32 {
    match collider.collider.placed() {
        // The traversal has tested its AABB already.
        Some(placed) => visit(0, &placed, limit),
        None => collider.collider.search_parts(&aabb_query(), limit, &mut |index, part, limit| {
            if collider.admits(index) { visit(index, part, limit) } else { limit }
        }),
    }
}

/// Does the same with each pair of a part of the shape and a part of the collider within the limit of it, and the
/// indices of both: that of the collider's part first, which decides between equal answers.
fn each_pair<D: Dimension, R: AabbQuery>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    aabb_query: impl Fn(&Aabb<D::Vector>) -> R,
    mut limit: f32,
    visit: &mut dyn FnMut([u32; 2], &dyn Support<D::Vector>, &PlacedPart<D>, f32) -> f32,
) -> f32 {
    let mut of_own = 0;
    let _ = shape.each_part(&mut |own| {
        let aabb_query = || aabb_query(&padded(own.aabb()));
        limit = each_part(collider, aabb_query, limit, &mut |index, part, limit| {
            visit([index, of_own], own, part, limit)
        });
        of_own += 1;
        if limit == END_SEARCH { Break(()) } else { Continue(()) }
    });
    limit
}

/// Returns the point where a ray enters the collider, and the index of the part.
pub(super) fn cast_ray<D: Dimension>(
    collider: &Admitted<D>,
    aabb_cast: &AabbCast,
    [origin, direction]: [D::Vector; 2],
    limit: f32,
) -> Option<(u32, RayHit<D::Vector>)> {
    let mut first = Best::NONE;
    each_part(collider, || *aabb_cast, limit, &mut |index, part, limit| match gjk::ray_cast(
        part,
        origin,
        direction,
        inclusive(limit),
    ) {
        Some(hit) if hit.distance <= limit && first.improve(index, hit) => hit.distance,
        _ => limit,
    });
    if collider.has_solids() {
        return solids::ray_hit(collider.collider, [origin, direction], first.0);
    }
    first.0
}

/// Returns the first touch of a moving shape and the collider, which moves at a velocity of its own, and the index
/// of the part.
pub(super) fn cast_shape<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    [velocity, velocity_of_collider]: [D::Vector; 2],
    limit: f32,
) -> Option<(u32, Cast<D::Vector>)> {
    let mut first = Best::NONE;
    let aabb_cast = |bounds: &_| AabbCast::new::<D>(bounds, velocity - velocity_of_collider);
    each_pair(collider, shape, aabb_cast, limit, &mut |parts, own, part, limit| match gjk::cast(
        own,
        velocity,
        part,
        velocity_of_collider,
        inclusive(limit),
    ) {
        Some(hit) if hit.time <= limit && first.improve(parts, hit) => hit.time,
        _ => limit,
    });
    if has_solids(collider, shape) {
        return solids::cast_hit(collider, shape, [velocity, velocity_of_collider], first.0);
    }
    first.0.map(|([part, _], hit)| (part, hit))
}

/// Returns whether a shape or the collider consists of solids.
fn has_solids<D: Dimension>(collider: &Admitted<D>, shape: &dyn QueryShape<D>) -> bool {
    collider.has_solids() || solids::own_solids(shape).is_some()
}

/// Returns whether a shape and the collider touch.
pub(super) fn intersects<D: Dimension>(collider: &Admitted<D>, shape: &dyn QueryShape<D>) -> bool {
    let last = each_pair(collider, shape, AabbDistance::new::<D>, 0.0, &mut |_, own, part, limit| {
        if gjk::intersects(own, part) { END_SEARCH } else { limit }
    });
    last == END_SEARCH || solids::is_one_inside(collider, shape)
}

/// Returns the deepest contact of a part of the shape and a part of the collider, and the index of the latter. Of a
/// solid, whether it is the shape or the collider, the depth is the length of the way out of the whole solid.
pub(super) fn contact<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
) -> Option<(u32, Contact<D::Vector>)> {
    if !has_solids(collider, shape) {
        return deepest_of_parts(collider, shape, |_| true).0;
    }
    let (placed, own) = (collider.collider, solids::own_solids(shape));
    let is_in_no_solid = |[index, of_own]: [u32; 2]| {
        !placed.is_part_of_solid(index) && own.is_none_or(|own| !own.is_part_of_solid(of_own))
    };
    let admits = |part| collider.admits(part);
    let deepest = deepest_or_way_out(
        deepest_of_parts(collider, shape, is_in_no_solid),
        |visit| solids::each_way_out(collider, shape, admits, visit),
        || deepest_of_parts(collider, shape, |_| true),
    );
    deepest.0
}

/// Returns the deepest contact of a part of the shape and a part of the collider, one of which is endless or both of
/// which `counts` returns true for.
fn deepest_of_parts<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    counts: impl Fn([u32; 2]) -> bool,
) -> Best<u32, Contact<D::Vector>> {
    let mut deepest = Best::NONE;
    each_pair(collider, shape, AabbDistance::new::<D>, 0.0, &mut |parts, own, part, limit| {
        if (counts(parts) || own.half_space().is_some() || part.half_space().is_some())
            && let Some(contact) = gjk::contact(own, part)
        {
            deepest.improve(parts[0], contact);
        }
        limit
    });
    deepest
}

/// Returns where a shape and the collider are nearest, or `None` if their distance is beyond the limit.
pub(super) fn nearest<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    limit: f32,
) -> Option<Nearby<D>> {
    let entity = collider.collider.entity();
    let mut nearest = Best::NONE;
    let last =
        each_pair(collider, shape, AabbDistance::new::<D>, limit, &mut |[index, _], own, part, limit| {
            match gjk::closest_points(own, part) {
                Some(closest) if closest.distance <= limit && nearest.improve(index, closest) => {
                    closest.distance
                }
                // No closest points: the two touch, or one of them is not finite.
                None if gjk::intersects(own, part) => END_SEARCH,
                _ => limit,
            }
        });
    if last == END_SEARCH || solids::is_one_inside(collider, shape) {
        return contact(collider, shape).map(|(index, contact)| Nearby::touching(entity, index, &contact));
    }
    nearest.0.map(|(index, closest)| Nearby::apart(entity, index, closest))
}
