//! What the contact graph remembers of a pair from one run to the next, as a [saved state](crate::state) holds it.

use core::time::Duration;

use gjk::{Cast, SimplexCache, Vector};

use crate::collider::Dimension;
use crate::detection::contacts::graph::EdgeState;
use crate::detection::contacts::{Contacts, PairData, PairState};
use crate::detection::proxies::Colliders;

/// A pair of colliders that touch, are near, are refused by a filter, or whose last test left a simplex cache.
///
/// The cache never changes a verdict, but the last bits of a contact: so it is a part of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub(crate) struct RememberedPair<D: Dimension> {
    /// The indices of the colliders among those of the state, the first one in the [order](Colliders::order) first.
    pub(crate) colliders: [u32; 2],
    pub(crate) state: PairState<D>,
    /// A filter of the app refuses the pair.
    pub(crate) is_filtered: bool,
    /// The nanoseconds of `Time::elapsed` at which the state became of its kind.
    pub(crate) since: u64,
    /// The number of runs since then.
    pub(crate) runs: u32,
    pub(crate) cache: SimplexCache<D::Vector>,
}

impl<D: Dimension> RememberedPair<D> {
    /// Returns whether there is no NaN and no infinity in it.
    pub(crate) fn is_finite(&self) -> bool {
        let is_finite = |points: [D::Vector; 3], number: f32| {
            points.iter().all(|point| point.is_finite()) && number.is_finite()
        };
        let [axis, zero] = [self.cache.axis(), D::Vector::ZERO];
        is_finite([axis, zero, zero], 0.0)
            && match &self.state {
                PairState::Near(closest) => {
                    is_finite([closest.on_a, closest.on_b, closest.normal], closest.distance)
                }
                PairState::Swept(Cast { contact, time }) => {
                    is_finite([contact.on_a, contact.on_b, contact.normal], contact.depth) && time.is_finite()
                }
                PairState::Apart | PairState::Touching | PairState::FilteredByContact => true,
            }
    }

    /// Returns the pair with its colliders in the other order. What was left for the next test is forgotten.
    fn flipped(self) -> Self {
        let state = match self.state {
            PairState::Near(closest) => PairState::Near(closest.flipped()),
            PairState::Swept(Cast { contact, time }) => {
                PairState::Swept(Cast { contact: contact.flipped(), time })
            }
            state => state,
        };
        let [a, b] = self.colliders;
        Self { colliders: [b, a], state, cache: SimplexCache::default(), ..self }
    }
}

impl<D: Dimension> Contacts<D> {
    /// Returns what is remembered of an edge. `index` returns the index of the collider in a slot.
    pub(crate) fn remember(
        &self,
        edge: u32,
        colliders: &Colliders<D>,
        index: impl Fn(u32) -> u32,
    ) -> RememberedPair<D> {
        let EdgeState { state, since, since_run, .. } = *self.graph.state(edge);
        let pair = self.graph.pair(edge);
        let is_apart = state.kind().is_apart();
        RememberedPair {
            colliders: pair.slots.map(index),
            state,
            is_filtered: self.graph.flags(edge).is_filtered,
            // When a pair came apart shows nowhere.
            since: if is_apart { 0 } else { u64::try_from(since.as_nanos()).unwrap_or(u64::MAX) },
            runs: if is_apart { 0 } else { colliders.run.wrapping_sub(since_run) },
            cache: pair.cache,
        }
    }

    /// Turns the edges of colliders that have got another key, if their colliders are in another order now.
    pub(crate) fn turn_reordered(&mut self, colliders: &mut Colliders<D>) {
        for slot in colliders.take_reordered() {
            let edges: Vec<u32> = self.graph.of(slot).collect();
            for edge in edges {
                let slots = self.graph.pair(edge).slots;
                if colliders.in_order(slots) == slots {
                    continue;
                }
                let pair = self.remember(edge, colliders, |slot| slot);
                let flags = *self.graph.flags(edge);
                self.filtered_count -= usize::from(flags.is_filtered);
                self.graph.remove(edge);
                let edge = self.restore(pair, slots, colliders);
                if flags.not_found_again {
                    self.graph.flags_mut(edge).not_found_again = true;
                    self.not_found_again.push(edge);
                }
            }
        }
    }

    /// Removes all edges and transitions.
    pub(crate) fn clear(&mut self) {
        self.graph.clear();
        self.not_found_again.clear();
        self.filtered_count = 0;
        self.transitions.clear();
        self.unsorted_orders.clear();
        self.sorted_orders.clear();
        self.sorted_count = 0;
    }

    /// Inserts the edges of all remembered pairs of colliders that exist: `slots` has their slots.
    pub(crate) fn restore_all(
        &mut self,
        pairs: &[RememberedPair<D>],
        slots: &[Option<u32>],
        colliders: &Colliders<D>,
    ) {
        self.graph.reserve(pairs.len(), colliders.len());
        // Unless entities have come back under other ids, or with other keys, both colliders of each pair are in order.
        let orders = slots.iter().flatten().map(|&slot| colliders.order(slot));
        let is_sorted = orders.is_sorted();
        for &pair in pairs {
            if let [Some(a), Some(b)] = pair.colliders.map(|index| slots[index as usize]) {
                if is_sorted && pair.colliders[0] < pair.colliders[1] {
                    self.insert_restored(pair, [a, b], colliders.run);
                } else {
                    self.restore(pair, [a, b], colliders);
                }
            }
        }
    }

    /// Inserts the edge of a remembered pair and returns its id. Its colliders are in these slots.
    pub(crate) fn restore(
        &mut self,
        pair: RememberedPair<D>,
        slots: [u32; 2],
        colliders: &Colliders<D>,
    ) -> u32 {
        let in_order = colliders.in_order(slots);
        let pair = if in_order == slots { pair } else { pair.flipped() };
        self.insert_restored(pair, in_order, colliders.run)
    }

    /// Inserts the edge of a remembered pair, whose colliders are in their order.
    fn insert_restored(&mut self, pair: RememberedPair<D>, slots: [u32; 2], run: u32) -> u32 {
        self.filtered_count += usize::from(pair.is_filtered);
        let state = EdgeState {
            state: pair.state,
            since: Duration::from_nanos(pair.since),
            since_run: run.wrapping_sub(pair.runs),
            last_filtered_run: if pair.is_filtered { run } else { 0 },
        };
        self.graph.insert_as(PairData { slots, cache: pair.cache }, state, pair.is_filtered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::{Dim2, Dim3};

    #[test]
    fn a_remembered_pair_takes_at_most_128_bytes() {
        assert!(size_of::<RememberedPair<Dim2>>() <= 104);
        assert!(size_of::<RememberedPair<Dim3>>() <= 128);
    }
}
