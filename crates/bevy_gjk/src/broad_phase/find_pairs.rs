//! The search for pairs, divided among threads.

use crate::broad_phase::PairCollector;
use crate::broad_phase::neighbor_list::{LargeBox, Plan};
use crate::broad_phase::sweep::{Columns, Lanes, Sweep};
use crate::broad_phase::tree::{Descent, Tree};
use crate::broad_phase::{BroadPhase, Foresight};
use crate::collider::Dimension;
use crate::prefetch::{groups, prefetch};
use crate::proxies::{Boxed, Colliders, Glance, flag};
use crate::tasks;

/// Of so many boxes that meet, the glances are asked for at once.
const GROUP: usize = 16;

/// What a part of the search finds. No two threads write to the same lines of memory.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Share {
    /// The slots of boxes that meet; of large boxes, they are kept for the next runs.
    meeting: Vec<[u32; 2]>,
    lanes: Lanes,
    descent: Descent,
}

/// A part of the search.
enum Part<'a> {
    /// Some columns of the sweep.
    Sweep(Columns<'a>),
    /// The way of some that moved down the tree.
    Descend(&'a Tree, &'a [u32]),
    /// Some columns of a sweep of large boxes.
    List(Columns<'a>),
    /// The way of some large boxes down the tree.
    DescendAtLarge(&'a Tree, &'a [LargeBox]),
    /// What was listed some runs ago.
    Recall,
    /// Those that are loose, in a sweep, among all others.
    Loose(&'a Sweep, &'a Sweep, &'a Tree),
}

impl Share {
    fn search<D: Dimension, C: PairCollector>(
        &mut self,
        part: Part,
        foresight: &Foresight,
        colliders: &Colliders<D>,
        collector: &C,
        list: &mut C::List,
    ) {
        let Self { meeting, lanes, descent, .. } = self;
        let glances = colliders.glances();
        let moved = |slot: u32| glances[slot as usize].has(flag::MOVED);
        let listed = |[one, two]: [u32; 2]| foresight.lists(one) & foresight.lists(two);
        if !matches!(part, Part::Recall) {
            meeting.clear();
        }
        match part {
            Part::Sweep(columns) => {
                columns.pairs::<D>(lanes, meeting);
                self.propose(|_, _| true, colliders, collector, list);
            }
            Part::Descend(tree, slots) => {
                let slots = slots.iter().copied().filter(|&slot| moved(slot));
                tree.meeting::<D>(glances, slots, descent, |one, two| meeting.push([one, two]));
                self.propose(|_, _| true, colliders, collector, list);
            }
            Part::List(columns) => {
                columns.pairs::<D>(lanes, meeting);
                self.propose(|_, [one, two]| one.meets(two), colliders, collector, list);
            }
            Part::DescendAtLarge(tree, boxes) => {
                let places = 0..boxes.len() as u32;
                tree.meeting::<D>(boxes, places, descent, |place, two| {
                    meeting.push([boxes[place as usize].slot(), two]);
                });
                self.propose(|_, [one, two]| one.meets(two), colliders, collector, list);
            }
            Part::Recall => {
                self.propose(|slots, [one, two]| one.meets(two) & listed(slots), colliders, collector, list)
            }
            Part::Loose(among, others, tree) => {
                among.parts(1).for_each(|columns| columns.pairs::<D>(lanes, meeting));
                for &one in foresight.loose() {
                    others.meeting(&glances[one as usize], |two| {
                        if foresight.lists(two) {
                            meeting.push([one, two]);
                        }
                    });
                }
                let slots = foresight.loose().iter().copied().filter(|&slot| moved(slot));
                tree.meeting::<D>(glances, slots, descent, |one, two| meeting.push([one, two]));
                self.propose(|_, [one, two]| one.meets(two), colliders, collector, list);
            }
        }
        collector.finish(list);
    }

    /// Makes candidates of those that meet for which `is_so` holds.
    #[inline(always)]
    fn propose<D: Dimension, C: PairCollector>(
        &self,
        is_so: impl Fn([u32; 2], [&Glance; 2]) -> bool,
        colliders: &Colliders<D>,
        collector: &C,
        list: &mut C::List,
    ) {
        let glances = |slots: [u32; 2]| slots.map(|slot| &colliders.glances()[slot as usize]);
        for (group, next) in groups(&self.meeting, GROUP) {
            // When this group is done, they are there.
            next.iter().copied().flat_map(glances).for_each(prefetch);
            // Without a branch: of what is listed, about half is so.
            let (mut found, mut count) = ([[0; 2]; GROUP], 0);
            for &slots in group {
                found[count] = slots;
                count += usize::from(is_so(slots, glances(slots)));
            }
            for &slots in &found[..count] {
                let [one, two] = glances(slots);
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
        let (tree, foresight) = (&self.settled, &self.foresight);
        let threads = tasks::threads(self.nomads.len(), tasks::BOXES);
        let parts = tasks::parts(threads);
        let sought = if tree.len() > 0 { colliders.slots_of_moved() } else { &[] };
        let large = if tree.len() > 0 { foresight.boxes() } else { &[] };
        let sought = sought.chunks(sought.len().div_ceil(parts).max(1));
        let large = large.chunks(large.len().div_ceil(parts).max(1));
        let count = match self.plan {
            Plan::Search => parts + sought.len(),
            Plan::List => {
                self.listed = parts + large.len();
                self.listed
            }
            Plan::Recall => self.listed + 1,
        };
        if self.shares.len() < count {
            self.shares.resize_with(count, Share::default);
        }
        if lists.len() < count {
            lists.resize_with(count, C::List::default);
        }
        let shares = &mut self.shares[..count];
        let search = |(part, (share, list)): (Part, (&mut Share, &mut C::List))| {
            share.search(part, foresight, colliders, collector, list);
        };
        match self.plan {
            Plan::Search => {
                let sweeps = self.restless.parts(parts).map(Part::Sweep);
                let all = sweeps.chain(sought.map(|moved| Part::Descend(tree, moved)));
                tasks::each(threads, all.zip(shares.iter_mut().zip(&mut *lists)), search);
            }
            Plan::List => {
                let sweeps = self.restless.parts(parts).map(Part::List);
                let all = sweeps.chain(large.map(|boxes| Part::DescendAtLarge(tree, boxes)));
                tasks::each(threads, all.zip(shares.iter_mut().zip(&mut *lists)), search);
            }
            Plan::Recall => {
                let listed = shares[..count - 1].iter().map(|share| share.meeting.len()).sum();
                let threads = tasks::threads(listed, tasks::LISTED);
                let recalls = (1..count).map(|_| Part::Recall);
                let all = recalls.chain([Part::Loose(&self.loose, &self.restless, tree)]);
                tasks::each(threads, all.zip(shares.iter_mut().zip(&mut *lists)), search);
            }
        }
        if self.plan == Plan::List {
            let listed = shares.iter().map(|share| share.meeting.len()).sum();
            self.foresight.weigh(listed, lists[..count].iter().map(C::len).sum());
        }
        count
    }
}
