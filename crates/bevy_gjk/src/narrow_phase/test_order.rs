//! The order of the tests: a counting sort by the kinds of both shapes and the last result.
//!
//! The kinds of the shapes and whether the pair touched decide which code tests it. In the order in which pairs are
//! found these are random, and a mispredicted branch costs as much as a support point. Sorting puts similar pairs
//! next to each other, so that the branches of their tests are predicted.

use super::candidates::{Candidate, Candidates};
use crate::push_if::push_if;

/// The number of candidates from which they are sorted: for fewer, counting all keys takes longer than it saves.
/// Tuning constant.
const MIN_TO_SORT: usize = 128;
/// The average length of runs of equal keys from which the order is left as it is. Tuning constant.
const MIN_RUN_LENGTH: usize = 8;
/// The number of bits of a key that hold the kinds of both shapes.
const KIND_BITS: u32 = 8;
/// The number of keys: each combination of kinds for each [`LastResult`].
const KEY_COUNT: usize = (LastResult::SurelyTouching as usize + 1) << KIND_BITS;

/// The result of the last test of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastResult {
    /// The pair has not been tested yet.
    New,
    /// The two are apart, or near without touching.
    Apart,
    Touching,
    /// The bounding volumes show that the two touch, but the contact graph does not know it yet.
    SurelyTouching,
}

/// Buffers for sorting candidates.
#[derive(Debug, Default)]
pub(super) struct TestOrder {
    keys: Vec<u16>,
    /// The index of the next candidate of each key.
    offsets: Vec<u32>,
    scratch: Vec<Candidate>,
}

impl TestOrder {
    /// Removes the candidates without a last result, which need no test, and sorts the others by last result and
    /// kinds. The sort is stable.
    pub(super) fn sort(
        &mut self,
        Candidates(candidates): &mut Candidates,
        last_result: impl Fn(&Candidate) -> Option<LastResult>,
    ) {
        let Self { keys, offsets, scratch } = self;
        keys.clear();
        for index in 0..candidates.len() {
            let candidate = candidates[index];
            let last_result = last_result(&candidate);
            let key = last_result.map_or(0, |last_result| last_result as u16) << KIND_BITS
                | u16::from(candidate.kinds);
            // Without a branch: the next candidate overwrites this one unless its key is kept.
            candidates[keys.len()] = candidate;
            push_if(keys, key, last_result.is_some());
        }
        candidates.truncate(keys.len());
        let changes = keys.windows(2).filter(|keys| keys[0] != keys[1]).count();
        if keys.len() < MIN_TO_SORT || changes * MIN_RUN_LENGTH < keys.len() {
            return;
        }
        // Counting sort.
        offsets.clear();
        offsets.resize(KEY_COUNT, 0);
        for &key in &*keys {
            offsets[usize::from(key)] += 1;
        }
        let mut sum = 0;
        for offset in &mut *offsets {
            sum += core::mem::replace(offset, sum);
        }
        core::mem::swap(scratch, candidates);
        // The values do not matter: all of them are overwritten.
        candidates.resize(keys.len(), scratch[0]);
        for (&candidate, &key) in scratch.iter().zip(&*keys) {
            let offset = &mut offsets[usize::from(key)];
            candidates[*offset as usize] = candidate;
            *offset += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contacts::NO_EDGE;
    use crate::narrow_phase::candidates::{Candidate, Candidates};
    use crate::narrow_phase::test_order::{LastResult, MIN_TO_SORT, TestOrder};

    #[test]
    fn the_sort_groups_candidates_by_result_and_kind_and_keeps_their_order() {
        let mut order = TestOrder::default();
        for count in [0, 1, MIN_TO_SORT as u32 - 1, 5 * MIN_TO_SORT as u32] {
            let all = (0..count).map(|slot| {
                let kinds = (slot * 7 % 5) as u8;
                Candidate { slots: [slot, slot + 1], edge: NO_EDGE, surely_touching: slot % 3 == 0, kinds }
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
            assert!(if all.len() < MIN_TO_SORT {
                all.is_sorted_by_key(|candidate| candidate.slots)
            } else {
                all.is_sorted_by_key(key)
            });
        }
    }
}
