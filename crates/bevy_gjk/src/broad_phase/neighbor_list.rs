//! Boxes in which others will stay for some runs.
//!
//! What moves goes on, as a rule, as it went. So each box is made as large as its way in the next runs, and the pairs
//! of these large boxes are listed: as long as all stay within, no other pairs can meet, and a run looks at those of
//! the list and at nothing else (Verlet, *Computer "Experiments" on Classical Fluids*, 1967). The few that leave their
//! large box, or come, are loose until the next list: each looks for its partners in each run. With too many of them,
//! all are listed anew.

use core::sync::atomic::{AtomicUsize, Ordering};

use bevy_math::Vec4;
use fixedbitset::FixedBitSet;

use crate::proxies::{Boxed, Glance, RIM, flag};
use crate::tasks;

/// For so many runs boxes are made large enough, at most.
const RUNS: f32 = 5.0;
/// But no larger than by this part of their size, in which more others come in than pay.
const REACH: f32 = 0.5;
/// For so many runs at least, or it is better to search in each.
const FEWEST: f32 = 2.0;
/// What is left around for turns and for speeds that change, in parts of the size.
const SPARE: f32 = 1.0 / 20.0;
/// With more loose ones than this, and one of so many of all, all are listed anew.
const LOOSE: (usize, usize) = (16, 64);
/// For so many runs nothing is listed once that did not pay, at first and at most.
const PAUSE: (u32, u32) = (4, 64);
/// A list does not pay that is so many times as long as there are boxes and pairs that do meet.
const LONG: usize = 4;

/// A box in which another one stays.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct LargeBox {
    low: [f32; 4],
    high: [f32; 4],
}

impl LargeBox {
    /// In which nothing stays.
    const NONE: Self = Self { low: [f32::INFINITY; 4], high: [f32::NEG_INFINITY; 4] };

    #[inline(always)]
    fn holds(&self, glance: &Glance) -> bool {
        let [low, high] = [glance.low, glance.high].map(Vec4::from_array);
        let within = low.cmpge(Vec4::from_array(self.low)) & high.cmple(Vec4::from_array(self.high));
        within.bitmask() & 0b111 == 0b111
    }
}

impl Boxed for LargeBox {
    #[inline(always)]
    fn low(&self) -> &[f32; 4] {
        &self.low
    }

    #[inline(always)]
    fn high(&self) -> &[f32; 4] {
        &self.high
    }
}

/// How a box was in an earlier run, by which it is known how fast it moves.
#[derive(Clone, Copy, Debug)]
struct Earlier {
    /// The lower corner, and the bits of the run.
    low: [f32; 4],
    /// The upper corner; infinite, if there was none.
    high: [f32; 4],
}

impl Earlier {
    const NONE: Self = Self { low: [f32::NEG_INFINITY; 4], high: [f32::INFINITY; 4] };

    #[inline(always)]
    fn new(glance: &Glance, run: u32) -> Self {
        let [x, y, z, _] = glance.low;
        Self { low: [x, y, z, f32::from_bits(run)], high: glance.high }
    }

    fn is_known(&self) -> bool {
        self.high[0] < f32::INFINITY
    }

    /// The box in which one that was so will stay, and for how many runs.
    #[inline(always)]
    fn foresee(&self, glance: &Glance, run: u32) -> (LargeBox, f32) {
        // Without the bits of slot, flags and run: as numbers they are subnormal, by which processors count slowly.
        let [low, high, was_low, was_high] =
            [glance.low, glance.high, self.low, self.high].map(|corner| Vec4::from_array(corner).with_w(0.0));
        let size = (high - low).truncate().max_element();
        let per_run = (run.wrapping_sub(self.low[3].to_bits()).max(1) as f32).recip();
        // Each side for itself: so turns are known, too.
        let below = ((low - was_low) * per_run).min(Vec4::ZERO);
        let above = ((high - was_high) * per_run).max(Vec4::ZERO);
        let speed = (above - below).truncate().max_element();
        // Nothing is infinite here, as coordinates end at the rim.
        let runs = if speed * RUNS > size * REACH { size * REACH / speed } else { RUNS };
        let spare = Vec4::splat(size * SPARE);
        let rim = Vec4::splat(RIM);
        let [x, y, z, _] = (low + below * runs - spare).max(-rim).to_array();
        let [u, v, w, _] = (high + above * runs + spare).min(rim).to_array();
        let slot = glance.low[3];
        // It may move in any of the runs.
        (LargeBox { low: [x, y, z, slot], high: [u, v, w, f32::from_bits(flag::MOVED)] }, runs)
    }
}

/// What a run has to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Plan {
    /// All, for this run alone.
    #[default]
    Search,
    /// All large boxes, for some runs.
    List,
    /// The list, and what is loose.
    Recall,
}

/// The large boxes of all that are restless.
#[derive(Default)]
pub(super) struct Foresight {
    /// In the order of the restless, of whom the last may not be looked at yet.
    boxes: Vec<LargeBox>,
    earlier: Vec<Earlier>,
    /// How many came since the last plan.
    came: usize,
    /// Those without a large box.
    loose: Vec<u32>,
    /// Those of which the pairs in the list do not count: they are loose or gone.
    unlisted: FixedBitSet,
    /// There is a list.
    is_listed: bool,
    /// The age of the list in runs.
    age: u32,
    /// So many runs are searched before another list is made, and how many it will be if that does not pay, either.
    wait: u32,
    pause: u32,
}

impl Foresight {
    /// The large boxes of all that are listed, in the order of the restless.
    pub(super) fn boxes(&self) -> &[LargeBox] {
        &self.boxes
    }

    /// The slots of those that are loose.
    pub(super) fn loose(&self) -> &[u32] {
        &self.loose
    }

    /// Whether the pairs of this slot in the list count.
    #[inline(always)]
    pub(super) fn lists(&self, slot: u32) -> bool {
        !self.unlisted.contains(slot as usize)
    }

    /// One more is restless: it is the last.
    pub(super) fn push(&mut self) {
        self.came += 1;
    }

    /// So many are restless.
    fn grow(&mut self, count: usize) {
        self.came = 0;
        self.boxes.resize(count, LargeBox::NONE);
        self.earlier.resize(count, Earlier::NONE);
    }

    /// Keeps those of the restless that do, as [`Vec::retain`] does.
    pub(super) fn retain(&mut self, nomads: &mut Vec<u32>, mut keeps: impl FnMut(u32) -> bool) {
        let known = self.boxes.len();
        let (mut count, mut count_of_known) = (0, 0);
        for index in 0..nomads.len() {
            let slot = nomads[index];
            if keeps(slot) {
                nomads[count] = slot;
                count += 1;
                if index < known {
                    self.boxes[count_of_known] = self.boxes[index];
                    self.earlier[count_of_known] = self.earlier[index];
                    count_of_known = count;
                }
            }
        }
        nomads.truncate(count);
        self.boxes.truncate(count_of_known);
        self.earlier.truncate(count_of_known);
    }

    /// One is gone; its slot may soon be that of another.
    pub(super) fn forget(&mut self, slot: u32) {
        if self.is_listed {
            self.unlisted.grow_and_insert(slot as usize);
        }
    }

    /// The list does not hold any more.
    pub(super) fn forget_all(&mut self) {
        self.is_listed = false;
    }

    /// Does without a list that is too long: with this many pairs, of which so many meet in this run.
    pub(super) fn weigh(&mut self, listed: usize, meeting: usize) {
        if listed > LONG * (self.boxes.len() + meeting) {
            self.is_listed = false;
            self.rest();
            self.wait = self.pause;
        }
    }

    /// Makes the next pause longer.
    fn rest(&mut self) {
        self.pause = (2 * self.pause).clamp(PAUSE.0, PAUSE.1);
    }

    /// Finds out what is to be searched.
    pub(super) fn plan(&mut self, glances: &[Glance], nomads: &[u32], run: u32) -> Plan {
        if self.is_listed {
            self.age += 1;
            self.grow(nomads.len());
            self.loose.clear();
            for (large, &slot) in self.boxes.iter_mut().zip(nomads) {
                if !large.holds(&glances[slot as usize]) {
                    *large = LargeBox::NONE;
                    self.loose.push(slot);
                }
            }
            if !is_many(self.loose.len(), nomads.len()) {
                self.loose.iter().for_each(|&slot| self.unlisted.grow_and_insert(slot as usize));
                return Plan::Recall;
            }
            self.is_listed = false;
            // Who did not go on as before will not do so soon.
            if self.age > 2 {
                self.pause = 0;
            } else {
                self.rest();
            }
            self.wait = if self.age > 1 { 0 } else { self.pause };
        }
        self.loose.clear();
        // Thousands may come to stay where they are: whether they move shows in the next run.
        if is_many(core::mem::take(&mut self.came), nomads.len()) {
            return Plan::Search;
        }
        self.grow(nomads.len());
        if self.wait == 0 && self.foresee(glances, nomads, run) {
            self.unlisted.clear();
            (self.is_listed, self.age) = (true, 0);
            return Plan::List;
        }
        self.wait = self.wait.saturating_sub(1);
        if self.wait == 0 {
            self.note(glances, nomads, run);
        }
        Plan::Search
    }

    /// Makes the large boxes, unless that does not pay.
    fn foresee(&mut self, glances: &[Glance], nomads: &[u32], run: u32) -> bool {
        let [hasty, strange] = [const { AtomicUsize::new(0) }; 2];
        let threads = tasks::threads(nomads.len(), tasks::BOXES);
        let size = nomads.len().div_ceil(tasks::parts(threads)).max(1);
        let parts = nomads.chunks(size).zip(self.boxes.chunks_mut(size)).zip(self.earlier.chunks_mut(size));
        tasks::each(threads, parts, |((slots, boxes), earlier)| {
            let (mut hasty_here, mut strange_here) = (0, 0);
            for ((&slot, large), earlier) in slots.iter().zip(boxes).zip(earlier) {
                let glance = &glances[slot as usize];
                strange_here += usize::from(!earlier.is_known());
                let runs;
                (*large, runs) = earlier.foresee(glance, run);
                hasty_here += usize::from(runs < FEWEST);
                *earlier = Earlier::new(glance, run);
            }
            hasty.fetch_add(hasty_here, Ordering::Relaxed);
            strange.fetch_add(strange_here, Ordering::Relaxed);
        });
        let (hasty, strange) = (hasty.into_inner(), strange.into_inner());
        if is_many(hasty, nomads.len()) {
            self.wait = PAUSE.0;
        }
        !is_many(hasty.max(strange), nomads.len())
    }

    /// Notes how the boxes are.
    fn note(&mut self, glances: &[Glance], nomads: &[u32], run: u32) {
        for (&slot, earlier) in nomads.iter().zip(&mut self.earlier) {
            *earlier = Earlier::new(&glances[slot as usize], run);
        }
    }
}

/// Whether these are too many of all.
fn is_many(some: usize, all: usize) -> bool {
    some > LOOSE.0.min(all / 4) + all / LOOSE.1
}

#[cfg(test)]
mod tests;
