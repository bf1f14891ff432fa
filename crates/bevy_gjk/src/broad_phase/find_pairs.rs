//! The search for pairs, divided among threads.

use crate::broad_phase::PairCollector;
use crate::broad_phase::neighbor_list::{FatAabb, Update};
use crate::broad_phase::sweep::{Columns, Lanes, Sweep};
use crate::broad_phase::tree::{PackedRTree, QueryFrontier};
use crate::broad_phase::{BroadPhase, NeighborList};
use crate::collider::Dimension;
use crate::prefetch::{groups, prefetch};
use crate::proxies::{Colliders, HasAabb, Proxy, flag};
use crate::tasks;

/// Of so many boxes that meet, the glances are asked for at once.
const GROUP: usize = 16;

/// What a part of the search finds. No two threads write to the same lines of memory.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct TaskOutput {
    /// The slots of boxes that meet; of large boxes, they are kept for the next runs.
    meeting: Vec<[u32; 2]>,
    lanes: Lanes,
    frontier: QueryFrontier,
}

/// A part of the search.
enum FindPairsTask<'a> {
    /// Some columns of the sweep.
    Sweep(Columns<'a>),
    /// The way of some that moved down the tree.
    QueryTree(&'a PackedRTree, &'a [u32]),
    /// Some columns of a sweep of large boxes.
    SweepFat(Columns<'a>),
    /// The way of some large boxes down the tree.
    QueryTreeFat(&'a PackedRTree, &'a [FatAabb]),
    /// What was listed some runs ago.
    Reuse,
    /// Those that are loose, in a sweep, among all others.
    Escaped(&'a Sweep, &'a Sweep, &'a PackedRTree),
}

impl TaskOutput {
    fn search<D: Dimension, C: PairCollector>(
        &mut self,
        part: FindPairsTask,
        neighbor_list: &NeighborList,
        colliders: &Colliders<D>,
        collector: &C,
        list: &mut C::List,
    ) {
        let Self { meeting, lanes, frontier, .. } = self;
        let proxies = colliders.proxies();
        let moved = |slot: u32| proxies[slot as usize].has(flag::MOVED);
        let listed = |[one, two]: [u32; 2]| neighbor_list.is_current(one) & neighbor_list.is_current(two);
        if !matches!(part, FindPairsTask::Reuse) {
            meeting.clear();
        }
        match part {
            FindPairsTask::Sweep(columns) => {
                columns.pairs::<D>(lanes, meeting);
                self.propose(|_, _| true, colliders, collector, list);
            }
            FindPairsTask::QueryTree(tree, slots) => {
                let slots = slots.iter().copied().filter(|&slot| moved(slot));
                tree.meeting::<D>(proxies, slots, frontier, |one, two| meeting.push([one, two]));
                self.propose(|_, _| true, colliders, collector, list);
            }
            FindPairsTask::SweepFat(columns) => {
                columns.pairs::<D>(lanes, meeting);
                self.propose(|_, [one, two]| one.meets(two), colliders, collector, list);
            }
            FindPairsTask::QueryTreeFat(tree, boxes) => {
                let places = 0..boxes.len() as u32;
                tree.meeting::<D>(boxes, places, frontier, |place, two| {
                    meeting.push([boxes[place as usize].slot(), two]);
                });
                self.propose(|_, [one, two]| one.meets(two), colliders, collector, list);
            }
            FindPairsTask::Reuse => {
                self.propose(|slots, [one, two]| one.meets(two) & listed(slots), colliders, collector, list)
            }
            FindPairsTask::Escaped(among, others, tree) => {
                among.parts(1).for_each(|columns| columns.pairs::<D>(lanes, meeting));
                for &one in neighbor_list.escaped() {
                    others.meeting(&proxies[one as usize], |two| {
                        if neighbor_list.is_current(two) {
                            meeting.push([one, two]);
                        }
                    });
                }
                let slots = neighbor_list.escaped().iter().copied().filter(|&slot| moved(slot));
                tree.meeting::<D>(proxies, slots, frontier, |one, two| meeting.push([one, two]));
                self.propose(|_, [one, two]| one.meets(two), colliders, collector, list);
            }
        }
        collector.finish(list);
    }

    /// Makes candidates of those that meet for which `is_so` holds.
    #[inline(always)]
    fn propose<D: Dimension, C: PairCollector>(
        &self,
        is_so: impl Fn([u32; 2], [&Proxy; 2]) -> bool,
        colliders: &Colliders<D>,
        collector: &C,
        list: &mut C::List,
    ) {
        let proxies = |slots: [u32; 2]| slots.map(|slot| &colliders.proxies()[slot as usize]);
        for (group, next) in groups(&self.meeting, GROUP) {
            // When this group is done, they are there.
            next.iter().copied().flat_map(proxies).for_each(prefetch);
            // Without a branch: of what is listed, about half is so.
            let (mut found, mut count) = ([[0; 2]; GROUP], 0);
            for &slots in group {
                found[count] = slots;
                count += usize::from(is_so(slots, proxies(slots)));
            }
            for &slots in &found[..count] {
                let [one, two] = proxies(slots);
                collector.push(list, one, two);
            }
        }
    }
}

impl<D: Dimension> BroadPhase<D> {
    /// Finds the partners of all that moved, in an order that is the same on any number of threads: in that of the
    /// columns, then of what moved; at last those of what is loose.
    ///
    /// Each task has a list of its own among `lists`. Returns how many of these were filled, from the first on.
    pub(crate) fn find_pairs<C: PairCollector>(
        &mut self,
        colliders: &Colliders<D>,
        lists: &mut Vec<C::List>,
        collector: &C,
    ) -> usize {
        let (tree, neighbor_list) = (&self.static_tree, &self.neighbor_list);
        let threads = tasks::threads(self.dynamic_proxies.len(), tasks::BOXES);
        let parts = tasks::parts(threads);
        let sought = if tree.len() > 0 { colliders.moved_slots() } else { &[] };
        let fat = if tree.len() > 0 { neighbor_list.boxes() } else { &[] };
        let sought = sought.chunks(sought.len().div_ceil(parts).max(1));
        let fat = fat.chunks(fat.len().div_ceil(parts).max(1));
        let count = match self.update_kind {
            Update::Full => parts + sought.len(),
            Update::Rebuild => {
                self.listed = parts + fat.len();
                self.listed
            }
            Update::Reuse => self.listed + 1,
        };
        if self.task_outputs.len() < count {
            self.task_outputs.resize_with(count, TaskOutput::default);
        }
        if lists.len() < count {
            lists.resize_with(count, C::List::default);
        }
        let task_outputs = &mut self.task_outputs[..count];
        let search = |(part, (output, list)): (FindPairsTask, (&mut TaskOutput, &mut C::List))| {
            output.search(part, neighbor_list, colliders, collector, list);
        };
        match self.update_kind {
            Update::Full => {
                let sweeps = self.sweep.parts(parts).map(FindPairsTask::Sweep);
                let all = sweeps.chain(sought.map(|moved| FindPairsTask::QueryTree(tree, moved)));
                tasks::each(threads, all.zip(task_outputs.iter_mut().zip(&mut *lists)), search);
            }
            Update::Rebuild => {
                let sweeps = self.sweep.parts(parts).map(FindPairsTask::SweepFat);
                let all = sweeps.chain(fat.map(|boxes| FindPairsTask::QueryTreeFat(tree, boxes)));
                tasks::each(threads, all.zip(task_outputs.iter_mut().zip(&mut *lists)), search);
            }
            Update::Reuse => {
                let listed = task_outputs[..count - 1].iter().map(|output| output.meeting.len()).sum();
                let threads = tasks::threads(listed, tasks::LISTED);
                let recalls = (1..count).map(|_| FindPairsTask::Reuse);
                let all = recalls.chain([FindPairsTask::Escaped(&self.escaped, &self.sweep, tree)]);
                tasks::each(threads, all.zip(task_outputs.iter_mut().zip(&mut *lists)), search);
            }
        }
        if self.update_kind == Update::Rebuild {
            let listed = task_outputs.iter().map(|output| output.meeting.len()).sum();
            self.neighbor_list.drop_if_oversized(listed, lists[..count].iter().map(C::len).sum());
        }
        count
    }
}
