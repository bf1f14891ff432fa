//! Reading ahead: what tests need is fetched from memory for some of them at once, for each of which the processor
//! would else wait on its own. For few tests among few colliders it is in the processor's caches anyway.

use core::hint::black_box;

use gjk::Support;

use super::candidates::Candidate;
use super::held::{Held, NONE};
use crate::collider::{Colliders, Form, PlacedCollider};
use crate::dimension::Dimension;

/// How many candidates are read ahead.
pub(super) const GROUP: usize = 8;
/// What so many tests need takes some three megabytes.
const MANY_TESTS: usize = 5000;
/// What is looked at of so many colliders in each run takes as much, even if few of them move.
const MANY_COLLIDERS: usize = 1 << 16;

/// Whether it is worthwhile for so many candidates.
#[inline]
pub(super) fn pays<D: Dimension>(candidates: usize, colliders: &Colliders<D>) -> bool {
    candidates >= MANY_TESTS || colliders.len() >= MANY_COLLIDERS
}

impl<D: Dimension> Held<D> {
    /// Reads a little of each thing that the tests of these will need.
    #[inline]
    pub(super) fn read_ahead(&self, group: &[Candidate], colliders: &Colliders<D>) {
        // Those that surely touch are seldom tested, but for the first time.
        let tested = || group.iter().filter(|candidate| !candidate.sure || candidate.number == NONE);
        let each = || tested().flat_map(|candidate| candidate.slots).map(|slot| colliders.at(slot));
        each().for_each(PlacedCollider::read);
        for candidate in tested().filter(|candidate| candidate.number != NONE) {
            black_box(self.pair(candidate.number).slots);
        }
        // What is apart from the table, once it is known where.
        for shape in each().filter_map(|collider| collider.shape.as_ref().ok().and_then(Form::convex)) {
            black_box(shape.vertex(0));
        }
    }
}
