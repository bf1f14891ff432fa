//! The search for pairs, divided into tasks for all threads.
//!
//! Each task writes into an output of its own, and the outputs are read in a fixed order: so the pairs and their order
//! are the same on any number of threads.

use crate::collider::Dimension;
use crate::detection::broad_phase::PairCollector;
use crate::detection::broad_phase::neighbor_list::{FatAabb, Update};
use crate::detection::broad_phase::sweep_and_prune::{Columns, Lanes, SweepAndPrune};
use crate::detection::broad_phase::tree::{PackedRTree, QueryFrontier};
use crate::detection::broad_phase::{BroadPhase, NeighborList};
use crate::detection::prefetch::{groups, prefetch};
use crate::detection::proxies::{Colliders, HasAabb, Proxy, flag};
use crate::detection::tasks;

/// The number of pairs whose proxies are prefetched together; tuning constant.
const GROUP: usize = 16;

/// The output of one task. The alignment keeps two threads off the same cache lines.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct TaskOutput {
    /// The slots of pairs whose AABBs overlap. Those of fat AABBs are the neighbor list, and are kept for later runs.
    overlapping: Vec<[u32; 2]>,
    lanes: Lanes,
    frontier: QueryFrontier,
}

/// A task of the search.
enum FindPairsTask<'a> {
    /// Sweeps some columns of the grid.
    Sweep(Columns<'a>),
    /// Queries the static tree with some proxies that moved.
    QueryTree(&'a PackedRTree, &'a [u32]),
    /// Sweeps some columns of the grid of fat AABBs.
    SweepFat(Columns<'a>),
    /// Queries the static tree with some fat AABBs.
    QueryTreeFat(&'a PackedRTree, &'a [FatAabb]),
    /// Tests a part of the neighbor list.
    TestList,
    /// Searches the partners of the [escaped](super::neighbor_list) proxies: among themselves, among the fat AABBs, and
    /// in the static tree.
    SearchEscaped(&'a SweepAndPrune, &'a SweepAndPrune, &'a PackedRTree),
}

impl TaskOutput {
    /// Runs one task.
    fn search<D: Dimension, C: PairCollector>(
        &mut self,
        task: FindPairsTask,
        neighbor_list: &NeighborList,
        colliders: &Colliders<D>,
        collector: &C,
        list: &mut C::List,
    ) {
        let Self { overlapping, lanes, frontier, .. } = self;
        let proxies = colliders.proxies();
        let changed = |slot: u32| proxies[slot as usize].has(flag::CHANGED);
        // Whether a pair of the neighbor list is to be tested in this run.
        let is_found = |slots: [u32; 2], [one, two]: [&Proxy; 2]| {
            // A stale proxy has left its fat AABB or was removed: its listed pairs are no longer all.
            let [is_stale, is_other_stale] = slots.map(|slot| neighbor_list.is_stale(slot));
            one.overlaps_and_changed(two) & !is_stale & !is_other_stale
        };
        if !matches!(task, FindPairsTask::TestList) {
            overlapping.clear();
        }
        match task {
            FindPairsTask::Sweep(columns) => {
                columns.pairs::<D>(lanes, overlapping);
                self.push_pairs(|_, _| true, colliders, collector, list);
            }
            FindPairsTask::QueryTree(tree, slots) => {
                let slots = slots.iter().copied().filter(|&slot| changed(slot));
                tree.for_each_overlap::<D>(proxies, slots, frontier, |one, two| overlapping.push([one, two]));
                self.push_pairs(|_, _| true, colliders, collector, list);
            }
            FindPairsTask::SweepFat(columns) => {
                columns.pairs::<D>(lanes, overlapping);
                self.push_pairs(is_found, colliders, collector, list);
            }
            FindPairsTask::QueryTreeFat(tree, fat_aabbs) => {
                let indices = 0..fat_aabbs.len() as u32;
                tree.for_each_overlap::<D>(fat_aabbs, indices, frontier, |index, two| {
                    overlapping.push([fat_aabbs[index as usize].slot(), two]);
                });
                self.push_pairs(is_found, colliders, collector, list);
            }
            FindPairsTask::TestList => self.push_pairs(is_found, colliders, collector, list),
            FindPairsTask::SearchEscaped(escaped, fat, tree) => {
                escaped.split(1).for_each(|columns| columns.pairs::<D>(lanes, overlapping));
                for &one in neighbor_list.escaped() {
                    fat.for_each_overlap(&proxies[one as usize], |two| {
                        if !neighbor_list.is_stale(two) {
                            overlapping.push([one, two]);
                        }
                    });
                }
                let slots = neighbor_list.escaped().iter().copied().filter(|&slot| changed(slot));
                tree.for_each_overlap::<D>(proxies, slots, frontier, |one, two| overlapping.push([one, two]));
                self.push_pairs(|_, [one, two]| one.overlaps_and_changed(two), colliders, collector, list);
            }
        }
        collector.finish(list);
    }

    /// Pushes each pair that fulfills a condition to the collector.
    #[inline(always)]
    fn push_pairs<D: Dimension, C: PairCollector>(
        &self,
        condition: impl Fn([u32; 2], [&Proxy; 2]) -> bool,
        colliders: &Colliders<D>,
        collector: &C,
        list: &mut C::List,
    ) {
        let proxies = |slots: [u32; 2]| slots.map(|slot| &colliders.proxies()[slot as usize]);
        for (group, next) in groups(&self.overlapping, GROUP) {
            // They arrive while this group is tested.
            next.iter().copied().flat_map(proxies).for_each(prefetch);
            // Without branches: about half of the neighbor list fulfills it.
            let (mut found, mut count) = ([[0; 2]; GROUP], 0);
            for &slots in group {
                found[count] = slots;
                count += usize::from(condition(slots, proxies(slots)));
            }
            for &slots in &found[..count] {
                let [one, two] = proxies(slots);
                collector.push(list, one, two);
            }
        }
    }
}

impl<D: Dimension> BroadPhase<D> {
    /// Finds all pairs of which at least one proxy moved, in an order that does not depend on the number of threads:
    /// first column by column, then by query of the static tree, and last those of escaped proxies.
    ///
    /// Each task has its own list in `lists`. Returns how many of these were filled, from the first on.
    pub(crate) fn find_pairs<C: PairCollector>(
        &mut self,
        colliders: &Colliders<D>,
        lists: &mut Vec<C::List>,
        collector: &C,
    ) -> usize {
        let (tree, neighbor_list) = (&self.static_tree, &self.neighbor_list);
        let threads = tasks::threads(self.dynamic_proxies.len(), tasks::MIN_PARALLEL_AABBS);
        let task_count = tasks::task_count(threads);
        let changed_slots = if tree.len() > 0 { colliders.changed_slots() } else { &[] };
        let fat = if tree.len() > 0 { neighbor_list.fat_aabbs() } else { &[] };
        let changed_slots = changed_slots.chunks(changed_slots.len().div_ceil(task_count).max(1));
        let fat = fat.chunks(fat.len().div_ceil(task_count).max(1));
        let count = match self.update_kind {
            Update::SweepAll => task_count + changed_slots.len(),
            Update::BuildList | Update::SwitchToPrepared => {
                self.list_task_count = task_count + fat.len();
                self.list_task_count + usize::from(self.update_kind == Update::SwitchToPrepared)
            }
            Update::UseList => self.list_task_count + 1,
        };
        if self.task_outputs.len() < count {
            self.task_outputs.resize_with(count, TaskOutput::default);
        }
        if lists.len() < count {
            lists.resize_with(count, C::List::default);
        }
        let task_outputs = &mut self.task_outputs[..count];
        let search = |(task, (output, list)): (FindPairsTask, (&mut TaskOutput, &mut C::List))| {
            output.search(task, neighbor_list, colliders, collector, list);
        };
        match self.update_kind {
            Update::SweepAll => {
                let sweeps = self.sweep.split(task_count).map(FindPairsTask::Sweep);
                let all = sweeps.chain(changed_slots.map(|changed| FindPairsTask::QueryTree(tree, changed)));
                tasks::each(threads, all.zip(task_outputs.iter_mut().zip(&mut *lists)), search);
            }
            Update::BuildList | Update::SwitchToPrepared => {
                let sweeps = self.sweep.split(task_count).map(FindPairsTask::SweepFat);
                let queries = fat.map(|fat_aabbs| FindPairsTask::QueryTreeFat(tree, fat_aabbs));
                let escaped = (self.update_kind == Update::SwitchToPrepared)
                    .then_some(FindPairsTask::SearchEscaped(&self.escaped_sweep, &self.sweep, tree));
                let all = sweeps.chain(queries).chain(escaped);
                tasks::each(threads, all.zip(task_outputs.iter_mut().zip(&mut *lists)), search);
            }
            Update::UseList => {
                let listed_pairs =
                    task_outputs[..count - 1].iter().map(|output| output.overlapping.len()).sum();
                let threads = tasks::threads(listed_pairs, tasks::MIN_PARALLEL_LISTED_PAIRS);
                let tests = (1..count).map(|_| FindPairsTask::TestList);
                let all = tests.chain([FindPairsTask::SearchEscaped(&self.escaped_sweep, &self.sweep, tree)]);
                tasks::each(threads, all.zip(task_outputs.iter_mut().zip(&mut *lists)), search);
            }
        }
        if matches!(self.update_kind, Update::BuildList | Update::SwitchToPrepared) {
            let list_outputs = &task_outputs[..self.list_task_count];
            let listed_pairs = list_outputs.iter().map(|output| output.overlapping.len()).sum();
            self.neighbor_list.drop_if_oversized(listed_pairs, lists[..count].iter().map(C::len).sum());
        }
        count
    }
}
