//! What begins and ends when verdicts change.

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{ClosestPoints, Contact};

use crate::collider::Dimension;
use crate::contacts::Contacts;
use crate::contacts::Kind;
use crate::contacts::Verdict;
use crate::end_reason::EndReason;
use crate::proxies::Colliders;

/// What happened to a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<D: Dimension> {
    Ended(EndReason),
    NearEnded(EndReason),
    NearStarted(ClosestPoints<D::Vector>),
    /// With the time on the way of what is swept.
    Started(Contact<D::Vector>, f32),
}

/// What happened, and to which pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact<D: Dimension> {
    /// The one with the lower index first.
    pub(crate) entities: [Entity; 2],
    pub(crate) change: Change<D>,
}

impl<D: Dimension> Fact<D> {
    /// Endings come before beginnings.
    pub(crate) fn is_started(&self) -> bool {
        matches!(self.change, Change::NearStarted(_) | Change::Started(..))
    }
}

impl<D: Dimension> Contacts<D> {
    /// Puts down a verdict, and what began or ended by it.
    #[inline]
    pub(crate) fn judge(
        &mut self,
        number: u32,
        verdict: Verdict<D>,
        reason: EndReason,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let after = verdict.kind();
        let before = core::mem::replace(&mut self.held.standing_mut(number).kind, after);
        if before == Kind::Apart && after == Kind::Apart {
            return;
        }
        let knowledge = self.held.knowledge_mut(number);
        knowledge.verdict = verdict;
        if before == after || before.touches() && after.touches() {
            return;
        }
        (knowledge.since, knowledge.since_run) = (now, colliders.run);
        let end = match before {
            Kind::Apart => None,
            Kind::Near if after.touches() => Some(Change::NearEnded(EndReason::Touched)),
            Kind::Near => Some(Change::NearEnded(reason)),
            Kind::Touching | Kind::Swept => Some(Change::Ended(reason)),
        };
        let begin = match verdict {
            Verdict::Near(closest) => Some(Change::NearStarted(closest)),
            _ => verdict.touch().map(|(contact, time)| Change::Started(contact, time)),
        };
        let entities = self.held.pair(number).slots.map(|slot| colliders.at(slot).entity);
        self.facts.extend([end, begin].into_iter().flatten().map(|change| Fact { entities, change }));
    }

    /// Puts the facts of this run in order: endings first, both in the order of their pairs.
    pub(crate) fn order_facts(&mut self) {
        let new = &mut self.facts[self.ordered..];
        // Facts are large: what is sorted are numbers, of which the lowest part is where a fact stands; as
        // `sort_by_cached_key` does, but in memory that is kept. Generations need not be among them: of two entities of
        // one index in a run, one ends and the other begins.
        self.fact_order.clear();
        self.fact_order.extend(new.iter().zip(0_u32..).map(|(fact, place)| {
            let [a, b] = fact.entities.map(|entity| u128::from(entity.index_u32()));
            u128::from(fact.is_started()) << 96 | a << 64 | b << 32 | u128::from(place)
        }));
        self.fact_order.sort_unstable();
        // Each goes where it belongs, round by round: where one came from, the next of its round goes.
        for first in 0..new.len() {
            let mut to = first;
            loop {
                let from = core::mem::replace(&mut self.fact_order[to], to as u128) as u32 as usize;
                if from == first {
                    break;
                }
                new.swap(to, from);
                to = from;
            }
        }
        self.ordered = self.facts.len();
    }

    /// Returns whether there are transitions to take.
    pub(crate) fn has_facts(&self) -> bool {
        !self.facts.is_empty()
    }

    /// Hands out the facts, in order.
    pub(crate) fn take_facts(&mut self) -> impl Iterator<Item = Fact<D>> {
        self.order_facts();
        self.ordered = 0;
        self.facts.drain(..)
    }
}
