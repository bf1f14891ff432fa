//! The parts in a region, in the order of their keys.
//!
//! Trees give parts in an order that depends on their past, and so does the division into still and moving colliders.
//! What is made of several parts depends on their order in its last bits, or in more where there is a limit. So
//! whatever folds over parts sees them in the order of their keys, which depends on nothing but the world.

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use gjk::Aabb;

use super::{PartKey, PlacedPart};
use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
use crate::query::{CollisionQuery, FilterView};

/// Returns whether a test holds for any part whose AABB overlaps another one.
pub(super) fn any_part<D: Dimension>(
    query: &CollisionQuery<D>,
    bounds: &Aabb<D::Vector>,
    filter: FilterView,
    test: impl Fn(PartKey, &PlacedPart<D>) -> bool,
) -> bool {
    let mut is_any = false;
    query.each_part(&AabbDistance::new::<D>(bounds), 0.0, filter, &mut |collider, index, part, limit| {
        is_any = is_any || test(PartKey::new(collider, index, query.colliders()), part);
        if is_any { -1.0 } else { limit }
    });
    is_any
}

/// The number of parts that a search of the trees collects. More take another search each, rather than an allocation.
const PARTS_PER_SEARCH: usize = 64;

/// Calls for each part whose AABB overlaps another one, in the order of their keys, until `visit` breaks.
pub(super) fn each_part_in_order<D: Dimension>(
    query: &CollisionQuery<D>,
    bounds: &Aabb<D::Vector>,
    filter: FilterView,
    visit: &mut dyn FnMut(PartKey, &PlacedPart<D>) -> ControlFlow<()>,
) {
    let reach = AabbDistance::new::<D>(bounds);
    let mut last = None;
    loop {
        // The first ones after the last one that was visited, sorted.
        let mut parts = ArrayVec::<(PartKey, u32), PARTS_PER_SEARCH>::new();
        query.each_part(&reach, 0.0, filter, &mut |collider, part, _, limit| {
            let key = PartKey::new(collider, part, query.colliders());
            if last.is_none_or(|last| last < key) {
                let index = parts.partition_point(|(other, _)| *other < key);
                if index < PARTS_PER_SEARCH {
                    parts.truncate(PARTS_PER_SEARCH - 1);
                    parts.insert(index, (key, collider.slot));
                }
            }
            limit
        });
        for &(key, slot) in &parts {
            let flow = query.colliders().at(slot).with_part(key.part, |part| visit(key, part));
            if flow.is_some_and(|flow| flow.is_break()) {
                return;
            }
        }
        if !parts.is_full() {
            return;
        }
        last = parts.last().map(|&(key, _)| key);
    }
}
