//! The contact graph: what is known of each pair of colliders from frame to frame, and what began and ended.
//!
//! Most pairs that the broad phase finds do not touch, and are forgotten after their test. The [graph](graph) keeps
//! the others as edges between colliders: those that touch or are near, those that filters refuse, and those whose
//! last test left something for the next. Each change of an edge's [state](state) that users hear of is a
//! [transition](transitions).

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use fixedbitset::FixedBitSet;

mod graph;
mod state;
mod transitions;

use crate::collider::Dimension;
use crate::end_reason::EndReason;
use crate::proxies::{Colliders, PlacedCollider};
pub(crate) use graph::{Held, NONE, Pair};
pub(crate) use state::Kind;
pub use state::Verdict;
pub(crate) use transitions::{Change, Fact};

/// Returns what pairs are ordered by: the index of an entity, then its generation.
#[inline]
pub(crate) fn rank(entity: Entity) -> (u32, u32) {
    (entity.index_u32(), entity.generation().to_bits())
}

/// A pair of colliders in the contact graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a, D: Dimension> {
    pub(crate) entities: [Entity; 2],
    /// The slots of their proxies.
    #[cfg(any(feature = "diagnostics", feature = "overlay"))]
    pub(crate) slots: [u32; 2],
    /// What the last test left for the next.
    #[cfg(feature = "diagnostics")]
    pub(crate) cache: &'a gjk::SimplexCache<D::Vector>,
    pub(crate) verdict: &'a Verdict<D>,
    /// When the state began to be of this kind, by the clock.
    pub(crate) since: Duration,
    /// The run of the systems in which it began to be of this kind.
    pub(crate) since_run: u32,
}

/// The contact graph and the transitions that have not been sent yet.
#[derive(Debug)]
pub(crate) struct Contacts<D: Dimension> {
    pub(crate) held: Held<D>,
    /// The edges that [parted](graph::Standing::parted), and perhaps some that met again.
    parted: Vec<u32>,
    /// How many edges filters refuse.
    pub(crate) closed: usize,
    /// What began or ended and has not been taken yet.
    facts: Vec<Fact<D>>,
    /// How many of the transitions are in order.
    ordered: usize,
    /// Memory for [ordering](Self::order_facts) them.
    fact_order: Vec<u128>,
}

impl<D: Dimension> Default for Contacts<D> {
    fn default() -> Self {
        Self {
            held: Held::default(),
            parted: Vec::new(),
            closed: 0,
            facts: Vec::new(),
            ordered: 0,
            fact_order: Vec::new(),
        }
    }
}

/// Returns the slots of two colliders, that of the lower rank first.
pub(crate) fn in_order<D: Dimension>(one: &PlacedCollider<D>, two: &PlacedCollider<D>) -> [u32; 2] {
    if rank(one.entity) < rank(two.entity) { [one.slot, two.slot] } else { [two.slot, one.slot] }
}

impl<D: Dimension> Contacts<D> {
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

    /// Returns the number of edges.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// Returns all edges.
    pub(crate) fn iter<'a>(&'a self, colliders: &'a Colliders<D>) -> impl Iterator<Item = Known<'a, D>> {
        self.held.iter().map(|number| self.known(number, colliders))
    }

    /// Returns the edges of a collider.
    pub(crate) fn of<'a>(
        &'a self,
        slot: u32,
        colliders: &'a Colliders<D>,
    ) -> impl Iterator<Item = Known<'a, D>> {
        self.held.of(slot).map(|number| self.known(number, colliders))
    }

    /// Returns the edge between two colliders.
    pub(crate) fn find(&self, slots: [u32; 2], colliders: &Colliders<D>) -> Option<Known<'_, D>> {
        let [one, two] = slots.map(|slot| colliders.at(slot));
        self.held.find(in_order(one, two)).map(|number| self.known(number, colliders))
    }

    /// Ends the edges of all colliders that were removed.
    pub(crate) fn end_removed(&mut self, colliders: &mut Colliders<D>) {
        // Where both of a pair were removed, the reason that comes first in this order counts.
        colliders.gone.sort_unstable_by_key(|&(slot, reason)| (reason, slot));
        for &(slot, reason) in &colliders.gone {
            while let Some(number) = self.held.first_of(slot) {
                self.end(number, reason, colliders);
            }
        }
    }

    /// Ends the edges that the search for pairs did not find again though one of their colliders moved. `found` are
    /// the edges that it found, `count` of them.
    pub(crate) fn end_not_found(&mut self, found: &FixedBitSet, count: usize, colliders: &Colliders<D>) {
        if !self.parted.is_empty() {
            self.keep_parted(found);
        }
        if count == self.held.len() {
            return;
        }
        // By the lists of what moved, or all edges, whichever is less.
        if 4 * colliders.slots_of_moved().len() < self.held.len() {
            for moved in colliders.moved() {
                let mut next = self.held.first_of(moved.slot);
                while let Some(number) = next {
                    next = self.held.next_of(moved.slot, number);
                    if !found.contains(number as usize) {
                        self.end_if_moved(number, colliders);
                    }
                }
            }
        } else {
            // Nearly all were found again.
            for number in found.zeroes() {
                if self.held.get(number as u32).is_some() {
                    self.end_if_moved(number as u32, colliders);
                }
            }
        }
    }

    /// Ends an edge that was not found again, if one of its colliders moved. If filters may give another reason, it is
    /// noted as parted instead, and ends when they have been asked.
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

    /// Drops the edges that were found again from those that parted: the pairs were searched twice before they were
    /// tested.
    fn keep_parted(&mut self, found: &FixedBitSet) {
        self.parted.retain(|&number| {
            if self.held.get(number).is_none_or(|standing| !standing.parted) {
                return false;
            }
            let is_found = found.contains(number as usize);
            self.held.standing_mut(number).parted = !is_found;
            !is_found
        });
    }

    /// Ends the edges that parted.
    pub(crate) fn end_parted(&mut self, colliders: &Colliders<D>) {
        let mut parted = core::mem::take(&mut self.parted);
        for number in parted.drain(..) {
            // The id may belong to another edge by now.
            if self.held.get(number).is_some_and(|standing| standing.parted) {
                self.end(number, EndReason::Separated, colliders);
            }
        }
        self.parted = parted;
    }

    /// Ends an edge and removes it.
    fn end(&mut self, number: u32, reason: EndReason, colliders: &Colliders<D>) {
        self.judge(number, Verdict::Apart, reason, Duration::ZERO, colliders);
        self.closed -= usize::from(core::mem::take(&mut self.held.standing_mut(number).closed));
        self.held.remove(number);
    }
}
