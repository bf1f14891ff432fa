//! Fetching ahead: what a test needs is asked for some tests before it, so that it is there when it is needed.

use core::hint::black_box;

use gjk::Support;

use super::candidates::Candidate;
use crate::collider::ColliderShape;
use crate::collider::Dimension;
use crate::contacts::{ContactGraph, NO_EDGE};
use crate::prefetch::prefetch;
use crate::proxies::Colliders;

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

impl<D: Dimension> ContactGraph<D> {
    /// Asks for all that the tests of the next group will need, and for what the shapes of this one, for which the same
    /// was done, keep elsewhere.
    #[inline]
    pub(super) fn prefetch(&self, (group, next): (&[Candidate], &[Candidate]), colliders: &Colliders<D>) {
        for candidate in next {
            candidate.slots.into_iter().for_each(|slot| colliders.at(slot).prefetch());
            if candidate.edge != NO_EDGE {
                prefetch(self.pair(candidate.edge));
            }
        }
        for slot in group.iter().flat_map(|candidate| candidate.slots) {
            if let Some(shape) = colliders.at(slot).shape.as_ref().ok().and_then(ColliderShape::convex) {
                black_box(shape.vertex(0));
            }
        }
    }
}
