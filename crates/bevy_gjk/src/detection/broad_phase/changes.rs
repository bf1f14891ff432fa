//! Where queries find the colliders that changed since the last search for pairs.
//!
//! The trees have these where they were, so a query skips them there and compares its AABB with each one instead. Where
//! many are moved one after another and each asks about the others, that is quadratic. [`BroadPhase::follow_changes`]
//! places them anew in the trees, whose nodes grow until the next search.
//!
//! Measured gain: without it, a frame of 1,000 characters among 10,000 obstacles takes 1.9 times as long, and the
//! factor grows with the number of characters.

use fixedbitset::FixedBitSet;

use super::{BroadPhase, ProxySet};
use crate::collider::Dimension;
use crate::detection::proxies::Colliders;

/// The colliders that changed since the last search for pairs.
#[derive(Default)]
pub(super) struct Changes {
    /// How many of the [changed slots](Colliders::changed_slots) were followed.
    followed: usize,
    /// The slots of those that the trees have where they are now.
    in_trees: FixedBitSet,
    /// The slots of the others that were followed.
    in_no_tree: Vec<u32>,
}

impl Changes {
    /// Forgets all changes, when the trees are updated.
    pub(super) fn clear(&mut self) {
        if self.followed > 0 {
            self.followed = 0;
            self.in_trees.clear();
            self.in_no_tree.clear();
        }
    }

    /// Returns whether a collider changed and is in a tree all the same, where it is now.
    pub(super) fn is_in_tree(&self, slot: u32) -> bool {
        self.in_trees.contains(slot as usize)
    }

    /// Iterates over the slots of the colliders that changed and are not in the trees where they are now.
    pub(super) fn outside_trees<'c, D: Dimension>(
        &'c self,
        colliders: &'c Colliders<D>,
    ) -> impl Iterator<Item = u32> + 'c {
        let not_followed = colliders.changed_slots().get(self.followed..).unwrap_or_default();
        self.in_no_tree.iter().chain(not_followed).copied()
    }
}

impl<D: Dimension> BroadPhase<D> {
    /// Places the colliders that changed since the last search in the trees, so that queries find them there.
    pub(crate) fn follow_changes(&mut self, colliders: &Colliders<D>) {
        // Otherwise the app has replaced the table, and the trees are out of date.
        if self.search_count == colliders.search_count {
            let changed = colliders.changed_slots();
            for &slot in changed.get(self.changes.followed..).unwrap_or_default() {
                if self.place_in_tree(colliders, slot) {
                    self.changes.in_trees.grow_and_insert(slot as usize);
                } else {
                    self.changes.in_no_tree.push(slot);
                }
            }
            self.changes.followed = changed.len();
        }
    }

    /// Places a collider in its tree that was moved once more since the last call of
    /// [`follow_changes`](Self::follow_changes), or for the first time.
    pub(crate) fn follow_change(&mut self, colliders: &Colliders<D>, slot: u32) {
        if self.changes.is_in_tree(slot) {
            self.place_in_tree(colliders, slot);
        }
        self.follow_changes(colliders);
    }

    /// Places a collider in its tree where it stands now. Returns whether it has one.
    fn place_in_tree(&mut self, colliders: &Colliders<D>, slot: u32) -> bool {
        let corners = colliders.proxies()[slot as usize].unclamped_corners();
        match self.proxy_sets.get(slot as usize) {
            Some(&ProxySet::Static { index }) => self.static_tree.place(index, corners),
            Some(ProxySet::Dynamic { .. }) => self.dynamic_tree.place(slot, corners),
            Some(ProxySet::None) | None => return false,
        }
        true
    }
}
