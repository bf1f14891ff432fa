//! The verdicts, found on all threads.

use core::time::Duration;

use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::contacts::{Contacts, Held};
use crate::narrow_phase::NarrowPhase;
use crate::narrow_phase::Test;
use crate::narrow_phase::candidates::Candidate;
use crate::narrow_phase::prefetch;
use crate::narrow_phase::prefetch::GROUP;
use crate::narrow_phase::run::{Answer, BATCH};
use crate::prefetch::groups;
use crate::proxies::Colliders;
use crate::tasks;

/// What each part of the work found out.
#[derive(Debug)]
pub(super) struct Tested<D: Dimension>(Vec<Part<D>>);

/// What a thread found out. No two threads write to the same lines of memory.
#[derive(Debug)]
#[repr(align(128))]
struct Part<D: Dimension> {
    /// What is left for the next tests of pairs that are what they were, by their numbers.
    kept: Vec<(u32, SimplexCache<D::Vector>)>,
    answered: Vec<Answered<D>>,
}

/// What a thread found out about a pair.
#[derive(Clone, Copy, Debug)]
struct Answered<D: Dimension> {
    candidate: Candidate,
    answer: Answer<D>,
    cache: SimplexCache<D::Vector>,
}

impl<D: Dimension> Default for Tested<D> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<D: Dimension> Default for Part<D> {
    fn default() -> Self {
        Self { kept: Vec::new(), answered: Vec::new() }
    }
}

/// Asks those of some whose touch begins how it does.
fn begin<D: Dimension>(answered: &mut [Answered<D>], colliders: &Colliders<D>, test: &mut impl Test<D>) {
    for Answered { candidate, answer, cache } in answered {
        if matches!(answer, Answer::Begins) {
            let pair = candidate.slots.map(|slot| colliders.at(slot));
            *answer = Answer::Began(test.begin(pair, cache));
        }
    }
}

impl<D: Dimension> Part<D> {
    fn test(
        &mut self,
        candidates: &[Candidate],
        held: &Held<D>,
        colliders: &Colliders<D>,
        test: &mut impl Test<D>,
        fetches_ahead: bool,
    ) {
        let Self { kept, answered } = self;
        let (mut first, mut begun) = (answered.len(), 0);
        for (group, next) in groups(candidates, GROUP) {
            if fetches_ahead {
                held.fetch_ahead((group, next), colliders);
            }
            for &candidate in group {
                let mut cache = held.cache_of(candidate);
                match held.ask(candidate, &mut cache, colliders, test) {
                    Answer::Nothing => {}
                    Answer::Same if held.keeps(candidate.number, &cache) => {
                        kept.push((candidate.number, cache));
                    }
                    answer => {
                        begun += usize::from(matches!(answer, Answer::Begins));
                        answered.push(Answered { candidate, answer, cache });
                    }
                }
            }
            if begun >= BATCH {
                begin(&mut answered[first..], colliders, test);
                (first, begun) = (answered.len(), 0);
            }
        }
        begin(&mut answered[first..], colliders, test);
    }
}

impl<D: Dimension> NarrowPhase<D> {
    /// Does the same as [`test`](Self::test) on all threads of the compute pool. The answers are put down in the
    /// order of the candidates, so that nothing depends on the threads.
    pub(crate) fn test_in_parallel(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut (impl Test<D> + Clone + Send + Sync),
    ) {
        let candidates = self.take_candidates(contacts, colliders);
        let threads = tasks::threads(candidates.0.len(), tasks::TESTS);
        if threads == 1 {
            return self.test_alone(contacts, candidates, colliders, now, test);
        }
        // Many for each thread, so that none waits long for the slowest.
        let chunk = candidates.0.len().div_ceil(16 * threads).max(64);
        let chunks = candidates.0.chunks(chunk);
        let mut tested = core::mem::take(&mut self.tested.0);
        tested.resize_with(chunks.len().max(tested.len()), Part::default);
        let held = &contacts.held;
        let parts = chunks.zip(&mut tested).map(|(chunk, part)| (chunk, part, test.clone()));
        let fetches_ahead = prefetch::pays(candidates.0.len(), colliders);
        tasks::each(threads, parts, |(chunk, part, mut test)| {
            part.test(chunk, held, colliders, &mut test, fetches_ahead);
        });
        // In any order: each of these numbers is there once, and stays that of its pair.
        for (number, cache) in tested.iter_mut().flat_map(|part| part.kept.drain(..)) {
            contacts.held.pair_mut(number).cache = cache;
        }
        for Answered { candidate, answer, cache } in
            tested.iter_mut().flat_map(|part| part.answered.drain(..))
        {
            self.answer(contacts, candidate, answer, cache, now, colliders);
        }
        self.tested.0 = tested;
        self.finish(contacts, candidates);
    }
}
