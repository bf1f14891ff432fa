//! The parts in a region, in the order of their keys.
//!
//! Trees give parts in an order that depends on their past, and so does the division into still and moving colliders.
//! What is made of several parts depends on their order in its last bits, or in more where there is a limit. So whatever
//! folds over parts sees them in the order of their keys, which depends on nothing but the world.

use core::ops::ControlFlow;

use gjk::Aabb;
use smallvec::SmallVec;

use super::clearance::Part;
use super::hit::PartKey;
use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
use crate::query::{CollisionQuery, FilterView};

/// The number of parts for which no memory is allocated.
const INLINE_PARTS: usize = 64;

/// Calls for each part whose AABB overlaps another one, in the order of their keys, until `visit` breaks.
pub(super) fn each_part_in_order<D: Dimension>(
    query: &CollisionQuery<D>,
    bounds: &Aabb<D::Vector>,
    filter: FilterView,
    mut visit: impl FnMut(PartKey, &Part<D>) -> ControlFlow<()>,
) {
    let mut parts = SmallVec::<[(PartKey, u32); INLINE_PARTS]>::new();
    query.each_part(&AabbDistance::new::<D>(bounds), 0.0, filter, |collider, part, _, limit| {
        parts.push((PartKey::new(collider, part, query.colliders()), collider.slot));
        limit
    });
    parts.sort_unstable_by_key(|(key, _)| key.order());
    for (key, slot) in parts {
        let flow = query.colliders().at(slot).with_part(key.part, |part| visit(key, part));
        if flow.is_some_and(|flow| flow.is_break()) {
            break;
        }
    }
}
