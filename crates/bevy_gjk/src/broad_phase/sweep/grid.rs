//! The columns of a sweep.

use super::BEGINS;
use crate::collider::Glance;

/// How many boxes are looked at to learn what they are like.
const SAMPLE: usize = 64;
/// The width of columns, in sizes of boxes.
const WIDTH: f32 = 4.0;
/// How many boxes there are for each column.
const SHARE: usize = 8;

/// Columns along one axis, without end: they begin anew after some, so that boxes far from all others cost
/// no more than others.
#[derive(Debug)]
pub(super) struct Grid {
    /// The axis along which the columns go, and those across.
    pub(super) axes: [usize; 3],
    /// How many columns there are in a unit of length, for both axes across.
    density: [f32; 2],
    /// After how many they begin anew: powers of two.
    period: [u32; 2],
}

impl Grid {
    /// Columns for boxes: along the axis on which they are spread most for their size.
    pub(super) fn of(glances: &[Glance], slots: &[u32]) -> Self {
        let about = about(glances, slots);
        let mut axes = [0, 1, 2];
        // Where sizes are 0, one that is not will do better for columns.
        let spread = |axis: usize| if about[axis].0 > 0.0 { about[axis].0 / about[axis].1 } else { 0.0 };
        axes.sort_by(|&one, &two| spread(two).total_cmp(&spread(one)));
        let width = [axes[1], axes[2]].map(|axis| WIDTH * about[axis].1);
        let across = width.map(|width| width > 0.0);
        let bits = (slots.len() / SHARE).max(1).ilog2();
        let bits = match across {
            [true, true] => [bits.div_ceil(2), bits / 2],
            [first, second] => [bits * u32::from(first), bits * u32::from(second)],
        };
        Self {
            axes,
            density: width.map(|width| if width > 0.0 { width.recip().min(f32::MAX) } else { 0.0 }),
            period: bits.map(|bits| 1 << bits),
        }
    }

    /// Makes the columns wider and fewer, if there are several.
    pub(super) fn coarsen(&mut self) -> bool {
        let several = self.len() > 1;
        self.density = self.density.map(|density| 0.5 * density);
        self.period = self.period.map(|period| (period / 2).max(1));
        several
    }

    /// How many columns there are.
    pub(super) fn len(&self) -> usize {
        self.period[0] as usize * self.period[1] as usize
    }

    /// Calls for each column of a box, with marks if it begins there, for both axes across.
    #[inline]
    pub(super) fn columns(&self, min: [f32; 2], max: [f32; 2], mut visit: impl FnMut(usize, u32)) {
        // The cast stops at the ends of `i32`, and so keeps the order everywhere.
        let at = |end: f32, across: usize| (end * self.density[across]) as i32;
        let span = |across: usize| {
            let first = at(min[across], across);
            let more = at(max[across], across).wrapping_sub(first) as u32;
            (first as u32, more.min(self.period[across] - 1))
        };
        let (first, more) = span(0);
        if self.period[1] == 1 {
            for one in 0..=more {
                let begins = if one == 0 { BEGINS[0] | BEGINS[1] } else { BEGINS[1] };
                visit((first.wrapping_add(one) & (self.period[0] - 1)) as usize, begins);
            }
            return;
        }
        let (first_in_row, more_in_row) = span(1);
        for one in 0..=more {
            let row = (first.wrapping_add(one) & (self.period[0] - 1)) * self.period[1];
            for two in 0..=more_in_row {
                let column = row + (first_in_row.wrapping_add(two) & (self.period[1] - 1));
                let begins = if one == 0 { BEGINS[0] } else { 0 } | if two == 0 { BEGINS[1] } else { 0 };
                visit(column as usize, begins);
            }
        }
    }
}

/// How far the lower ends of boxes are spread on each axis, and how large boxes are there. A few that are far
/// away or far larger than others do not count.
fn about(glances: &[Glance], slots: &[u32]) -> [(f32, f32); 3] {
    let count = slots.len().min(SAMPLE);
    let mut about = [(0.0, 0.0); 3];
    let Some(last) = count.checked_sub(1) else { return about };
    let (mut lows, mut sizes) = ([[0.0; SAMPLE]; 3], [[0.0; SAMPLE]; 3]);
    for index in 0..count {
        // Steps of the golden ratio, for what is spawned in turns comes in a rhythm.
        let part = u64::from((index as u32).wrapping_mul(0x9e37_79b9));
        let slot = slots[((part * slots.len() as u64) >> 32) as usize];
        let Glance { low, high, .. } = glances[slot as usize];
        for axis in 0..3 {
            (lows[axis][index], sizes[axis][index]) = (low[axis], high[axis] - low[axis]);
        }
    }
    for axis in 0..3 {
        let (lows, sizes) = (&mut lows[axis][..count], &mut sizes[axis][..count]);
        let nth = |of: &mut [f32], index: usize| *of.select_nth_unstable_by(index, f32::total_cmp).1;
        let spread = nth(lows, last - last / 8) - nth(lows, last / 8);
        let median = nth(sizes, last / 2);
        // All of it where most have no size.
        let most = if median > 0.0 { 16.0 * median } else { f32::MAX };
        let mean = sizes.iter().map(|size| size.min(most) / count as f32).sum();
        about[axis] = (spread, mean);
    }
    about
}
