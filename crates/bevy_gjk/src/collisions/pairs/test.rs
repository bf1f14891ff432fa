//! The test of a candidate.

use gjk::Cache;

use super::Verdict;
use super::candidates::Candidate;
use super::held::{Held, NONE};
use crate::collider::{Colliders, PlacedCollider};
use crate::dimension::Dimension;

/// The test of two colliders.
pub(crate) trait Test<D: Dimension> {
    /// What they are to each other, from what the last test left in the cache, and its verdict.
    fn judge(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut Cache<D::Vector>,
        before: &Verdict<D>,
    ) -> Verdict<D>;

    /// Of two that touched: whether they do still, and that is all that is asked.
    fn still_touch(&mut self, _pair: [&PlacedCollider<D>; 2], _cache: &mut Cache<D::Vector>) -> bool {
        false
    }
}

impl<D: Dimension, F> Test<D> for F
where
    F: FnMut([&PlacedCollider<D>; 2], &mut Cache<D::Vector>, &Verdict<D>) -> Verdict<D>,
{
    fn judge(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut Cache<D::Vector>,
        before: &Verdict<D>,
    ) -> Verdict<D> {
        self(pair, cache, before)
    }
}

/// What a test found out: the verdict, if it may be another one than before, and what it leaves for the next.
pub(super) type Answered<D> = (Option<Verdict<D>>, Cache<<D as Dimension>::Vector>);

impl<D: Dimension> Held<D> {
    /// Tests a candidate, unless that is known to lead to nothing new.
    #[inline]
    pub(super) fn ask(
        &self,
        Candidate { slots, number, sure }: Candidate,
        colliders: &Colliders<D>,
        test: &mut impl Test<D>,
    ) -> Option<Answered<D>> {
        let pair = slots.map(|slot| colliders.at(slot));
        if number == NONE {
            let mut cache = Cache::default();
            let verdict = test.judge(pair, &mut cache, &Verdict::Apart);
            return Some((Some(verdict), cache));
        }
        let held = self.pair(number);
        if held.closed || held.touching && sure {
            return None;
        }
        let mut cache = *self.cache(number);
        if held.touching && test.still_touch(pair, &mut cache) {
            return Some((None, cache));
        }
        let verdict = test.judge(pair, &mut cache, &self.knowledge(number).verdict);
        Some((Some(verdict), cache))
    }
}
