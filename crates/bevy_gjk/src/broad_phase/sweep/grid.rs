//! The columns of a sweep, and the cells of a column.

use bevy_math::Vec4;

use crate::broad_phase::sweep::{BEGINS, Places};
use crate::proxies::HasAabb;

/// How many boxes are looked at to learn what they are like.
const SAMPLE: usize = 64;
/// The width of columns in sizes of boxes, where columns lie on one axis, and on two.
const WIDTHS: [f32; 2] = [8.0, 4.0];
/// How many boxes there are for each column, at least.
const SHARE: usize = 8;
/// How many cells there are for each box, at most.
const CELLS: usize = 2;
/// On an axis there are so many columns, where there are boxes enough: some may be where the sample knows nothing of.
const MIN_FRAMES: f32 = 8.0;

/// The sum with a number up to [`FARTHEST`] has the nearest whole number in its lowest bits: one instruction for four,
/// where a cast takes several for each.
const STEPS: f32 = 12_582_912.0;
/// What lies farther is as far.
const FARTHEST: f32 = 4_194_303.0;

/// The whole numbers nearest to these, wrapped, and in the same order.
#[inline(always)]
fn steps(at: Vec4) -> [u32; 4] {
    let within = at.clamp(Vec4::splat(-FARTHEST), Vec4::splat(FARTHEST));
    (within + STEPS).to_array().map(f32::to_bits)
}

/// Columns along one axis, without end: they begin anew after some, so that boxes far from all others cost
/// no more than others. Each is divided into cells, of which the first and the last have no end.
#[derive(Debug, Default)]
pub(super) struct Grid {
    /// The axis along which the columns go, and those across.
    pub(super) axes: [usize; 3],
    /// Where the second cell of a column begins, and how many cells there are in a unit of length.
    origin: f32,
    fineness: f32,
    /// How many cells a column has.
    cells: u32,
    /// How many columns there are in a unit of length, for both axes across: for the lower ends and for the upper ones.
    density: Vec4,
    /// After how many they begin anew: powers of two.
    period: [u32; 2],
}

impl Grid {
    /// Columns for boxes: along the axis on which they are spread most for their size.
    pub(super) fn of(boxes: &[impl HasAabb], places: impl Places) -> Self {
        let count = places.len();
        let about = about(boxes, places);
        let mut axes = [0, 1, 2];
        // Where sizes are 0, one that is not will do better for columns.
        let spread = |axis: usize| {
            let About { spread, size, .. } = about[axis];
            if spread > 0.0 { spread / size } else { 0.0 }
        };
        axes.sort_by(|&one, &two| spread(two).total_cmp(&spread(one)));
        let [along, across @ ..] = axes.map(|axis| &about[axis]);
        let is_plane = !(across[1].size > 0.0);
        let width = across.map(|about| WIDTHS[usize::from(!is_plane)] * about.size);
        let most = (count / SHARE).max(1).ilog2();
        let bits = [0, 1].map(|axis| {
            if width[axis] > 0.0 {
                let columns = (1.4 * across[axis].spread / width[axis]).clamp(MIN_FRAMES, 1e9);
                (columns as u32).next_power_of_two().ilog2()
            } else {
                0
            }
        });
        // Where there are to be more in all, those on the axis with more go first.
        let first = bits[0].min(most.saturating_sub(bits[1]).max(most.div_ceil(2)));
        let period = [first, bits[1].min(most - first)].map(|bits| 1 << bits);
        let columns = period[0] as usize * period[1] as usize;
        let cells = if along.spread > 0.0 { CELLS * count / columns } else { 1 };
        let cells = cells.min(FARTHEST as usize);
        let [one, two] = width.map(|width| if width > 0.0 { width.recip().min(f32::MAX) } else { 0.0 });
        Self {
            axes,
            origin: along.low - 0.5 * along.spread,
            fineness: if cells > 1 { (0.5 * cells as f32 / along.spread).min(f32::MAX) } else { 0.0 },
            cells: cells.max(1) as u32,
            density: Vec4::new(one, two, one, two),
            period,
        }
    }

    /// Makes the columns wider and fewer, if there are several.
    pub(super) fn coarsen(&mut self) -> bool {
        let several = self.columns() > 1;
        self.density *= 0.5;
        self.period = self.period.map(|period| (period / 2).max(1));
        several
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> usize {
        self.period[0] as usize * self.period[1] as usize
    }

    /// How many cells a column has.
    pub(super) fn cells(&self) -> usize {
        self.cells.max(1) as usize
    }

    /// The cell of a column in which this coordinate lies: never one before that of a lesser coordinate.
    #[inline(always)]
    pub(super) fn cell(&self, along: f32) -> usize {
        // What is below the first is in the first. No comparison with a NaN, as there is none.
        let at = (along - self.origin) * self.fineness;
        let at = if at > 0.0 { at } else { 0.0 };
        let last = (self.cells - 1) as f32;
        let at = if at < last { at } else { last };
        ((at + STEPS).to_bits() - STEPS.to_bits()) as usize
    }

    /// Calls for the cell of each column of a box where its lower end lies, with marks if the box begins in that
    /// column, for both axes across.
    #[inline(always)]
    pub(super) fn visit(&self, of: &impl HasAabb, mut visit: impl FnMut(u32, u32)) {
        let [x, y, z] = self.axes;
        let (low, high) = (of.low(), of.high());
        let cell = self.cell(low[x]) as u32;
        let [first, first_in_row, last, last_in_row] =
            steps(Vec4::new(low[y], low[z], high[y], high[z]) * self.density);
        let more = last.wrapping_sub(first).min(self.period[0] - 1);
        let more_in_row = last_in_row.wrapping_sub(first_in_row).min(self.period[1] - 1);
        let cell_at = |one: u32, two: u32| {
            let row = first.wrapping_add(one) & (self.period[0] - 1);
            let column = row * self.period[1] + (first_in_row.wrapping_add(two) & (self.period[1] - 1));
            column * self.cells + cell
        };
        visit(cell_at(0, 0), BEGINS[0] | BEGINS[1]);
        // Most boxes lie in one column.
        if more | more_in_row != 0 {
            for one in 0..more + 1 {
                for two in u32::from(one == 0)..more_in_row + 1 {
                    let begins = if one == 0 { BEGINS[0] } else { 0 } | if two == 0 { BEGINS[1] } else { 0 };
                    visit(cell_at(one, two), begins);
                }
            }
        }
    }
}

/// How boxes lie on an axis.
#[derive(Clone, Copy, Debug, Default)]
struct About {
    /// Where the lower ends begin.
    low: f32,
    /// How far they are spread.
    spread: f32,
    /// How large boxes are.
    size: f32,
}

/// How boxes lie on each axis. A few that are far away or far larger than others do not count.
fn about(boxes: &[impl HasAabb], places: impl Places) -> [About; 3] {
    let count = places.len().min(SAMPLE);
    let mut about = [About::default(); 3];
    let Some(last) = count.checked_sub(1) else { return about };
    let (mut lows, mut sizes) = ([[0.0; SAMPLE]; 3], [[0.0; SAMPLE]; 3]);
    for index in 0..count {
        // Steps of the golden ratio, for what is spawned in turns comes in a rhythm.
        let part = u64::from((index as u32).wrapping_mul(0x9e37_79b9));
        // That of a slice or a range is found at once.
        let Some(place) = places.clone().nth(((part * places.len() as u64) >> 32) as usize) else { continue };
        let (low, high) = (boxes[place as usize].low(), boxes[place as usize].high());
        for axis in 0..3 {
            (lows[axis][index], sizes[axis][index]) = (low[axis], high[axis] - low[axis]);
        }
    }
    for axis in 0..3 {
        let (lows, sizes) = (&mut lows[axis][..count], &mut sizes[axis][..count]);
        let nth = |of: &mut [f32], index: usize| *of.select_nth_unstable_by(index, f32::total_cmp).1;
        let [low, high] = [last / 8, last - last / 8].map(|index| nth(lows, index));
        let median = nth(sizes, last / 2);
        // All of it where most have no size.
        let most = if median > 0.0 { 16.0 * median } else { f32::MAX };
        let size = sizes.iter().map(|size| size.min(most) / count as f32).sum();
        about[axis] = About { low, spread: high - low, size };
    }
    about
}
