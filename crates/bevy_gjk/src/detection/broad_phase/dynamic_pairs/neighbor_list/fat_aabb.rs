//! Fat AABBs, and how they are predicted: from the AABB of a proxy in an earlier run follows its velocity, and from
//! that how far it will be in the next runs.

use bevy_math::Vec4;

use crate::detection::proxies::{Corner, HasAabb, MAX_COORDINATE, Proxy, flag};

/// The largest number of runs that a fat AABB is meant to last; tuning constant.
pub(super) const MAX_RUNS: f32 = 6.0;
/// The largest extension of a fat AABB in parts of its size; more adds more pairs than it saves. Tuning constant.
const MAX_GROWTH: f32 = 0.5;
/// The padding for rotation and acceleration, in parts of the size; tuning constant.
const SLACK: f32 = 1.0 / 20.0;

/// A fat AABB: one that a proxy is expected to stay within for some runs.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(in crate::detection::broad_phase::dynamic_pairs) struct FatAabb {
    low: Corner,
    high: Corner,
}

impl FatAabb {
    /// Creates the fat AABB of a proxy that has none: it contains nothing and overlaps nothing.
    pub(super) const fn none(slot: u32) -> Self {
        Self { low: Corner::empty(slot), high: Corner::empty(0) }
    }

    /// Returns whether the AABB of a proxy lies within the fat one.
    #[inline(always)]
    pub(super) fn contains(&self, proxy: &Proxy) -> bool {
        let [low, high] = [proxy.low, proxy.high].map(|corner| corner.lanes());
        let within = low.cmpge(self.low.lanes()) & high.cmple(self.high.lanes());
        within.bitmask() & 0b111 == 0b111
    }
}

impl HasAabb for FatAabb {
    #[inline(always)]
    fn low(&self) -> &Corner {
        &self.low
    }

    #[inline(always)]
    fn high(&self) -> &Corner {
        &self.high
    }
}

/// Makes fat AABBs as many as the dynamic proxies: the new ones contain nothing yet.
pub(super) fn extend_with_none(fat_aabbs: &mut Vec<FatAabb>, dynamic_proxies: &[u32]) {
    fat_aabbs.truncate(dynamic_proxies.len());
    let new = &dynamic_proxies[fat_aabbs.len()..];
    fat_aabbs.extend(new.iter().map(|&slot| FatAabb::none(slot)));
}

/// The AABB of a proxy in an earlier run, from which its velocity is estimated.
#[derive(Clone, Copy, Debug)]
pub(super) struct PreviousAabb {
    /// The lower corner, which carries the run.
    low: Corner,
    /// The upper corner; infinite if there is no earlier AABB.
    high: Corner,
}

impl PreviousAabb {
    /// No earlier AABB. It is unbounded, so that no growth out of it is seen.
    pub(super) const NONE: Self =
        Self { low: Corner::new([f32::NEG_INFINITY; 3], 0), high: Corner::new([f32::INFINITY; 3], 0) };

    /// Records the AABB of a proxy.
    #[inline(always)]
    pub(super) fn new(proxy: &Proxy, run: u32) -> Self {
        Self { low: Corner::new(proxy.low.xyz(), run), high: proxy.high }
    }

    /// Returns whether there is an earlier AABB.
    pub(super) fn is_known(&self) -> bool {
        self.high[0] < f32::INFINITY
    }

    /// Predicts the fat AABB of a proxy, and for how many runs it will last.
    #[inline(always)]
    pub(super) fn predict(&self, proxy: &Proxy, run: u32) -> (FatAabb, f32) {
        // The w lanes are cleared: the integers there are subnormal numbers, which slow processors down.
        let [low, high, old_low, old_high] =
            [proxy.low, proxy.high, self.low, self.high].map(|corner| corner.lanes().with_w(0.0));
        let size = (high - low).truncate().max_element();
        let per_run = (run.wrapping_sub(self.low.bits()).max(1) as f32).recip();
        // Each side on its own, so that rotation and growth are extrapolated as well.
        let below = ((low - old_low) * per_run).min(Vec4::ZERO);
        let above = ((high - old_high) * per_run).max(Vec4::ZERO);
        let speed = (above - below).truncate().max_element();
        // Nothing is infinite here, because coordinates are bounded by `MAX_COORDINATE`.
        let runs = if speed * MAX_RUNS > size * MAX_GROWTH { size * MAX_GROWTH / speed } else { MAX_RUNS };
        let padding = Vec4::splat(size * SLACK);
        let limit = Vec4::splat(MAX_COORDINATE);
        let [x, y, z, _] = (low + below * runs - padding).max(-limit).to_array();
        let [u, v, w, _] = (high + above * runs + padding).min(limit).to_array();
        let slot = proxy.slot();
        // It may move in any of the runs.
        let flags = flag::CHANGED | proxy.flags() & flag::SPACE;
        (FatAabb { low: Corner::new([x, y, z], slot), high: Corner::new([u, v, w], flags) }, runs)
    }
}
