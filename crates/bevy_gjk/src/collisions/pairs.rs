//! Pairs of colliders: from the moment they are found, through their tests, to what is told of them.
//!
//! Most pairs that are found do not touch, and are forgotten after their test. What has to be remembered of
//! the others is [held].

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use fixedbitset::FixedBitSet;

mod ahead;
mod candidates;
mod facts;
mod filter;
mod held;
mod order;
#[cfg(feature = "parallel")]
mod parallel;
mod test;
mod verdict;

use crate::collider::{Colliders, PlacedCollider};
use crate::dimension::Dimension;
use crate::events::{EndReason, Fact};
pub(crate) use candidates::Candidates;
pub(crate) use held::Held;
use held::NONE;
use order::Order;
pub(crate) use test::Test;
use verdict::Kind;
pub use verdict::Verdict;

/// What pairs are ordered by: the index of an entity, then its generation.
#[inline]
pub(crate) fn rank(entity: Entity) -> (u32, u32) {
    (entity.index_u32(), entity.generation().to_bits())
}

/// What is known of a pair of colliders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a, D: Dimension> {
    pub(crate) entities: [Entity; 2],
    /// Their places in the table of colliders.
    #[cfg(any(feature = "diagnostics", feature = "overlay"))]
    pub(crate) slots: [u32; 2],
    /// What the last test left for the next.
    #[cfg(feature = "diagnostics")]
    pub(crate) cache: &'a gjk::SimplexCache<D::Vector>,
    pub(crate) verdict: &'a Verdict<D>,
    /// When the verdict began to be of this kind, by the clock.
    pub(crate) since: Duration,
    /// The same in runs of the systems.
    pub(crate) since_run: u32,
}

/// All pairs.
#[derive(Debug)]
pub(crate) struct Pairs<D: Dimension> {
    held: Held<D>,
    /// Those to test, each once.
    candidates: Candidates,
    order: Order,
    /// The numbers of those that are candidates in this run.
    confirmed: FixedBitSet,
    /// The numbers of those that [parted](held::Standing::parted), and perhaps of some that did not after all.
    parted: Vec<u32>,
    /// How many pairs filters keep closed.
    closed: usize,
    /// How many were found, and how many of these tested, in the last run.
    #[cfg(feature = "diagnostics")]
    counts: [usize; 2],
    /// The numbers of those whose touch begins.
    begun: Vec<u32>,
    /// What the threads found out.
    #[cfg(feature = "parallel")]
    tested: parallel::Tested<D>,
    /// What began or ended, until it is told.
    pub(crate) facts: Vec<Fact<D>>,
    /// Up to where the facts are in order.
    ordered: usize,
    /// Memory for [that](Self::order_facts).
    fact_order: Vec<u128>,
}

impl<D: Dimension> Default for Pairs<D> {
    fn default() -> Self {
        Self {
            held: Held::default(),
            candidates: Candidates::default(),
            order: Order::default(),
            confirmed: FixedBitSet::new(),
            parted: Vec::new(),
            closed: 0,
            #[cfg(feature = "diagnostics")]
            counts: [0; 2],
            begun: Vec::new(),
            #[cfg(feature = "parallel")]
            tested: parallel::Tested::default(),
            facts: Vec::new(),
            ordered: 0,
            fact_order: Vec::new(),
        }
    }
}

/// The one with the lower rank first.
fn in_order<D: Dimension>(one: &PlacedCollider<D>, two: &PlacedCollider<D>) -> [u32; 2] {
    if rank(one.entity) < rank(two.entity) { [one.slot, two.slot] } else { [two.slot, one.slot] }
}

impl<D: Dimension> Pairs<D> {
    fn known<'a>(&'a self, number: u32, colliders: &Colliders<D>) -> Known<'a, D> {
        let knowledge = self.held.knowledge(number);
        let slots = self.held.pair(number).slots;
        Known {
            entities: slots.map(|slot| colliders.at(slot).entity),
            #[cfg(any(feature = "diagnostics", feature = "overlay"))]
            slots,
            #[cfg(feature = "diagnostics")]
            cache: &self.held.pair(number).cache,
            verdict: &knowledge.verdict,
            since: knowledge.since,
            since_run: knowledge.since_run,
        }
    }

    /// How many were found in the last run.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn found(&self) -> usize {
        self.counts[0]
    }

    /// How many of these were tested.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn tested(&self) -> usize {
        self.counts[1]
    }

    /// How many are held.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn held(&self) -> usize {
        self.held.len()
    }

    /// All of which something is known.
    pub(crate) fn iter<'a>(&'a self, colliders: &'a Colliders<D>) -> impl Iterator<Item = Known<'a, D>> {
        self.held.iter().map(|number| self.known(number, colliders))
    }

    /// Those of a collider.
    pub(crate) fn of<'a>(
        &'a self,
        slot: u32,
        colliders: &'a Colliders<D>,
    ) -> impl Iterator<Item = Known<'a, D>> {
        self.held.of(slot).map(|number| self.known(number, colliders))
    }

    /// That of two colliders.
    pub(crate) fn find(&self, slots: [u32; 2], colliders: &Colliders<D>) -> Option<Known<'_, D>> {
        let [one, two] = slots.map(|slot| colliders.at(slot));
        self.held.find(in_order(one, two)).map(|number| self.known(number, colliders))
    }

    /// Begins to search for pairs: ends those of all that is gone.
    pub(crate) fn begin_search(&mut self, colliders: &mut Colliders<D>) {
        self.confirmed.clear();
        // Where both of a pair are gone, the first reason in the order of these counts.
        colliders.gone.sort_unstable_by_key(|&(slot, reason)| (reason, slot));
        for &(slot, reason) in &colliders.gone {
            while let Some(number) = self.held.first_of(slot) {
                self.end(number, reason, colliders);
            }
        }
        self.candidates.keep_untested(colliders);
        self.candidates.recognize(&self.held);
    }

    /// Where a search puts what it finds, and the pairs by which it is [recognized](Candidates::recognize).
    pub(crate) fn searched(&mut self) -> (&mut Candidates, &Held<D>) {
        (&mut self.candidates, &self.held)
    }

    /// Notes that two colliders are to be tested, perhaps once more.
    #[inline]
    pub(crate) fn propose(&mut self, one: &PlacedCollider<D>, two: &PlacedCollider<D>) {
        self.candidates.push(in_order(one, two));
    }

    /// Ends the search: what moved and was not found again is no pair any more. What was found is recognized,
    /// unless it may be there several times.
    pub(crate) fn end_search(&mut self, colliders: &Colliders<D>, may_repeat: bool) {
        if may_repeat {
            self.candidates.dedup();
            self.candidates.recognize(&self.held);
        }
        self.confirmed.grow(self.held.end() as usize);
        let mut count = 0;
        for candidate in self.candidates.iter().filter(|candidate| candidate.number != NONE) {
            self.confirmed.insert(candidate.number as usize);
            count += 1;
        }
        if !self.parted.is_empty() {
            self.forget_who_met_again();
        }
        if count == self.held.len() {
            return;
        }
        // By the lists of what moved, or all, whichever is less.
        if 4 * colliders.slots_of_moved().len() < self.held.len() {
            for moved in colliders.moved() {
                let mut next = self.held.first_of(moved.slot);
                while let Some(number) = next {
                    next = self.held.next_of(moved.slot, number);
                    if !self.confirmed.contains(number as usize) {
                        self.end_if_moved(number, colliders);
                    }
                }
            }
        } else {
            // Nearly all were found again.
            let confirmed = core::mem::take(&mut self.confirmed);
            for number in confirmed.zeroes() {
                if self.held.get(number as u32).is_some() {
                    self.end_if_moved(number as u32, colliders);
                }
            }
            self.confirmed = confirmed;
        }
    }

    /// Ends a pair that was not found again, if one of it moved; or notes that it parted, if filters may tell another
    /// reason.
    #[inline(never)]
    fn end_if_moved(&mut self, number: u32, colliders: &Colliders<D>) {
        let slots = self.held.pair(number).slots;
        if !slots.into_iter().any(|slot| colliders.has_moved(slot)) {
            return;
        }
        let [one, two] = slots.map(|slot| colliders.at(slot));
        let standing = self.held.standing_mut(number);
        if standing.kind == Kind::Apart || !one.may_meet(two) {
            self.end(number, EndReason::Filtered, colliders);
        } else if !core::mem::replace(&mut standing.parted, true) {
            self.parted.push(number);
        }
    }

    /// Where the pairs are searched again before they were tested: what was found is not parted any more.
    fn forget_who_met_again(&mut self) {
        self.parted.retain(|&number| {
            if self.held.get(number).is_none_or(|standing| !standing.parted) {
                return false;
            }
            let is_found = self.confirmed.contains(number as usize);
            self.held.standing_mut(number).parted = !is_found;
            !is_found
        });
    }

    /// Ends the pairs that parted.
    fn end_parted(&mut self, colliders: &Colliders<D>) {
        let mut parted = core::mem::take(&mut self.parted);
        for number in parted.drain(..) {
            // The number may be that of another pair by now.
            if self.held.get(number).is_some_and(|standing| standing.parted) {
                self.end(number, EndReason::Separated, colliders);
            }
        }
        self.parted = parted;
    }

    /// Ends a pair, and holds it no more.
    fn end(&mut self, number: u32, reason: EndReason, colliders: &Colliders<D>) {
        self.judge(number, Verdict::Apart, reason, Duration::ZERO, colliders);
        self.closed -= usize::from(core::mem::take(&mut self.held.standing_mut(number).closed));
        self.held.remove(number);
    }
}
