//! The columns of a sweep.

use super::Item;

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
    pub(super) fn of(items: &[Item]) -> Self {
        let about = [0, 1, 2].map(|axis| about(items, axis));
        let mut axes = [0, 1, 2];
        // Where sizes are 0, one that is not will do better for columns.
        let spread = |axis: usize| if about[axis].0 > 0.0 { about[axis].0 / about[axis].1 } else { 0.0 };
        axes.sort_by(|&one, &two| spread(two).total_cmp(&spread(one)));
        let width = [axes[1], axes[2]].map(|axis| WIDTH * about[axis].1);
        let across = width.map(|width| width > 0.0);
        let bits = (items.len() / SHARE).max(1).ilog2();
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

    /// Calls for each column of a box, and whether the box begins there, for both axes across.
    #[inline]
    pub(super) fn columns(&self, min: [f32; 3], max: [f32; 3], mut visit: impl FnMut(usize, [bool; 2])) {
        // The cast stops at the ends of `i32`, and so keeps the order everywhere.
        let at = |end: [f32; 3], across: usize| (end[across + 1] * self.density[across]) as i32;
        let first = [at(min, 0), at(min, 1)];
        let more = [0, 1].map(|across| {
            let more = at(max, across).wrapping_sub(first[across]) as u32;
            more.min(self.period[across] - 1)
        });
        let wrapped = |across: usize, by| (first[across] as u32).wrapping_add(by) & (self.period[across] - 1);
        for one in 0..=more[0] {
            let row = wrapped(0, one) as usize * self.period[1] as usize;
            for two in 0..=more[1] {
                visit(row + wrapped(1, two) as usize, [one == 0, two == 0]);
            }
        }
    }
}

/// How far the lower ends of boxes are spread on an axis, and how large boxes are there. A few that are far
/// away or far larger than others do not count.
fn about(items: &[Item], axis: usize) -> (f32, f32) {
    let count = items.len().min(SAMPLE);
    let Some(last) = count.checked_sub(1) else { return (0.0, 0.0) };
    let mut sample = [0.0; SAMPLE];
    let sample = &mut sample[..count];
    let mut take = |of: &dyn Fn(&Item) -> f32| {
        for (index, value) in sample.iter_mut().enumerate() {
            // Steps of the golden ratio, for what is spawned in turns comes in a rhythm.
            let part = (index as u32).wrapping_mul(0x9e37_79b9);
            *value = of(&items[((u64::from(part) * items.len() as u64) >> 32) as usize]);
        }
        sample.sort_unstable_by(f32::total_cmp);
        let median = sample[last / 2];
        // All of it where most have no size.
        let most = if median > 0.0 { 16.0 * median } else { f32::MAX };
        let mean = sample.iter().map(|value| value.min(most) / count as f32).sum();
        (sample[last - last / 8] - sample[last / 8], mean)
    };
    let (spread, _) = take(&|item| item.min[axis]);
    let (_, size) = take(&|item| item.max[axis] - item.min[axis]);
    (spread, size)
}
