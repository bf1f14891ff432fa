//! The broad phase: finds the pairs of colliders whose AABBs overlap.
//!
//! Static proxies, which have not moved for a while, live in a [packed R-tree](tree) that is rebuilt rarely. Dynamic
//! ones go through [sweep and prune](sweep_and_prune) on a grid every run: where many move, that is many times faster
//! than a tree, and for few proxies it costs next to nothing. While dynamic proxies keep their velocities, a [Verlet
//! neighbor list](neighbor_list) of fat AABBs replaces the sweep for some runs.
//!
//! Only pairs of which at least one proxy moved are found: the others are as they were. The same structures answer
//! AABB queries, by [`BroadPhase::within`]. [`BroadPhase::update`] maintains them, and `find_pairs` searches them, in
//! tasks.

use crate::detection::proxies::Proxy;
use bevy_ecs::prelude::Resource;

use crate::collider::Dimension;
use crate::detection::proxies::Colliders;

mod aabb_query;
mod aabb_tree;
mod changes;
mod find_pairs;
mod neighbor_list;
mod queries;
mod sweep_and_prune;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use aabb_query::{AabbCast, AabbDistance, AabbQuery};
pub(crate) use aabb_tree::AabbTree;
use changes::Changes;
use find_pairs::TaskOutput;
use neighbor_list::{NeighborList, Update};
use queries::DynamicTreeCache;
use sweep_and_prune::SweepAndPrune;
use tree::PackedRTree;

/// A dynamic proxy becomes static after so many runs without a move; tuning constant.
const FRAMES_UNTIL_STATIC: u32 = 16;

/// The set that a proxy belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ProxySet {
    #[default]
    None,
    /// In the static tree, with this index among its [slots](PackedRTree::slots).
    Static(u32),
    /// Among the dynamic proxies; it last moved in this run.
    Dynamic(u32),
}

impl ProxySet {
    /// Returns whether a dynamic proxy is to become static.
    fn is_idle(self, run: u32) -> bool {
        matches!(self, ProxySet::Dynamic(moved_in) if run.wrapping_sub(moved_in) >= FRAMES_UNTIL_STATIC)
    }
}

/// The acceleration structures over the proxies of all colliders.
#[derive(Resource, Default)]
pub(crate) struct BroadPhase<D: Dimension> {
    static_tree: PackedRTree,
    sweep: SweepAndPrune,
    /// The slots of the dynamic proxies.
    dynamic_proxies: Vec<u32>,
    proxy_sets: Vec<ProxySet>,
    /// The last run, if every dynamic proxy moved in it. Then their [proxy sets](ProxySet::Dynamic) still hold an
    /// earlier run.
    all_moved_in_run: Option<u32>,
    neighbor_list: NeighborList,
    /// The fat AABBs of the next neighbor list, if one is prepared.
    next_sweep: SweepAndPrune,
    update_kind: Update,
    /// The proxies that [escaped](neighbor_list): they left their fat AABB, or have none.
    escaped_sweep: SweepAndPrune,
    task_outputs: Vec<TaskOutput>,
    /// How many of these hold a part of the neighbor list.
    list_task_count: usize,
    /// A tree over the dynamic proxies, for queries.
    dynamic_tree: DynamicTreeCache,
    /// Where queries find what changed since the last search.
    changes: Changes,
    /// The search for pairs that this state belongs to; see [`Colliders::search_count`].
    search_count: u32,
    dimension: core::marker::PhantomData<D>,
}

/// Takes the pairs that the broad phase finds.
///
/// Several threads find them, each for lists of its own, so the collector itself is shared.
pub(crate) trait PairCollector: Sync {
    /// The pairs that one task found.
    type List: Default + Send;

    /// Adds a pair whose AABBs overlap and of which one moved.
    fn push(&self, list: &mut Self::List, one: &Proxy, two: &Proxy);

    /// Ends the work on a list: its task has found all pairs.
    fn finish(&self, list: &mut Self::List);

    /// Returns the number of pairs in a list.
    fn len(list: &Self::List) -> usize;
}

impl<D: Dimension> BroadPhase<D> {
    /// Updates all structures for the search of this run.
    pub(crate) fn update(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(new @ 1..) = colliders.len().checked_sub(self.proxy_sets.len()) {
            self.make_room(new);
        }
        self.proxy_sets.resize(colliders.len(), ProxySet::None);
        if self.search_count != colliders.search_count {
            self.rebuild(colliders);
        }
        let mut dynamic_removed = false;
        for &(slot, _) in &colliders.removed {
            dynamic_removed |= matches!(self.replace_set(slot, ProxySet::None), ProxySet::Dynamic(_));
            self.neighbor_list.remove(slot);
        }
        if dynamic_removed {
            let proxy_sets = &self.proxy_sets;
            self.neighbor_list
                .retain(&mut self.dynamic_proxies, |slot| proxy_sets[slot as usize] != ProxySet::None);
        }
        if self.all_proxies_moved(colliders) {
            self.all_moved_in_run = Some(run);
        } else {
            self.update_moved(colliders);
        }
        // Where all move, none is idle.
        let idle = if colliders.changed_slots().len() < self.dynamic_proxies.len() {
            self.dynamic_proxies.iter().filter(|&&slot| self.proxy_sets[slot as usize].is_idle(run)).count()
        } else {
            0
        };
        let static_count = self.static_tree.len();
        if idle > 16 + static_count / 4 || self.static_tree.removed() > 16 + static_count {
            self.rebuild_static(colliders);
        }
        self.update_kind = self.neighbor_list.choose_update(colliders.proxies(), &self.dynamic_proxies, run);
        match self.update_kind {
            Update::SweepAll => {
                self.sweep.fill::<D>(colliders.proxies(), self.dynamic_proxies.iter().copied());
            }
            Update::BuildList => {
                let fat_aabbs = self.neighbor_list.fat_aabbs();
                self.sweep.fill::<D>(fat_aabbs, 0..fat_aabbs.len() as u32);
                self.sweep.measure();
            }
            Update::SwitchToPrepared | Update::UseList => {
                if self.update_kind == Update::SwitchToPrepared {
                    core::mem::swap(&mut self.sweep, &mut self.next_sweep);
                }
                self.escaped_sweep
                    .fill::<D>(colliders.proxies(), self.neighbor_list.escaped().iter().copied());
            }
        }
        if let Some(fat_aabbs) = self.neighbor_list.next_fat_aabbs() {
            self.next_sweep.fill::<D>(fat_aabbs, 0..fat_aabbs.len() as u32);
            self.next_sweep.measure();
        }
        self.dynamic_tree.discard();
        self.changes.clear();
        self.search_count = colliders.search_count.wrapping_add(1);
    }

    /// Rebuilds everything, because another system searched for pairs meanwhile: the lists of what moved and what was
    /// removed are incomplete.
    #[cold]
    fn rebuild(&mut self, colliders: &Colliders<D>) {
        self.neighbor_list.invalidate();
        self.neighbor_list.retain(&mut self.dynamic_proxies, |_| false);
        self.static_tree.build(colliders.proxies(), core::iter::empty());
        self.proxy_sets.fill(ProxySet::None);
        self.all_moved_in_run = None;
        for collider in colliders.iter() {
            self.insert(collider.slot, colliders.run);
        }
    }

    /// Returns whether all proxies are dynamic and moved in this run. Then none of the sets has to be updated one by
    /// one.
    fn all_proxies_moved(&self, colliders: &Colliders<D>) -> bool {
        let count = self.dynamic_proxies.len();
        // As long as none was removed, each dynamic proxy is an occupied slot: equal numbers mean that all are dynamic.
        let all_dynamic = colliders.removed.is_empty() && colliders.occupied() == count;
        all_dynamic && colliders.changed_slots().len() == count
    }

    /// Updates the proxy sets of all that moved in this run.
    fn update_moved(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(last) = self.all_moved_in_run.take() {
            self.dynamic_proxies
                .iter()
                .for_each(|&slot| self.proxy_sets[slot as usize] = ProxySet::Dynamic(last));
        }
        for &slot in colliders.changed_slots() {
            if !colliders.has_changed(slot) {
                continue;
            }
            match self.replace_set(slot, ProxySet::Dynamic(run)) {
                ProxySet::Dynamic(_) => {}
                ProxySet::Static(_) => self.make_dynamic(slot),
                ProxySet::None => self.insert(slot, run),
            }
        }
    }

    /// Reserves memory for so many more dynamic proxies: thousands may be spawned at once.
    fn make_room(&mut self, new: usize) {
        self.proxy_sets.reserve(new);
        self.dynamic_proxies.reserve(new);
    }

    /// Inserts a new proxy as a dynamic one, which is idle from the next run on until it moves.
    fn insert(&mut self, slot: u32, run: u32) {
        self.make_dynamic(slot);
        self.proxy_sets[slot as usize] = ProxySet::Dynamic(run.wrapping_sub(FRAMES_UNTIL_STATIC - 1));
    }

    /// Adds a proxy to the dynamic ones.
    fn make_dynamic(&mut self, slot: u32) {
        self.dynamic_proxies.push(slot);
        self.neighbor_list.push();
    }

    /// Replaces the set of a proxy, and returns the former one.
    #[inline]
    fn replace_set(&mut self, slot: u32, proxy_set: ProxySet) -> ProxySet {
        let before = core::mem::replace(&mut self.proxy_sets[slot as usize], proxy_set);
        if let ProxySet::Static(index) = before {
            self.static_tree.remove(index);
        }
        before
    }

    /// Rebuilds the static tree from its remaining proxies and from those that became idle.
    fn rebuild_static(&mut self, colliders: &Colliders<D>) {
        self.neighbor_list.invalidate();
        let proxy_sets = &mut self.proxy_sets;
        self.neighbor_list.retain(&mut self.dynamic_proxies, |slot| {
            let proxy_set = &mut proxy_sets[slot as usize];
            if proxy_set.is_idle(colliders.run) {
                *proxy_set = ProxySet::Static(0);
            }
            !matches!(proxy_set, ProxySet::Static(_))
        });
        let static_proxies =
            proxy_sets.iter().zip(0..).filter(|(proxy_set, _)| matches!(proxy_set, ProxySet::Static(_)));
        self.static_tree.build(colliders.proxies(), static_proxies.map(|(_, slot)| slot));
        for (&slot, index) in self.static_tree.slots().iter().zip(0..) {
            proxy_sets[slot as usize] = ProxySet::Static(index);
        }
    }

    /// Visits the AABBs of all nodes of the static tree, with their depth (0 for the root), and of all dynamic proxies.
    #[cfg(feature = "overlay")]
    pub(crate) fn visit(&self, colliders: &Colliders<D>, mut visit: impl FnMut([[f32; 3]; 2], Option<u32>)) {
        use crate::detection::proxies::HasAabb;
        self.static_tree.visit(|corners, depth| visit(corners, Some(depth)));
        // The slots of despawned colliders may be out of range.
        for proxy in self.dynamic_proxies.iter().filter_map(|&slot| colliders.proxies().get(slot as usize)) {
            visit(proxy.corners(), None);
        }
    }
}
