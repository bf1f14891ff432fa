//! The table of pairs: two colliders from the moment their boxes meet until these part.

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{Cache, Cast, ClosestPoints, Contact};

#[cfg(feature = "parallel")]
mod parallel;

use crate::collider::{Colliders, PlacedCollider};
use crate::dimension::Dimension;
use crate::events::{Change, EndReason, Fact};

/// What pairs are ordered by: the index of an entity, then its generation.
#[inline]
pub(crate) fn rank(entity: Entity) -> (u32, u32) {
    (entity.index_u32(), entity.generation().to_bits())
}

/// What two colliders are to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Verdict<D: Dimension> {
    /// Neither near nor touching.
    #[default]
    Apart,
    /// Within the margin, but not touching.
    Near(ClosestPoints<D::Vector>),
    /// They touch.
    Touching(Contact<D::Vector>),
    /// They touched on the way of a [`SweptCollider`](crate::SweptCollider), from 0 to 1: when first, and how.
    Swept(Cast<D::Vector>),
}

impl<D: Dimension> Verdict<D> {
    /// The contact of two that touch, and at what time on their way: 1, unless one of them is swept.
    #[inline]
    pub fn touch(&self) -> Option<(Contact<D::Vector>, f32)> {
        match *self {
            Self::Touching(contact) => Some((contact, 1.0)),
            Self::Swept(Cast { contact, time }) => Some((contact, time)),
            Self::Apart | Self::Near(_) => None,
        }
    }

    #[inline]
    fn kind(&self) -> Kind {
        match self {
            Self::Apart => Kind::Apart,
            Self::Near(_) => Kind::Near,
            Self::Touching(_) | Self::Swept(_) => Kind::Touching,
        }
    }
}

/// What two colliders are to each other, without how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Apart,
    Near,
    Touching,
}

/// Two colliders whose boxes overlap.
#[derive(Debug)]
pub(crate) struct Pair<D: Dimension> {
    /// Both entities, the one with the lower index first; placeholders in a pair that is not in use.
    pub(crate) entities: [Entity; 2],
    /// Their places in the table of colliders.
    pub(crate) slots: [u32; 2],
    /// Where the pair stands in the lists of both.
    positions: [u32; 2],
    /// The search in which their boxes were last seen to overlap.
    confirmed: u32,
    /// The run in which a filter last refused them; 0 if none ever did.
    refused: u32,
    /// Filters refuse it: it is not tested.
    closed: bool,
    /// Waits to be tested.
    pending: bool,
    pub(crate) verdict: Verdict<D>,
    /// When the verdict began to be of this kind, by the clock.
    pub(crate) since: Duration,
    /// The same in runs of the systems.
    pub(crate) since_run: u32,
    pub(crate) cache: Cache<D::Vector>,
}

impl<D: Dimension> Pair<D> {
    pub(crate) fn is_live(&self) -> bool {
        self.entities[0] != Entity::PLACEHOLDER
    }
}

/// All pairs.
#[derive(Debug)]
pub(crate) struct Pairs<D: Dimension> {
    table: Vec<Pair<D>>,
    free: Vec<u32>,
    /// For each collider the pairs it is in.
    lists: Vec<Vec<u32>>,
    /// Counts the searches.
    search: u32,
    /// How many pairs filters keep closed.
    closed: usize,
    /// The pairs to test, each once.
    work: Vec<u32>,
    /// How many were tested in the last run.
    #[cfg(feature = "diagnostics")]
    tests: usize,
    /// What the threads found out, in the order of the work.
    #[cfg(feature = "parallel")]
    tested: Vec<parallel::Tested<D>>,
    /// What began or ended, until it is told.
    pub(crate) facts: Vec<Fact<D>>,
    /// Up to where the facts are in order.
    ordered: usize,
}

impl<D: Dimension> Default for Pairs<D> {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            free: Vec::new(),
            lists: Vec::new(),
            search: 0,
            closed: 0,
            work: Vec::new(),
            #[cfg(feature = "diagnostics")]
            tests: 0,
            #[cfg(feature = "parallel")]
            tested: Vec::new(),
            facts: Vec::new(),
            ordered: 0,
        }
    }
}

impl<D: Dimension> Pairs<D> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pair<D>> {
        self.table.iter().filter(|pair| pair.is_live())
    }

    /// How many there are.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn len(&self) -> usize {
        self.table.len() - self.free.len()
    }

    /// How many were tested in the last run.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn tests(&self) -> usize {
        self.tests
    }

    /// The pairs of a collider.
    pub(crate) fn of(&self, slot: u32) -> impl Iterator<Item = &Pair<D>> {
        let list = self.lists.get(slot as usize).map_or(&[][..], Vec::as_slice);
        list.iter().map(|&index| &self.table[index as usize])
    }

    /// The pair of two colliders.
    pub(crate) fn find(&self, one: (u32, Entity), two: (u32, Entity)) -> Option<&Pair<D>> {
        self.index_of(one, two).map(|index| &self.table[index as usize])
    }

    fn index_of(&self, one: (u32, Entity), two: (u32, Entity)) -> Option<u32> {
        let ([one, two], _) = in_order(one, two);
        let [list, other] = [one, two].map(|slot| self.lists.get(slot as usize));
        let (list, other) = (list?, other?);
        let list = if list.len() <= other.len() { list } else { other };
        list.iter().copied().find(|&index| self.table[index as usize].slots == [one, two])
    }

    /// Begins to search for pairs: ends those of all that is gone.
    pub(crate) fn begin_search(&mut self, colliders: &mut Colliders<D>) {
        self.search = self.search.wrapping_add(1);
        if self.lists.len() < colliders.len() {
            self.lists.resize_with(colliders.len(), Vec::new);
        }
        // Where both of a pair are gone, the first reason in the order of these counts.
        colliders.gone.sort_unstable_by_key(|&(slot, reason)| (reason, slot));
        for &(slot, reason) in &colliders.gone {
            while let Some(&index) = self.lists[slot as usize].last() {
                self.remove(index, reason);
            }
        }
    }

    /// Notes that the boxes of two colliders overlap, so that the pair will be tested.
    pub(crate) fn confirm(&mut self, one: &PlacedCollider<D>, two: &PlacedCollider<D>) {
        let (one, two) = ((one.slot, one.entity), (two.slot, two.entity));
        let index = self.index_of(one, two).unwrap_or_else(|| self.insert(one, two));
        let pair = &mut self.table[index as usize];
        pair.confirmed = self.search;
        if !pair.pending {
            pair.pending = true;
            self.work.push(index);
        }
    }

    fn insert(&mut self, one: (u32, Entity), two: (u32, Entity)) -> u32 {
        let (slots, entities) = in_order(one, two);
        let index = self.free.pop().unwrap_or(self.table.len() as u32);
        let positions = slots.map(|slot| {
            let list = &mut self.lists[slot as usize];
            list.push(index);
            list.len() as u32 - 1
        });
        let pair = Pair {
            entities,
            slots,
            positions,
            confirmed: 0,
            refused: 0,
            closed: false,
            pending: false,
            verdict: Verdict::Apart,
            since: Duration::ZERO,
            since_run: 0,
            cache: Cache::default(),
        };
        match self.table.get_mut(index as usize) {
            // A removed pair may still stand in the list of work, and must not stand there twice.
            Some(free) => *free = Pair { pending: free.pending, ..pair },
            None => self.table.push(pair),
        }
        index
    }

    /// Ends the search: what moved and was not confirmed is no pair any more.
    pub(crate) fn end_search(&mut self, colliders: &Colliders<D>) {
        for moved in colliders.moved() {
            let slot = moved.slot as usize;
            for position in (0..self.lists[slot].len()).rev() {
                let index = self.lists[slot][position];
                let pair = &self.table[index as usize];
                if pair.confirmed != self.search {
                    let [one, two] = pair.slots.map(|slot| colliders.at(slot));
                    let parted = one.may_meet(two);
                    self.remove(index, if parted { EndReason::Separated } else { EndReason::Filtered });
                }
            }
        }
    }

    fn remove(&mut self, index: u32, reason: EndReason) {
        self.judge(index, Verdict::Apart, reason, (Duration::ZERO, 0));
        let pair = &mut self.table[index as usize];
        let (slots, positions) = (pair.slots, pair.positions);
        pair.entities = [Entity::PLACEHOLDER; 2];
        self.closed -= usize::from(core::mem::take(&mut pair.closed));
        for side in 0..2 {
            let list = &mut self.lists[slots[side] as usize];
            list.swap_remove(positions[side] as usize);
            if let Some(&filler) = list.get(positions[side] as usize) {
                let filler = &mut self.table[filler as usize];
                let side_of_filler = usize::from(filler.slots[1] == slots[side]);
                filler.positions[side_of_filler] = positions[side];
            }
        }
        self.free.push(index);
    }

    /// Asks a filter about each pair that no other has refused in this run.
    pub(crate) fn filter(&mut self, run: u32, mut allows: impl FnMut(Entity, Entity) -> bool) {
        for pair in self.table.iter_mut().filter(|pair| pair.is_live() && pair.refused != run) {
            let [a, b] = pair.entities;
            if !allows(a, b) {
                pair.refused = run;
                if !pair.closed {
                    pair.closed = true;
                    self.closed += 1;
                }
            }
        }
    }

    /// Ends what filters refuse, and opens what they refuse no longer.
    fn close_and_open(&mut self, run: u32) {
        if self.closed == 0 {
            return;
        }
        for index in 0..self.table.len() as u32 {
            let pair = &mut self.table[index as usize];
            if !pair.closed {
                continue;
            }
            if pair.refused == run {
                self.judge(index, Verdict::Apart, EndReason::Filtered, (Duration::ZERO, 0));
            } else {
                pair.closed = false;
                self.closed -= 1;
                if !pair.pending {
                    pair.pending = true;
                    self.work.push(index);
                }
            }
        }
    }

    /// Takes out the pairs that wait for a verdict, and may have one.
    fn take_work(&mut self, run: u32) -> Vec<u32> {
        self.close_and_open(run);
        let mut work = core::mem::take(&mut self.work);
        work.retain(|&index| {
            let pair = &mut self.table[index as usize];
            pair.pending = false;
            pair.is_live() && !pair.closed
        });
        #[cfg(feature = "diagnostics")]
        {
            self.tests = work.len();
        }
        work
    }

    /// Keeps the memory of the work that was taken out.
    fn finish(&mut self, mut work: Vec<u32>) {
        work.clear();
        self.work = work;
        self.order_facts();
    }

    /// Gives each pair that waits for it a verdict.
    pub(crate) fn test(
        &mut self,
        colliders: &Colliders<D>,
        now: Duration,
        mut test: impl FnMut([&PlacedCollider<D>; 2], &mut Cache<D::Vector>, &Verdict<D>) -> Verdict<D>,
    ) {
        let work = self.take_work(colliders.run);
        for &index in &work {
            let pair = &mut self.table[index as usize];
            let placed = pair.slots.map(|slot| colliders.at(slot));
            let verdict = test(placed, &mut pair.cache, &pair.verdict);
            self.judge(index, verdict, EndReason::Separated, (now, colliders.run));
        }
        self.finish(work);
    }

    /// Puts down a verdict, and what began or ended by it.
    #[inline]
    fn judge(&mut self, index: u32, verdict: Verdict<D>, reason: EndReason, (now, run): (Duration, u32)) {
        let pair = &mut self.table[index as usize];
        let before = core::mem::replace(&mut pair.verdict, verdict);
        let [end, begin] = match (before.kind(), verdict.kind()) {
            (before, after) if before == after => return,
            (before, after) => {
                let end = match (before, after) {
                    (Kind::Apart, _) => None,
                    (Kind::Near, Kind::Touching) => Some(Change::NearEnded(EndReason::Touched)),
                    (Kind::Near, _) => Some(Change::NearEnded(reason)),
                    (Kind::Touching, _) => Some(Change::Ended(reason)),
                };
                let begin = match verdict {
                    Verdict::Near(closest) => Some(Change::NearStarted(closest)),
                    _ => verdict.touch().map(|(contact, time)| Change::Started(contact, time)),
                };
                [end, begin]
            }
        };
        (pair.since, pair.since_run) = (now, run);
        let entities = pair.entities;
        self.facts.extend([end, begin].into_iter().flatten().map(|change| Fact { entities, change }));
    }

    /// Puts the facts of this run in order: endings first, both in the order of their pairs.
    pub(crate) fn order_facts(&mut self) {
        self.facts[self.ordered..].sort_unstable_by_key(|fact| (fact.is_started(), fact.entities.map(rank)));
        self.ordered = self.facts.len();
    }

    /// Hands out the facts, in order.
    pub(crate) fn take_facts(&mut self) -> impl Iterator<Item = Fact<D>> {
        self.order_facts();
        self.ordered = 0;
        self.facts.drain(..)
    }
}

/// The one with the lower rank first.
fn in_order(one: (u32, Entity), two: (u32, Entity)) -> ([u32; 2], [Entity; 2]) {
    let (one, two) = if rank(one.1) < rank(two.1) { (one, two) } else { (two, one) };
    ([one.0, two.0], [one.1, two.1])
}
