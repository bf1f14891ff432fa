//! The verdicts, found on all threads.

use core::time::Duration;

use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::contacts::{ContactGraph, Contacts};
use crate::narrow_phase::NarrowPhase;
use crate::narrow_phase::PairTest;
use crate::narrow_phase::candidates::Candidate;
use crate::narrow_phase::prefetch;
use crate::narrow_phase::prefetch::GROUP;
use crate::narrow_phase::run::{BATCH, TestResult};
use crate::prefetch::groups;
use crate::proxies::Colliders;
use crate::tasks;

/// What each part of the work found out.
#[derive(Debug)]
pub(super) struct TaskOutputs<D: Dimension>(Vec<TaskOutput<D>>);

/// What a thread found out. No two threads write to the same lines of memory.
#[derive(Debug)]
#[repr(align(128))]
struct TaskOutput<D: Dimension> {
    /// What is left for the next tests of pairs that are what they were, by their numbers.
    kept: Vec<(u32, SimplexCache<D::Vector>)>,
    answered: Vec<TestedPair<D>>,
}

/// What a thread found out about a pair.
#[derive(Clone, Copy, Debug)]
struct TestedPair<D: Dimension> {
    candidate: Candidate,
    answer: TestResult<D>,
    cache: SimplexCache<D::Vector>,
}

impl<D: Dimension> Default for TaskOutputs<D> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<D: Dimension> Default for TaskOutput<D> {
    fn default() -> Self {
        Self { kept: Vec::new(), answered: Vec::new() }
    }
}

/// Asks those of some whose touch begins how it does.
fn begin<D: Dimension>(
    answered: &mut [TestedPair<D>],
    colliders: &Colliders<D>,
    test: &mut impl PairTest<D>,
) {
    for TestedPair { candidate, answer, cache } in answered {
        if matches!(answer, TestResult::Begins) {
            let pair = candidate.slots.map(|slot| colliders.at(slot));
            *answer = TestResult::Began(test.begin(pair, cache));
        }
    }
}

impl<D: Dimension> TaskOutput<D> {
    fn test(
        &mut self,
        candidates: &[Candidate],
        graph: &ContactGraph<D>,
        colliders: &Colliders<D>,
        test: &mut impl PairTest<D>,
        prefetches: bool,
    ) {
        let Self { kept, answered } = self;
        let (mut first, mut begun) = (answered.len(), 0);
        for (group, next) in groups(candidates, GROUP) {
            if prefetches {
                graph.prefetch((group, next), colliders);
            }
            for &candidate in group {
                let mut cache = graph.cache_of(candidate);
                match graph.test(candidate, &mut cache, colliders, test) {
                    TestResult::Nothing => {}
                    TestResult::Same if graph.keeps_edge(candidate.edge, &cache) => {
                        kept.push((candidate.edge, cache));
                    }
                    answer => {
                        begun += usize::from(matches!(answer, TestResult::Begins));
                        answered.push(TestedPair { candidate, answer, cache });
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
        test: &mut (impl PairTest<D> + Clone + Send + Sync),
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
        tested.resize_with(chunks.len().max(tested.len()), TaskOutput::default);
        let graph = &contacts.graph;
        let parts = chunks.zip(&mut tested).map(|(chunk, part)| (chunk, part, test.clone()));
        let prefetches = prefetch::pays(candidates.0.len(), colliders);
        tasks::each(threads, parts, |(chunk, part, mut test)| {
            part.test(chunk, graph, colliders, &mut test, prefetches);
        });
        // In any order: each of these numbers is there once, and stays that of its pair.
        for (edge, cache) in tested.iter_mut().flat_map(|part| part.kept.drain(..)) {
            contacts.graph.pair_mut(edge).cache = cache;
        }
        for TestedPair { candidate, answer, cache } in
            tested.iter_mut().flat_map(|part| part.answered.drain(..))
        {
            self.answer(contacts, candidate, answer, cache, now, colliders);
        }
        self.tested.0 = tested;
        self.finish(contacts, candidates);
    }
}
