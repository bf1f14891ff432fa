//! A tree that is built in no time, for boxes that stand still for a single frame.
//!
//! The boxes are sorted along a curve that fills space (Morton, *A computer oriented geodetic data base*,
//! 1966), and each eight that follow each other are packed into a node, as those nodes are in turn (Kamel,
//! Faloutsos, *On packing R-trees*, 1993). Eight boxes are compared at once.

use super::reach::{Boxes, Reach};
use super::sweep::Item;

/// How many boxes there are in a node.
const WIDTH: usize = 8;
/// More levels than there can be.
const LEVELS: usize = 11;
/// How many boxes are looked at to learn where they are.
const SAMPLE: usize = 64;

/// Boxes, and nodes over them.
#[derive(Default)]
pub(super) struct Packed {
    /// Each box's place on the curve in the upper half, its index in the lower one.
    keys: Vec<u64>,
    slots: Vec<u32>,
    /// The nodes of all levels, beginning with those of the boxes.
    nodes: Vec<Boxes<WIDTH>>,
    /// Where the nodes of each level begin.
    levels: Vec<u32>,
}

impl Packed {
    /// Builds the tree anew, in the memory of the old one.
    pub(super) fn build(&mut self, items: &[Item]) {
        let curve = Curve::through(items);
        self.keys.clear();
        self.keys.extend((0..).zip(items).map(|(index, item)| curve.at(item) << 32 | index));
        self.keys.sort_unstable();
        self.slots.clear();
        self.nodes.clear();
        self.levels.clear();
        let ordered = self.keys.iter().map(|&key| &items[key as u32 as usize]);
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
    }

    /// Calls for each box within the limit, those nearby first, with the limit; gives back what is left of
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

/// The curve, through the part of space where most boxes are.
struct Curve {
    origin: [f32; 3],
    /// How many steps of the curve there are in a unit of length.
    density: [f32; 3],
    /// The steps on an axis.
    steps: u32,
}

impl Curve {
    fn through(items: &[Item]) -> Self {
        let mut curve = Self { origin: [0.0; 3], density: [0.0; 3], steps: 1 << 10 };
        let count = items.len().min(SAMPLE);
        let Some(last) = count.checked_sub(1) else { return curve };
        for axis in 0..3 {
            let mut sample = [0.0; SAMPLE];
            let sample = &mut sample[..count];
            for (index, value) in sample.iter_mut().enumerate() {
                // Steps of the golden ratio, for what is spawned in turns comes in a rhythm.
                let part = (index as u32).wrapping_mul(0x9e37_79b9);
                *value = centre(&items[((u64::from(part) * items.len() as u64) >> 32) as usize], axis);
            }
            sample.sort_unstable_by(f32::total_cmp);
            // A few that are far away do not count.
            let (low, high) = (sample[last / 8], sample[last - last / 8]);
            let spread = high - low;
            curve.origin[axis] = low - 0.5 * spread;
            curve.density[axis] = if spread > 0.0 { curve.steps as f32 / (2.0 * spread) } else { 0.0 };
        }
        curve
    }

    fn at(&self, item: &Item) -> u64 {
        let mut place = 0;
        for axis in 0..3 {
            let step = (centre(item, axis) - self.origin[axis]) * self.density[axis];
            // The cast takes a NaN for 0.
            place |= spread_bits((step as u32).min(self.steps - 1)) << axis;
        }
        place
    }
}

fn centre(item: &Item, axis: usize) -> f32 {
    0.5 * (item.min[axis] + item.max[axis])
}

/// Ten bits, each three places from the next.
fn spread_bits(bits: u32) -> u64 {
    let mut bits = u64::from(bits);
    bits = (bits | bits << 16) & 0x0300_00ff;
    bits = (bits | bits << 8) & 0x0300_f00f;
    bits = (bits | bits << 4) & 0x030c_30c3;
    (bits | bits << 2) & 0x0924_9249
}
