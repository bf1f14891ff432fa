//! The order of the tests: alike ones follow each other, so that what the processor guesses from the last ones is right.
//!
//! What the shapes of a pair are, and whether it touched, decide which code tests it. In the order in which pairs are
//! found, that is anybody's guess, and a wrong guess takes as long as a support point.

use super::candidates::{Candidate, Candidates};
use crate::push_if::push_if;

/// Fewer are tested as they come: to count all kinds would take longer.
const FEW: usize = 128;
/// Where one in so many differs from the one before, their order is good as it is.
const ALIKE: usize = 8;
/// Of the kinds of both shapes.
const KIND_BITS: u32 = 8;
/// As many kinds of pairs as there may be, for each [`LastResult`].
const KEYS: usize = (LastResult::Sure as usize + 1) << KIND_BITS;

/// What the last test of a pair found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastResult {
    /// There was none.
    New,
    /// They are apart, or no more than near.
    Apart,
    Touching,
    /// They surely touch, but that is not known yet.
    Sure,
}

/// Memory for ordering candidates.
#[derive(Debug, Default)]
pub(super) struct TestOrder {
    keys: Vec<u16>,
    /// Where those of each key begin.
    places: Vec<u32>,
    spare: Vec<Candidate>,
}

impl TestOrder {
    /// Keeps the candidates that have a habit, for the others are not to be tested, and orders them by habits and kinds;
    /// alike ones stay in their order.
    pub(super) fn sort(
        &mut self,
        Candidates(candidates): &mut Candidates,
        last_result: impl Fn(&Candidate) -> Option<LastResult>,
    ) {
        let Self { keys, places, spare } = self;
        keys.clear();
        for index in 0..candidates.len() {
            let candidate = candidates[index];
            let last_result = last_result(&candidate);
            let key = last_result.map_or(0, |last_result| last_result as u16) << KIND_BITS
                | u16::from(candidate.kinds);
            // It stays if its key does. Without a branch, like all else here.
            candidates[keys.len()] = candidate;
            push_if(keys, key, last_result.is_some());
        }
        candidates.truncate(keys.len());
        let changes = keys.windows(2).filter(|keys| keys[0] != keys[1]).count();
        if keys.len() < FEW || changes * ALIKE < keys.len() {
            return;
        }
        // Counted first, then put where they belong.
        places.clear();
        places.resize(KEYS, 0);
        for &key in &*keys {
            places[usize::from(key)] += 1;
        }
        let mut sum = 0;
        for place in &mut *places {
            sum += core::mem::replace(place, sum);
        }
        core::mem::swap(spare, candidates);
        // What is there is of an earlier run; all of it is replaced.
        candidates.resize(keys.len(), spare[0]);
        for (&candidate, &key) in spare.iter().zip(&*keys) {
            let place = &mut places[usize::from(key)];
            candidates[*place as usize] = candidate;
            *place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contacts::NO_EDGE;
    use crate::narrow_phase::candidates::{Candidate, Candidates};
    use crate::narrow_phase::test_order::{FEW, LastResult, TestOrder};

    #[test]
    fn those_of_a_kind_follow_each_other() {
        let mut order = TestOrder::default();
        for count in [0, 1, FEW as u32 - 1, 5 * FEW as u32] {
            let all = (0..count).map(|slot| {
                let kinds = (slot * 7 % 5) as u8;
                Candidate { slots: [slot, slot + 1], edge: NO_EDGE, sure: slot % 3 == 0, kinds }
            });
            let mut candidates = Candidates(all.collect());
            let last_result = |candidate: &Candidate| match candidate.slots[0] % 4 {
                0 => None,
                1 => Some(LastResult::Touching),
                _ => Some(LastResult::New),
            };
            order.sort(&mut candidates, last_result);
            let Candidates(all) = &candidates;
            assert_eq!(all.len() as u32, count - count.div_ceil(4));
            let key = |candidate: &Candidate| {
                (
                    last_result(candidate).map(|last_result| last_result as u8),
                    candidate.kinds,
                    candidate.slots,
                )
            };
            assert!(if all.len() < FEW {
                all.is_sorted_by_key(|candidate| candidate.slots)
            } else {
                all.is_sorted_by_key(key)
            });
        }
    }
}
