//! What begins and ends when verdicts change.

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{ClosestPoints, Contact};

use crate::collider::Dimension;
use crate::contacts::Contacts;
use crate::contacts::PairKind;
use crate::contacts::PairState;
use crate::end_reason::EndReason;
use crate::proxies::Colliders;

/// What happened to a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TransitionKind<D: Dimension> {
    Ended(EndReason),
    ProximityEnded(EndReason),
    ProximityStarted(ClosestPoints<D::Vector>),
    /// With the time on the way of what is swept.
    Started(Contact<D::Vector>, f32),
}

/// What happened, and to which pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition<D: Dimension> {
    /// The one with the lower index first.
    pub(crate) entities: [Entity; 2],
    pub(crate) change: TransitionKind<D>,
}

impl<D: Dimension> Transition<D> {
    /// Endings come before beginnings.
    pub(crate) fn is_started(&self) -> bool {
        matches!(self.change, TransitionKind::ProximityStarted(_) | TransitionKind::Started(..))
    }
}

impl<D: Dimension> Contacts<D> {
    /// Puts down a verdict, and what began or ended by it.
    #[inline]
    pub(crate) fn set_state(
        &mut self,
        edge: u32,
        state: PairState<D>,
        reason: EndReason,
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
        if old_kind == new_kind || old_kind.touches() && new_kind.touches() {
            return;
        }
        (record.since, record.since_run) = (now, colliders.run);
        let end = match old_kind {
            PairKind::Apart => None,
            PairKind::Near if new_kind.touches() => Some(TransitionKind::ProximityEnded(EndReason::Touched)),
            PairKind::Near => Some(TransitionKind::ProximityEnded(reason)),
            PairKind::Touching | PairKind::Swept => Some(TransitionKind::Ended(reason)),
        };
        let begin = match state {
            PairState::Near(closest) => Some(TransitionKind::ProximityStarted(closest)),
            _ => state.touch().map(|(contact, time)| TransitionKind::Started(contact, time)),
        };
        let entities = self.graph.pair(edge).slots.map(|slot| colliders.at(slot).entity);
        self.transitions
            .extend([end, begin].into_iter().flatten().map(|change| Transition { entities, change }));
    }

    /// Puts the facts of this run in order: endings first, both in the order of their pairs.
    pub(crate) fn sort_transitions(&mut self) {
        let new = &mut self.transitions[self.ordered..];
        // Facts are large: what is sorted are numbers, of which the lowest part is where a fact stands; as
        // `sort_by_cached_key` does, but in memory that is kept. Generations need not be among them: of two entities of
        // one index in a run, one ends and the other begins.
        self.sort_keys.clear();
        self.sort_keys.extend(new.iter().zip(0_u32..).map(|(transition, place)| {
            let [a, b] = transition.entities.map(|entity| u128::from(entity.index_u32()));
            u128::from(transition.is_started()) << 96 | a << 64 | b << 32 | u128::from(place)
        }));
        self.sort_keys.sort_unstable();
        // Each goes where it belongs, round by round: where one came from, the next of its round goes.
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
        self.ordered = self.transitions.len();
    }

    /// Returns whether there are transitions to take.
    pub(crate) fn has_transitions(&self) -> bool {
        !self.transitions.is_empty()
    }

    /// Hands out the facts, in order.
    pub(crate) fn take_transitions(&mut self) -> impl Iterator<Item = Transition<D>> {
        self.sort_transitions();
        self.ordered = 0;
        self.transitions.drain(..)
    }
}
