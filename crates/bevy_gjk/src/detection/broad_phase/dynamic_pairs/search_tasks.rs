//! The tasks of the search for pairs.
//!
//! Each task writes into an output of its own, and the outputs are read in a fixed order: so the pairs and their order
//! are the same on any number of threads.

use super::neighbor_list::{FatAabb, NeighborList};
use super::sweep_and_prune::{Columns, Lanes, SweepAndPrune};
use crate::collider::Dimension;
use crate::collider::bvh::{PackedBvh, QueryFrontier};
use crate::detection::broad_phase::PairCollector;
use crate::detection::hot_loops::{groups, prefetch};
use crate::detection::proxies::{Colliders, HasAabb, Proxy, flag};

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

impl TaskOutput {
    /// Returns the number of pairs.
    pub(super) fn len(&self) -> usize {
        self.overlapping.len()
    }
}

/// What a task searches. It tests the pairs that it found, and pushes those that pass.
pub(super) enum Task<'a> {
    /// Sweeps some columns of the grid.
    Sweep(Columns<'a>),
    /// Queries the static tree with some proxies that moved.
    QueryTree(&'a [u32]),
    /// Queries the static tree with some fat AABBs.
    QueryTreeFat(&'a [FatAabb]),
    /// Tests a part of the neighbor list, which an earlier run found.
    TestList,
    /// Searches the partners of the [escaped](super::neighbor_list) proxies: among themselves, in the first sweep;
    /// among the fat AABBs, in the second; and in the static tree.
    SearchEscaped(&'a SweepAndPrune, &'a SweepAndPrune),
}

/// What all tasks of a run read.
pub(super) struct Search<'a, D: Dimension, C> {
    pub(super) static_tree: &'a PackedBvh,
    pub(super) list: &'a NeighborList,
    /// Whether the pairs are those of fat AABBs.
    pub(super) uses_list: bool,
    pub(super) colliders: &'a Colliders<D>,
    pub(super) collector: &'a C,
}

impl<D: Dimension, C: PairCollector> Search<'_, D, C> {
    /// Runs one task.
    pub(super) fn run(&self, task: Task, output: &mut TaskOutput, found: &mut C::List) {
        let Self { static_tree, list, colliders, .. } = *self;
        let TaskOutput { overlapping, lanes, frontier } = output;
        let proxies = colliders.proxies();
        let query_tree = |slots: &[u32], frontier: &mut _, overlapping: &mut Vec<_>| {
            let slots = slots.iter().copied().filter(|&slot| proxies[slot as usize].has(flag::CHANGED));
            let corners = |slot: u32| proxies[slot as usize].corners();
            static_tree.for_each_overlap::<D>(
                slots,
                corners,
                colliders.space_keys(),
                frontier,
                |one, two| {
                    overlapping.push([one, two]);
                },
            );
        };
        if !matches!(task, Task::TestList) {
            overlapping.clear();
        }
        let is_escaped_search = matches!(task, Task::SearchEscaped(..));
        match task {
            Task::Sweep(columns) => columns.pairs::<D>(lanes, overlapping),
            Task::QueryTree(slots) => query_tree(slots, frontier, overlapping),
            Task::QueryTreeFat(fat_aabbs) => {
                let indices = 0..fat_aabbs.len() as u32;
                let corners = |index: u32| fat_aabbs[index as usize].corners();
                let space = |index: u32| fat_aabbs[index as usize].space_key();
                static_tree.for_each_overlap::<D>(indices, corners, space, frontier, |index, two| {
                    overlapping.push([fat_aabbs[index as usize].slot(), two]);
                });
            }
            Task::TestList => {}
            Task::SearchEscaped(escaped, fat) => {
                escaped.split(1).for_each(|columns| columns.pairs::<D>(lanes, overlapping));
                for &one in list.escaped() {
                    fat.for_each_overlap(&proxies[one as usize], |two| {
                        if !list.is_stale(two) {
                            overlapping.push([one, two]);
                        }
                    });
                }
                query_tree(list.escaped(), frontier, overlapping);
            }
        }
        if !self.uses_list {
            self.push_pairs(overlapping, found, |_, _| true);
        } else if is_escaped_search {
            self.push_pairs(overlapping, found, |_, [one, two]| one.overlaps_and_changed(two));
        } else {
            self.push_pairs(overlapping, found, |slots, [one, two]| {
                // A stale proxy has left its fat AABB or was removed: its listed pairs are no longer all.
                let [is_stale, is_other_stale] = slots.map(|slot| list.is_stale(slot));
                one.overlaps_and_changed(two) & !is_stale & !is_other_stale
            });
        }
        self.collector.finish(found);
    }

    /// Pushes each pair that fulfills a condition to the collector.
    #[inline(always)]
    fn push_pairs(
        &self,
        pairs: &[[u32; 2]],
        list: &mut C::List,
        condition: impl Fn([u32; 2], [&Proxy; 2]) -> bool,
    ) {
        let proxies = |slots: [u32; 2]| slots.map(|slot| &self.colliders.proxies()[slot as usize]);
        for (group, next) in groups(pairs, GROUP) {
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
                self.collector.push_unless_culled(list, one, two);
            }
        }
    }
}
