//! The narrow phase: decides which of the pairs that the broad phase found touch or are near.
//!
//! The broad phase pushes pairs whose AABBs overlap into the list of [candidates], which keeps a pair only if its
//! layers and bounding spheres allow a touch. [Filters of the app](apply_user_filters) refuse some. The rest are
//! [tested](run), on [all threads](parallel) where there are many, by the
//! [test of a pair](pair_test): GJK and EPA, warm-started from the contact graph. With a
//! [filter that sees contacts](pair_test::FilteredTest), a touch may still be refused.

use fixedbitset::FixedBitSet;

mod apply_user_filters;
mod best;
mod candidates;
mod composite;
mod pair_test;
#[cfg(feature = "parallel")]
mod parallel;
mod prefetch;
mod run;
mod solids;
mod swept;

use crate::collider::Dimension;
use crate::detection::contacts::{Contacts, NO_EDGE};
use crate::detection::proxies::Colliders;
pub(crate) use best::{Answer, Best};
use candidates::{Candidate, Candidates, Collector};
pub(crate) use composite::{CompositePair, deciding_parts, manifold};
pub(crate) use pair_test::{FilteredTest, GjkTest, ShapePair, contact, each_touching_parts, touching_parts};
pub(crate) use prefetch::{PREFETCH_GROUP, prefetch_colliders, prefetching_is_worthwhile};
pub(crate) use run::PairTest;
pub(crate) use solids::{
    BodyVisitor, FEW_PARTS, PartsByRegion, contact as contact_of_exit, contains_between_faces,
    deepest_or_way_out, each_exit, each_way_out, has_inside, is_one_inside_of, normal_of_hit, of_solid,
};

/// The state of the narrow phase: the pairs to test, and buffers that are kept for their allocations.
#[derive(Debug, Default)]
pub(crate) struct NarrowPhase<D: Dimension> {
    /// The pairs to test, each once.
    candidates: Candidates,
    /// The pairs found by each task of the broad phase.
    lists: Vec<Candidates>,
    /// The edges of the contact graph that are candidates in this run.
    edges_with_candidate: FixedBitSet,
    /// The number of candidates in the last run, and how many of them were tested.
    #[cfg(feature = "diagnostics")]
    counts: [usize; 2],
    /// The edges whose touch begins and whose first contact is not computed yet.
    new_touches: Vec<u32>,
    /// The results of each task of the parallel test.
    #[cfg(feature = "parallel")]
    task_outputs: parallel::TaskOutputs<D>,
    dimension: core::marker::PhantomData<D>,
}

impl<D: Dimension> NarrowPhase<D> {
    /// Returns how many candidates there were in the last run.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn found(&self) -> usize {
        self.counts[0]
    }

    /// Returns how many of the candidates were tested.
    #[cfg(feature = "diagnostics")]
    pub(crate) fn tested(&self) -> usize {
        self.counts[1]
    }

    /// Forgets the candidates that have not been tested.
    pub(crate) fn forget_candidates(&mut self) {
        self.candidates.0.clear();
        self.edges_with_candidate.clear();
    }

    /// Begins a search for pairs: ends the edges of all colliders that were removed.
    pub(crate) fn begin_search(&mut self, contacts: &mut Contacts<D>, colliders: &mut Colliders<D>) {
        self.edges_with_candidate.clear();
        contacts.turn_reordered(colliders);
        contacts.end_removed(colliders);
        colliders.find_unchanged();
        self.candidates.keep_untested(colliders);
        self.candidates.resolve_edges(&contacts.graph);
    }

    /// Adds the pairs that a search finds to the candidates.
    ///
    /// `find` gets one list for each of its tasks and the collector that fills them, and returns the number of lists
    /// it filled.
    pub(crate) fn collect<'a>(
        &mut self,
        contacts: &'a Contacts<D>,
        colliders: &'a Colliders<D>,
        find: impl FnOnce(&mut Vec<Candidates>, &Collector<'a, D>) -> usize,
    ) {
        let count = find(&mut self.lists, &Collector { colliders, graph: &contacts.graph });
        for list in &mut self.lists[..count] {
            self.candidates.append(list);
        }
    }

    /// Ends the search: ends each edge of a moved collider that was not found again.
    pub(crate) fn end_search(&mut self, contacts: &mut Contacts<D>, colliders: &Colliders<D>) {
        self.edges_with_candidate.grow(contacts.graph.end() as usize);
        let mut count = 0;
        for candidate in self.candidates.iter().filter(|candidate| candidate.edge != NO_EDGE) {
            self.edges_with_candidate.insert(candidate.edge as usize);
            count += 1;
        }
        contacts.end_not_found(&self.edges_with_candidate, count, colliders);
        if colliders.any_unchanged() {
            self.forget_unchanged(colliders);
        }
    }

    /// Forgets the candidates of which neither collider has changed since a restored state was saved.
    fn forget_unchanged(&mut self, colliders: &Colliders<D>) {
        let Self { candidates, edges_with_candidate, .. } = self;
        candidates.0.retain(|&Candidate { slots, edge, .. }| {
            let is_unchanged = colliders.is_unchanged(slots);
            if is_unchanged && edge != NO_EDGE {
                edges_with_candidate.set(edge as usize, false);
            }
            !is_unchanged
        });
    }
}
