//! A tree that is built in no time, for boxes that stand still for a single frame.
//!
//! The boxes are dealt into cells, these are put in the order of a curve that fills space (Morton, *A computer
//! oriented geodetic data base*, 1966), and each eight boxes that follow each other are packed into a node, as
//! those nodes are in turn (Kamel, Faloutsos, *On packing R-trees*, 1993). Eight boxes are compared at once.

use super::reach::{Boxes, Reach};
use crate::collider::Glance;

/// How many boxes there are in a node.
const WIDTH: usize = 8;
/// More levels than there can be.
const LEVELS: usize = 11;
/// How many cells there are, as a power of two.
const CELL_BITS: u32 = 12;
/// How many boxes are looked at to learn where they are.
const SAMPLE: usize = 64;

/// A box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    min: [f32; 3],
    max: [f32; 3],
    slot: u32,
}

impl Item {
    pub(super) fn of(glance: &Glance) -> Self {
        let [min, max] = glance.corners();
        Self { min, max, slot: glance.slot() }
    }
}

/// Boxes, and nodes over them.
#[derive(Default)]
pub(super) struct Packed {
    items: Vec<Item>,
    /// The cell of each box.
    cells: Vec<u16>,
    /// Where the boxes of each cell begin in the order.
    starts: Vec<u32>,
    /// The boxes in the order of their cells.
    order: Vec<u32>,
    slots: Vec<u32>,
    /// The nodes of all levels, beginning with those of the boxes.
    nodes: Vec<Boxes<WIDTH>>,
    /// Where the nodes of each level begin.
    levels: Vec<u32>,
}

impl Packed {
    /// Builds the tree anew, in the memory of the old one.
    pub(super) fn build(&mut self, boxes: impl Iterator<Item = Item>) {
        let mut items = core::mem::take(&mut self.items);
        items.clear();
        items.extend(boxes);
        self.sort(&items);
        self.slots.clear();
        self.nodes.clear();
        self.levels.clear();
        let ordered = self.order.iter().map(|&index| &items[index as usize]);
        self.slots.extend(ordered.clone().map(|item| item.slot));
        pack(&mut self.nodes, ordered.map(|item| (item.min, item.max)));
        let mut level = 0..self.nodes.len();
        self.levels.push(0);
        while level.len() > 1 {
            self.levels.push(level.end as u32);
            for group in level.clone().step_by(WIDTH) {
                let mut node = Boxes::EMPTY;
                for child in group..level.end.min(group + WIDTH) {
                    let (min, max) = self.nodes[child].union();
                    node.set(child - group, min, max);
                }
                self.nodes.push(node);
            }
            level = level.end..self.nodes.len();
        }
        self.items = items;
    }

    /// Sorts the boxes by their cells: counts, and deals them out.
    fn sort(&mut self, items: &[Item]) {
        let cells = Cells::of(items);
        self.cells.clear();
        self.cells.extend(items.iter().map(|item| cells.at(item)));
        self.starts.clear();
        self.starts.resize(1 << CELL_BITS, 0);
        for &cell in &self.cells {
            self.starts[cell as usize] += 1;
        }
        let mut next = 0;
        for start in &mut self.starts {
            next += core::mem::replace(start, next);
        }
        self.order.clear();
        self.order.resize(items.len(), 0);
        for (index, &cell) in self.cells.iter().enumerate() {
            let place = &mut self.starts[cell as usize];
            self.order[*place as usize] = index as u32;
            *place += 1;
        }
    }

    /// Calls for each box within the limit, with the limit, roughly those nearby first; gives back what is left of
    /// it. Each call may lower it.
    pub(super) fn search(
        &self,
        reach: &impl Reach,
        mut limit: f32,
        mut visit: impl FnMut(u32, f32) -> f32,
    ) -> f32 {
        if self.slots.is_empty() {
            return limit;
        }
        // What waits: how far away it is, at which level it stands, and its index there. A level leaves at most
        // seven behind while one is looked into.
        let mut waiting = [(0.0_f32, 0_u8, 0_u32); LEVELS * WIDTH];
        let mut count = 1;
        waiting[0] = (0.0, self.levels.len() as u8, 0);
        while count > 0 {
            count -= 1;
            let (at_least, level, index) = waiting[count];
            if !(at_least <= limit) {
                continue;
            }
            let Some(level) = level.checked_sub(1) else {
                limit = visit(self.slots[index as usize], limit);
                continue;
            };
            let node = &self.nodes[(self.levels[level as usize] + index) as usize];
            let first = count;
            for (place, &at_least) in reach.of(node).iter().enumerate() {
                if at_least <= limit && at_least < f32::INFINITY {
                    // The nearest is to come last, to be looked into first.
                    let mut at = count;
                    while at > first && waiting[at - 1].0 < at_least {
                        waiting[at] = waiting[at - 1];
                        at -= 1;
                    }
                    waiting[at] = (at_least, level, index * WIDTH as u32 + place as u32);
                    count += 1;
                }
            }
        }
        limit
    }
}

/// Appends nodes of these boxes.
fn pack(nodes: &mut Vec<Boxes<WIDTH>>, boxes: impl Iterator<Item = ([f32; 3], [f32; 3])>) {
    for (index, (min, max)) in boxes.enumerate() {
        if index % WIDTH == 0 {
            nodes.push(Boxes::EMPTY);
        }
        if let Some(node) = nodes.last_mut() {
            node.set(index % WIDTH, min, max);
        }
    }
}

/// Cells that divide the part of space where most boxes are, each with its place on the curve.
struct Cells {
    origin: [f32; 3],
    /// How many cells there are in a unit of length.
    density: [f32; 3],
    /// The axes along which there are several.
    axes: [usize; 3],
    /// How many axes that are.
    count: usize,
}

impl Cells {
    fn of(items: &[Item]) -> Self {
        let mut cells = Self { origin: [0.0; 3], density: [0.0; 3], axes: [0; 3], count: 0 };
        let sampled = items.len().min(SAMPLE);
        let Some(last) = sampled.checked_sub(1) else { return cells };
        let mut spreads = [0.0; 3];
        for (axis, spread) in spreads.iter_mut().enumerate() {
            let mut sample = [0.0; SAMPLE];
            let sample = &mut sample[..sampled];
            for (index, value) in sample.iter_mut().enumerate() {
                // Steps of the golden ratio, for what is spawned in turns comes in a rhythm.
                let part = (index as u32).wrapping_mul(0x9e37_79b9);
                *value = centre(&items[((u64::from(part) * items.len() as u64) >> 32) as usize], axis);
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

    /// How many cells there are along an axis.
    fn steps(&self) -> u32 {
        1 << (CELL_BITS / self.count as u32)
    }

    #[inline]
    fn at(&self, item: &Item) -> u16 {
        let mut place = 0;
        for (shift, &axis) in self.axes[..self.count].iter().enumerate() {
            let step = (centre(item, axis) - self.origin[axis]) * self.density[axis];
            // The cast takes a NaN for 0, and what is below for 0 as well.
            let step = (step as u32).min(self.steps() - 1);
            // One axis need not be interleaved with any, two and three by turns.
            place |= match self.count {
                1 => step as u16,
                2 => SPREAD_BY_TWO[step as usize] << shift,
                _ => SPREAD_BY_THREE[step as usize] << shift,
            };
        }
        place
    }
}

#[inline]
fn centre(item: &Item, axis: usize) -> f32 {
    0.5 * (item.min[axis] + item.max[axis])
}

/// The bits of small numbers, each two places from the next.
const SPREAD_BY_TWO: [u16; 64] = spread(2);
/// The same with three places.
const SPREAD_BY_THREE: [u16; 16] = spread(3);

const fn spread<const N: usize>(by: u32) -> [u16; N] {
    let mut spread = [0; N];
    let mut number = 0;
    while number < N {
        let mut bit = 0;
        while bit * by < CELL_BITS {
            spread[number] |= ((number >> bit & 1) as u16) << (bit * by);
            bit += 1;
        }
        number += 1;
    }
    spread
}

#[cfg(test)]
mod tests {
    use gjk::{Bounds, Vec3};

    use super::{Item, Packed};
    use crate::broad_phase::reach::{Along, Near, Reach};
    use crate::dimension::Dim3;

    fn item(slot: u32, at: Vec3, half: f32) -> Item {
        Item { min: (at - half).to_array(), max: (at + half).to_array(), slot }
    }

    /// Boxes at a distance of 1 from each other, in rows and layers.
    fn lattice(side: u32, layers: u32) -> Vec<Item> {
        let at = |index: u32| {
            Vec3::new((index % side) as f32, (index / side % side) as f32, (index / side / side) as f32)
        };
        (0..side * side * layers).map(|index| item(index, at(index), 0.3)).collect()
    }

    fn within(packed: &Packed, reach: &impl Reach, limit: f32) -> Vec<u32> {
        let mut found = Vec::new();
        packed.search(reach, limit, |slot, limit| {
            found.push(slot);
            limit
        });
        found
    }

    #[test]
    fn finds_what_is_within_reach_and_nothing_else() {
        let mut packed = Packed::default();
        for (side, layers) in [(0, 1), (1, 1), (2, 1), (3, 1), (9, 1), (9, 9), (30, 1), (30, 3)] {
            let mut items = lattice(side, layers);
            // One is far away from all others, and one without an end.
            items.push(item(items.len() as u32, Vec3::splat(1e15), 1.0));
            items.push(item(items.len() as u32, Vec3::X * -50.0, 0.0));
            if let Some(last) = items.last_mut() {
                last.min[1] = -1e18;
                last.max[1] = 1e18;
            }
            packed.build(items.iter().copied());
            assert_eq!(within(&packed, &Near::new::<Dim3>(&Bounds::default()), f32::MAX).len(), items.len());
            for corner in [Vec3::ZERO, Vec3::new(2.5, 1.2, 0.0), Vec3::splat(-7.0), Vec3::splat(1e15)] {
                let bounds = Bounds { min: corner, max: corner + Vec3::new(3.0, 0.5, 0.1) };
                let mut found = within(&packed, &Near::new::<Dim3>(&bounds), 0.0);
                found.sort_unstable();
                let overlaps = |item: &&Item| {
                    let own = Bounds { min: item.min.into(), max: item.max.into() };
                    own.overlaps(&bounds)
                };
                assert_eq!(found, items.iter().filter(overlaps).map(|it| it.slot).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn rays_find_a_row_and_the_nearest_is_found_soon() {
        let mut packed = Packed::default();
        packed.build(lattice(30, 1).into_iter());
        let sorted = |mut found: Vec<u32>| {
            found.sort_unstable();
            found
        };
        let origin = Bounds { min: Vec3::new(-2.0, 7.0, 0.0), max: Vec3::new(-2.0, 7.0, 0.0) };
        let row: Vec<_> = (7 * 30..8 * 30).collect();
        assert_eq!(sorted(within(&packed, &Along::new::<Dim3>(&origin, Vec3::X), f32::MAX)), row);
        let back: Vec<_> = (7 * 30..7 * 30 + 6).collect();
        assert_eq!(sorted(within(&packed, &Along::new::<Dim3>(&origin, Vec3::X * 2.0), 3.5)), back);
        let mut asked = 0;
        packed.search(&Near::new::<Dim3>(&origin), f32::MAX, |slot, limit| {
            asked += 1;
            if slot == 7 * 30 { 1.71 } else { limit }
        });
        assert!(asked < 100, "{asked}");
    }
}
