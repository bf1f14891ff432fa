//! The order of a curve that fills space.

use crate::collider::Glance;

/// How many boxes are looked at to learn where they are.
const SAMPLE: usize = 64;
/// There are as many cells as this power of two at most.
const MOST_BITS: u32 = 20;

/// Cells that divide the part of space where most boxes are, each with its place on the curve.
pub(super) struct Cells {
    origin: [f32; 3],
    /// How many cells there are in a unit of length.
    density: [f32; 3],
    /// The axes along which there are several.
    axes: [usize; 3],
    /// How many axes that are.
    count: usize,
    /// How many cells there are, as a power of two.
    bits: u32,
}

impl Cells {
    /// One or a few cells for each box.
    pub(super) fn of(glances: &[Glance], slots: &[u32]) -> Self {
        let bits = (slots.len() | 1).ilog2() + 1;
        let mut cells =
            Self { origin: [0.0; 3], density: [0.0; 3], axes: [0; 3], count: 0, bits: bits.min(MOST_BITS) };
        let sampled = slots.len().min(SAMPLE);
        let Some(last) = sampled.checked_sub(1) else { return cells };
        let mut spreads = [0.0; 3];
        for (axis, spread) in spreads.iter_mut().enumerate() {
            let mut sample = [0.0; SAMPLE];
            let sample = &mut sample[..sampled];
            for (index, value) in sample.iter_mut().enumerate() {
                // Steps of the golden ratio, for what is spawned in turns comes in a rhythm.
                let part = u64::from((index as u32).wrapping_mul(0x9e37_79b9));
                let slot = slots[((part * slots.len() as u64) >> 32) as usize];
                *value = centre(&glances[slot as usize], axis);
            }
            sample.sort_unstable_by(f32::total_cmp);
            // A few that are far away do not count.
            let (low, high) = (sample[last / 8], sample[last - last / 8]);
            *spread = high - low;
            cells.origin[axis] = low - 0.5 * *spread;
            if *spread > 0.0 {
                cells.axes[cells.count] = axis;
                cells.count += 1;
            }
        }
        for &axis in &cells.axes[..cells.count] {
            cells.density[axis] = cells.steps() as f32 / (2.0 * spreads[axis]);
        }
        cells
    }

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        1 << self.bits
    }

    /// How many cells there are along an axis.
    fn steps(&self) -> u32 {
        1 << (self.bits / self.count as u32)
    }

    /// The cell of a box: that of its centre, or the nearest one.
    #[inline]
    pub(super) fn at(&self, glance: &Glance) -> u32 {
        let mut place = 0;
        for (shift, &axis) in self.axes[..self.count].iter().enumerate() {
            let step = (centre(glance, axis) - self.origin[axis]) * self.density[axis];
            // The cast takes a NaN for 0, and what is below for 0 as well.
            let step = (step as u32).min(self.steps() - 1);
            // One axis need not be interleaved with any, two and three by turns.
            place |= match self.count {
                1 => step,
                2 => spread_by_two(step) << shift,
                _ => spread_by_three(step) << shift,
            };
        }
        place
    }
}

#[inline]
fn centre(glance: &Glance, axis: usize) -> f32 {
    0.5 * (glance.low[axis] + glance.high[axis])
}

/// The bits of a number below 2¹⁰, each two places from the next.
#[inline]
fn spread_by_two(mut bits: u32) -> u32 {
    bits = (bits | bits << 8) & 0x00ff_00ff;
    bits = (bits | bits << 4) & 0x0f0f_0f0f;
    bits = (bits | bits << 2) & 0x3333_3333;
    (bits | bits << 1) & 0x5555_5555
}

/// The same with three places.
#[inline]
fn spread_by_three(mut bits: u32) -> u32 {
    bits = (bits | bits << 16) & 0x0300_00ff;
    bits = (bits | bits << 8) & 0x0300_f00f;
    bits = (bits | bits << 4) & 0x030c_30c3;
    (bits | bits << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::{spread_by_three, spread_by_two};

    #[test]
    fn bits_are_spread() {
        for number in 0..1 << 10 {
            let spread = |by: u32| {
                (0..10).map(|bit| (number >> bit & 1) << (bit * by)).fold(0, core::ops::BitOr::bitor)
            };
            assert_eq!((spread_by_two(number), spread_by_three(number)), (spread(2), spread(3)));
        }
    }
}
