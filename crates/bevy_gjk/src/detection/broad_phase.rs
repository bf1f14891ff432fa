//! The broad phase: finds the pairs of colliders whose AABBs overlap.
//!
//! Static proxies, which have not moved for a while, live in a [packed R-tree](PackedBvh) that is rebuilt rarely. The
//! [pairs of the others](dynamic_pairs) are found by sweep and prune on a grid: where many move, that is many times
//! faster than a tree, and for few proxies it costs next to nothing.
//!
//! Only pairs of which at least one proxy moved are found: the others are as they were. A proxy *moved* if it has
//! [`flag::CHANGED`](crate::detection::proxies::flag): also if it is new, or has another shape or other settings. The
//! same structures answer AABB queries, by [`BroadPhase::visit_within`]. [`BroadPhase::update`] maintains them, and
//! [`BroadPhase::find_pairs`] searches them.

use crate::detection::proxies::Proxy;
use bevy_ecs::prelude::Resource;

use crate::collider::Dimension;
use crate::collider::bvh::PackedBvh;
use crate::detection::proxies::Colliders;

mod changes;
mod dynamic_pairs;
mod queries;
#[cfg(test)]
mod tests;

use changes::Changes;
use dynamic_pairs::DynamicPairs;
use queries::DynamicTreeCache;

/// A dynamic proxy is idle after so many runs without a move; tuning constant.
const RUNS_UNTIL_IDLE: u32 = 16;
/// When there are more idle proxies than this number plus a quarter of the static ones, all of them become static, and
/// the static tree is rebuilt. It is also rebuilt when more proxies were removed from it than this number plus those
/// that it still holds. Tuning constant.
const MIN_FOR_REBUILD: usize = 16;

/// The set that a proxy belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ProxySet {
    #[default]
    None,
    /// In the static tree, with this index among its [leaves](PackedBvh::leaves).
    Static { index: u32 },
    /// Among the dynamic proxies; it last moved in this run.
    Dynamic { moved_in: u32 },
}

impl ProxySet {
    /// Returns whether a dynamic proxy has not moved for a while.
    fn is_idle(self, run: u32) -> bool {
        matches!(self, Self::Dynamic { moved_in } if run.wrapping_sub(moved_in) >= RUNS_UNTIL_IDLE)
    }
}

/// The acceleration structures over the proxies of all colliders.
#[derive(Resource, Default)]
pub(crate) struct BroadPhase<D: Dimension> {
    static_tree: PackedBvh,
    dynamic_pairs: DynamicPairs,
    proxy_sets: Vec<ProxySet>,
    /// The last run, if every dynamic proxy moved in it. Then `moved_in` was not written into their proxy sets, and is
    /// only when a run comes in which not all move.
    all_moved_in_run: Option<u32>,
    /// A tree over the dynamic proxies, for queries.
    dynamic_tree: DynamicTreeCache,
    /// Where queries find what changed since the last search.
    changes: Changes,
    /// The [`Colliders::search_count`] that the next search finds, unless the app has replaced the table: then the
    /// lists of changes are incomplete.
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
    fn push_unless_culled(&self, list: &mut Self::List, one: &Proxy, two: &Proxy);

    /// Ends the work on a list: its task has found all pairs.
    fn finish(&self, list: &mut Self::List);

    /// Returns the number of pairs in a list.
    fn len(list: &Self::List) -> usize;
}

impl<D: Dimension> BroadPhase<D> {
    /// Updates all structures for the search of this run.
    pub(crate) fn update(&mut self, colliders: &Colliders<D>) {
        self.proxy_sets.resize(colliders.len(), ProxySet::None);
        if self.search_count != colliders.search_count {
            self.rebuild(colliders);
        }
        if colliders.is_first_run_after_restore() {
            // Many proxies are elsewhere at once.
            self.dynamic_pairs.expect_jump();
        }
        self.remove(colliders);
        if self.all_proxies_moved(colliders) {
            self.all_moved_in_run = Some(colliders.run);
        } else {
            self.update_moved(colliders);
        }
        let static_count = self.static_tree.len();
        if self.idle_count(colliders) > MIN_FOR_REBUILD + static_count / 4
            || self.static_tree.removed() > MIN_FOR_REBUILD + static_count
        {
            self.rebuild_static(colliders);
        }
        self.dynamic_pairs.update::<D>(colliders.proxies(), colliders.run);
        self.dynamic_tree.discard();
        self.changes.clear();
        self.search_count = colliders.search_count.wrapping_add(1);
    }

    /// Finds all pairs of which at least one proxy moved: see [`DynamicPairs::find`].
    pub(crate) fn find_pairs<C: PairCollector>(
        &mut self,
        colliders: &Colliders<D>,
        lists: &mut Vec<C::List>,
        collector: &C,
    ) -> usize {
        self.dynamic_pairs.find(&self.static_tree, colliders, lists, collector)
    }

    /// Rebuilds everything, because another system searched for pairs meanwhile: the lists of what moved and what was
    /// removed are incomplete.
    #[cold]
    fn rebuild(&mut self, colliders: &Colliders<D>) {
        self.dynamic_pairs.discard_list();
        self.dynamic_pairs.retain(|_| false);
        self.static_tree = PackedBvh::default();
        self.proxy_sets.fill(ProxySet::None);
        self.all_moved_in_run = None;
        for collider in colliders.iter() {
            self.insert(collider.slot, colliders.run);
        }
    }

    /// Removes the proxies of removed colliders.
    fn remove(&mut self, colliders: &Colliders<D>) {
        let mut dynamic_removed = false;
        for &(slot, _) in &colliders.removed {
            let before = self.replace_set(slot, ProxySet::None);
            dynamic_removed |= matches!(before, ProxySet::Dynamic { .. });
            self.dynamic_pairs.remove(slot);
        }
        if dynamic_removed {
            let proxy_sets = &self.proxy_sets;
            self.dynamic_pairs.retain(|slot| proxy_sets[slot as usize] != ProxySet::None);
        }
    }

    /// Counts the idle proxies.
    fn idle_count(&self, colliders: &Colliders<D>) -> usize {
        let slots = self.dynamic_pairs.slots();
        // Where all move, none is idle.
        if colliders.changed_slots().len() >= slots.len() {
            return 0;
        }
        slots.iter().filter(|&&slot| self.proxy_sets[slot as usize].is_idle(colliders.run)).count()
    }

    /// Returns whether all proxies are dynamic and moved in this run. Then none of the sets has to be updated one by
    /// one.
    fn all_proxies_moved(&self, colliders: &Colliders<D>) -> bool {
        let count = self.dynamic_pairs.slots().len();
        // As long as none was removed, each dynamic proxy is an occupied slot: equal numbers mean that all are dynamic.
        let all_dynamic = colliders.removed.is_empty() && colliders.occupied() == count;
        all_dynamic && colliders.changed_slots().len() == count
    }

    /// Updates the proxy sets of all that moved in this run.
    fn update_moved(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(last) = self.all_moved_in_run.take() {
            for &slot in self.dynamic_pairs.slots() {
                self.proxy_sets[slot as usize] = ProxySet::Dynamic { moved_in: last };
            }
        }
        for &slot in colliders.changed_slots() {
            // It no longer takes part.
            if !colliders.has_changed(slot) {
                continue;
            }
            match self.replace_set(slot, ProxySet::Dynamic { moved_in: run }) {
                ProxySet::Dynamic { .. } => {}
                ProxySet::Static { .. } => self.dynamic_pairs.push(slot),
                ProxySet::None => self.insert(slot, run),
            }
        }
    }

    /// Inserts a new proxy as a dynamic one, which is idle from the next run on until it moves.
    fn insert(&mut self, slot: u32, run: u32) {
        self.dynamic_pairs.push(slot);
        let moved_in = run.wrapping_sub(RUNS_UNTIL_IDLE - 1);
        self.proxy_sets[slot as usize] = ProxySet::Dynamic { moved_in };
    }

    /// Replaces the set of a proxy, and returns the former one.
    #[inline]
    fn replace_set(&mut self, slot: u32, proxy_set: ProxySet) -> ProxySet {
        let before = core::mem::replace(&mut self.proxy_sets[slot as usize], proxy_set);
        if let ProxySet::Static { index } = before {
            self.static_tree.remove(index);
        }
        before
    }

    /// Rebuilds the static tree from its remaining proxies and from those that became idle.
    fn rebuild_static(&mut self, colliders: &Colliders<D>) {
        self.dynamic_pairs.discard_list();
        let proxy_sets = &mut self.proxy_sets;
        self.dynamic_pairs.retain(|slot| {
            let proxy_set = &mut proxy_sets[slot as usize];
            if proxy_set.is_idle(colliders.run) {
                *proxy_set = ProxySet::Static { index: 0 };
            }
            !matches!(proxy_set, ProxySet::Static { .. })
        });
        let static_slots = (0..).zip(&*proxy_sets).filter(|(_, set)| matches!(set, ProxySet::Static { .. }));
        let slots = static_slots.map(|(slot, _)| slot);
        self.static_tree.build(slots, colliders.corners(), colliders.space_keys());
        for (&slot, index) in self.static_tree.leaves().iter().zip(0..) {
            proxy_sets[slot as usize] = ProxySet::Static { index };
        }
    }

    /// Visits the AABBs of all nodes of the static tree, with their depth (0 for the root), and of all dynamic proxies:
    /// those of one space, or of all.
    #[cfg(feature = "overlay")]
    pub(crate) fn visit(
        &self,
        colliders: &Colliders<D>,
        space: Option<crate::collider::CollisionSpace>,
        mut visit: impl FnMut([[f32; 3]; 2], Option<u32>),
    ) {
        use crate::detection::proxies::{HasAabb, flag};
        let space = space.map(flag::space_key);
        self.static_tree.visit(space, |corners, depth| visit(corners, Some(depth)));
        // The slots of despawned colliders may be out of range.
        let slots = self.dynamic_pairs.slots().iter();
        for proxy in slots.filter_map(|&slot| colliders.proxies().get(slot as usize)) {
            if space.is_none_or(|space| proxy.space_key() == space) {
                visit(proxy.corners(), None);
            }
        }
    }
}
