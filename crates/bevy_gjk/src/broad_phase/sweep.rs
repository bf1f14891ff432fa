//! Sweep and prune: which of many boxes overlap.
//!
//! The boxes are sorted by their lower ends on one axis and dealt into columns across the other axes. Along
//! each column, a box is compared with those whose lower ends it reaches. A pair that shares several columns
//! is found in that where the larger of its lower ends lies.
//!
//! Ericson, "Real-Time Collision Detection", 7.5; the sweep is Baraff's ("Dynamic Simulation of
//! Non-Penetrating Rigid Bodies", 1992), the division into columns as in Tracy, Buss, Woods, "Efficient
//! Large-Scale Sweep and Prune Methods", 2009.

mod grid;
mod order;

use grid::Grid;
use order::Order;

/// A box, with what it belongs to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Item {
    pub(super) min: [f32; 3],
    pub(super) max: [f32; 3],
    pub(super) slot: u32,
    pub(super) moved: bool,
}

/// A box in one of its columns, its axes in the order of the grid.
#[derive(Clone, Copy, Default)]
struct Entry {
    min: [f32; 3],
    max: [f32; 3],
    slot: u32,
    moved: bool,
    /// Whether its lower end lies in this column, for both axes across.
    begins: [bool; 2],
}

/// Boxes to sweep, and the memory for it.
#[derive(Default)]
pub(super) struct Sweep {
    items: Vec<Item>,
    order: Order,
    /// Where each column ends among the entries.
    ends: Vec<u32>,
    entries: Vec<Entry>,
}

impl Sweep {
    /// Takes boxes in place of those it had. All ends are finite.
    pub(super) fn fill(&mut self, items: impl Iterator<Item = Item>) {
        self.items.clear();
        self.items.extend(items);
    }

    /// The boxes that it has.
    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    /// Calls for both slots of each two boxes that overlap, once, unless neither moved. Boxes that just
    /// touch overlap.
    pub(super) fn pairs(&mut self, mut found: impl FnMut(u32, u32)) {
        self.deal();
        let mut from = 0;
        for &end in &self.ends {
            let column = &self.entries[from..end as usize];
            from = end as usize;
            for (index, a) in column.iter().enumerate() {
                for b in &column[index + 1..] {
                    if b.min[0] > a.max[0] {
                        break;
                    }
                    if a.meets(b) && (a.moved | b.moved) && a.begins_with(b) {
                        found(a.slot, b.slot);
                    }
                }
            }
        }
    }

    /// Deals the boxes into columns, in the order of their lower ends.
    fn deal(&mut self) {
        let mut grid = Grid::of(&self.items);
        // Where some boxes span so many columns that there were several entries for each box, columns are
        // wider and fewer.
        let mut total = self.count(&grid);
        while total > 4 * self.items.len() && grid.coarsen() {
            total = self.count(&grid);
        }
        let mut end = 0;
        for count in &mut self.ends {
            end += core::mem::replace(count, end);
        }
        self.entries.clear();
        self.entries.resize(total, Entry::default());
        for index in self.order.by(self.items.iter().map(|item| item.min[grid.axes[0]])) {
            let Item { min, max, slot, moved } = self.items[index as usize];
            let [min, max] = [min, max].map(|end| grid.axes.map(|axis| end[axis]));
            grid.columns(min, max, |column, begins| {
                let end = &mut self.ends[column];
                self.entries[*end as usize] = Entry { min, max, slot, moved, begins };
                *end += 1;
            });
        }
    }

    /// Counts the entries of each column, and all.
    fn count(&mut self, grid: &Grid) -> usize {
        self.ends.clear();
        self.ends.resize(grid.len(), 0);
        let mut total = 0;
        for &Item { min, max, .. } in &self.items {
            let [min, max] = [min, max].map(|end| grid.axes.map(|axis| end[axis]));
            grid.columns(min, max, |column, _| {
                self.ends[column] += 1;
                total += 1;
            });
        }
        total
    }
}

impl Entry {
    /// Whether two boxes overlap across.
    #[inline]
    fn meets(&self, other: &Self) -> bool {
        (self.min[1] <= other.max[1])
            & (other.min[1] <= self.max[1])
            & (self.min[2] <= other.max[2])
            & (other.min[2] <= self.max[2])
    }

    /// Whether this is the column where the larger of the lower ends of both lies.
    #[inline]
    fn begins_with(&self, other: &Self) -> bool {
        let later = |axis: usize| if self.min[axis] >= other.min[axis] { self } else { other };
        later(1).begins[0] & later(2).begins[1]
    }
}

#[cfg(test)]
mod tests {
    use super::{Item, Sweep};

    /// Numbers from 0 to 1 (`SplitMix64`).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut bits = self.0;
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (bits >> 40) as f32 / (1 << 24) as f32
        }
    }

    /// Boxes with these centres and half sizes, in the plane or in space; most of them moved.
    fn boxes(
        count: u32,
        dimension: usize,
        mut shape: impl FnMut(&mut Random) -> ([f32; 3], [f32; 3]),
    ) -> Vec<Item> {
        let mut random = Random(u64::from(count));
        let one = |index| {
            let (centre, half) = shape(&mut random);
            let ends = |sign: f32| {
                let end = |axis| if axis < dimension { centre[axis] + sign * half[axis] } else { 0.0 };
                [0, 1, 2].map(end)
            };
            Item { min: ends(-1.0), max: ends(1.0), slot: index, moved: random.next() < 0.8 }
        };
        (0..count).map(one).collect()
    }

    /// The pairs are those that the definition gives, none twice; tells how many.
    fn check(sweep: &mut Sweep, items: &[Item]) -> usize {
        let mut expected = Vec::new();
        for (index, a) in items.iter().enumerate() {
            for b in &items[..index] {
                let overlap = (0..3).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis]);
                if overlap && (a.moved || b.moved) {
                    expected.push((b.slot, a.slot));
                }
            }
        }
        expected.sort_unstable();
        sweep.fill(items.iter().copied());
        let mut found = Vec::new();
        sweep.pairs(|a, b| found.push((a.min(b), a.max(b))));
        assert!(sweep.entries.len() <= 4 * items.len(), "{} entries", sweep.entries.len());
        found.sort_unstable();
        assert!(found == expected, "{} pairs instead of {}", found.len(), expected.len());
        found.len()
    }

    fn spread(random: &mut Random, side: f32) -> [f32; 3] {
        [(); 3].map(|()| (random.next() - 0.5) * side)
    }

    #[test]
    fn the_pairs_are_those_of_brute_force() {
        let sweep = &mut Sweep::default();
        for (dimension, side) in [(2, 60.0), (3, 15.0)] {
            for count in [0, 1, 2, 3, 10, 100, 1000, 3000] {
                let one_size = boxes(count, dimension, |random| (spread(random, side), [0.5; 3]));
                let found = check(sweep, &one_size);
                assert!(found > 100 || count < 1000);
                // Some span all columns many times.
                check(
                    sweep,
                    &boxes(count, dimension, |random| {
                        let half = 0.03 / (random.next() + 1e-4);
                        (spread(random, side), [half, half * random.next(), half])
                    }),
                );
                check(
                    sweep,
                    &boxes(count, dimension, |random| {
                        let cluster = (random.next() * 3.0).floor() * 1e6;
                        (spread(random, 9.0).map(|at| at + cluster), [0.1; 3])
                    }),
                );
            }
        }
    }

    #[test]
    fn at_the_rim_too() {
        let sweep = &mut Sweep::default();
        for (side, half) in [(1e18, 1e17), (1e18, 1.0), (0.0, 1.0), (5.0, 0.0), (0.0, 0.0), (1e-20, 1e-22)] {
            check(sweep, &boxes(300, 3, |random| (spread(random, side), [half; 3])));
        }
        // A floor without end, and what lies on it.
        let floor = |random: &mut Random| {
            let far = random.next() < 0.02;
            (spread(random, 30.0), if far { [1e18, 0.5, 1e18] } else { [0.5; 3] })
        };
        assert!(check(sweep, &boxes(2000, 3, floor)) > 1000);
    }

    #[test]
    fn on_a_lattice_all_neighbours_touch() {
        let side = 20;
        let mut number = 0..;
        let tiles = boxes(side * side, 2, |_| {
            let index: u32 = number.next().unwrap();
            ([(index % side) as f32, (index / side) as f32, 0.0], [0.5; 3])
        });
        let moved: Vec<_> = tiles.iter().map(|&item| Item { moved: true, ..item }).collect();
        // To the right, above, and on both diagonals.
        let expected = 2 * side * (side - 1) + 2 * (side - 1) * (side - 1);
        assert_eq!(check(&mut Sweep::default(), &moved), expected as usize);
    }
}
