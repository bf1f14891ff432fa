//! What queries ask of the boxes: those within reach, nearby ones first.
//!
//! The settled stand in a tree anyway. For the restless, the first question of a run builds one that lasts for
//! that run, in the order of an earlier one; where nobody asks, nothing is built.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::broad_phase::AabbQuery;
use crate::broad_phase::BroadPhase;
use crate::broad_phase::tree::PackedRTree;
use crate::collider::Dimension;
use crate::proxies::{Colliders, PlacedCollider};

impl<D: Dimension> BroadPhase<D> {
    /// Calls for each collider whose box is within the limit, with the limit, roughly those nearby first; gives back
    /// what is left of it. Each call may lower it, below zero to stop.
    ///
    /// The answers are right at any time, whatever has moved or gone since the last run.
    pub(crate) fn within(
        &self,
        colliders: &Colliders<D>,
        reach: &impl AabbQuery,
        mut limit: f32,
        mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
    ) -> f32 {
        if self.search_count != colliders.search_count {
            // Somebody else finds the pairs.
            return each(colliders.iter(), reach, limit, visit);
        }
        // What moved since is not where it was, and what is gone is not there.
        let mut visit_known = |slot: u32, limit: f32| {
            let collider = colliders.at(slot);
            if collider.is_active() && !colliders.has_moved(collider.slot) {
                visit(collider, limit)
            } else {
                limit
            }
        };
        limit = self.static_tree.search(reach, limit, &mut visit_known);
        limit = self.dynamic_tree.tree(colliders, &self.dynamic_proxies).search(reach, limit, visit_known);
        each(colliders.moved(), reach, limit, visit)
    }
}

/// Asks one after the other.
fn each<'a, D: Dimension>(
    colliders: impl Iterator<Item = &'a PlacedCollider<D>>,
    reach: &impl AabbQuery,
    mut limit: f32,
    mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
) -> f32 {
    for collider in colliders {
        let at_least = reach.of_one::<D>(&collider.bounds());
        if at_least <= limit && at_least < f32::INFINITY {
            limit = visit(collider, limit);
        }
    }
    limit
}

/// What queries know of boxes that are others in each run.
#[derive(Default)]
pub(super) struct DynamicTreeCache {
    tree: OnceLock<PackedRTree>,
    /// The former tree.
    spare: Mutex<PackedRTree>,
}

impl DynamicTreeCache {
    /// The boxes are others now.
    pub(super) fn forget(&mut self) {
        if let Some(tree) = self.tree.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = tree;
        }
    }

    /// The tree of the restless, which were not others before. Those that moved since may be anywhere in it.
    fn tree<D: Dimension>(&self, colliders: &Colliders<D>, dynamic_proxies: &[u32]) -> &PackedRTree {
        self.tree.get_or_init(|| {
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tree = core::mem::take(&mut *spare);
            tree.refit(colliders.proxies(), dynamic_proxies);
            tree
        })
    }
}
