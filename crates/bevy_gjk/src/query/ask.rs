//! The questions to a single collider.

use gjk::{Cast, ClosestPoints, Contact, RayHit, Support};

use crate::collider::PlacedCollider;
use crate::dimension::Dimension;

/// What is asked is still to be an answer at the limit itself, whatever was rounded to get there.
fn until(limit: f32) -> f32 {
    limit.min(f32::MAX).next_up()
}

/// Where a ray enters the collider.
pub(super) fn ray<D: Dimension>(
    collider: &PlacedCollider<D>,
    origin: D::Vector,
    direction: D::Vector,
    limit: f32,
) -> Option<RayHit<D::Vector>> {
    let hit = gjk::ray_cast(&collider.placed()?, origin, direction, until(limit))?;
    (hit.distance <= limit).then_some(hit)
}

/// When a shape that moves meets the collider.
pub(super) fn cast<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &impl Support<D::Vector>,
    velocity: D::Vector,
    limit: f32,
) -> Option<Cast<D::Vector>> {
    let still = <D::Vector as gjk::Vector>::ZERO;
    let hit = gjk::cast(shape, velocity, &collider.placed()?, still, until(limit))?;
    (hit.time <= limit).then_some(hit)
}

/// Whether a shape meets the collider.
pub(super) fn intersects<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &impl Support<D::Vector>,
) -> bool {
    collider.placed().is_some_and(|placed| gjk::intersects(shape, &placed))
}

/// How a shape meets the collider.
pub(super) fn contact<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &impl Support<D::Vector>,
) -> Option<Contact<D::Vector>> {
    gjk::contact(shape, &collider.placed()?)
}

/// Where a shape and the collider are nearest, or how they meet; nothing if they are farther apart than the
/// limit.
pub(super) fn nearest<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &impl Support<D::Vector>,
    limit: f32,
) -> Option<Result<ClosestPoints<D::Vector>, Contact<D::Vector>>> {
    let placed = collider.placed()?;
    match gjk::closest_points(shape, &placed) {
        Some(closest) => (closest.distance <= limit).then_some(Ok(closest)),
        None => gjk::contact(shape, &placed).map(Err),
    }
}
