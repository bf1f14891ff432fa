//! AABB queries over all colliders, nearby ones first.
//!
//! Static proxies are in a tree anyway. For dynamic ones, the first query of a run builds a tree, in the order of an
//! earlier one where possible. Without queries, none is built.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::collider::bvh::{AabbQuery, PackedBvh, search};
use crate::collider::{CollisionSpace, Dimension};
use crate::detection::broad_phase::BroadPhase;
use crate::detection::proxies::{Colliders, HasAabb, PlacedCollider, flag};

impl<D: Dimension> BroadPhase<D> {
    /// Visits each collider in the space whose AABB is within the limit, roughly those nearby first, and perhaps some of
    /// other spaces. `visit` gets the limit and returns a new one, which may be lower; below zero it ends the search.
    /// Returns the last limit.
    ///
    /// The answers are correct at any time, whatever moved or was removed since the last run.
    pub(crate) fn visit_within(
        &self,
        colliders: &Colliders<D>,
        (query, space): (&impl AabbQuery, CollisionSpace),
        mut limit: f32,
        visit: &mut dyn FnMut(&PlacedCollider<D>, f32) -> f32,
    ) -> f32 {
        let space = flag::space_key(space);
        if self.search_count != colliders.search_count {
            // The app has replaced the table, so the structures here are out of date.
            return visit_each(colliders, 0..colliders.len() as u32, (query, space), limit, visit);
        }
        // Colliders that changed since and are elsewhere are visited separately, and removed ones are skipped.
        let mut visit_in_place = |slot: u32, limit: f32| {
            let collider = colliders.at(slot);
            if collider.is_active() && (!colliders.has_changed(slot) || self.changes.is_in_tree(slot)) {
                visit(collider, limit)
            } else {
                limit
            }
        };
        limit = search(&self.static_tree.in_space(space), query, limit, &mut visit_in_place);
        let dynamic_tree = self.dynamic_tree.tree(colliders, self.dynamic_pairs.slots());
        limit = search(&dynamic_tree.in_space(space), query, limit, &mut visit_in_place);
        visit_each(colliders, self.changes.outside_trees(colliders), (query, space), limit, visit)
    }
}

/// Visits the colliders in the given slots that take part, have the space key and are within the limit, one by one.
fn visit_each<D: Dimension>(
    colliders: &Colliders<D>,
    slots: impl Iterator<Item = u32>,
    (query, space): (&impl AabbQuery, u32),
    mut limit: f32,
    visit: &mut dyn FnMut(&PlacedCollider<D>, f32) -> f32,
) -> f32 {
    for slot in slots {
        // The proxies are small and next to each other, and most are too far away.
        let proxy = &colliders.proxies()[slot as usize];
        let bound = query.lower_bound_of(proxy.unclamped_corners());
        if proxy.space_key() == space && bound <= limit && bound < f32::INFINITY {
            let collider = colliders.at(slot);
            if collider.is_active() {
                limit = visit(collider, limit);
            }
        }
    }
    limit
}

/// A tree over the dynamic proxies that is built by the first query of a run.
#[derive(Default)]
pub(super) struct DynamicTreeCache {
    tree: OnceLock<PackedBvh>,
    /// The tree of an earlier run, whose order and memory are used again.
    spare: Mutex<PackedBvh>,
    /// Where the tree has each slot, if `is_indexed`.
    index_of_slot: Vec<u32>,
    is_indexed: bool,
}

impl DynamicTreeCache {
    /// Discards the tree, because the dynamic proxies have changed.
    pub(super) fn discard(&mut self) {
        if let Some(tree) = self.tree.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = tree;
            self.is_indexed = false;
        }
    }

    /// Moves the AABB of a dynamic proxy. A tree that is built later has it there anyway.
    pub(super) fn place(&mut self, slot: u32, corners: [[f32; 3]; 2]) {
        let Self { tree, index_of_slot, is_indexed, .. } = self;
        let Some(tree) = tree.get_mut() else { return };
        if !core::mem::replace(is_indexed, true) {
            let count = tree.leaves().iter().max().map_or(0, |&slot| slot as usize + 1);
            index_of_slot.resize(count.max(index_of_slot.len()), 0);
            for (&slot, index) in tree.leaves().iter().zip(0..) {
                index_of_slot[slot as usize] = index;
            }
        }
        tree.place(index_of_slot[slot as usize], corners);
    }

    /// Returns the tree over the dynamic proxies. Those that moved since the last run may be at a wrong place in it.
    fn tree<D: Dimension>(&self, colliders: &Colliders<D>, dynamic_proxies: &[u32]) -> &PackedBvh {
        self.tree.get_or_init(|| {
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tree = core::mem::take(&mut *spare);
            tree.refit(dynamic_proxies, colliders.len(), colliders.corners(), colliders.space_keys());
            tree
        })
    }
}
