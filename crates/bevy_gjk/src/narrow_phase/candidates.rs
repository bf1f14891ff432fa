//! Pairs that wait for their test.

use crate::broad_phase::PairCollector;
use crate::collider::Dimension;
use crate::contacts::{ContactGraph, NO_EDGE};
use crate::proxies::{Colliders, HasAabb, Proxy, SphereTest, flag};
use crate::push_if::push_if;

/// Two colliders that wait for their test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Their places in the table of colliders, that of the entity with the lower index first.
    pub(super) slots: [u32; 2],
    /// The number of the pair, if it is held.
    pub(super) edge: u32,
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
        self.0.push(Candidate { slots, edge: NO_EDGE, sure: false, kinds: 0 });
    }

    /// Looks up which of them are held. Until some are added or go, that stays right.
    pub(crate) fn resolve_edges<D: Dimension>(&mut self, graph: &ContactGraph<D>) {
        for candidate in &mut self.0 {
            candidate.edge = graph.find(candidate.slots).unwrap_or(NO_EDGE);
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
            (candidate.edge, candidate.sure, candidate.kinds) = (NO_EDGE, false, 0);
        }
        self.0.sort_unstable();
        self.0.dedup();
    }
}

/// Makes candidates of the pairs that the broad phase finds.
pub(crate) struct Collector<'a, D: Dimension> {
    pub(super) colliders: &'a Colliders<D>,
    pub(super) graph: &'a ContactGraph<D>,
}

impl<D: Dimension> PairCollector for Collector<'_, D> {
    type List = Candidates;

    /// Adds a pair unless the bounding spheres are apart or the two may not touch.
    #[inline(always)]
    fn push(&self, list: &mut Candidates, one: &Proxy, two: &Proxy) {
        let balls = one.test_spheres(two);
        let is_free = one.flags() & two.flags() & flag::FREE != 0;
        let may_meet = || self.colliders.at(one.slot()).may_meet(self.colliders.at(two.slot()));
        if !is_free && (balls == SphereTest::Apart || !may_meet()) {
            return;
        }
        let touch_only = (one.flags() | two.flags()) & flag::TOUCH_ONLY != 0;
        let sure = (balls == SphereTest::Touching) & touch_only;
        let (slots, kinds) = one.in_order(two);
        let candidate = Candidate { slots, edge: NO_EDGE, sure, kinds };
        push_if(&mut list.0, candidate, one.layers_agree(two) & (balls != SphereTest::Apart));
    }

    /// Looks up the edges while the pairs are in the cache.
    fn finish(&self, list: &mut Candidates) {
        list.resolve_edges(self.graph);
    }

    fn len(list: &Candidates) -> usize {
        list.0.len()
    }
}
