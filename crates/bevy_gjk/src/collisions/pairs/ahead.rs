//! Fetching ahead: what a test needs is asked for some tests before it, so that it is there when it is needed.

use core::hint::black_box;

use gjk::Vertex;

use super::candidates::Candidate;
use super::held::{Held, NONE};
use crate::collider::{Colliders, Form};
use crate::dimension::Dimension;
use crate::prefetch::prefetch;

/// So many candidates make a group.
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
    /// Asks for all that the tests of the next group will need, and for what the shapes of this one, for which the same
    /// was done, keep elsewhere.
    #[inline]
    pub(super) fn fetch_ahead(&self, (group, next): (&[Candidate], &[Candidate]), colliders: &Colliders<D>) {
        for candidate in next {
            candidate.slots.into_iter().for_each(|slot| colliders.at(slot).prefetch());
            if candidate.number != NONE {
                prefetch(self.pair(candidate.number));
            }
        }
        for slot in group.iter().flat_map(|candidate| candidate.slots) {
            if let Some(shape) = colliders.at(slot).shape.as_ref().ok().and_then(Form::convex) {
                black_box(Vertex::with_ids(shape, [0; 4])[0]);
            }
        }
    }
}
