//! Phase two: which boxes overlap.
//!
//! What has not moved for a while stands in a tree that is kept as it is. What moves is swept: where much
//! moves, that is many times faster than a tree, and for few boxes next to nothing. Where it goes on as it went,
//! that is done once for [some runs](foresight). Only what moved looks for partners; all other pairs stay as they
//! are.
//!
//! The same boxes answer the queries, by [`BroadPhase::within`].

use crate::proxies::Proxy;
use bevy_ecs::prelude::Resource;

use crate::collider::Dimension;
use crate::proxies::Colliders;

mod aabb_query;
mod find_pairs;
mod neighbor_list;
mod queries;
mod sweep;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use aabb_query::{AabbCast, AabbDistance, AabbQuery};
use find_pairs::TaskOutput;
use neighbor_list::{NeighborList, Update};
use queries::DynamicTreeCache;
use sweep::Sweep;
use tree::PackedRTree;

/// After so many runs without a move a box counts as calm.
const FRAMES_UNTIL_STATIC: u32 = 16;

/// Where a collider stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ProxySet {
    #[default]
    None,
    /// In the tree, at this place.
    Static(u32),
    /// Among the nomads; it moved last in this run.
    Dynamic(u32),
}

impl ProxySet {
    fn is_idle(self, run: u32) -> bool {
        matches!(self, ProxySet::Dynamic(moved_in) if run.wrapping_sub(moved_in) >= FRAMES_UNTIL_STATIC)
    }
}

/// The boxes of all colliders.
#[derive(Resource, Default)]
pub(crate) struct BroadPhase<D: Dimension> {
    static_tree: PackedRTree,
    sweep: Sweep,
    /// The colliders that are restless.
    dynamic_proxies: Vec<u32>,
    proxy_sets: Vec<ProxySet>,
    /// The last run, if all of them moved in it: of that, their homes know nothing yet.
    all_moved: Option<u32>,
    neighbor_list: NeighborList,
    update_kind: Update,
    /// Those that are loose.
    escaped: Sweep,
    task_outputs: Vec<TaskOutput>,
    /// How many of these have a part of the list.
    listed: usize,
    /// What queries know of the restless.
    dynamic_tree: DynamicTreeCache,
    /// After which search for pairs this is how things were; see [`Colliders::searches`].
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
    /// Brings all up to date.
    pub(crate) fn update(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(new @ 1..) = colliders.len().checked_sub(self.proxy_sets.len()) {
            self.make_room(new);
        }
        self.proxy_sets.resize(colliders.len(), ProxySet::None);
        if self.search_count != colliders.search_count {
            self.rebuild(colliders);
        }
        let mut left = false;
        for &(slot, _) in &colliders.removed {
            left |= matches!(self.leave(slot, ProxySet::None), ProxySet::Dynamic(_));
            self.neighbor_list.forget(slot);
        }
        if left {
            let proxy_sets = &self.proxy_sets;
            self.neighbor_list
                .retain(&mut self.dynamic_proxies, |slot| proxy_sets[slot as usize] != ProxySet::None);
        }
        if self.all_move(colliders) {
            self.all_moved = Some(run);
        } else {
            self.note_moved(colliders);
        }
        // Where all move, none is calm.
        let idle = if colliders.moved_slots().len() < self.dynamic_proxies.len() {
            self.dynamic_proxies.iter().filter(|&&slot| self.proxy_sets[slot as usize].is_idle(run)).count()
        } else {
            0
        };
        let static_tree = self.static_tree.len();
        if idle > 16 + static_tree / 4 || self.static_tree.removed() > 16 + static_tree {
            self.rebuild_static(colliders);
        }
        self.update_kind = self.neighbor_list.update_kind(colliders.proxies(), &self.dynamic_proxies, run);
        match self.update_kind {
            Update::Full => self.sweep.fill(colliders.proxies(), self.dynamic_proxies.iter().copied()),
            Update::Rebuild => {
                let boxes = self.neighbor_list.boxes();
                self.sweep.fill(boxes, 0..boxes.len() as u32);
                self.sweep.measure();
            }
            Update::Reuse => {
                self.escaped.fill(colliders.proxies(), self.neighbor_list.escaped().iter().copied())
            }
        }
        self.dynamic_tree.forget();
        self.search_count = colliders.search_count.wrapping_add(1);
    }

    /// Somebody else found the pairs meanwhile: who came, went and moved then is not known.
    #[cold]
    fn rebuild(&mut self, colliders: &Colliders<D>) {
        self.neighbor_list.invalidate();
        self.neighbor_list.retain(&mut self.dynamic_proxies, |_| false);
        self.static_tree.build(colliders.proxies(), core::iter::empty());
        self.proxy_sets.fill(ProxySet::None);
        self.all_moved = None;
        for collider in colliders.iter() {
            self.insert(collider.slot, colliders.run);
        }
    }

    /// Whether all moved in this run that take part, and all of them did before: then there is no need to look at each.
    fn all_move(&self, colliders: &Colliders<D>) -> bool {
        let count = self.dynamic_proxies.len();
        // Those among the restless are counted among the taken, as long as none of them is gone.
        let none_other = colliders.removed.is_empty() && colliders.occupied() == count;
        none_other && colliders.moved_slots().len() == count
    }

    /// Notes who moved in this run.
    fn note_moved(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(last) = self.all_moved.take() {
            self.dynamic_proxies
                .iter()
                .for_each(|&slot| self.proxy_sets[slot as usize] = ProxySet::Dynamic(last));
        }
        for &slot in colliders.moved_slots() {
            if !colliders.has_moved(slot) {
                continue;
            }
            match self.leave(slot, ProxySet::Dynamic(run)) {
                ProxySet::Dynamic(_) => {}
                ProxySet::Static(_) => self.make_dynamic(slot),
                ProxySet::None => self.insert(slot, run),
            }
        }
    }

    /// Makes room for so many more that set out: thousands may come at once.
    fn make_room(&mut self, new: usize) {
        self.proxy_sets.reserve(new);
        self.dynamic_proxies.reserve(new);
    }

    /// Counts a collider among the restless that was nowhere: it is calm from the next run on, until it moves.
    fn insert(&mut self, slot: u32, run: u32) {
        self.make_dynamic(slot);
        self.proxy_sets[slot as usize] = ProxySet::Dynamic(run.wrapping_sub(FRAMES_UNTIL_STATIC - 1));
    }

    /// Counts a collider among the restless.
    fn make_dynamic(&mut self, slot: u32) {
        self.dynamic_proxies.push(slot);
        self.neighbor_list.push();
    }

    /// Gives a collider another home, and tells of the one before.
    #[inline]
    fn leave(&mut self, slot: u32, proxy_set: ProxySet) -> ProxySet {
        let before = core::mem::replace(&mut self.proxy_sets[slot as usize], proxy_set);
        if let ProxySet::Static(place) = before {
            self.static_tree.remove(place);
        }
        before
    }

    /// Builds the tree of what is settled, and of what has become calm.
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
        let static_tree =
            proxy_sets.iter().zip(0..).filter(|(proxy_set, _)| matches!(proxy_set, ProxySet::Static(_)));
        self.static_tree.build(colliders.proxies(), static_tree.map(|(_, slot)| slot));
        for (&slot, place) in self.static_tree.slots().iter().zip(0..) {
            proxy_sets[slot as usize] = ProxySet::Static(place);
        }
    }

    /// Shows all boxes: those of the tree with their depth in it, the root at 0, and those that are swept.
    #[cfg(feature = "overlay")]
    pub(crate) fn visit(&self, colliders: &Colliders<D>, mut visit: impl FnMut([[f32; 3]; 2], Option<u32>)) {
        self.static_tree.visit(|corners, depth| visit(corners, Some(depth)));
        // What is gone since has no box.
        for proxy in self.dynamic_proxies.iter().filter_map(|&slot| colliders.proxies().get(slot as usize)) {
            visit(proxy.corners(), None);
        }
    }
}
