//! Grid and sweep and prune: finds all overlapping pairs of many AABBs.
//!
//! The AABBs are binned into columns along one axis, by a grid over the other two, and each column is divided into
//! cells along its axis. Within a column, an AABB is compared with all that follow up to the last cell that it reaches,
//! eight at a time. A pair that shares several columns is reported by the one that contains the larger of its two lower
//! bounds, on both axes of the grid.
//!
//! See Ericson, "Real-Time Collision Detection", 7.5; the sweep is Baraff's ("Dynamic Simulation of
//! Non-Penetrating Rigid Bodies", 1992), the division into columns follows Tracy, Buss, Woods, "Efficient
//! Large-Scale Sweep and Prune Methods", 2009.

mod column;
mod grid;
#[cfg(test)]
pub(super) mod tests;

use crate::collider::Dimension;
use crate::detection::proxies::{Corner, HasAabb, flag};
use column::Column;
pub(super) use column::Lanes;
use grid::Grid;

/// Flags of an entry whose lower bound lies in this column, one for each of the two axes of the grid. Of a pair that
/// shares several columns, they tell the one that reports it.
const LOWER_BOUND_HERE: [u32; 2] = [flag::FIRST_FOR_BROAD_PHASE, flag::FIRST_FOR_BROAD_PHASE << 1];

/// The largest number of entries in a cell before the columns are sorted in full; tuning constant.
const MAX_PER_CELL: u32 = 64;
/// The number of runs after which a grid is fitted anew; tuning constant.
const MAX_AGE: u32 = 16;

/// An AABB in a column. Its first axis is the axis of the columns.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Entry {
    low: [f32; 3],
    slot: u32,
    high: [f32; 3],
    flags: u32,
}

/// Sweep and prune over some AABBs, and its memory.
#[derive(Default)]
pub(super) struct SweepAndPrune {
    grid: Grid,
    /// For how many AABBs the grid was fitted, and how many times it was used again.
    count: usize,
    age: u32,
    /// The cells of each AABB, one AABB after the other.
    cell_entries: Vec<CellEntry>,
    /// The end of each cell among the entries, column by column.
    ends: Vec<u32>,
    /// The AABBs, ordered by their cells.
    entries: Vec<Entry>,
    /// Whether the entries of each column are sorted by their lower bounds, not only by cells.
    is_sorted: bool,
    order: Vec<u32>,
    /// The largest extent of an entry along the columns, if it was [measured](Self::fill_and_measure).
    longest: f32,
}

/// A cell that an AABB is binned into.
#[derive(Clone, Copy, Debug)]
struct CellEntry {
    cell: u32,
    flags: u32,
    index: u32,
}

/// Indices of AABBs in a slice.
pub(super) trait Indices: ExactSizeIterator<Item = u32> + Clone {}

impl<I: ExactSizeIterator<Item = u32> + Clone> Indices for I {}

/// Some columns of a sweep, as a task.
pub(super) struct Columns<'a> {
    sweep: &'a SweepAndPrune,
    /// The range of their cells.
    cells: core::ops::Range<usize>,
}

impl SweepAndPrune {
    /// Replaces the AABBs by those at these indices, and bins them. All bounds are finite.
    pub(super) fn fill<D: Dimension>(&mut self, aabbs: &[impl HasAabb], indices: impl Indices) {
        let count = indices.len();
        let mut max_count = 0;
        // As a rule, the grid of an earlier run still fits.
        self.age += 1;
        let fits = self.age < MAX_AGE && self.count.abs_diff(count) <= self.count / 8;
        if fits {
            max_count = self.bin(aabbs, indices.clone());
        }
        // If a new grid was overfull as well, another one would be, too.
        let is_overfull = max_count > MAX_PER_CELL && !self.is_sorted;
        if !fits || is_overfull || self.spans_many_columns(count) {
            (self.grid, self.count, self.age) = (Grid::fit::<D>(aabbs, indices.clone()), count, 0);
            max_count = self.bin(aabbs, indices.clone());
        }
        // If some AABBs span so many columns that there are several entries for each AABB, columns are made wider and
        // fewer.
        while self.spans_many_columns(count) && self.grid.coarsen() {
            max_count = self.bin(aabbs, indices.clone());
        }
        self.is_sorted = max_count > MAX_PER_CELL;
        if self.is_sorted {
            let axis = self.grid.axes[0];
            let low = |index: u32| aabbs[index as usize].low()[axis];
            let mut order = core::mem::take(&mut self.order);
            order.clear();
            order.extend(indices);
            order.sort_unstable_by(|&one, &two| low(one).total_cmp(&low(two)).then(one.cmp(&two)));
            self.bin(aabbs, order.iter().copied());
            self.order = order;
        }
        let mut end = 0;
        for count in &mut self.ends {
            end += core::mem::replace(count, end);
        }
        // Entries beyond the last column are left over from an earlier run.
        if self.entries.len() < self.cell_entries.len() {
            self.entries.resize(self.cell_entries.len(), Entry::default());
        }
        let [x, y, z] = self.grid.axes;
        for &CellEntry { cell, flags, index } in &self.cell_entries {
            let aabb = &aabbs[index as usize];
            let (low, high) = (aabb.low(), aabb.high());
            let end = &mut self.ends[cell as usize];
            self.entries[*end as usize] = Entry {
                low: [low[x], low[y], low[z]],
                slot: aabb.slot(),
                high: [high[x], high[y], high[z]],
                flags,
            };
            *end += 1;
        }
    }

    /// Replaces the AABBs by all of these, and finds the largest extent of them, which
    /// [`for_each_overlap`](Self::for_each_overlap) needs.
    pub(super) fn fill_and_measure<D: Dimension>(&mut self, aabbs: &[impl HasAabb]) {
        self.fill::<D>(aabbs, 0..aabbs.len() as u32);
        self.measure();
    }

    /// Measures the AABBs.
    fn measure(&mut self) {
        let count = self.ends.last().map_or(0, |&end| end as usize);
        let longest =
            self.entries[..count].iter().map(|entry| entry.high[0] - entry.low[0]).fold(0.0, f32::max);
        self.longest = longest.next_up();
    }

    /// Calls `found` once for the slot of each of the [measured](Self::fill_and_measure) AABBs that overlaps another
    /// one.
    pub(super) fn for_each_overlap(&self, other: &impl HasAabb, mut found: impl FnMut(u32)) {
        let [x, y, z] = self.grid.axes;
        let permuted = |corner: &Corner| [corner[x], corner[y], corner[z]];
        let (low, high) = (permuted(other.low()), permuted(other.high()));
        let own = self.grid.cell(low[0]);
        let first = self.grid.cell((low[0] - self.longest).next_down());
        let last = self.grid.cell(high[0]);
        self.grid.visit(other, |cell, flags| {
            let column = cell as usize - own;
            let from = (column + first).checked_sub(1).map_or(0, |before| self.ends[before]);
            let to = self.ends[column + last];
            let flags = flags | flag::CHANGED | other.flags() & flag::SPACE;
            let other = Entry { low, slot: 0, high, flags };
            for entry in &self.entries[from as usize..to as usize] {
                let overlap =
                    (0..3).all(|axis| entry.low[axis] <= high[axis] && low[axis] <= entry.high[axis]);
                if overlap && column::owns_pair(entry, &other) {
                    found(entry.slot);
                }
            }
        });
    }

    /// Returns whether `count` AABBs span more than four columns each on average.
    fn spans_many_columns(&self, count: usize) -> bool {
        self.cell_entries.len() > 4 * count
    }

    /// Bins all AABBs: finds their cells, and counts the entries of each cell. Returns the largest count.
    fn bin(&mut self, aabbs: &[impl HasAabb], indices: impl Indices) -> u32 {
        let Self { grid, cell_entries, ends, .. } = self;
        ends.clear();
        ends.resize(grid.columns() * grid.cells(), 0);
        cell_entries.clear();
        let mut max_count = 0;
        for index in indices {
            let aabb = &aabbs[index as usize];
            let kept = aabb.flags() & (flag::CHANGED | flag::SPACE);
            grid.visit(aabb, |cell, flags| {
                let count = &mut ends[cell as usize];
                *count += 1;
                max_count = max_count.max(*count);
                cell_entries.push(CellEntry { cell, flags: flags | kept, index });
            });
        }
        max_count
    }

    /// Divides the columns into so many parts of about equal numbers of entries, or fewer.
    pub(super) fn split(&self, count: usize) -> impl Iterator<Item = Columns<'_>> {
        let total = self.ends.last().map_or(0, |&end| end as usize);
        let cells = self.grid.cells();
        let mut from = 0;
        (1..=count).map(move |part| {
            // Up to the end of the column that contains the end of the part.
            let last = self.ends.partition_point(|&end| (end as usize) < total * part / count);
            let to = ((last / cells + 1) * cells).clamp(from, self.ends.len());
            Columns { sweep: self, cells: core::mem::replace(&mut from, to)..to }
        })
    }
}

impl Columns<'_> {
    /// Appends the slots of each pair that overlaps or touches and of which at least one moved. Over all columns,
    /// each pair is reported once.
    pub(super) fn pairs<D: Dimension>(self, lanes: &mut Lanes, found: &mut Vec<[u32; 2]>) {
        let Self { sweep: SweepAndPrune { ends, entries, grid, is_sorted, .. }, cells } = self;
        let mut from = cells.start.checked_sub(1).map_or(0, |before| ends[before] as usize);
        for ends in ends[cells].chunks(grid.cells()) {
            let to = ends.last().map_or(from, |&end| end as usize);
            if to - from > 1 {
                let column = Column { entries: &entries[from..to], before: from, ends, grid };
                column.pairs::<D>(*is_sorted, lanes, found);
            }
            from = to;
        }
    }
}
