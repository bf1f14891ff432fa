//! The pairs of dynamic proxies, and those of a dynamic and a static one.
//!
//! [Sweep and prune](sweep_and_prune) finds them among the AABBs of this run, or among fat AABBs, whose pairs become a
//! [neighbor list](neighbor_list) that lasts for some runs. Proxies that leave their fat AABBs are searched anew.
//! [`DynamicPairs::update`] decides which of these a run does, and [`DynamicPairs::find`] does it, in
//! [tasks](search_tasks).

mod neighbor_list;
mod search_tasks;
mod sweep_and_prune;

use super::PairCollector;
use crate::collider::Dimension;
use crate::collider::bvh::PackedBvh;
use crate::detection::proxies::{Colliders, Proxy};
use crate::detection::tasks;
use neighbor_list::NeighborList;
use search_tasks::{Search, Task, TaskOutput};
use sweep_and_prune::SweepAndPrune;
#[cfg(test)]
pub(super) use sweep_and_prune::tests::Random;

/// How a run finds the pairs of dynamic proxies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PairSource {
    /// By a sweep over all of them, for this run only. There is no list.
    #[default]
    SweepAll,
    /// By a sweep over their fat AABBs, which were predicted in this run. Its pairs become a list for several runs.
    BuildList,
    /// By a sweep over the fat AABBs that the run before prepared, and a search for the escaped proxies. Its pairs
    /// replace the list.
    SwitchToPrepared,
    /// By a test of the pairs in the list, and a search for the escaped proxies.
    UseList,
}

impl PairSource {
    /// Returns whether the fat AABBs were predicted in an earlier run, so that proxies may have escaped.
    fn uses_earlier_fat_aabbs(self) -> bool {
        matches!(self, Self::SwitchToPrepared | Self::UseList)
    }
}

/// The dynamic proxies, and what finds their pairs.
#[derive(Default)]
pub(super) struct DynamicPairs {
    /// The slots of the dynamic proxies.
    slots: Vec<u32>,
    list: NeighborList,
    /// How this run finds the pairs.
    pub(super) source: PairSource,
    /// The AABBs of all, or the fat ones of the list.
    sweep: SweepAndPrune,
    /// The fat AABBs of the next list, if one is prepared.
    next_sweep: SweepAndPrune,
    /// The proxies that [escaped](neighbor_list): they left their fat AABB, or have none.
    escaped_sweep: SweepAndPrune,
    outputs: Vec<TaskOutput>,
    /// How many of the outputs hold a part of the list.
    list_task_count: usize,
}

impl DynamicPairs {
    /// Returns the slots of the dynamic proxies.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Adds a proxy.
    pub(super) fn push(&mut self, slot: u32) {
        self.slots.push(slot);
        self.list.push();
    }

    /// Marks the pairs of a removed proxy as stale: another collider may get its slot.
    pub(super) fn remove(&mut self, slot: u32) {
        self.list.remove(slot);
    }

    /// Keeps the proxies for which `keeps` returns `true`.
    pub(super) fn retain(&mut self, keeps: impl FnMut(u32) -> bool) {
        self.list.retain(&mut self.slots, keeps);
    }

    /// Discards the list, because other proxies became static.
    pub(super) fn discard_list(&mut self) {
        self.list.discard();
    }

    /// Notes that many proxies are elsewhere all at once.
    pub(super) fn expect_jump(&mut self) {
        self.list.expect_jump();
    }

    /// Decides how this run finds the pairs, and bins the AABBs for that.
    pub(super) fn update<D: Dimension>(&mut self, proxies: &[Proxy], run: u32) {
        self.source = self.list.choose_source(proxies, &self.slots, run);
        match self.source {
            PairSource::SweepAll => self.sweep.fill::<D>(proxies, self.slots.iter().copied()),
            PairSource::BuildList => self.sweep.fill_and_measure::<D>(self.list.fat_aabbs()),
            PairSource::SwitchToPrepared => core::mem::swap(&mut self.sweep, &mut self.next_sweep),
            PairSource::UseList => {}
        }
        if self.source.uses_earlier_fat_aabbs() {
            self.escaped_sweep.fill::<D>(proxies, self.list.escaped().iter().copied());
        }
        if let Some(fat_aabbs) = self.list.next_fat_aabbs() {
            self.next_sweep.fill_and_measure::<D>(fat_aabbs);
        }
    }

    /// Finds all pairs of which at least one proxy moved, in an order that does not depend on the number of threads:
    /// first column by column, then by query of the static tree, and last those of escaped proxies.
    ///
    /// Each task has its own list in `lists`. Returns how many of these were filled, from the first on.
    pub(super) fn find<D: Dimension, C: PairCollector>(
        &mut self,
        static_tree: &PackedBvh,
        colliders: &Colliders<D>,
        lists: &mut Vec<C::List>,
        collector: &C,
    ) -> usize {
        let Self { list, source, sweep, escaped_sweep, list_task_count, .. } = self;
        let mut thread_count = tasks::threads(self.slots.len(), tasks::MIN_PARALLEL_AABBS);
        let task_count = tasks::task_count(thread_count);
        let (mut sweep_tasks, mut list_tasks) = (task_count, 0);
        let (mut moved, mut fat): (&[u32], &[_]) = (&[], &[]);
        match source {
            PairSource::SweepAll => moved = colliders.changed_slots(),
            PairSource::BuildList | PairSource::SwitchToPrepared => fat = list.fat_aabbs(),
            PairSource::UseList => {
                (sweep_tasks, list_tasks) = (0, *list_task_count);
                let count = listed_pairs(&self.outputs[..list_tasks]);
                thread_count = tasks::threads(count, tasks::MIN_PARALLEL_LISTED_PAIRS);
            }
        }
        if static_tree.len() == 0 {
            (moved, fat) = (&[], &[]);
        }
        let moved_chunks = moved.chunks(moved.len().div_ceil(task_count).max(1));
        let fat_chunks = fat.chunks(fat.len().div_ceil(task_count).max(1));
        let makes_list = matches!(source, PairSource::BuildList | PairSource::SwitchToPrepared);
        if makes_list {
            *list_task_count = sweep_tasks + fat_chunks.len();
        }
        let searches_escaped = source.uses_earlier_fat_aabbs();
        let count =
            sweep_tasks + moved_chunks.len() + fat_chunks.len() + list_tasks + usize::from(searches_escaped);
        self.outputs.resize_with(count.max(self.outputs.len()), TaskOutput::default);
        lists.resize_with(count.max(lists.len()), C::List::default);

        let searches = sweep.split(sweep_tasks).map(Task::Sweep);
        let searches =
            searches.chain(moved_chunks.map(Task::QueryTree)).chain(fat_chunks.map(Task::QueryTreeFat));
        let searches = searches.chain((0..list_tasks).map(|_| Task::TestList));
        let searches = searches.chain(searches_escaped.then_some(Task::SearchEscaped(escaped_sweep, sweep)));
        let search =
            Search { static_tree, list, uses_list: *source != PairSource::SweepAll, colliders, collector };
        let searches = searches.zip(self.outputs.iter_mut().zip(&mut *lists));
        tasks::each(thread_count, searches, |(task, (output, list))| search.run(task, output, list));

        if makes_list {
            let listed_pairs = listed_pairs(&self.outputs[..*list_task_count]);
            self.list.drop_if_oversized(listed_pairs, lists[..count].iter().map(C::len).sum());
        }
        count
    }
}

/// Returns the number of pairs in the parts of the list.
fn listed_pairs(outputs: &[TaskOutput]) -> usize {
    outputs.iter().map(TaskOutput::len).sum()
}
