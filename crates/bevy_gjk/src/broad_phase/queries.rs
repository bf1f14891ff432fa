//! AABB queries over all colliders, nearby ones first.
//!
//! Static proxies are in a tree anyway. For dynamic ones, the first query of a run builds a tree, in the order of an
//! earlier one where possible. Without queries, none is built.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::broad_phase::AabbQuery;
use crate::broad_phase::BroadPhase;
use crate::broad_phase::tree::PackedRTree;
use crate::collider::Dimension;
use crate::proxies::{Colliders, PlacedCollider};

impl<D: Dimension> BroadPhase<D> {
    /// Visits each collider whose AABB is within the limit, roughly those nearby first. `visit` gets the limit and
    /// returns a new one, which may be lower; below zero it ends the search. Returns the last limit.
    ///
    /// The answers are correct at any time, whatever moved or was removed since the last run.
    pub(crate) fn within(
        &self,
        colliders: &Colliders<D>,
        query: &impl AabbQuery,
        mut limit: f32,
        mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
    ) -> f32 {
        if self.search_count != colliders.search_count {
            // Another system searches for pairs, so the structures here are out of date.
            return visit_each(colliders.iter(), query, limit, visit);
        }
        // Colliders that moved since are visited separately, and removed ones are skipped.
        let mut visit_unmoved = |slot: u32, limit: f32| {
            let collider = colliders.at(slot);
            if collider.is_active() && !colliders.has_changed(collider.slot) {
                visit(collider, limit)
            } else {
                limit
            }
        };
        limit = self.static_tree.search(query, limit, &mut visit_unmoved);
        limit = self.dynamic_tree.tree(colliders, &self.dynamic_proxies).search(query, limit, visit_unmoved);
        visit_each(colliders.changed(), query, limit, visit)
    }
}

/// Visits the given colliders within the limit, one by one.
fn visit_each<'a, D: Dimension>(
    colliders: impl Iterator<Item = &'a PlacedCollider<D>>,
    query: &impl AabbQuery,
    mut limit: f32,
    mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
) -> f32 {
    for collider in colliders {
        let bound = query.lower_bound::<D>(&collider.bounds());
        if bound <= limit && bound < f32::INFINITY {
            limit = visit(collider, limit);
        }
    }
    limit
}

/// A tree over the dynamic proxies that is built by the first query of a run.
#[derive(Default)]
pub(super) struct DynamicTreeCache {
    tree: OnceLock<PackedRTree>,
    /// The tree of an earlier run, whose order and memory are used again.
    spare: Mutex<PackedRTree>,
}

impl DynamicTreeCache {
    /// Discards the tree, because the dynamic proxies have changed.
    pub(super) fn discard(&mut self) {
        if let Some(tree) = self.tree.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = tree;
        }
    }

    /// Returns the tree over the dynamic proxies. Those that moved since the last run may be at a wrong place in it.
    fn tree<D: Dimension>(&self, colliders: &Colliders<D>, dynamic_proxies: &[u32]) -> &PackedRTree {
        self.tree.get_or_init(|| {
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tree = core::mem::take(&mut *spare);
            tree.refit(colliders.proxies(), dynamic_proxies);
            tree
        })
    }
}
