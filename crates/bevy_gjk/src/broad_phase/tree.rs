//! A tree of boxes that is built in no time.
//!
//! The boxes are dealt into cells, these are put in the order of a curve that fills space (Morton, *A computer
//! oriented geodetic data base*, 1966), and each eight boxes that follow each other are packed into a node, as
//! those nodes are in turn (Kamel, Faloutsos, *On packing R-trees*, 1993). Eight boxes are compared at once.

mod cells;

use super::reach::{Boxes, Reach};
use crate::collider::Glance;
use crate::dimension::Dimension;
use cells::Cells;

/// How many boxes there are in a node.
const WIDTH: usize = 8;
/// More levels than there can be.
const LEVELS: usize = 11;
/// So many nodes wait in the order of their distance; with more, those of the same parent only.
const IN_ORDER: usize = 64;

/// Boxes, and nodes over them.
#[derive(Default)]
pub(super) struct Tree {
    /// The boxes, in the order of their cells.
    slots: Vec<u32>,
    /// The nodes of all levels, beginning with those of the boxes.
    nodes: Vec<Boxes<WIDTH>>,
    /// Where the nodes of each level begin.
    levels: Vec<u32>,
    /// How many boxes were taken out.
    removed: usize,
    /// The cell of each box, in the order in which they came.
    cells: Vec<(u32, u32)>,
    /// Where the boxes of each cell begin in the order.
    starts: Vec<u32>,
}

/// Boxes on their way down a tree: each with its slot, and the index of what it meets on a level.
#[derive(Default)]
pub(super) struct Descent {
    visits: Vec<(u32, u32)>,
    next: Vec<(u32, u32)>,
}

impl Tree {
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
    pub(super) fn build(&mut self, glances: &[Glance], slots: impl Iterator<Item = u32>) {
        self.removed = 0;
        self.slots.clear();
        self.slots.extend(slots);
        self.sort(glances);
        self.nodes.clear();
        self.levels.clear();
        for (index, &slot) in self.slots.iter().enumerate() {
            if index % WIDTH == 0 {
                self.nodes.push(Boxes::EMPTY);
            }
            if let Some(node) = self.nodes.last_mut() {
                let [min, max] = glances[slot as usize].corners();
                node.set(index % WIDTH, min, max);
            }
        }
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

    /// Sorts the boxes by their cells: counts, and deals them out.
    fn sort(&mut self, glances: &[Glance]) {
        let cells = Cells::of(glances, &self.slots);
        self.cells.clear();
        self.cells.extend(self.slots.iter().map(|&slot| (cells.at(&glances[slot as usize]), slot)));
        self.starts.clear();
        self.starts.resize(cells.len(), 0);
        for &(cell, _) in &self.cells {
            self.starts[cell as usize] += 1;
        }
        let mut next = 0;
        for start in &mut self.starts {
            next += core::mem::replace(start, next);
        }
        for &(cell, slot) in &self.cells {
            let place = &mut self.starts[cell as usize];
            self.slots[*place as usize] = slot;
            *place += 1;
        }
    }

    /// Calls for each of these boxes with each of the tree that overlaps it, or touches: with the slots of both.
    ///
    /// All go down together, level by level: so the memory is asked for the nodes of many at a time, before any of
    /// them is looked at.
    #[inline]
    pub(super) fn meeting<D: Dimension>(
        &self,
        glances: &[Glance],
        slots: impl Iterator<Item = u32>,
        Descent { visits, next }: &mut Descent,
        mut found: impl FnMut(u32, u32),
    ) {
        if self.len() == 0 {
            return;
        }
        visits.clear();
        visits.extend(slots.map(|slot| (slot, 0)));
        for &level in self.levels.iter().rev() {
            next.clear();
            let nodes = visits.iter().map(|&(_, index)| &self.nodes[(level + index) as usize]);
            nodes.for_each(Boxes::read::<D>);
            for &(slot, index) in &*visits {
                let node = &self.nodes[(level + index) as usize];
                let mut meeting = node.meeting::<D>(&glances[slot as usize]);
                while meeting != 0 {
                    next.push((slot, index * WIDTH as u32 + meeting.trailing_zeros()));
                    meeting &= meeting - 1;
                }
            }
            core::mem::swap(visits, next);
        }
        for &(slot, place) in &*visits {
            found(slot, self.slots[place as usize]);
        }
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
            nodes.iter().flat_map(Boxes::iter).for_each(|corners| visit(corners, depth));
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

#[cfg(test)]
mod tests {
    use gjk::{Bounds, Vec3};

    use super::{Descent, Tree};
    use crate::broad_phase::reach::{Along, Near, Reach};
    use crate::collider::Glance;
    use crate::dimension::{Dim2, Dim3};

    fn item(slot: u32, at: Vec3, half: f32) -> Glance {
        let mut glance = Glance::default();
        glance.low = (at - half).extend(f32::from_bits(slot)).to_array();
        glance.high = (at + half).extend(0.0).to_array();
        glance
    }

    /// Boxes at a distance of 1 from each other, in rows and layers.
    fn lattice(side: u32, layers: u32) -> Vec<Glance> {
        let at = |index: u32| {
            Vec3::new((index % side) as f32, (index / side % side) as f32, (index / side / side) as f32)
        };
        (0..side * side * layers).map(|index| item(index, at(index), 0.3)).collect()
    }

    /// The slots of the boxes that overlap one.
    fn overlapping(items: &[Glance], bounds: &Bounds<Vec3>) -> Vec<u32> {
        let overlaps = |item: &&Glance| {
            let [min, max] = item.corners().map(Vec3::from);
            Bounds { min, max }.overlaps(bounds)
        };
        items.iter().filter(overlaps).map(Glance::slot).collect()
    }

    fn within(tree: &Tree, reach: &impl Reach, limit: f32) -> Vec<u32> {
        let mut found = Vec::new();
        tree.search(reach, limit, |slot, limit| {
            found.push(slot);
            limit
        });
        found
    }

    #[test]
    fn finds_what_is_within_reach_and_nothing_else() {
        let mut tree = Tree::default();
        for (side, layers) in [(0, 1), (1, 1), (2, 1), (3, 1), (9, 1), (9, 9), (30, 1), (30, 3)] {
            let mut items = lattice(side, layers);
            // One is far away from all others, and one without an end.
            items.push(item(items.len() as u32, Vec3::splat(1e15), 1.0));
            items.push(item(items.len() as u32, Vec3::X * -50.0, 0.0));
            if let Some(last) = items.last_mut() {
                last.low[1] = -1e18;
                last.high[1] = 1e18;
            }
            tree.build(&items, 0..items.len() as u32);
            assert_eq!(within(&tree, &Near::new::<Dim3>(&Bounds::default()), f32::MAX).len(), items.len());
            for corner in [Vec3::ZERO, Vec3::new(2.5, 1.2, 0.0), Vec3::splat(-7.0), Vec3::splat(1e15)] {
                let bounds = Bounds { min: corner, max: corner + Vec3::new(3.0, 0.5, 0.1) };
                let mut found = within(&tree, &Near::new::<Dim3>(&bounds), 0.0);
                found.sort_unstable();
                assert_eq!(found, overlapping(&items, &bounds));
            }
        }
    }

    #[test]
    fn the_pairs_are_those_of_brute_force() {
        let mut tree = Tree::default();
        let mut descent = Descent::default();
        for (side, layers) in [(0, 1), (1, 1), (3, 1), (40, 1), (9, 9)] {
            let mut items = lattice(side, layers);
            let count = items.len() as u32;
            // Others that move among them, of which one is nowhere near.
            for (index, at) in [0.35, 1.0, 2.4, 7.6, -50.0].into_iter().enumerate() {
                items.push(item(
                    count + index as u32,
                    Vec3::new(at, 0.8 * at, 0.0),
                    0.3 * (index + 1) as f32,
                ));
            }
            tree.build(&items, 0..count);
            for removed in [0, count / 3] {
                for _ in 0..removed {
                    let place = tree.removed() as u32;
                    let slot = tree.slots()[place as usize] as usize;
                    items[slot].low = [f32::MAX; 4];
                    tree.remove(place);
                }
                assert_eq!(tree.len(), (count - removed) as usize);
                let mut found = Vec::new();
                let mut pairs = Vec::new();
                let moving = count..items.len() as u32;
                tree.meeting::<Dim3>(&items, moving.clone(), &mut descent, |one, two| found.push((one, two)));
                for slot in moving {
                    let [min, max] = items[slot as usize].corners().map(Vec3::from);
                    let met = overlapping(&items[..count as usize], &Bounds { min, max });
                    pairs.extend(met.into_iter().map(|other| (slot, other)));
                }
                found.sort_unstable();
                assert_eq!(found, pairs);
                if layers == 1 {
                    let mut flat = Vec::new();
                    let moving = count..items.len() as u32;
                    tree.meeting::<Dim2>(&items, moving, &mut descent, |one, two| flat.push((one, two)));
                    flat.sort_unstable();
                    assert_eq!(flat, pairs);
                }
            }
        }
    }

    #[test]
    fn rays_find_a_row_and_the_nearest_is_found_soon() {
        let mut tree = Tree::default();
        tree.build(&lattice(30, 1), 0..30 * 30);
        let sorted = |mut found: Vec<u32>| {
            found.sort_unstable();
            found
        };
        let origin = Bounds { min: Vec3::new(-2.0, 7.0, 0.0), max: Vec3::new(-2.0, 7.0, 0.0) };
        let row: Vec<_> = (7 * 30..8 * 30).collect();
        assert_eq!(sorted(within(&tree, &Along::new::<Dim3>(&origin, Vec3::X), f32::MAX)), row);
        let back: Vec<_> = (7 * 30..7 * 30 + 6).collect();
        assert_eq!(sorted(within(&tree, &Along::new::<Dim3>(&origin, Vec3::X * 2.0), 3.5)), back);
        let mut asked = 0;
        tree.search(&Near::new::<Dim3>(&origin), f32::MAX, |slot, limit| {
            asked += 1;
            if slot == 7 * 30 { 1.71 } else { limit }
        });
        assert!(asked < 100, "{asked}");
    }
}
