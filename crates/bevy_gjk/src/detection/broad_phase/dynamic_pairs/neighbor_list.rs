//! A Verlet neighbor list: pairs of fat AABBs, valid for several runs.
//!
//! Most colliders keep their velocity from run to run. So the AABB of each dynamic proxy is extended by its motion in
//! the next runs, and the pairs of these fat AABBs are listed: as long as all proxies stay within their fat
//! AABBs, no other pair can overlap, and a run only tests the pairs of the list (Verlet, *Computer "Experiments" on
//! Classical Fluids*, 1967). The few proxies that leave their fat AABB, or are new, count as escaped until there is
//! a new list, and each run searches their partners anew. If too many escape, the list is rebuilt.
//!
//! Making a list is spread over two runs, so that no run takes much longer than the others: in the last run of a list,
//! the fat AABBs of the next one are predicted and binned; the run after that searches their pairs.
//!
//! Measured gain: without the list, a frame takes 1.1 times (mixed shapes) to 1.5 times (spheres) as long.

mod fat_aabb;

use core::sync::atomic::{AtomicUsize, Ordering};

use fixedbitset::FixedBitSet;

use super::PairSource;
use crate::detection::proxies::Proxy;
use crate::detection::tasks;
pub(super) use fat_aabb::FatAabb;
use fat_aabb::{MAX_RUNS, PreviousAabb, extend_with_none};

/// The smallest number of runs for which a list pays; tuning constant.
const MIN_RUNS: usize = 2;
/// Of `n` proxies, a list becomes invalid when more than `min(first, n / 4) + n / second` have escaped. It is rebuilt
/// in the same run, unless the last lists did not pay. Tuning constants.
const MAX_ESCAPED: (usize, usize) = (16, 64);
/// The number of runs without a list after one that did not pay, at first and at most; tuning constants.
const BACKOFF: (u32, u32) = (4, 64);
/// The largest length of a list that pays, in parts of the number of proxies and of overlapping pairs; tuning constant.
const MAX_PAIRS_PER_PROXY: usize = 4;

/// A list whose fat AABBs are predicted, but whose pairs have not been searched yet.
#[derive(Default)]
struct NextList {
    is_prepared: bool,
    /// The fat AABBs, in the order of the dynamic proxies.
    fat_aabbs: Vec<FatAabb>,
    /// How many runs they are meant to last.
    lifetime: u32,
    /// The slots of the proxies that were removed since.
    removed: Vec<u32>,
}

/// The fat AABBs of all dynamic proxies, and the state of the list of their pairs.
#[derive(Default)]
pub(super) struct NeighborList {
    /// The fat AABBs, in the order of the dynamic proxies, of which the last may have none yet.
    fat_aabbs: Vec<FatAabb>,
    previous: Vec<PreviousAabb>,
    /// The list for the next run, if one is prepared.
    next: NextList,
    /// How many dynamic proxies were added since the last run.
    inserted: usize,
    /// The slots of the escaped proxies: those that left their fat AABB, or never had one.
    escaped: Vec<u32>,
    /// The slots whose pairs in the list are stale: the proxy escaped or was removed, and the slot may be reused.
    stale: FixedBitSet,
    /// Whether there is a list.
    is_valid: bool,
    /// The number of runs since the fat AABBs were predicted, and how many they are meant to last.
    age: u32,
    lifetime: u32,
    /// How many runs to wait before the next list, and how many it will be if that does not pay either.
    runs_to_wait: u32,
    backoff: u32,
}

impl NeighborList {
    /// Returns the fat AABBs of all proxies in the list, in the order of the dynamic proxies.
    pub(super) fn fat_aabbs(&self) -> &[FatAabb] {
        &self.fat_aabbs
    }

    /// Returns the fat AABBs of the list for the next run, if this run prepares one.
    pub(super) fn next_fat_aabbs(&self) -> Option<&[FatAabb]> {
        self.next.is_prepared.then_some(&self.next.fat_aabbs)
    }

    /// Returns the slots of the escaped proxies.
    pub(super) fn escaped(&self) -> &[u32] {
        &self.escaped
    }

    /// Returns whether the pairs of a slot in the list are stale.
    #[inline(always)]
    pub(super) fn is_stale(&self, slot: u32) -> bool {
        self.stale.contains(slot as usize)
    }

    /// Appends a dynamic proxy.
    pub(super) fn push(&mut self) {
        self.inserted += 1;
    }

    /// Extends the arrays to the number of dynamic proxies.
    fn grow(&mut self, dynamic_proxies: &[u32]) {
        self.inserted = 0;
        extend_with_none(&mut self.fat_aabbs, dynamic_proxies);
        self.previous.resize(dynamic_proxies.len(), PreviousAabb::NONE);
    }

    /// Keeps the dynamic proxies for which `keeps` returns `true`, as [`Vec::retain`] does.
    pub(super) fn retain(&mut self, dynamic_proxies: &mut Vec<u32>, mut keeps: impl FnMut(u32) -> bool) {
        let old_fat_count = self.fat_aabbs.len();
        let (mut count, mut fat_count) = (0, 0);
        for index in 0..dynamic_proxies.len() {
            let slot = dynamic_proxies[index];
            if keeps(slot) {
                dynamic_proxies[count] = slot;
                count += 1;
                if index < old_fat_count {
                    self.fat_aabbs[fat_count] = self.fat_aabbs[index];
                    self.previous[fat_count] = self.previous[index];
                    if self.next.is_prepared {
                        self.next.fat_aabbs[fat_count] = self.next.fat_aabbs[index];
                    }
                    fat_count = count;
                }
            }
        }
        dynamic_proxies.truncate(count);
        self.fat_aabbs.truncate(fat_count);
        self.previous.truncate(fat_count);
        self.next.fat_aabbs.truncate(fat_count);
    }

    /// Marks the pairs of a removed proxy as stale: another collider may get its slot.
    pub(super) fn remove(&mut self, slot: u32) {
        if self.is_valid {
            self.stale.grow_and_insert(slot as usize);
        }
        if self.next.is_prepared {
            self.next.removed.push(slot);
        }
    }

    /// Invalidates the list, and the one for the next run.
    pub(super) fn discard(&mut self) {
        self.is_valid = false;
        self.next.is_prepared = false;
    }

    /// Discards the list because many proxies are elsewhere all at once: their motion until now says nothing about the
    /// next one. This run records where they are, and the next one makes a list.
    pub(super) fn expect_jump(&mut self) {
        self.discard();
        self.runs_to_wait = 1;
    }

    /// Drops a list that is too long to pay: of so many pairs, of which this many overlap now.
    pub(super) fn drop_if_oversized(&mut self, listed_pairs: usize, overlapping: usize) {
        if listed_pairs > MAX_PAIRS_PER_PROXY * (self.fat_aabbs.len() + overlapping) {
            self.discard();
            self.lengthen_backoff();
            self.runs_to_wait = self.backoff;
        }
    }

    /// Doubles the number of runs to wait.
    fn lengthen_backoff(&mut self) {
        self.backoff = (2 * self.backoff).clamp(BACKOFF.0, BACKOFF.1);
    }

    /// Decides how this run finds its pairs, and updates the fat AABBs.
    pub(super) fn choose_source(
        &mut self,
        proxies: &[Proxy],
        dynamic_proxies: &[u32],
        run: u32,
    ) -> PairSource {
        if self.is_valid
            && let Some(source) = self.continue_list(proxies, dynamic_proxies, run)
        {
            return source;
        }
        self.escaped.clear();
        // Thousands may be spawned that never move: the next run shows whether they do.
        if is_too_many(core::mem::take(&mut self.inserted), dynamic_proxies.len()) {
            return PairSource::SweepAll;
        }
        self.grow(dynamic_proxies);
        if self.runs_to_wait == 0 {
            self.prepare(proxies, dynamic_proxies, run);
            if self.next.is_prepared {
                self.switch_to_prepared(0);
                return PairSource::BuildList;
            }
        }
        self.runs_to_wait = self.runs_to_wait.saturating_sub(1);
        if self.runs_to_wait == 0 {
            self.record(proxies, dynamic_proxies, run);
        }
        PairSource::SweepAll
    }

    /// Goes on with the list, or switches to the prepared one; in its last run, prepares the next. Discards it if too
    /// many proxies have escaped.
    fn continue_list(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32], run: u32) -> Option<PairSource> {
        self.age += 1;
        let mut source = PairSource::UseList;
        if self.next.is_prepared {
            source = PairSource::SwitchToPrepared;
            self.switch_to_prepared(1);
        }
        self.grow(dynamic_proxies);
        self.find_escaped(proxies, dynamic_proxies);
        if !is_too_many(self.escaped.len(), dynamic_proxies.len()) {
            self.escaped.iter().for_each(|&slot| self.stale.grow_and_insert(slot as usize));
            if self.age == self.lifetime {
                self.prepare(proxies, dynamic_proxies, run);
            }
            return Some(source);
        }
        self.discard();
        // Motion that was not predicted well is unlikely to be soon.
        if self.age > 2 {
            self.backoff = 0;
        } else {
            self.lengthen_backoff();
        }
        self.runs_to_wait = if self.age > 1 { 0 } else { self.backoff };
        None
    }

    /// Replaces the fat AABBs by the prepared ones, which were predicted so many runs ago.
    fn switch_to_prepared(&mut self, age: u32) {
        core::mem::swap(&mut self.fat_aabbs, &mut self.next.fat_aabbs);
        self.stale.clear();
        self.next.removed.iter().for_each(|&slot| self.stale.grow_and_insert(slot as usize));
        (self.is_valid, self.age, self.lifetime) = (true, age, self.next.lifetime);
        self.next.is_prepared = false;
    }

    /// Finds the proxies that are not within their fat AABB.
    fn find_escaped(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32]) {
        self.escaped.clear();
        for (fat, &slot) in self.fat_aabbs.iter_mut().zip(dynamic_proxies) {
            if !fat.contains(&proxies[slot as usize]) {
                *fat = FatAabb::none(slot);
                self.escaped.push(slot);
            }
        }
    }

    /// Prepares the next list if one pays: predicts the fat AABBs of all proxies.
    fn prepare(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32], run: u32) {
        self.next.removed.clear();
        extend_with_none(&mut self.next.fat_aabbs, dynamic_proxies);
        let unknown = AtomicUsize::new(0);
        // How many fat AABBs last for so many whole runs.
        let lasting = [const { AtomicUsize::new(0) }; MAX_RUNS as usize + 1];
        let threads = tasks::threads(dynamic_proxies.len(), tasks::MIN_PARALLEL_AABBS);
        let size = dynamic_proxies.len().div_ceil(tasks::task_count(threads)).max(1);
        let slices = dynamic_proxies
            .chunks(size)
            .zip(self.next.fat_aabbs.chunks_mut(size))
            .zip(self.previous.chunks_mut(size));
        tasks::each(threads, slices, |((slots, fat_aabbs), previous)| {
            let (mut lasting_here, mut unknown_here) = ([0; MAX_RUNS as usize + 1], 0);
            for ((&slot, fat), previous) in slots.iter().zip(fat_aabbs).zip(previous) {
                let proxy = &proxies[slot as usize];
                unknown_here += usize::from(!previous.is_known());
                let runs;
                (*fat, runs) = previous.predict(proxy, run);
                lasting_here[runs as usize] += 1;
                *previous = PreviousAabb::new(proxy, run);
            }
            lasting
                .iter()
                .zip(lasting_here)
                .for_each(|(sum, here)| _ = sum.fetch_add(here, Ordering::Relaxed));
            unknown.fetch_add(unknown_here, Ordering::Relaxed);
        });
        // The list lasts until too many of them are expected to have been left.
        let mut too_short = 0;
        let lifetime = lasting.into_iter().take_while(|lasting| {
            too_short += lasting.load(Ordering::Relaxed);
            !is_too_many(too_short, dynamic_proxies.len())
        });
        let lifetime = lifetime.count().min(MAX_RUNS as usize);
        if lifetime < MIN_RUNS {
            self.runs_to_wait = BACKOFF.0;
        }
        self.next.lifetime = lifetime as u32;
        self.next.is_prepared =
            lifetime >= MIN_RUNS && !is_too_many(unknown.into_inner(), dynamic_proxies.len());
    }

    /// Records the present AABBs.
    fn record(&mut self, proxies: &[Proxy], dynamic_proxies: &[u32], run: u32) {
        for (&slot, previous) in dynamic_proxies.iter().zip(&mut self.previous) {
            *previous = PreviousAabb::new(&proxies[slot as usize], run);
        }
    }
}

/// Returns whether too many of all proxies are exceptions for a list to pay.
fn is_too_many(some: usize, all: usize) -> bool {
    some > MAX_ESCAPED.0.min(all / 4) + all / MAX_ESCAPED.1
}

#[cfg(test)]
mod tests;
