//! The tests of the candidates, and what becomes of them.

use core::time::Duration;

use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::contacts::PairKind;
use crate::contacts::PairState;
use crate::contacts::{ContactGraph, Contacts, EdgeHot, NO_EDGE};
use crate::end_reason::EndReason;
use crate::narrow_phase::NarrowPhase;
use crate::narrow_phase::candidates::{Candidate, Candidates};
use crate::narrow_phase::prefetch;
use crate::narrow_phase::prefetch::GROUP;
use crate::narrow_phase::test_order::LastResult;
use crate::prefetch::groups;
use crate::proxies::{Colliders, PlacedCollider};

/// The test of two colliders.
pub(crate) trait PairTest<D: Dimension> {
    /// Whether they touch, if that is all that is asked: then [`begin`](Self::begin) tells how a touch begins.
    #[inline]
    fn touch(
        &mut self,
        _pair: [&PlacedCollider<D>; 2],
        _cache: &mut SimplexCache<D::Vector>,
    ) -> Option<bool> {
        None
    }

    /// What two that touch since now are to each other.
    fn begin(&mut self, pair: [&PlacedCollider<D>; 2], cache: &mut SimplexCache<D::Vector>) -> PairState<D> {
        self.evaluate(pair, cache, &PairState::Apart)
    }

    /// What they are to each other, from what the last test left in the cache, and its verdict.
    fn evaluate(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &PairState<D>,
    ) -> PairState<D>;
}

impl<D: Dimension, F> PairTest<D> for F
where
    F: FnMut([&PlacedCollider<D>; 2], &mut SimplexCache<D::Vector>, &PairState<D>) -> PairState<D>,
{
    fn evaluate(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &PairState<D>,
    ) -> PairState<D> {
        self(pair, cache, before)
    }
}

/// So many of those whose touch begins are asked how at once, or all that there are: so their code is at hand, and
/// what they need is still in the processor's caches.
pub(super) const BATCH: usize = 64;

/// What a test found out.
#[derive(Clone, Copy, Debug)]
pub(super) enum TestResult<D: Dimension> {
    /// What was known before, and that leaves nothing else for the next test: there is nothing to put down.
    Nothing,
    /// What was known before.
    Same,
    /// They touch since now; [how](PairTest::begin) is still to be asked.
    Begins,
    /// They touch since now, so: of several threads, each asks at once.
    #[cfg_attr(not(feature = "parallel"), expect(dead_code))]
    Began(PairState<D>),
    Is(PairState<D>),
}

impl<D: Dimension> ContactGraph<D> {
    /// What the last test of a candidate left.
    #[inline]
    pub(super) fn cache_of(&self, candidate: Candidate) -> SimplexCache<D::Vector> {
        if candidate.edge == NO_EDGE { SimplexCache::default() } else { self.pair(candidate.edge).cache }
    }

    /// What the last test of a candidate found out, if another one may lead to something new.
    #[inline]
    fn last_result(&self, &Candidate { edge, sure, .. }: &Candidate) -> Option<LastResult> {
        if edge == NO_EDGE {
            return Some(if sure { LastResult::Sure } else { LastResult::New });
        }
        let known = self.flags(edge);
        match known.kind {
            _ if known.refused => None,
            PairKind::Touching if sure => None,
            PairKind::Touching | PairKind::Swept => Some(LastResult::Touching),
            PairKind::Apart | PairKind::Near if sure => Some(LastResult::Sure),
            PairKind::Apart | PairKind::Near => Some(LastResult::Apart),
        }
    }

    /// Whether of a pair that is what it was nothing is to be put down but what its test left.
    #[cfg(feature = "parallel")]
    #[inline]
    pub(super) fn keeps_edge(&self, edge: u32, cache: &SimplexCache<D::Vector>) -> bool {
        edge != NO_EDGE && !(cache.is_empty() && self.flags(edge).kind == PairKind::Apart)
    }

    /// Tests a candidate.
    #[inline]
    pub(super) fn test(
        &self,
        Candidate { slots, edge, .. }: Candidate,
        cache: &mut SimplexCache<D::Vector>,
        colliders: &Colliders<D>,
        test: &mut impl PairTest<D>,
    ) -> TestResult<D> {
        let is_known = edge != NO_EDGE;
        let before = if is_known { self.flags(edge).kind } else { PairKind::Apart };
        let pair = slots.map(|slot| colliders.at(slot));
        match (before, test.touch(pair, cache)) {
            (PairKind::Touching, Some(true)) | (PairKind::Apart, Some(false)) => {
                let is_same = if is_known { self.pair(edge).cache == *cache } else { cache.is_empty() };
                if is_same { TestResult::Nothing } else { TestResult::Same }
            }
            (PairKind::Apart, Some(true)) => TestResult::Begins,
            (PairKind::Touching, Some(false)) => TestResult::Is(PairState::Apart),
            _ => {
                let apart = PairState::Apart;
                let before = if is_known { &self.state(edge).state } else { &apart };
                TestResult::Is(test.evaluate(pair, cache, before))
            }
        }
    }
}

impl<D: Dimension> NarrowPhase<D> {
    /// Takes out the candidates of which a test may lead to something new, in the order in which they are best tested.
    pub(super) fn take_candidates(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
    ) -> Candidates {
        self.apply_filters(contacts, colliders);
        contacts.end_separated(colliders);
        let mut candidates = core::mem::take(&mut self.candidates);
        let _found = candidates.0.len();
        self.order.sort(&mut candidates, |candidate| contacts.graph.last_result(candidate));
        #[cfg(feature = "diagnostics")]
        {
            self.counts = [_found, candidates.0.len()];
        }
        candidates
    }

    /// Keeps the memory of the candidates that were taken out.
    pub(super) fn finish(&mut self, contacts: &mut Contacts<D>, mut candidates: Candidates) {
        candidates.0.clear();
        self.candidates = candidates;
        // Those that were confirmed have had their test.
        self.found_edges.clear();
        contacts.sort_transitions();
    }

    /// Gives each pair that waits for it a verdict.
    pub(crate) fn test(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl PairTest<D>,
    ) {
        let candidates = self.take_candidates(contacts, colliders);
        self.test_alone(contacts, candidates, colliders, now, test);
    }

    /// Tests candidates that were taken out, on this thread.
    pub(super) fn test_alone(
        &mut self,
        contacts: &mut Contacts<D>,
        candidates: Candidates,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl PairTest<D>,
    ) {
        let prefetches = prefetch::pays(candidates.0.len(), colliders);
        for (group, next) in groups(&candidates.0, GROUP) {
            if prefetches {
                contacts.graph.prefetch((group, next), colliders);
            }
            for &candidate in group {
                let mut cache = contacts.graph.cache_of(candidate);
                let answer = contacts.graph.test(candidate, &mut cache, colliders, test);
                self.answer(contacts, candidate, answer, cache, now, colliders);
            }
            if self.begun.len() >= BATCH {
                self.begin(contacts, colliders, now, test);
            }
        }
        self.begin(contacts, colliders, now, test);
        self.finish(contacts, candidates);
    }

    /// Asks how the touches begin that wait for it.
    fn begin(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl PairTest<D>,
    ) {
        let mut begun = core::mem::take(&mut self.begun);
        for edge in begun.drain(..) {
            let EdgeHot { slots, mut cache } = *contacts.graph.pair(edge);
            let state = test.begin(slots.map(|slot| colliders.at(slot)), &mut cache);
            contacts.set_state(edge, state, EndReason::Separated, now, colliders);
            contacts.graph.pair_mut(edge).cache = cache;
        }
        self.begun = begun;
    }

    /// Puts down the answer to a test.
    #[inline]
    pub(super) fn answer(
        &mut self,
        contacts: &mut Contacts<D>,
        Candidate { slots, mut edge, .. }: Candidate,
        answer: TestResult<D>,
        cache: SimplexCache<D::Vector>,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let is_apart = match answer {
            TestResult::Nothing => return,
            TestResult::Same => edge == NO_EDGE || contacts.graph.flags(edge).kind == PairKind::Apart,
            TestResult::Begins | TestResult::Began(_) => false,
            TestResult::Is(state) => matches!(state, PairState::Apart),
        };
        let is_forgotten = is_apart && cache.is_empty();
        if edge == NO_EDGE {
            if is_forgotten {
                return;
            }
            edge = contacts.graph.insert(slots);
        }
        match answer {
            TestResult::Nothing | TestResult::Same => {}
            TestResult::Begins => self.begun.push(edge),
            TestResult::Began(state) | TestResult::Is(state) => {
                contacts.set_state(edge, state, EndReason::Separated, now, colliders);
            }
        }
        if is_forgotten {
            contacts.graph.remove(edge);
        } else {
            contacts.graph.pair_mut(edge).cache = cache;
        }
    }
}
