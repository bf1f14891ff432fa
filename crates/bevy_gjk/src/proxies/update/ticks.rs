//! Which rows of a table changed, by the ticks of some of its columns.
//!
//! Where little changes, nearly all of the time goes into reading ticks: blocks of rows are asked together, with a
//! question that takes few instructions, and may say yes too often.

use bevy_ecs::change_detection::{ContiguousRef, MAX_CHANGE_AGE, Tick};

/// How many rows are looked at together.
const BLOCK: usize = 32;
/// So many columns there are at most.
const MOST: usize = 7;

/// Tells ticks since the last run from those before: the same as [`Tick::is_newer_than`], for many at once.
#[derive(Clone, Copy)]
pub(super) struct TickRange {
    now: u32,
    last_run: u32,
}

impl TickRange {
    pub(super) fn of<T>(column: &ContiguousRef<T>) -> Self {
        let now = column.this_run_tick().get();
        let last_run = now.wrapping_sub(column.last_run_tick().get()).min(MAX_CHANGE_AGE);
        Self { now, last_run }
    }

    #[inline(always)]
    pub(super) fn is_newer(self, tick: Tick) -> bool {
        self.now.wrapping_sub(tick.get()) < self.last_run
    }
}

/// The ticks of some columns of a table.
pub(super) struct TickColumns<'t> {
    age: TickRange,
    columns: [&'t [Tick]; MOST],
    count: usize,
}

impl<'t> TickColumns<'t> {
    pub(super) fn new(age: TickRange, first: &'t [Tick]) -> Self {
        Self { age, columns: [first; MOST], count: 1 }
    }

    /// Adds a column, as long as the first.
    pub(super) fn add(&mut self, column: &'t [Tick]) {
        self.columns[self.count] = column;
        self.count += 1;
    }

    /// Calls for all rows of each block in which some tick is newer than the last run, and perhaps for some others.
    #[inline(always)]
    pub(super) fn newer_blocks(&self, mut visit: impl FnMut(usize)) {
        let columns = &self.columns[..self.count];
        let rows = columns[0].len();
        for first in (0..rows).step_by(BLOCK) {
            let blocks = || columns.iter().filter_map(|column| column[first..].first_chunk::<BLOCK>());
            let end = first + BLOCK;
            if end <= rows && !self.may_be_newer(blocks()) {
                continue;
            }
            (first..end.min(rows)).for_each(&mut visit);
        }
    }

    /// Whether some of these may be newer; none is if not.
    #[inline(always)]
    fn may_be_newer<'a>(&self, blocks: impl Iterator<Item = &'a [Tick; BLOCK]>) -> bool {
        let TickRange { now, last_run } = self.age;
        // The least tick that is newer. Those before it are less, in the arithmetic that wraps: the highest bit of the
        // difference is set. It is set in those of nothing newer, unless that may be half of all numbers ago.
        let first = now.wrapping_sub(last_run).wrapping_add(1);
        let mut all = [u32::MAX; 4];
        for block in blocks {
            for four in block.as_chunks::<4>().0 {
                for (all, tick) in all.iter_mut().zip(four) {
                    *all &= tick.get().wrapping_sub(first);
                }
            }
        }
        last_run > 1 << 31 || all[0] & all[1] & all[2] & all[3] < 1 << 31
    }
}

#[cfg(test)]
mod tests {
    use bevy_ecs::change_detection::{MAX_CHANGE_AGE, Tick};

    use crate::proxies::update::ticks::{BLOCK, TickColumns, TickRange};

    /// Every row whose tick Bevy holds for newer, at all ages, also where the counter wraps; and none of a full block
    /// without one.
    #[test]
    fn rows_are_those_that_bevy_tells() {
        let ages =
            [0, 1, 2, 99, 100, 101, 1 << 20, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, MAX_CHANGE_AGE, !0];
        for now in [0, 50, 1 << 31, u32::MAX - 3] {
            for last_run in [1, 100, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, MAX_CHANGE_AGE] {
                let [before, present] = [now.wrapping_sub(last_run), now].map(Tick::new);
                for age in ages {
                    let old = Tick::new(now.wrapping_sub(1 << 30));
                    let tick = Tick::new(now.wrapping_sub(age));
                    for count in [1, BLOCK - 1, BLOCK, 3 * BLOCK + 5] {
                        let mut ticks = vec![old; count];
                        let other = vec![old; count];
                        ticks[count / 2] = tick;
                        ticks[count - 1] = tick;
                        let mut columns = TickColumns::new(TickRange { now, last_run }, &other);
                        columns.add(&ticks);
                        let mut found = Vec::new();
                        columns.newer_blocks(|row| found.push(row));
                        assert!(found.is_sorted());
                        let case = format!("now {now}, last run {last_run} ago, tick {age} ago");
                        for (row, &tick) in ticks.iter().enumerate() {
                            let is_newer = columns.age.is_newer(tick);
                            assert_eq!(is_newer, tick.is_newer_than(before, present), "{case}");
                            assert!(!is_newer || found.contains(&row), "{case}");
                        }
                        if last_run <= 100 && count == 3 * BLOCK + 5 {
                            assert!(!found.contains(&0), "{case}");
                        }
                    }
                }
            }
        }
    }
}
