//! Transitions: the changes of pair states that are reported as events. They are decided here, in
//! [`change_state`](super::Contacts::change_state), and sent by `events/queue.rs`.
//!
//! They are collected during the tests and sorted afterwards, so that the events have the same order on any number of
//! threads: ends first, then starts, each by the entities of the pair.
//!
//! A touch or a proximity starts where the phase `NarrowPhase` stores the result of a test: in
//! `detection/narrow_phase/run.rs`. Where the [reason](EndReason) of an end is found:
//!
//! | reason | found by | in |
//! |---|---|---|
//! | `Despawned`, `Removed`, `Disabled` | the phase `Prepare`, for a collider that no longer takes part | `frame/read_world/absence.rs`: `AbsentColliders::absence`: despawned if the entity does not exist; `Contacts::end_removed` ends the edges |
//! | `Invalid` | the phase `Prepare`, for a collider without a valid proxy | `detection/proxies/table/aabb_updates.rs` |
//! | `Filtered` | the phase `Prepare`, for a collider that changed its space | `frame/read_world.rs`: `begin_anew_in_space` |
//! | `Filtered` | the phase `BroadPhase`, where the settings of the two changed | `detection/contacts.rs`: `end_if_changed` |
//! | `Filtered` | the phase `Filter` or a contact filter, which see each candidate | `detection/narrow_phase/apply_user_filters.rs`, `detection/narrow_phase/pair_test.rs` |
//! | `Separated` | the phase `NarrowPhase`, if the broad phase has not found the pair again: AABBs or bounding spheres are apart | `detection/contacts.rs`: `end_not_found_again` |
//! | `Separated` | the phase `NarrowPhase`, if the shapes no longer do | `detection/narrow_phase/run.rs` |
//! | `Touched` | here: what was near touches | |

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{Cast, ClosestPoints, Contact};

use crate::collider::Dimension;
use crate::detection::EndReason;
use crate::detection::contacts::{Contacts, PairKind, PairState};
use crate::detection::proxies::{Colliders, EntityOrder};

/// The change of a pair's state that a transition reports.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TransitionKind<D: Dimension> {
    Ended(EndReason),
    ProximityEnded(EndReason),
    ProximityStarted(ClosestPoints<D::Vector>),
    /// The contact, and its time during the motion of a swept collider.
    Started(Contact<D::Vector>, f32),
}

/// A reported change of a pair's state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition<D: Dimension> {
    /// The entities of the pair, the one that is lower in order first.
    pub(crate) entities: [Entity; 2],
    pub(crate) change: TransitionKind<D>,
}

impl<D: Dimension> Transition<D> {
    /// Returns whether the transition is the start of a touch or of a proximity.
    pub(crate) fn is_started(&self) -> bool {
        matches!(self.change, TransitionKind::ProximityStarted(_) | TransitionKind::Started(..))
    }

    /// Returns the order of two entities without keys.
    fn order_of_indices(&self) -> [EntityOrder; 2] {
        self.entities.map(|entity| EntityOrder::of(entity, None))
    }
}

/// A new state of an edge.
struct StateChange<D: Dimension> {
    state: PairState<D>,
    /// What begins with it.
    begin: Option<TransitionKind<D>>,
    /// Why what was before ends.
    reason: EndReason,
}

impl<D: Dimension> Contacts<D> {
    /// Sets the state of an edge and records the transitions this causes. `reason` is that of an end. For a touch that
    /// begins where the colliders stand there is [`begin_touch`](Self::begin_touch).
    #[inline]
    pub(crate) fn set_state(
        &mut self,
        edge: u32,
        state: PairState<D>,
        reason: EndReason,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let begin = match state {
            PairState::Near(closest) => Some(TransitionKind::ProximityStarted(closest)),
            PairState::Swept(Cast { contact, time }) => Some(TransitionKind::Started(contact, time)),
            PairState::Apart | PairState::FilteredByContact | PairState::Touching => None,
        };
        self.change_state(edge, StateChange { state, begin, reason }, now, colliders);
    }

    /// Sets the state of an edge whose colliders begin to touch where they stand, with this contact.
    #[inline]
    pub(crate) fn begin_touch(
        &mut self,
        edge: u32,
        contact: Contact<D::Vector>,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let begin = Some(TransitionKind::Started(contact, 1.0));
        let change = StateChange { state: PairState::Touching, begin, reason: EndReason::Touched };
        self.change_state(edge, change, now, colliders);
    }

    #[inline]
    fn change_state(
        &mut self,
        edge: u32,
        StateChange { state, begin, reason }: StateChange<D>,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let new_kind = state.kind();
        let old_kind = core::mem::replace(&mut self.graph.flags_mut(edge).kind, new_kind);
        if old_kind == PairKind::Apart && new_kind == PairKind::Apart {
            return;
        }
        let record = self.graph.state_mut(edge);
        record.state = state;
        if old_kind == new_kind
            || old_kind.touches() && new_kind.touches()
            || old_kind.is_apart() && new_kind.is_apart()
        {
            return;
        }
        (record.since, record.since_run) = (now, colliders.run);
        let end = match old_kind {
            PairKind::Apart | PairKind::FilteredByContact => None,
            PairKind::Near if new_kind.touches() => Some(TransitionKind::ProximityEnded(EndReason::Touched)),
            PairKind::Near => Some(TransitionKind::ProximityEnded(reason)),
            PairKind::Touching | PairKind::Swept => Some(TransitionKind::Ended(reason)),
        };
        let slots = self.graph.pair(edge).slots;
        let entities = slots.map(|slot| colliders.at(slot).entity);
        if colliders.has_keys() {
            self.note_orders(slots, end.iter().chain(&begin).count(), colliders);
        }
        self.transitions
            .extend([end, begin].into_iter().flatten().map(|change| Transition { entities, change }));
    }

    /// Sorts the transitions of this run: ends first, then starts, each in the order of their pairs.
    pub(crate) fn sort_transitions(&mut self) {
        if self.unsorted_orders.is_empty() {
            self.sort_by_indices();
        } else {
            self.sort_by_orders();
        }
        let new = &mut self.transitions[self.sorted_count..];
        // Apply the permutation in place, cycle by cycle.
        for first in 0..new.len() {
            let mut to = first;
            loop {
                let from = core::mem::replace(&mut self.sort_keys[to], to as u128) as u32 as usize;
                if from == first {
                    break;
                }
                new.swap(to, from);
                to = from;
            }
        }
        self.sorted_count = self.transitions.len();
    }

    /// Sorts the keys of the new transitions by the indices of their entities.
    ///
    /// Transitions are large, so keys are sorted, whose lowest bits are the index of the transition: this is
    /// `sort_by_cached_key` without its allocation. The keys need no generations: if two entities of a run share an
    /// index, one has only ends and the other only starts.
    fn sort_by_indices(&mut self) {
        let new = &self.transitions[self.sorted_count..];
        self.sort_keys.clear();
        self.sort_keys.extend(new.iter().zip(0_u32..).map(|(transition, index)| {
            let [a, b] = transition.entities.map(|entity| u128::from(entity.index_u32()));
            u128::from(transition.is_started()) << 96 | a << 64 | b << 32 | u128::from(index)
        }));
        self.sort_keys.sort_unstable();
    }

    /// Notes the order of the colliders of the transitions that are about to be added: when these are sorted, the
    /// colliders may be gone.
    #[cold]
    fn note_orders(&mut self, slots: [u32; 2], count: usize, colliders: &Colliders<D>) {
        let orders = &mut self.unsorted_orders;
        let without = &self.transitions[self.sorted_count + orders.len()..];
        orders.extend(without.iter().map(Transition::order_of_indices));
        orders.extend(core::iter::repeat_n(slots.map(|slot| colliders.order(slot)), count));
    }

    /// Sorts the keys of the new transitions by the noted orders, which are kept until the transitions are taken.
    fn sort_by_orders(&mut self) {
        let Self { transitions, unsorted_orders, sorted_orders, order_keys, sort_keys, .. } = self;
        let without = &transitions[sorted_orders.len()..self.sorted_count];
        sorted_orders.extend(without.iter().map(Transition::order_of_indices));
        order_keys.clear();
        order_keys.extend(transitions[self.sorted_count..].iter().zip(0..).map(|(transition, index)| {
            let order = unsorted_orders.get(index as usize).copied();
            (transition.is_started(), order.unwrap_or_else(|| transition.order_of_indices()), index)
        }));
        order_keys.sort_unstable();
        sort_keys.clear();
        sort_keys.extend(order_keys.iter().map(|&(.., index)| u128::from(index)));
        sorted_orders.extend(order_keys.iter().map(|&(_, order, _)| order));
        unsorted_orders.clear();
    }

    /// Returns whether there are transitions to take.
    pub(crate) fn has_transitions(&self) -> bool {
        !self.transitions.is_empty()
    }

    /// Takes all transitions, in order, each with the keys that its entities have or had.
    pub(crate) fn take_transitions(&mut self) -> impl Iterator<Item = (Transition<D>, [Option<u64>; 2])> {
        self.sort_transitions();
        self.sorted_count = 0;
        let keys = self.sorted_orders.drain(..).map(|orders| orders.map(EntityOrder::key));
        self.transitions.drain(..).zip(keys.chain(core::iter::repeat([None; 2])))
    }
}
