//! Sweep and prune: which of many boxes overlap.
//!
//! The boxes are sorted by their lower ends on one axis and dealt into columns across the other axes. Along
//! each column, a box is compared with those whose lower ends it reaches. A pair that shares several columns
//! is found in that where the larger of its lower ends lies.
//!
//! Ericson, "Real-Time Collision Detection", 7.5; the sweep is Baraff's ("Dynamic Simulation of
//! Non-Penetrating Rigid Bodies", 1992), the division into columns as in Tracy, Buss, Woods, "Efficient
//! Large-Scale Sweep and Prune Methods", 2009.

use core::ops::Range;

use bevy_math::Vec4;

mod grid;
mod order;

use crate::collider::{Glance, flag};
use grid::Grid;
use order::Order;

/// The lower end of the box lies in this column, for each of the axes across.
const BEGINS: [u32; 2] = [flag::OTHERS, flag::OTHERS << 1];

/// Boxes to sweep, and the memory for it.
#[derive(Default)]
pub(super) struct Sweep {
    order: Order,
    /// Where each column ends among the entries.
    ends: Vec<u32>,
    /// The boxes in their columns.
    entries: Vec<Glance>,
    /// The axis along which the columns go, and those across.
    axes: [usize; 3],
}

impl Sweep {
    /// Takes boxes in place of those it had, and deals them into columns, in the order of their lower ends. All
    /// ends are finite.
    pub(super) fn fill(&mut self, glances: &[Glance], slots: &[u32]) {
        let mut grid = Grid::of(glances, slots);
        // Where some boxes span so many columns that there were several entries for each box, columns are
        // wider and fewer.
        let mut total = self.count(&grid, glances, slots);
        while total > 4 * slots.len() && grid.coarsen() {
            total = self.count(&grid, glances, slots);
        }
        let mut end = 0;
        for count in &mut self.ends {
            end += core::mem::replace(count, end);
        }
        // Those beyond the last column are left from before.
        if self.entries.len() < total {
            self.entries.resize(total, Glance::default());
        }
        let [axis, one, two] = grid.axes;
        self.axes = grid.axes;
        let order = self.order.by(slots.iter().map(|&slot| (slot, glances[slot as usize].low[axis])));
        for slot in order {
            let Glance { low, high, .. } = &glances[slot as usize];
            grid.columns([low[one], low[two]], [high[one], high[two]], |column, begins| {
                let end = &mut self.ends[column];
                let entry = &mut self.entries[*end as usize];
                *entry = glances[slot as usize];
                entry.set(begins);
                *end += 1;
            });
        }
    }

    /// Counts the entries of each column, and all.
    fn count(&mut self, grid: &Grid, glances: &[Glance], slots: &[u32]) -> usize {
        self.ends.clear();
        self.ends.resize(grid.len(), 0);
        let mut total = 0;
        let [_, j, k] = grid.axes;
        for &slot in slots {
            let Glance { low, high, .. } = &glances[slot as usize];
            grid.columns([low[j], low[k]], [high[j], high[k]], |column, _| {
                self.ends[column] += 1;
                total += 1;
            });
        }
        total
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> usize {
        self.ends.len()
    }

    /// Calls for each two boxes that overlap in some of the columns, unless neither moved; in all columns once
    /// for each two. Boxes that just touch overlap.
    #[inline]
    pub(super) fn pairs(&self, columns: Range<usize>, mut found: impl FnMut(&Glance, &Glance)) {
        let begin = columns.start.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut from = begin as usize;
        let along = 1 << self.axes[0];
        for &end in &self.ends[columns] {
            let mut column = &self.entries[from..end as usize];
            from = end as usize;
            while let [a, rest @ ..] = column {
                column = rest;
                let (low, high) = (Vec4::from_array(a.low), Vec4::from_array(a.high));
                for b in column {
                    let reached = Vec4::from_array(b.low).cmple(high).bitmask();
                    if reached & along == 0 {
                        break;
                    }
                    let overlap = reached & low.cmple(Vec4::from_array(b.high)).bitmask();
                    if overlap & 0b111 == 0b111 && self.counts(a, b) {
                        found(a, b);
                    }
                }
            }
        }
    }

    /// Whether a pair of boxes that meet is to be told of in this column: one of them moved, and the larger of
    /// the lower ends of both lies here.
    #[inline(always)]
    fn counts(&self, a: &Glance, b: &Glance) -> bool {
        let [_, one, two] = self.axes;
        let later = |axis: usize| if a.low[axis] >= b.low[axis] { a } else { b };
        (a.flags() | b.flags()) & flag::MOVED != 0 && later(one).has(BEGINS[0]) && later(two).has(BEGINS[1])
    }
}

#[cfg(test)]
mod tests {
    use super::Sweep;
    use crate::collider::{Glance, flag};

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

    fn boxed([x, y, z]: [f32; 3], [u, v, w]: [f32; 3], slot: u32, moved: bool) -> Glance {
        let mut glance = Glance::default();
        glance.low = [x, y, z, f32::from_bits(slot)];
        glance.high = [u, v, w, 0.0];
        if moved {
            glance.set(flag::MOVED);
        }
        glance
    }

    /// Boxes with these centres and half sizes, in the plane or in space; most of them moved.
    fn boxes(
        count: u32,
        dimension: usize,
        mut shape: impl FnMut(&mut Random) -> ([f32; 3], [f32; 3]),
    ) -> Vec<Glance> {
        let mut random = Random(u64::from(count));
        let one = |index| {
            let (centre, half) = shape(&mut random);
            let ends = |sign: f32| {
                let end = |axis| if axis < dimension { centre[axis] + sign * half[axis] } else { 0.0 };
                [0, 1, 2].map(end)
            };
            boxed(ends(-1.0), ends(1.0), index, random.next() < 0.8)
        };
        (0..count).map(one).collect()
    }

    /// The pairs are those that the definition gives, none twice; tells how many.
    fn check(sweep: &mut Sweep, items: &[Glance]) -> usize {
        let mut expected = Vec::new();
        for (index, a) in items.iter().enumerate() {
            for b in &items[..index] {
                let overlap = (0..3).all(|axis| a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis]);
                if overlap && (a.has(flag::MOVED) || b.has(flag::MOVED)) {
                    expected.push((b.slot(), a.slot()));
                }
            }
        }
        expected.sort_unstable();
        let slots: Vec<u32> = items.iter().map(Glance::slot).collect();
        sweep.fill(items, &slots);
        let mut found = Vec::new();
        sweep.pairs(0..sweep.columns(), |a, b| {
            found.push((a.slot().min(b.slot()), a.slot().max(b.slot())));
        });
        let entries = sweep.ends.last().map_or(0, |&end| end as usize);
        assert!(entries <= 4 * items.len(), "{entries} entries");
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
        let mut moved = tiles;
        moved.iter_mut().for_each(|tile| tile.set(flag::MOVED));
        // To the right, above, and on both diagonals.
        let expected = 2 * side * (side - 1) + 2 * (side - 1) * (side - 1);
        assert_eq!(check(&mut Sweep::default(), &moved), expected as usize);
    }
}
