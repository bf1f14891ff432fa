//! Reading ahead: what the tests of many colliders need is fetched from memory for some of them at once, for each of
//! which the processor would else wait on its own. With few colliders it is in the processor's caches anyway.

use core::hint::black_box;

use gjk::Support;

use super::candidates::Candidate;
use super::held::{Held, NONE};
use crate::collider::{Colliders, Form, PlacedCollider};
use crate::dimension::Dimension;

/// How many candidates are read ahead.
pub(super) const GROUP: usize = 8;
/// So many colliders take some five megabytes.
const MANY: usize = 1 << 14;

impl<D: Dimension> Held<D> {
    /// Reads a little of each thing that the tests of these will need.
    #[inline]
    pub(super) fn read_ahead(&self, group: &[Candidate], colliders: &Colliders<D>) {
        if colliders.len() < MANY {
            return;
        }
        // Those that surely touch are seldom tested.
        let tested = || group.iter().filter(|candidate| !candidate.sure);
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
