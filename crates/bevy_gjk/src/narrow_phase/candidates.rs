//! Pairs that wait for their test.

use crate::broad_phase::PairCollector;
use crate::collider::Dimension;
use crate::contacts::{Held, NONE};
use crate::proxies::{Balls, Boxed, Colliders, Glance, flag};
use crate::push_if::push_if;

/// Two colliders that wait for their test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Their places in the table of colliders, that of the entity with the lower index first.
    pub(super) slots: [u32; 2],
    /// The number of the pair, if it is held.
    pub(super) number: u32,
    /// They surely touch, and that is all that is asked.
    pub(super) sure: bool,
    /// The kinds of both shapes, in four bits each; 0 if they are not known.
    pub(super) kinds: u8,
}

/// Those that wait, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Candidates(pub(super) Vec<Candidate>);

impl Candidates {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    #[inline]
    pub(super) fn push(&mut self, slots: [u32; 2]) {
        self.0.push(Candidate { slots, number: NONE, sure: false, kinds: 0 });
    }

    /// Looks up which of them are held. Until some are added or go, that stays right.
    pub(crate) fn recognize<D: Dimension>(&mut self, held: &Held<D>) {
        for candidate in &mut self.0 {
            candidate.number = held.find(candidate.slots).unwrap_or(NONE);
        }
    }

    /// Takes over what others have found.
    pub(crate) fn append(&mut self, others: &mut Self) {
        self.0.append(&mut others.0);
    }

    /// Keeps those that nobody tested, if they would not be found again: neither moved, nor is gone.
    pub(super) fn keep_untested<D: Dimension>(&mut self, colliders: &Colliders<D>) {
        self.0.retain(|candidate| {
            candidate.slots.iter().all(|&slot| colliders.at(slot).is_active() && !colliders.has_moved(slot))
        });
    }

    /// Keeps each once.
    pub(super) fn dedup(&mut self) {
        // What was found at a glance may have been proposed as well.
        for candidate in &mut self.0 {
            (candidate.number, candidate.sure, candidate.kinds) = (NONE, false, 0);
        }
        self.0.sort_unstable();
        self.0.dedup();
    }
}

/// Makes candidates of the pairs that the broad phase finds.
pub(crate) struct Collector<'a, D: Dimension> {
    pub(super) colliders: &'a Colliders<D>,
    pub(super) held: &'a Held<D>,
}

impl<D: Dimension> PairCollector for Collector<'_, D> {
    type List = Candidates;

    /// Adds a pair unless the bounding spheres are apart or the two may not touch.
    #[inline(always)]
    fn push(&self, list: &mut Candidates, one: &Glance, two: &Glance) {
        let balls = one.balls(two);
        let is_free = one.flags() & two.flags() & flag::FREE != 0;
        let may_meet = || self.colliders.at(one.slot()).may_meet(self.colliders.at(two.slot()));
        if !is_free && (balls == Balls::Apart || !may_meet()) {
            return;
        }
        let touch_only = (one.flags() | two.flags()) & flag::TOUCH_ONLY != 0;
        let sure = (balls == Balls::Touching) & touch_only;
        let (slots, kinds) = one.in_order(two);
        let candidate = Candidate { slots, number: NONE, sure, kinds };
        push_if(&mut list.0, candidate, one.layers_agree(two) & (balls != Balls::Apart));
    }

    /// Looks up the edges while the pairs are in the cache.
    fn finish(&self, list: &mut Candidates) {
        list.recognize(self.held);
    }

    fn len(list: &Candidates) -> usize {
        list.0.len()
    }
}
