//! Aabbs in which others will stay for some runs.
//!
//! What moves goes on, as a rule, as it went. So each box is made as large as its way in the next runs, and the pairs
//! of these large boxes are listed: as long as all stay within, no other pairs can meet, and a run looks at those of
//! the list and at nothing else (Verlet, *Computer "Experiments" on Classical Fluids*, 1967). The few that leave their
//! large box, or come, are loose until the next list: each looks for its partners in each run. With too many of them,
//! all are listed anew.

use core::sync::atomic::{AtomicUsize, Ordering};

use bevy_math::Vec4;
use fixedbitset::FixedBitSet;

use crate::proxies::{HasAabb, MAX_COORDINATE, Proxy, flag};
use crate::tasks;

/// For so many runs boxes are made large enough, at most.
const MAX_FRAMES: f32 = 5.0;
/// But no larger than by this part of their size, in which more others come in than pay.
const MAX_GROWTH: f32 = 0.5;
/// For so many runs at least, or it is better to search in each.
const MIN_FRAMES: f32 = 2.0;
/// What is left around for turns and for speeds that change, in parts of the size.
const SLACK: f32 = 1.0 / 20.0;
/// With more loose ones than this, and one of so many of all, all are listed anew.
const MAX_ESCAPED: (usize, usize) = (16, 64);
/// For so many runs nothing is listed once that did not pay, at first and at most.
const BACKOFF: (u32, u32) = (4, 64);
/// A list does not pay that is so many times as long as there are boxes and pairs that do meet.
const MAX_PAIRS_PER_BOX: usize = 4;

/// A box in which another one stays.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct FatAabb {
    low: [f32; 4],
    high: [f32; 4],
}

impl FatAabb {
    /// In which nothing stays.
    const NONE: Self = Self { low: [f32::INFINITY; 4], high: [f32::NEG_INFINITY; 4] };

    #[inline(always)]
    fn holds(&self, proxy: &Proxy) -> bool {
        let [low, high] = [proxy.low, proxy.high].map(Vec4::from_array);
        let within = low.cmpge(Vec4::from_array(self.low)) & high.cmple(Vec4::from_array(self.high));
        within.bitmask() & 0b111 == 0b111
    }
}

impl HasAabb for FatAabb {
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
struct PreviousAabb {
    /// The lower corner, and the bits of the run.
    low: [f32; 4],
    /// The upper corner; infinite, if there was none.
    high: [f32; 4],
}

impl PreviousAabb {
    const NONE: Self = Self { low: [f32::NEG_INFINITY; 4], high: [f32::INFINITY; 4] };

    #[inline(always)]
    fn new(proxy: &Proxy, run: u32) -> Self {
        let [x, y, z, _] = proxy.low;
        Self { low: [x, y, z, f32::from_bits(run)], high: proxy.high }
    }

    fn is_known(&self) -> bool {
        self.high[0] < f32::INFINITY
    }

    /// The box in which one that was so will stay, and for how many runs.
    #[inline(always)]
    fn foresee(&self, proxy: &Proxy, run: u32) -> (FatAabb, f32) {
        // Without the bits of slot, flags and run: as numbers they are subnormal, by which processors count slowly.
        let [low, high, was_low, was_high] =
            [proxy.low, proxy.high, self.low, self.high].map(|corner| Vec4::from_array(corner).with_w(0.0));
        let size = (high - low).truncate().max_element();
        let per_run = (run.wrapping_sub(self.low[3].to_bits()).max(1) as f32).recip();
        // Each side for itself: so turns are known, too.
        let below = ((low - was_low) * per_run).min(Vec4::ZERO);
        let above = ((high - was_high) * per_run).max(Vec4::ZERO);
        let speed = (above - below).truncate().max_element();
        // Nothing is infinite here, as coordinates end at the rim.
        let runs =
            if speed * MAX_FRAMES > size * MAX_GROWTH { size * MAX_GROWTH / speed } else { MAX_FRAMES };
        let spare = Vec4::splat(size * SLACK);
        let rim = Vec4::splat(MAX_COORDINATE);
        let [x, y, z, _] = (low + below * runs - spare).max(-rim).to_array();
        let [u, v, w, _] = (high + above * runs + spare).min(rim).to_array();
        let slot = proxy.low[3];
        // It may move in any of the runs.
        (FatAabb { low: [x, y, z, slot], high: [u, v, w, f32::from_bits(flag::MOVED)] }, runs)
    }
}

/// What a run has to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Update {
    /// All, for this run alone.
    #[default]
    Full,
    /// All large boxes, for some runs.
    Rebuild,
    /// The list, and what is loose.
    Reuse,
}

/// The large boxes of all that are restless.
#[derive(Default)]
pub(super) struct NeighborList {
    /// In the order of the restless, of whom the last may not be looked at yet.
    boxes: Vec<FatAabb>,
    previous: Vec<PreviousAabb>,
    /// How many came since the last plan.
    inserted: usize,
    /// Those without a large box.
    escaped: Vec<u32>,
    /// Those of which the pairs in the list do not count: they are loose or gone.
    stale: FixedBitSet,
    /// There is a list.
    is_valid: bool,
    /// The age of the list in runs.
    age: u32,
    /// So many runs are searched before another list is made, and how many it will be if that does not pay, either.
    frames_to_wait: u32,
    backoff: u32,
}

impl NeighborList {
    /// The large boxes of all that are listed, in the order of the restless.
    pub(super) fn boxes(&self) -> &[FatAabb] {
        &self.boxes
    }

    /// The slots of those that are loose.
    pub(super) fn escaped(&self) -> &[u32] {
        &self.escaped
    }

    /// Whether the pairs of this slot in the list count.
    #[inline(always)]
    pub(super) fn is_current(&self, slot: u32) -> bool {
        !self.stale.contains(slot as usize)
    }

    /// One more is restless: it is the last.
    pub(super) fn push(&mut self) {
        self.inserted += 1;
    }

    /// So many are restless.
    fn grow(&mut self, count: usize) {
        self.inserted = 0;
        self.boxes.resize(count, FatAabb::NONE);
        self.previous.resize(count, PreviousAabb::NONE);
    }

    /// Keeps those of the restless that do, as [`Vec::retain`] does.
    pub(super) fn retain(&mut self, dynamic_proxies: &mut Vec<u32>, mut keeps: impl FnMut(u32) -> bool) {
        let known = self.boxes.len();
        let (mut count, mut count_of_known) = (0, 0);
        for index in 0..dynamic_proxies.len() {
            let slot = dynamic_proxies[index];
            if keeps(slot) {
                dynamic_proxies[count] = slot;
                count += 1;
                if index < known {
                    self.boxes[count_of_known] = self.boxes[index];
                    self.previous[count_of_known] = self.previous[index];
                    count_of_known = count;
                }
            }
        }
        dynamic_proxies.truncate(count);
        self.boxes.truncate(count_of_known);
        self.previous.truncate(count_of_known);
    }

    /// One is gone; its slot may soon be that of another.
    pub(super) fn forget(&mut self, slot: u32) {
        if self.is_valid {
            self.stale.grow_and_insert(slot as usize);
        }
    }

    /// The list does not hold any more.
    pub(super) fn invalidate(&mut self) {
        self.is_valid = false;
    }

    /// Does without a list that is too long: with this many pairs, of which so many meet in this run.
    pub(super) fn drop_if_oversized(&mut self, listed: usize, meeting: usize) {
        if listed > MAX_PAIRS_PER_BOX * (self.boxes.len() + meeting) {
            self.is_valid = false;
            self.rest();
            self.frames_to_wait = self.backoff;
        }
    }

    /// Makes the next pause longer.
    fn rest(&mut self) {
        self.backoff = (2 * self.backoff).clamp(BACKOFF.0, BACKOFF.1);
    }

    /// Finds out what is to be searched.
    pub(super) fn update_kind(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32], run: u32) -> Update {
        if self.is_valid {
            self.age += 1;
            self.grow(dynamic_proxies.len());
            self.escaped.clear();
            for (fat, &slot) in self.boxes.iter_mut().zip(dynamic_proxies) {
                if !fat.holds(&proxies[slot as usize]) {
                    *fat = FatAabb::NONE;
                    self.escaped.push(slot);
                }
            }
            if !is_many(self.escaped.len(), dynamic_proxies.len()) {
                self.escaped.iter().for_each(|&slot| self.stale.grow_and_insert(slot as usize));
                return Update::Reuse;
            }
            self.is_valid = false;
            // Who did not go on as before will not do so soon.
            if self.age > 2 {
                self.backoff = 0;
            } else {
                self.rest();
            }
            self.frames_to_wait = if self.age > 1 { 0 } else { self.backoff };
        }
        self.escaped.clear();
        // Thousands may come to stay where they are: whether they move shows in the next run.
        if is_many(core::mem::take(&mut self.inserted), dynamic_proxies.len()) {
            return Update::Full;
        }
        self.grow(dynamic_proxies.len());
        if self.frames_to_wait == 0 && self.foresee(proxies, dynamic_proxies, run) {
            self.stale.clear();
            (self.is_valid, self.age) = (true, 0);
            return Update::Rebuild;
        }
        self.frames_to_wait = self.frames_to_wait.saturating_sub(1);
        if self.frames_to_wait == 0 {
            self.note(proxies, dynamic_proxies, run);
        }
        Update::Full
    }

    /// Makes the large boxes, unless that does not pay.
    fn foresee(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32], run: u32) -> bool {
        let [too_fast, unknown] = [const { AtomicUsize::new(0) }; 2];
        let threads = tasks::threads(dynamic_proxies.len(), tasks::BOXES);
        let size = dynamic_proxies.len().div_ceil(tasks::parts(threads)).max(1);
        let parts =
            dynamic_proxies.chunks(size).zip(self.boxes.chunks_mut(size)).zip(self.previous.chunks_mut(size));
        tasks::each(threads, parts, |((slots, boxes), previous)| {
            let (mut too_fast_here, mut unknown_here) = (0, 0);
            for ((&slot, fat), previous) in slots.iter().zip(boxes).zip(previous) {
                let proxy = &proxies[slot as usize];
                unknown_here += usize::from(!previous.is_known());
                let runs;
                (*fat, runs) = previous.foresee(proxy, run);
                too_fast_here += usize::from(runs < MIN_FRAMES);
                *previous = PreviousAabb::new(proxy, run);
            }
            too_fast.fetch_add(too_fast_here, Ordering::Relaxed);
            unknown.fetch_add(unknown_here, Ordering::Relaxed);
        });
        let (too_fast, unknown) = (too_fast.into_inner(), unknown.into_inner());
        if is_many(too_fast, dynamic_proxies.len()) {
            self.frames_to_wait = BACKOFF.0;
        }
        !is_many(too_fast.max(unknown), dynamic_proxies.len())
    }

    /// Notes how the boxes are.
    fn note(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32], run: u32) {
        for (&slot, previous) in dynamic_proxies.iter().zip(&mut self.previous) {
            *previous = PreviousAabb::new(&proxies[slot as usize], run);
        }
    }
}

/// Whether these are too many of all.
fn is_many(some: usize, all: usize) -> bool {
    some > MAX_ESCAPED.0.min(all / 4) + all / MAX_ESCAPED.1
}

#[cfg(test)]
mod tests;
