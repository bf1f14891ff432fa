//! The candidates: pairs of colliders to be tested in this run.
//!
//! The broad phase pushes pairs of proxies; the [`Collector`] culls them by layers, exceptions, self-collision groups
//! and bounding spheres, and stores the others with the edge that they have in the contact graph. The filters of the
//! app come later, in `apply_user_filters.rs`.

use crate::collider::Dimension;
use crate::detection::broad_phase::PairCollector;
use crate::detection::contacts::{ContactGraph, NO_EDGE};
use crate::detection::hot_loops::push_if;
use crate::detection::proxies::{Colliders, HasAabb, Proxy, SphereTest, flag};

/// A pair of colliders to be tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The slots of both colliders, that of the entity that is lower in order first.
    pub(super) slots: [u32; 2],
    /// The edge of the pair in the contact graph, or [`NO_EDGE`].
    pub(super) edge: u32,
    /// The inscribed spheres overlap: no test is needed while the two touch.
    pub(super) inscribed_spheres_overlap: bool,
}

/// The candidates, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Candidates(pub(super) Vec<Candidate>);

impl Candidates {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    /// Looks up the edge of each candidate. The result is valid until edges are inserted or removed.
    pub(crate) fn resolve_edges<D: Dimension>(&mut self, graph: &ContactGraph<D>) {
        for candidate in &mut self.0 {
            candidate.edge = graph.find(candidate.slots).unwrap_or(NO_EDGE);
        }
    }

    /// Moves all candidates of another list to the end of this one.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.0.append(&mut other.0);
    }

    /// Keeps the candidates of an earlier search that were not tested and that this search will not find again: both
    /// colliders are active and neither moved.
    pub(super) fn keep_untested<D: Dimension>(&mut self, colliders: &Colliders<D>) {
        self.0.retain(|candidate| {
            candidate.slots.iter().all(|&slot| colliders.at(slot).is_active() && !colliders.has_changed(slot))
        });
    }
}

/// Culls the pairs that the broad phase finds and stores the others as candidates.
pub(crate) struct Collector<'a, D: Dimension> {
    pub(super) colliders: &'a Colliders<D>,
    pub(super) graph: &'a ContactGraph<D>,
}

impl<D: Dimension> PairCollector for Collector<'_, D> {
    type List = Candidates;

    /// Adds a pair, unless the bounding spheres are apart or layers, exceptions or self-collision groups keep the two
    /// apart.
    ///
    /// If both have layers only, the layers in the proxies decide, so that the placed colliders need not be read.
    #[inline(always)]
    fn push_unless_culled(&self, list: &mut Candidates, one: &Proxy, two: &Proxy) {
        let spheres = one.test_spheres(two);
        let only_layers = one.flags() & two.flags() & flag::ONLY_LAYERS != 0;
        let should_collide = || self.colliders.at(one.slot()).should_collide(self.colliders.at(two.slot()));
        if !only_layers && (spheres == SphereTest::Apart || !should_collide()) {
            return;
        }
        let inscribed_spheres_overlap = spheres == SphereTest::Touching;
        let candidate = Candidate { slots: one.in_order(two), edge: NO_EDGE, inscribed_spheres_overlap };
        push_if(&mut list.0, candidate, one.layers_interact(two) & (spheres != SphereTest::Apart));
    }

    /// Puts those with keys in order, and looks up the edges while the pairs are in the processor's cache.
    fn finish(&self, list: &mut Candidates) {
        if self.colliders.has_keys() {
            for candidate in &mut list.0 {
                candidate.slots = self.colliders.in_order(candidate.slots);
            }
        }
        list.resolve_edges(self.graph);
    }

    fn len(list: &Candidates) -> usize {
        list.0.len()
    }
}
