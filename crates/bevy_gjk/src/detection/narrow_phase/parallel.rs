//! The tests of the candidates on all threads of Bevy's compute pool.
//!
//! Tasks read the contact graph and write their results to buffers of their own. Afterwards one thread applies the
//! results in the order of the candidates, so that nothing depends on the number of threads.

use core::time::Duration;

use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::detection::contacts::{ContactGraph, Contacts};
use crate::detection::hot_loops::groups;
use crate::detection::narrow_phase::candidates::Candidate;
use crate::detection::narrow_phase::pair_test::contact;
use crate::detection::narrow_phase::prefetch::{PREFETCH_GROUP, prefetching_is_worthwhile};
use crate::detection::narrow_phase::run::{BATCH, TestResult, TestedPair};
use crate::detection::narrow_phase::{NarrowPhase, PairTest};
use crate::detection::proxies::Colliders;
use crate::detection::tasks;

/// The results of all tasks.
#[derive(Debug, Default)]
pub(super) struct TaskOutputs<D: Dimension>(Vec<TaskOutput<D>>);

/// The results of one task, aligned so that no two tasks write to the same cache line.
#[derive(Debug, Default)]
#[repr(align(128))]
struct TaskOutput<D: Dimension> {
    /// New simplex caches, by edge, of the pairs for which nothing else changes.
    caches: Vec<(u32, SimplexCache<D::Vector>)>,
    /// All other results, in the order of the candidates.
    results: Vec<TestedPair<D>>,
}

/// Computes the first contact of each pair whose touch begins.
fn compute_first_contacts<D: Dimension>(results: &mut [TestedPair<D>], colliders: &Colliders<D>) {
    for TestedPair { candidate, result, cache } in results {
        if matches!(result, TestResult::TouchWithoutContact) {
            let pair = candidate.slots.map(|slot| colliders.at(slot));
            *result = TestResult::TouchWithContact(contact(pair, *cache));
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
        let Self { caches, results } = self;
        let (mut first_of_batch, mut new_count) = (results.len(), 0);
        for (group, next) in groups(candidates, PREFETCH_GROUP) {
            if prefetches {
                graph.prefetch((group, next), colliders);
            }
            for &candidate in group {
                let mut cache = graph.cache_of(candidate);
                match graph.test(candidate, &mut cache, colliders, test) {
                    TestResult::Unchanged => {}
                    TestResult::SameState if graph.changes_only_cache(candidate.edge, &cache) => {
                        caches.push((candidate.edge, cache));
                    }
                    result => {
                        new_count += usize::from(matches!(result, TestResult::TouchWithoutContact));
                        results.push(TestedPair { candidate, result, cache });
                    }
                }
            }
            if new_count >= BATCH {
                compute_first_contacts(&mut results[first_of_batch..], colliders);
                (first_of_batch, new_count) = (results.len(), 0);
            }
        }
        compute_first_contacts(&mut results[first_of_batch..], colliders);
    }
}

impl<D: Dimension> NarrowPhase<D> {
    /// Does the same as [`test_serially`](Self::test_serially) on all threads of the compute pool. The results are
    /// applied in the order of the candidates and do not depend on the number of threads.
    pub(crate) fn test_in_parallel(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        now: Duration,
        test: &mut (impl PairTest<D> + Clone + Send + Sync),
    ) {
        let candidates = self.take_candidates(contacts, colliders);
        let threads = tasks::threads(candidates.0.len(), tasks::MIN_PARALLEL_TESTS);
        if threads == 1 {
            return self.test_serially(contacts, candidates, colliders, now, test);
        }
        // Many chunks per thread balance the load.
        let chunk = candidates.0.len().div_ceil(16 * threads).max(64);
        let chunks = candidates.0.chunks(chunk);
        let mut outputs = core::mem::take(&mut self.task_outputs.0);
        outputs.resize_with(chunks.len().max(outputs.len()), TaskOutput::default);
        let graph = &contacts.graph;
        let work = chunks.zip(&mut outputs).map(|(chunk, output)| (chunk, output, test.clone()));
        let prefetches = prefetching_is_worthwhile(candidates.0.len(), colliders);
        tasks::each(threads, work, |(chunk, output, mut test)| {
            output.test(chunk, graph, colliders, &mut test, prefetches);
        });
        // The order does not matter: each edge occurs once, and no edge has been removed yet.
        for (edge, cache) in outputs.iter_mut().flat_map(|output| output.caches.drain(..)) {
            contacts.graph.pair_mut(edge).cache = cache;
        }
        for tested in outputs.iter_mut().flat_map(|output| output.results.drain(..)) {
            self.apply_result(contacts, tested, now, colliders);
        }
        self.task_outputs.0 = outputs;
        self.finish(contacts, candidates);
    }
}
