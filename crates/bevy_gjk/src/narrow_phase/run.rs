//! The tests of the candidates, and what becomes of them.

use core::time::Duration;

use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::contacts::Kind;
use crate::contacts::Verdict;
use crate::contacts::{Contacts, Held, NONE, Pair};
use crate::end_reason::EndReason;
use crate::narrow_phase::NarrowPhase;
use crate::narrow_phase::candidates::{Candidate, Candidates};
use crate::narrow_phase::prefetch;
use crate::narrow_phase::prefetch::GROUP;
use crate::narrow_phase::test_order::Habit;
use crate::prefetch::groups;
use crate::proxies::{Colliders, PlacedCollider};

/// The test of two colliders.
pub(crate) trait Test<D: Dimension> {
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
    fn begin(&mut self, pair: [&PlacedCollider<D>; 2], cache: &mut SimplexCache<D::Vector>) -> Verdict<D> {
        self.judge(pair, cache, &Verdict::Apart)
    }

    /// What they are to each other, from what the last test left in the cache, and its verdict.
    fn judge(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &Verdict<D>,
    ) -> Verdict<D>;
}

impl<D: Dimension, F> Test<D> for F
where
    F: FnMut([&PlacedCollider<D>; 2], &mut SimplexCache<D::Vector>, &Verdict<D>) -> Verdict<D>,
{
    fn judge(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &Verdict<D>,
    ) -> Verdict<D> {
        self(pair, cache, before)
    }
}

/// So many of those whose touch begins are asked how at once, or all that there are: so their code is at hand, and
/// what they need is still in the processor's caches.
pub(super) const BATCH: usize = 64;

/// What a test found out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer<D: Dimension> {
    /// What was known before, and that leaves nothing else for the next test: there is nothing to put down.
    Nothing,
    /// What was known before.
    Same,
    /// They touch since now; [how](Test::begin) is still to be asked.
    Begins,
    /// They touch since now, so: of several threads, each asks at once.
    #[cfg_attr(not(feature = "parallel"), expect(dead_code))]
    Began(Verdict<D>),
    Is(Verdict<D>),
}

impl<D: Dimension> Held<D> {
    /// What the last test of a candidate left.
    #[inline]
    pub(super) fn cache_of(&self, candidate: Candidate) -> SimplexCache<D::Vector> {
        if candidate.number == NONE { SimplexCache::default() } else { self.pair(candidate.number).cache }
    }

    /// What the last test of a candidate found out, if another one may lead to something new.
    #[inline]
    fn habit(&self, &Candidate { number, sure, .. }: &Candidate) -> Option<Habit> {
        if number == NONE {
            return Some(if sure { Habit::Sure } else { Habit::New });
        }
        let known = self.standing(number);
        match known.kind {
            _ if known.closed => None,
            Kind::Touching if sure => None,
            Kind::Touching | Kind::Swept => Some(Habit::Touching),
            Kind::Apart | Kind::Near if sure => Some(Habit::Sure),
            Kind::Apart | Kind::Near => Some(Habit::Apart),
        }
    }

    /// Whether of a pair that is what it was nothing is to be put down but what its test left.
    #[cfg(feature = "parallel")]
    #[inline]
    pub(super) fn keeps(&self, number: u32, cache: &SimplexCache<D::Vector>) -> bool {
        number != NONE && !(cache.is_empty() && self.standing(number).kind == Kind::Apart)
    }

    /// Tests a candidate.
    #[inline]
    pub(super) fn ask(
        &self,
        Candidate { slots, number, .. }: Candidate,
        cache: &mut SimplexCache<D::Vector>,
        colliders: &Colliders<D>,
        test: &mut impl Test<D>,
    ) -> Answer<D> {
        let is_known = number != NONE;
        let before = if is_known { self.standing(number).kind } else { Kind::Apart };
        let pair = slots.map(|slot| colliders.at(slot));
        match (before, test.touch(pair, cache)) {
            (Kind::Touching, Some(true)) | (Kind::Apart, Some(false)) => {
                let is_same = if is_known { self.pair(number).cache == *cache } else { cache.is_empty() };
                if is_same { Answer::Nothing } else { Answer::Same }
            }
            (Kind::Apart, Some(true)) => Answer::Begins,
            (Kind::Touching, Some(false)) => Answer::Is(Verdict::Apart),
            _ => {
                let apart = Verdict::Apart;
                let before = if is_known { &self.knowledge(number).verdict } else { &apart };
                Answer::Is(test.judge(pair, cache, before))
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
        self.close_and_open(contacts, colliders);
        contacts.end_parted(colliders);
        let mut candidates = core::mem::take(&mut self.candidates);
        let _found = candidates.0.len();
        self.order.arrange(&mut candidates, |candidate| contacts.held.habit(candidate));
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
        self.confirmed.clear();
        contacts.order_facts();
    }

    /// Gives each pair that waits for it a verdict.
    pub(crate) fn test(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut impl Test<D>,
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
        test: &mut impl Test<D>,
    ) {
        let fetches_ahead = prefetch::pays(candidates.0.len(), colliders);
        for (group, next) in groups(&candidates.0, GROUP) {
            if fetches_ahead {
                contacts.held.fetch_ahead((group, next), colliders);
            }
            for &candidate in group {
                let mut cache = contacts.held.cache_of(candidate);
                let answer = contacts.held.ask(candidate, &mut cache, colliders, test);
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
        test: &mut impl Test<D>,
    ) {
        let mut begun = core::mem::take(&mut self.begun);
        for number in begun.drain(..) {
            let Pair { slots, mut cache } = *contacts.held.pair(number);
            let verdict = test.begin(slots.map(|slot| colliders.at(slot)), &mut cache);
            contacts.judge(number, verdict, EndReason::Separated, now, colliders);
            contacts.held.pair_mut(number).cache = cache;
        }
        self.begun = begun;
    }

    /// Puts down the answer to a test.
    #[inline]
    pub(super) fn answer(
        &mut self,
        contacts: &mut Contacts<D>,
        Candidate { slots, mut number, .. }: Candidate,
        answer: Answer<D>,
        cache: SimplexCache<D::Vector>,
        now: Duration,
        colliders: &Colliders<D>,
    ) {
        let is_apart = match answer {
            Answer::Nothing => return,
            Answer::Same => number == NONE || contacts.held.standing(number).kind == Kind::Apart,
            Answer::Begins | Answer::Began(_) => false,
            Answer::Is(verdict) => matches!(verdict, Verdict::Apart),
        };
        let is_forgotten = is_apart && cache.is_empty();
        if number == NONE {
            if is_forgotten {
                return;
            }
            number = contacts.held.insert(slots);
        }
        match answer {
            Answer::Nothing | Answer::Same => {}
            Answer::Begins => self.begun.push(number),
            Answer::Began(verdict) | Answer::Is(verdict) => {
                contacts.judge(number, verdict, EndReason::Separated, now, colliders);
            }
        }
        if is_forgotten {
            contacts.held.remove(number);
        } else {
            contacts.held.pair_mut(number).cache = cache;
        }
    }
}
