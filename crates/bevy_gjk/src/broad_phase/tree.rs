//! A tree of boxes that is built at once.
//!
//! The boxes are [brought into an order](packing) in which neighbours follow each other, and each eight are packed
//! into a node, as those nodes are in turn (Kamel, Faloutsos, *On packing R-trees*, 1993). Eight boxes are compared
//! at once.

mod bulk_load;
mod frontier;
#[cfg(test)]
mod tests;

use crate::broad_phase::AabbQuery;
use crate::broad_phase::aabb_query::Aabbs;
use crate::proxies::Proxy;
use bulk_load::Center;
pub(super) use frontier::QueryFrontier;

/// How many boxes there are in a node.
const WIDTH: usize = 8;
/// More levels than there can be.
const LEVELS: usize = 11;
/// So many nodes wait in the order of their distance; with more, those of the same parent only.
const IN_ORDER: usize = 64;

/// An order is used this many times, if most boxes are the same.
const LIFE: u32 = 16;
/// But not if the nodes have become this much larger.
const GROWN: f32 = 1.5;

/// Aabbs, and nodes over them.
#[derive(Default)]
pub(super) struct PackedRTree {
    /// The boxes, in the order in which they are packed.
    slots: Vec<u32>,
    /// The nodes of all levels, beginning with those of the boxes.
    nodes: Vec<Aabbs<WIDTH>>,
    /// Where the nodes of each level begin.
    levels: Vec<u32>,
    /// How many boxes were taken out.
    removed: usize,
    /// The memory in which they are brought into it.
    centers: Vec<Center>,
    /// How many times the order was used again, and how large the nodes of the boxes were together at first.
    age: u32,
    spread: f32,
    /// For each slot, whether its box is to stand in the tree, and does not yet.
    missing: Vec<bool>,
}

impl PackedRTree {
    /// How many boxes there are.
    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.removed
    }

    /// How many were taken out since it was built.
    pub(super) fn removed(&self) -> usize {
        self.removed
    }

    /// The slots of the boxes in their order, also of those that were taken out.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Takes out a box: by its place among the [slots](Self::slots), and once.
    pub(super) fn remove(&mut self, place: u32) {
        self.nodes[place as usize / WIDTH].clear(place as usize % WIDTH);
        self.removed += 1;
    }

    /// Builds the tree anew, in the memory of the old one.
    pub(super) fn build(&mut self, proxies: &[Proxy], slots: impl Iterator<Item = u32>) {
        self.age = 0;
        self.centers.clear();
        self.centers.extend(slots.map(|slot| Center::of(&proxies[slot as usize])));
        bulk_load::bulk_load(&mut self.centers);
        self.slots.clear();
        self.slots.extend(self.centers.iter().map(Center::slot));
        self.spread = self.fill(proxies);
    }

    /// Builds the tree of boxes that are about the same as before, wherever they have moved: in the order that they had
    /// a few times ago, for they are near the same others still; what came since stands at its end.
    pub(super) fn refit(&mut self, proxies: &[Proxy], slots: &[u32]) {
        let known = self.slots.len();
        self.age += 1;
        // Even where it is not needed, so that the memory is there from the first time on.
        self.missing.clear();
        self.missing.resize(proxies.len(), false);
        if self.age >= LIFE || slots.len() > known + known / 4 {
            return self.build(proxies, slots.iter().copied());
        }
        slots.iter().for_each(|&slot| self.missing[slot as usize] = true);
        let missing = &mut self.missing;
        let mut take = |slot: u32| missing.get_mut(slot as usize).is_some_and(core::mem::take);
        self.slots.retain(|&slot| take(slot));
        self.slots.extend(slots.iter().copied().filter(|&slot| take(slot)));
        if self.fill(proxies) > GROWN * self.spread {
            self.build(proxies, slots.iter().copied());
        }
    }

    /// Packs the boxes into nodes, as they follow each other; gives the sum of the sides of those nodes.
    fn fill(&mut self, proxies: &[Proxy]) -> f32 {
        self.removed = 0;
        let mut spread = 0.0;
        self.nodes.clear();
        self.levels.clear();
        // On each level above the lowest one for each `WIDTH` of the level below, or a part of that.
        self.nodes.reserve(self.slots.len() / (WIDTH - 1) + LEVELS);
        for (index, &slot) in self.slots.iter().enumerate() {
            if index % WIDTH == 0 {
                self.nodes.push(Aabbs::EMPTY);
            }
            if let Some(node) = self.nodes.last_mut() {
                let [min, max] = proxies[slot as usize].corners();
                node.set(index % WIDTH, min, max);
            }
        }
        let mut level = 0..self.nodes.len();
        self.levels.push(0);
        while level.len() > 1 {
            self.levels.push(level.end as u32);
            for group in level.clone().step_by(WIDTH) {
                let mut node = Aabbs::EMPTY;
                for child in group..level.end.min(group + WIDTH) {
                    let (min, max) = self.nodes[child].union();
                    node.set(child - group, min, max);
                    if level.start == 0 {
                        spread += max[0] - min[0] + max[1] - min[1] + max[2] - min[2];
                    }
                }
                self.nodes.push(node);
            }
            level = level.end..self.nodes.len();
        }
        spread
    }

    /// Shows the boxes of all nodes, with their depth: that of the root is 0.
    #[cfg(feature = "overlay")]
    pub(super) fn visit(&self, mut visit: impl FnMut([[f32; 3]; 2], u32)) {
        let Some(root) = self.nodes.last().filter(|_| self.len() > 0) else { return };
        let (min, max) = root.union();
        visit([min, max], 0);
        for (depth, &level) in (1..).zip(self.levels.iter().rev()) {
            let end = self.levels.iter().copied().filter(|&other| other > level).min();
            let nodes = &self.nodes[level as usize..end.map_or(self.nodes.len(), |end| end as usize)];
            nodes.iter().flat_map(Aabbs::iter).for_each(|corners| visit(corners, depth));
        }
    }

    /// Calls for each box within the limit, with the limit, roughly those nearby first; gives back what is left of
    /// it. Each call may lower it.
    pub(super) fn search(
        &self,
        reach: &impl AabbQuery,
        mut limit: f32,
        mut visit: impl FnMut(u32, f32) -> f32,
    ) -> f32 {
        if self.slots.is_empty() {
            return limit;
        }
        // What waits: how far away it is, at which level it stands, and its index there. A level leaves at most
        // seven behind while one is looked into.
        let mut waiting = [(0.0_f32, 0_u8, 0_u32); IN_ORDER + LEVELS * WIDTH];
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
            let first = if count < IN_ORDER { 0 } else { count };
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
