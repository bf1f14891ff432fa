//! Sweep and prune: which of many boxes overlap.
//!
//! The boxes are dealt into columns along one axis, across the others, and in each into cells. Along each column, a
//! box is compared with all those up to the last cell that it reaches, eight at a time. A pair that shares several
//! columns is found in that where the larger of its lower ends lies.
//!
//! Ericson, "Real-Time Collision Detection", 7.5; the sweep is Baraff's ("Dynamic Simulation of
//! Non-Penetrating Rigid Bodies", 1992), the division into columns as in Tracy, Buss, Woods, "Efficient
//! Large-Scale Sweep and Prune Methods", 2009.

mod column;
mod grid;
#[cfg(test)]
mod tests;

use crate::collider::Dimension;
use crate::proxies::{HasAabb, flag};
use column::Column;
pub(super) use column::Lanes;
use grid::Grid;

/// The lower end of the box lies in this column, for each of the axes across.
const BEGINS: [u32; 2] = [flag::OTHERS, flag::OTHERS << 1];

/// With more boxes in a cell than this, all are sorted before they are dealt.
const MAX_PER_CELL: u32 = 64;
/// So many times a grid is used, as long as it does.
const LIFE: u32 = 16;

/// A box in a column. Its first axis is that along which the columns go.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Entry {
    low: [f32; 3],
    slot: u32,
    high: [f32; 3],
    flags: u32,
}

/// Aabbs to sweep, and the memory for it.
#[derive(Default)]
pub(super) struct Sweep {
    grid: Grid,
    /// For how many boxes the grid was made, and how many times it was used again.
    count: usize,
    age: u32,
    /// The cells of the boxes, one after the other, with their places and marks.
    cell_entries: Vec<CellEntry>,
    /// Where each cell ends among the entries, column by column.
    ends: Vec<u32>,
    /// The boxes in their cells.
    entries: Vec<Entry>,
    /// In each column they are in the order of their lower ends, not only their cells.
    is_sorted: bool,
    order: Vec<u32>,
    /// How long the longest of them is along the columns, if it was [measured](Self::measure).
    longest: f32,
}

/// A cell of a box.
#[derive(Clone, Copy, Debug)]
struct CellEntry {
    cell: u32,
    begins: u32,
    place: u32,
}

/// The places of boxes among others.
pub(super) trait Places: ExactSizeIterator<Item = u32> + Clone {}

impl<I: ExactSizeIterator<Item = u32> + Clone> Places for I {}

/// Some columns of a sweep.
pub(super) struct Columns<'a> {
    sweep: &'a Sweep,
    /// Their cells.
    cells: core::ops::Range<usize>,
}

impl Sweep {
    /// Takes the boxes of these places instead of those it had, and deals them into columns. All ends are finite.
    pub(super) fn fill(&mut self, boxes: &[impl HasAabb], places: impl Places) {
        let count = places.len();
        let mut most = 0;
        // A grid of some frames ago still fits, as a rule.
        self.age += 1;
        let is_known = self.age < LIFE && self.count.abs_diff(count) <= self.count / 8;
        if is_known {
            most = self.bin(boxes, places.clone());
        }
        // Where a new one was as crowded, another would be, too.
        let is_overfull = most > MAX_PER_CELL && !self.is_sorted;
        if !is_known || is_overfull || self.is_spread(count) {
            (self.grid, self.count, self.age) = (Grid::of(boxes, places.clone()), count, 0);
            most = self.bin(boxes, places.clone());
        }
        // Where some boxes span so many columns that there were several entries for each box, columns are
        // wider and fewer.
        while self.is_spread(count) && self.grid.coarsen() {
            most = self.bin(boxes, places.clone());
        }
        self.is_sorted = most > MAX_PER_CELL;
        if self.is_sorted {
            let axis = self.grid.axes[0];
            let low = |place: u32| boxes[place as usize].low()[axis];
            let mut order = core::mem::take(&mut self.order);
            order.clear();
            order.extend(places);
            order.sort_unstable_by(|&one, &two| low(one).total_cmp(&low(two)).then(one.cmp(&two)));
            self.bin(boxes, order.iter().copied());
            self.order = order;
        }
        let mut end = 0;
        for count in &mut self.ends {
            end += core::mem::replace(count, end);
        }
        // Those beyond the last column are left from before.
        if self.entries.len() < self.cell_entries.len() {
            self.entries.resize(self.cell_entries.len(), Entry::default());
        }
        let [x, y, z] = self.grid.axes;
        for &CellEntry { cell, begins, place } in &self.cell_entries {
            let of = &boxes[place as usize];
            let (low, high) = (of.low(), of.high());
            let end = &mut self.ends[cell as usize];
            self.entries[*end as usize] = Entry {
                low: [low[x], low[y], low[z]],
                slot: of.slot(),
                high: [high[x], high[y], high[z]],
                flags: begins,
            };
            *end += 1;
        }
    }

    /// Measures the boxes, for [`meeting`](Self::meeting).
    pub(super) fn measure(&mut self) {
        let count = self.ends.last().map_or(0, |&end| end as usize);
        let longest =
            self.entries[..count].iter().map(|entry| entry.high[0] - entry.low[0]).fold(0.0, f32::max);
        self.longest = longest.next_up();
    }

    /// Calls for the slot of each of the boxes that were [measured](Self::measure) that overlaps another one, once.
    pub(super) fn meeting(&self, other: &impl HasAabb, mut found: impl FnMut(u32)) {
        let [x, y, z] = self.grid.axes;
        let permuted = |corner: &[f32; 4]| [corner[x], corner[y], corner[z]];
        let (low, high) = (permuted(other.low()), permuted(other.high()));
        let own = self.grid.cell(low[0]);
        let first = self.grid.cell((low[0] - self.longest).next_down());
        let last = self.grid.cell(high[0]);
        self.grid.visit(other, |cell, begins| {
            let column = cell as usize - own;
            let from = (column + first).checked_sub(1).map_or(0, |before| self.ends[before]);
            let to = self.ends[column + last];
            let other = Entry { low, slot: 0, high, flags: begins | flag::MOVED };
            for entry in &self.entries[from as usize..to as usize] {
                let overlap =
                    (0..3).all(|axis| entry.low[axis] <= high[axis] && low[axis] <= entry.high[axis]);
                if overlap && column::owns_pair(entry, &other) {
                    found(entry.slot);
                }
            }
        });
    }

    /// Whether boxes span many columns.
    fn is_spread(&self, count: usize) -> bool {
        self.cell_entries.len() > 4 * count
    }

    /// Finds the cells of all boxes, and counts the boxes of each cell; tells how many there are at most.
    fn bin(&mut self, boxes: &[impl HasAabb], places: impl Places) -> u32 {
        let Self { grid, cell_entries, ends, .. } = self;
        ends.clear();
        ends.resize(grid.columns() * grid.cells(), 0);
        cell_entries.clear();
        let mut most = 0;
        for place in places {
            let of = &boxes[place as usize];
            let moved = of.flags() & flag::MOVED;
            grid.visit(of, |cell, begins| {
                let count = &mut ends[cell as usize];
                *count += 1;
                most = most.max(*count);
                cell_entries.push(CellEntry { cell, begins: begins | moved, place });
            });
        }
        most
    }

    /// The columns in so many parts, or fewer, of about as many entries.
    pub(super) fn parts(&self, count: usize) -> impl Iterator<Item = Columns<'_>> {
        let total = self.ends.last().map_or(0, |&end| end as usize);
        let cells = self.grid.cells();
        let mut from = 0;
        (1..=count).map(move |part| {
            // Up to the end of the column in which the part ends.
            let last = self.ends.partition_point(|&end| (end as usize) < total * part / count);
            let to = ((last / cells + 1) * cells).clamp(from, self.ends.len());
            Columns { sweep: self, cells: core::mem::replace(&mut from, to)..to }
        })
    }
}

impl Columns<'_> {
    /// Appends each two boxes that overlap in some of the columns, unless neither moved, with their slots; in all
    /// columns once for each two. Aabbs that just touch overlap.
    pub(super) fn pairs<D: Dimension>(self, lanes: &mut Lanes, found: &mut Vec<[u32; 2]>) {
        let Self { sweep: Sweep { ends, entries, grid, is_sorted, .. }, cells } = self;
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
