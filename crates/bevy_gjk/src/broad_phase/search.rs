//! What queries ask of the boxes: those within reach, nearby ones first.
//!
//! The settled stand in a tree anyway. Of the restless, all are looked at, which for a question or two is less
//! work than any preparation; where many were asked in the run before, the first one of a run builds a tree
//! that lasts for that run.

use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::packed::Packed;
use super::reach::{Boxes, Reach};
use super::sweep::Item;
use super::{BroadPhase, Home};
use crate::collider::{Colliders, PlacedCollider};
use crate::dimension::Dimension;

/// To build the tree takes as long as about so many queries without it.
const MANY: u32 = 12;
/// How many boxes are compared at once.
const WIDTH: usize = 8;
/// How many boxes within reach are put in order before they are visited.
const BATCH: usize = 64;

impl<D: Dimension> BroadPhase<D> {
    /// Calls for each collider whose box is within the limit, those nearby first, with the limit; gives back
    /// what is left of it. Each call may lower it, below zero to stop.
    ///
    /// The answers are right at any time, whatever has moved or gone since the last run.
    pub(crate) fn within(
        &self,
        colliders: &Colliders<D>,
        reach: &impl Reach,
        mut limit: f32,
        mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
    ) -> f32 {
        if self.as_of != colliders.searches {
            // Somebody else finds the pairs.
            return each(colliders.iter(), reach, limit, visit);
        }
        // What moved since is not where it was, and what is gone is not there.
        let mut visit_known = |slot: u32, limit: f32| {
            let collider = colliders.at(slot);
            if collider.is_active() && !collider.moved { visit(collider, limit) } else { limit }
        };
        limit = self.settled.search(reach, limit, |slot, limit| {
            // There may be stale leaves.
            let is_settled = self.places[slot as usize].home == Home::Settled;
            if is_settled { visit_known(slot, limit) } else { limit }
        });
        limit = self.crowd.search(self.restless.items(), reach, limit, visit_known);
        each(colliders.moved(), reach, limit, visit)
    }
}

/// Asks one after the other.
fn each<'a, D: Dimension>(
    colliders: impl Iterator<Item = &'a PlacedCollider<D>>,
    reach: &impl Reach,
    mut limit: f32,
    mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
) -> f32 {
    for collider in colliders {
        let at_least = reach.of_one::<D>(collider.bounds());
        if at_least <= limit && at_least < f32::INFINITY {
            limit = visit(collider, limit);
        }
    }
    limit
}

/// What queries know of boxes that are others in each run.
#[derive(Default)]
pub(super) struct Crowd {
    /// How many were asked since the last run.
    asked: AtomicU32,
    /// Whether there were many before.
    prepares: bool,
    tree: OnceLock<Packed>,
    /// The memory of the former tree.
    spare: Mutex<Packed>,
}

impl Crowd {
    /// The boxes are others now.
    ///
    /// Only here is decided whether to build a tree: so the order of answers does not depend on which thread
    /// asks first.
    pub(super) fn forget(&mut self) {
        self.prepares = core::mem::take(self.asked.get_mut()) > MANY;
        if let Some(tree) = self.tree.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = tree;
        }
    }

    fn search(
        &self,
        items: &[Item],
        reach: &impl Reach,
        limit: f32,
        visit: impl FnMut(u32, f32) -> f32,
    ) -> f32 {
        if items.len() <= WIDTH {
            return scan(items, reach, limit, visit);
        }
        self.asked.fetch_add(1, Ordering::Relaxed);
        if !self.prepares {
            return scan(items, reach, limit, visit);
        }
        let tree = self.tree.get_or_init(|| {
            let mut tree = core::mem::take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            tree.build(items);
            tree
        });
        tree.search(reach, limit, visit)
    }
}

/// Looks at all boxes, and visits those within reach, in batches, nearby ones first.
fn scan(items: &[Item], reach: &impl Reach, mut limit: f32, mut visit: impl FnMut(u32, f32) -> f32) -> f32 {
    let mut batch = [(0.0_f32, 0_u32); BATCH];
    let mut count = 0;
    let mut flush = |batch: &mut [(f32, u32)], mut limit: f32| {
        batch.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        for &(at_least, slot) in &*batch {
            if at_least <= limit {
                limit = visit(slot, limit);
            }
        }
        limit
    };
    let mut boxes = Boxes::<WIDTH>::EMPTY;
    for group in items.chunks(WIDTH) {
        if group.len() < WIDTH {
            boxes = Boxes::EMPTY;
        }
        for (place, item) in group.iter().enumerate() {
            boxes.set(place, item.min, item.max);
        }
        for (item, at_least) in group.iter().zip(reach.of(&boxes)) {
            if at_least <= limit && at_least < f32::INFINITY {
                batch[count] = (at_least, item.slot);
                count += 1;
            }
        }
        if count > BATCH - WIDTH {
            limit = flush(&mut batch[..count], limit);
            count = 0;
        }
    }
    flush(&mut batch[..count], limit)
}
