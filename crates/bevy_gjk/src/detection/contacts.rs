//! The contact graph: the pairs of colliders that persist between runs, and the transitions of their states.
//!
//! Most pairs that the broad phase finds do not touch and are dropped after their test. The [graph](graph) keeps the
//! others as edges between colliders: pairs that touch or are near, pairs that a filter refuses, and pairs whose last
//! test left a simplex cache for the next one. Each change of an edge's [state](state) that is reported as an event
//! is a [transition](transitions).

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use fixedbitset::FixedBitSet;

mod graph;
mod remembered_pair;
mod state;
mod transitions;

use crate::collider::Dimension;
use crate::detection::EndReason;
use crate::detection::proxies::{Colliders, EntityOrder};
pub(crate) use graph::{ContactGraph, NO_EDGE, PairData};
pub(crate) use remembered_pair::RememberedPair;
pub(crate) use state::{PairKind, PairState};
pub(crate) use transitions::{Transition, TransitionKind};

/// A pair of colliders in the contact graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeRef<'a, D: Dimension> {
    pub(crate) id: u32,
    pub(crate) entities: [Entity; 2],
    /// The slots of their proxies.
    pub(crate) slots: [u32; 2],
    /// The simplex cache that the last test left.
    pub(crate) cache: &'a gjk::SimplexCache<D::Vector>,
    pub(crate) state: &'a PairState<D>,
    /// The `Time::elapsed` at which the state became of this kind.
    pub(crate) since: Duration,
    /// The run of the systems in which the state became of this kind.
    pub(crate) since_run: u32,
}

/// The contact graph and the transitions that have not been sent yet.
#[derive(Debug, Default)]
pub(crate) struct Contacts<D: Dimension> {
    pub(crate) graph: ContactGraph<D>,
    /// The edges marked as [`not_found_again`](graph::EdgeFlags::not_found_again), and perhaps some whose mark has been
    /// cleared.
    not_found_again: Vec<u32>,
    /// The number of edges that are [filtered](graph::EdgeFlags::is_filtered).
    pub(crate) filtered_count: usize,
    /// The transitions that have not been taken yet.
    transitions: Vec<Transition<D>>,
    /// The number of transitions at the front that are sorted.
    sorted_count: usize,
    /// A buffer for [sorting](Self::sort_transitions) the transitions.
    sort_keys: Vec<u128>,
    /// The order of the colliders of each transition that is not sorted, if any collider has a key. Transitions beyond
    /// the end of this list are sorted by the indices of their entities.
    unsorted_orders: Vec<[EntityOrder; 2]>,
    /// The order of the colliders of each sorted transition, if any collider has a key. Those of transitions beyond the
    /// end of this list have none.
    sorted_orders: Vec<[EntityOrder; 2]>,
    /// A buffer for sorting by these.
    order_keys: Vec<(bool, [EntityOrder; 2], u32)>,
}

impl<D: Dimension> Contacts<D> {
    pub(crate) fn edge<'a>(&'a self, edge: u32, colliders: &Colliders<D>) -> EdgeRef<'a, D> {
        let state = self.graph.state(edge);
        let slots = self.graph.pair(edge).slots;
        EdgeRef {
            id: edge,
            entities: slots.map(|slot| colliders.at(slot).entity),
            slots,
            cache: &self.graph.pair(edge).cache,
            state: &state.state,
            since: state.since,
            since_run: state.since_run,
        }
    }

    /// Returns the number of edges.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn len(&self) -> usize {
        self.graph.len()
    }

    /// Returns all edges.
    pub(crate) fn iter<'a>(&'a self, colliders: &'a Colliders<D>) -> impl Iterator<Item = EdgeRef<'a, D>> {
        self.sorted(self.graph.iter(), colliders).map(|edge| self.edge(edge, colliders))
    }

    /// Returns the edges whose state is a touch. The colliders of the others, which are all over memory, are not read.
    pub(crate) fn touching<'a>(
        &'a self,
        colliders: &'a Colliders<D>,
    ) -> impl Iterator<Item = EdgeRef<'a, D>> {
        self.touching_edges(colliders).map(|edge| self.edge(edge, colliders))
    }

    /// Returns the edges of a collider.
    pub(crate) fn of<'a>(
        &'a self,
        slot: u32,
        colliders: &'a Colliders<D>,
    ) -> impl Iterator<Item = EdgeRef<'a, D>> {
        self.sorted(self.graph.of(slot), colliders).map(|edge| self.edge(edge, colliders))
    }

    /// Returns the ids of the edges whose state is a touch.
    pub(crate) fn touching_edges<'a>(
        &'a self,
        colliders: &'a Colliders<D>,
    ) -> impl Iterator<Item = u32> + 'a {
        self.sorted(self.graph.touching(), colliders)
    }

    /// Returns edges in the order of their colliders if any of these has a key, and otherwise in the order given.
    fn sorted<'a>(
        &self,
        edges: impl Iterator<Item = u32> + 'a,
        colliders: &Colliders<D>,
    ) -> impl Iterator<Item = u32> + 'a {
        let (mut given, mut sorted) = (Some(edges), Vec::new());
        if colliders.has_keys() {
            sorted.extend(given.take().into_iter().flatten());
            sorted
                .sort_unstable_by_key(|&edge| self.graph.pair(edge).slots.map(|slot| colliders.order(slot)));
        }
        given.into_iter().flatten().chain(sorted)
    }

    /// Returns the edge between two colliders.
    pub(crate) fn find(&self, slots: [u32; 2], colliders: &Colliders<D>) -> Option<EdgeRef<'_, D>> {
        self.graph.find(colliders.in_order(slots)).map(|edge| self.edge(edge, colliders))
    }

    /// Ends the edges of all colliders that were removed.
    pub(crate) fn end_removed(&mut self, colliders: &mut Colliders<D>) {
        // If both colliders of a pair were removed, the reason that comes first in the order of `EndReason` counts.
        colliders.removed.sort_unstable_by_key(|&(slot, reason)| (reason, slot));
        for &(slot, reason) in &colliders.removed {
            while let Some(edge) = self.graph.first_of(slot) {
                self.end(edge, reason, colliders);
            }
        }
    }

    /// Ends the edges of changed colliders that the search for pairs did not find again. `found` holds the `count`
    /// edges that it found.
    pub(crate) fn end_not_found(&mut self, found: &FixedBitSet, count: usize, colliders: &Colliders<D>) {
        if !self.not_found_again.is_empty() {
            self.unmark_found(found);
        }
        if count == self.graph.len() {
            return;
        }
        // Walk the edges of the changed colliders, or all edges, whichever are fewer.
        if 4 * colliders.changed_slots().len() < self.graph.len() {
            for changed in colliders.changed() {
                let mut next = self.graph.first_of(changed.slot);
                while let Some(edge) = next {
                    next = self.graph.next_of(changed.slot, edge);
                    if !found.contains(edge as usize) {
                        self.end_if_changed(edge, colliders);
                    }
                }
            }
        } else {
            // Nearly all edges were found again, so that few bits are zero.
            for edge in found.zeroes() {
                if self.graph.get(edge as u32).is_some() {
                    self.end_if_changed(edge as u32, colliders);
                }
            }
        }
    }

    /// Ends an edge that was not found again, if one of its colliders changed. If it touches or is near, it is only
    /// marked as `not_found_again` and ends after the filters have run, since these may give another reason.
    #[inline(never)]
    fn end_if_changed(&mut self, edge: u32, colliders: &Colliders<D>) {
        let slots = self.graph.pair(edge).slots;
        if !slots.into_iter().any(|slot| colliders.has_changed(slot)) {
            return;
        }
        let [one, two] = slots.map(|slot| colliders.at(slot));
        let flags = self.graph.flags_mut(edge);
        if flags.kind.is_apart() || !one.should_collide(two) {
            // If they are apart, no end is reported, so the reason shows nowhere; otherwise the filters keep them apart
            // now.
            self.end(edge, EndReason::Filtered, colliders);
        } else if !core::mem::replace(&mut flags.not_found_again, true) {
            self.not_found_again.push(edge);
        }
    }

    /// Clears the mark `not_found_again` of edges that were found again, which happens if two searches precede a test.
    fn unmark_found(&mut self, found: &FixedBitSet) {
        self.not_found_again.retain(|&edge| {
            if self.graph.get(edge).is_none_or(|flags| !flags.not_found_again) {
                return false;
            }
            let is_found = found.contains(edge as usize);
            self.graph.flags_mut(edge).not_found_again = !is_found;
            !is_found
        });
    }

    /// Ends the edges marked as `not_found_again`.
    pub(crate) fn end_not_found_again(&mut self, colliders: &Colliders<D>) {
        let mut not_found_again = core::mem::take(&mut self.not_found_again);
        for edge in not_found_again.drain(..) {
            // The edge id may have been reused.
            if self.graph.get(edge).is_some_and(|flags| flags.not_found_again) {
                self.end(edge, EndReason::Separated, colliders);
            }
        }
        self.not_found_again = not_found_again;
    }

    /// Ends an edge and removes it.
    fn end(&mut self, edge: u32, reason: EndReason, colliders: &Colliders<D>) {
        self.set_state(edge, PairState::Apart, reason, Duration::ZERO, colliders);
        self.filtered_count -= usize::from(core::mem::take(&mut self.graph.flags_mut(edge).is_filtered));
        self.graph.remove(edge);
    }
}
