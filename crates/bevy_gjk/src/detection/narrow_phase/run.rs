//! The run of the narrow phase: tests the candidates and applies the results to the contact graph.
//!
//! A pair gets an edge when it touches, is near or leaves a simplex cache, and loses it once the broad phase does not
//! find it. The first contacts of new touches are computed in batches, apart from the tests that only ask whether a
//! pair touches.

use core::time::Duration;

use gjk::{Contact, SimplexCache};

use crate::collider::Dimension;
use crate::detection::EndReason;
use crate::detection::contacts::{ContactGraph, Contacts, NO_EDGE, PairData, PairKind, PairState};
use crate::detection::hot_loops::groups;
use crate::detection::narrow_phase::NarrowPhase;
use crate::detection::narrow_phase::candidates::{Candidate, Candidates};
use crate::detection::narrow_phase::pair_test::contact;
use crate::detection::narrow_phase::prefetch::{PREFETCH_GROUP, prefetching_is_worthwhile};
use crate::detection::proxies::{Colliders, PlacedCollider};

/// The test of two colliders.
pub(crate) trait PairTest<D: Dimension> {
    /// Computes the state of a pair from the simplex cache and the state that the last test left.
    fn compute_state(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &PairState<D>,
    ) -> PairState<D>;
}

/// The number of new touches whose contacts are computed together, while the code and the data of the pairs are still
/// in the processor's caches. Tuning constant.
pub(super) const BATCH: usize = 64;

/// The result of a test.
#[derive(Clone, Copy, Debug)]
pub(super) enum TestResult<D: Dimension> {
    /// Neither the state nor the simplex cache changed: there is nothing to store.
    Unchanged,
    /// The state did not change, but the simplex cache did.
    SameState,
    /// A touch begins; its contact is not computed yet.
    TouchWithoutContact,
    /// A touch begins, with its contact: tasks of the parallel test compute it themselves.
    #[cfg_attr(not(feature = "parallel"), expect(dead_code))]
    TouchWithContact(Contact<D::Vector>),
    /// Any other state, with its data.
    NewState(PairState<D>),
}

/// A candidate after its test.
#[derive(Clone, Copy, Debug)]
pub(super) struct TestedPair<D: Dimension> {
    pub(super) candidate: Candidate,
    pub(super) result: TestResult<D>,
    /// The simplex cache that the test left.
    pub(super) cache: SimplexCache<D::Vector>,
}

impl<D: Dimension> ContactGraph<D> {
    /// Returns the simplex cache that the last test of a candidate left, or an empty one.
    #[inline]
    pub(super) fn cache_of(&self, candidate: Candidate) -> SimplexCache<D::Vector> {
        if candidate.edge == NO_EDGE { SimplexCache::default() } else { self.pair(candidate.edge).cache }
    }

    /// Returns whether a candidate needs a test: no filter refuses the pair, and it is not one that touches and, since
    /// the inscribed spheres overlap, still does.
    #[inline]
    fn needs_test(&self, &Candidate { edge, inscribed_spheres_overlap, .. }: &Candidate) -> bool {
        if edge == NO_EDGE {
            return true;
        }
        let flags = self.flags(edge);
        !(flags.is_filtered || inscribed_spheres_overlap && flags.kind == PairKind::Touching)
    }

    /// Returns whether the simplex cache is all there is to store of a pair whose state did not change.
    #[cfg(feature = "parallel")]
    #[inline]
    pub(super) fn changes_only_cache(&self, edge: u32, cache: &SimplexCache<D::Vector>) -> bool {
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
        let has_edge = edge != NO_EDGE;
        let before = if has_edge { self.flags(edge).kind } else { PairKind::Apart };
        let pair = slots.map(|slot| colliders.at(slot));
        let apart = PairState::Apart;
        let state = test.compute_state(pair, cache, if has_edge { &self.state(edge).state } else { &apart });
        match (before, state.kind()) {
            (PairKind::Touching, PairKind::Touching)
            | (PairKind::Apart, PairKind::Apart)
            | (PairKind::FilteredByContact, PairKind::FilteredByContact) => {
                let is_same = if has_edge { self.pair(edge).cache == *cache } else { cache.is_empty() };
                if is_same { TestResult::Unchanged } else { TestResult::SameState }
            }
            (PairKind::Apart | PairKind::Near | PairKind::FilteredByContact, PairKind::Touching) => {
                TestResult::TouchWithoutContact
            }
            _ => TestResult::NewState(state),
        }
    }
}

impl<D: Dimension> NarrowPhase<D> {
    /// Applies the filters, ends the edges whose AABBs are apart, and takes the candidates that need a test.
    pub(super) fn take_candidates(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
    ) -> Candidates {
        self.apply_user_filters(contacts, colliders);
        contacts.end_not_found_again(colliders);
        let mut candidates = core::mem::take(&mut self.candidates);
        let found = candidates.0.len();
        let mut count = 0;
        for index in 0..found {
            let candidate = candidates.0[index];
            // Without a branch: the next candidate overwrites this one unless it is counted.
            candidates.0[count] = candidate;
            count += usize::from(contacts.graph.needs_test(&candidate));
        }
        candidates.0.truncate(count);
        #[cfg(feature = "diagnostics")]
        {
            self.counts = [found, count];
        }
        candidates
    }

    /// Ends the run: gives the list of candidates back for reuse and sorts the transitions.
    pub(super) fn finish(&mut self, contacts: &mut Contacts<D>, mut candidates: Candidates) {
        candidates.0.clear();
        self.candidates = candidates;
        // All edges that were found again have been tested.
        self.edges_with_candidate.clear();
        contacts.sort_transitions();
    }

    /// Tests all candidates by a test that also asks a filter of the app: of those whose inscribed spheres overlap,
    /// too.
    pub(crate) fn test_by(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl PairTest<D>,
    ) {
        self.candidates.0.iter_mut().for_each(|candidate| candidate.inscribed_spheres_overlap = false);
        let candidates = self.take_candidates(contacts, colliders);
        self.test_serially(contacts, candidates, colliders, now, test);
    }

    /// Tests all candidates and updates the contact graph.
    #[cfg(not(feature = "parallel"))]
    pub(crate) fn test(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl PairTest<D>,
    ) {
        let candidates = self.take_candidates(contacts, colliders);
        self.test_serially(contacts, candidates, colliders, now, test);
    }

    /// Tests the given candidates on this thread.
    pub(super) fn test_serially(
        &mut self,
        contacts: &mut Contacts<D>,
        candidates: Candidates,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl PairTest<D>,
    ) {
        let prefetches = prefetching_is_worthwhile(candidates.0.len(), colliders);
        for (group, next) in groups(&candidates.0, PREFETCH_GROUP) {
            if prefetches {
                contacts.graph.prefetch((group, next), colliders);
            }
            for &candidate in group {
                let mut cache = contacts.graph.cache_of(candidate);
                let result = contacts.graph.test(candidate, &mut cache, colliders, test);
                self.apply_result(contacts, TestedPair { candidate, result, cache }, now, colliders);
            }
            if self.new_touches.len() >= BATCH {
                self.begin_touches(contacts, colliders, now);
            }
        }
        self.begin_touches(contacts, colliders, now);
        self.finish(contacts, candidates);
    }

    /// Begins the new touches: computes their first contacts.
    fn begin_touches(&mut self, contacts: &mut Contacts<D>, colliders: &Colliders<D>, now: Duration) {
        let mut new_touches = core::mem::take(&mut self.new_touches);
        for edge in new_touches.drain(..) {
            let PairData { slots, cache } = *contacts.graph.pair(edge);
            let contact = contact(slots.map(|slot| colliders.at(slot)), cache);
            contacts.begin_touch(edge, contact, now, colliders);
        }
        self.new_touches = new_touches;
    }

    /// Applies the result of a test to the contact graph.
    #[inline]
    pub(super) fn apply_result(
        &mut self,
        contacts: &mut Contacts<D>,
        TestedPair { candidate: Candidate { slots, mut edge, .. }, result, cache }: TestedPair<D>,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let is_apart = match result {
            TestResult::Unchanged => return,
            TestResult::SameState => edge == NO_EDGE || contacts.graph.flags(edge).kind == PairKind::Apart,
            TestResult::TouchWithoutContact | TestResult::TouchWithContact(_) => false,
            TestResult::NewState(state) => state.kind() == PairKind::Apart,
        };
        let is_removable = is_apart && cache.is_empty();
        if edge == NO_EDGE {
            if is_removable {
                return;
            }
            edge = contacts.graph.insert(slots);
        }
        match result {
            TestResult::Unchanged | TestResult::SameState => {}
            TestResult::TouchWithoutContact => self.new_touches.push(edge),
            TestResult::TouchWithContact(contact) => contacts.begin_touch(edge, contact, now, colliders),
            TestResult::NewState(state) => {
                let is_filtered = matches!(state, PairState::FilteredByContact);
                let reason = if is_filtered { EndReason::Filtered } else { EndReason::Separated };
                contacts.set_state(edge, state, reason, now, colliders);
            }
        }
        if is_removable {
            contacts.graph.remove(edge);
        } else {
            contacts.graph.pair_mut(edge).cache = cache;
        }
    }
}
