//! The test of a pair with a filter that sees the contact.

use gjk::{Cast, SimplexCache};

use super::pair_test::{GjkTest, contact};
use super::run::PairTest;
use crate::collider::{ContactFilter, Dimension, FilteredContact};
use crate::detection::contacts::PairState;
use crate::detection::proxies::PlacedCollider;

/// The plugin's own test, whose touches a filter may refuse.
pub(crate) struct FilteredTest<'f, F>(pub(crate) &'f F);

impl<D: Dimension, F: ContactFilter<D>> PairTest<D> for FilteredTest<'_, F> {
    fn compute_state(
        &mut self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &PairState<D>,
    ) -> PairState<D> {
        let state = GjkTest.compute_state([a, b], cache, before);
        if !state.touches() || !self.0.is_concerned(a.entity, b.entity) {
            return state;
        }
        let contact = match state {
            PairState::Swept(Cast { contact, .. }) => contact,
            _ => contact([a, b], *cache),
        };
        let found = FilteredContact { a: a.entity, b: b.entity, contact, was_touching: before.touches() };
        if self.0.allows(&found) { state } else { PairState::FilteredByContact }
    }
}
