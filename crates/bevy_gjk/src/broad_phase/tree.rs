//! A tree of boxes: obvhs builds it, in linear time.

use obvhs::Boundable;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

use super::reach::{Boxes, Reach};

struct Leaf {
    slot: u32,
    bounds: Aabb,
}

impl Boundable for Leaf {
    fn aabb(&self) -> Aabb {
        self.bounds
    }
}

/// Boxes, each with the place of its collider.
pub(super) struct Tree {
    bvh: Bvh2,
    builder: PlocBuilder,
    leaves: Vec<Leaf>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { bvh: Bvh2::default(), builder: PlocBuilder::new(), leaves: Vec::new() }
    }
}

impl Tree {
    /// How many boxes there are.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Builds the tree anew, in the memory of the old one.
    pub(super) fn build(&mut self, leaves: impl Iterator<Item = (u32, Aabb)>) {
        self.leaves.clear();
        self.leaves.extend(leaves.map(|(slot, bounds)| Leaf { slot, bounds: jittered(slot, bounds) }));
        if self.leaves.is_empty() {
            self.bvh.nodes.clear();
            return;
        }
        let mut indices = core::mem::take(&mut self.bvh.primitive_indices);
        indices.clear();
        indices.extend(0..self.leaves.len() as u32);
        self.builder.build_with_bvh(
            &mut self.bvh,
            PlocSearchDistance::Minimum,
            &self.leaves,
            indices,
            SortPrecision::U64,
            0,
        );
    }

    /// Shows the boxes of all nodes, with their depth.
    #[cfg(feature = "overlay")]
    pub(super) fn visit(&self, mut visit: impl FnMut([[f32; 3]; 2], u32)) {
        // Children come in pairs, and the root alone.
        let mut stack = vec![(0, 1, 0)];
        while let Some((first, count, depth)) = stack.pop() {
            let first = first as usize;
            for node in self.bvh.nodes.get(first..first + count).unwrap_or_default() {
                visit([node.aabb().min, node.aabb().max].map(|corner| corner.to_array()), depth);
                if !node.is_leaf() {
                    stack.push((node.first_index, 2, depth + 1));
                }
            }
        }
    }

    /// Calls for each box that overlaps another one, and perhaps for some that nearly do.
    pub(super) fn overlapping(&self, bounds: Aabb, stack: &mut Vec<u32>, mut found: impl FnMut(u32)) {
        let nodes = &self.bvh.nodes;
        let Some(root) = nodes.first() else { return };
        let mut visit = |index: u32, stack: &mut Vec<u32>| {
            let node = &nodes[index as usize];
            if node.aabb().intersect_aabb(&bounds) {
                if node.is_leaf() {
                    found(self.leaves[node.first_index as usize].slot);
                } else {
                    stack.push(node.first_index);
                }
            }
        };
        if root.is_leaf() {
            return visit(0, stack);
        }
        stack.clear();
        stack.push(root.first_index);
        while let Some(left) = stack.pop() {
            visit(left, stack);
            visit(left + 1, stack);
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
        let nodes = &self.bvh.nodes;
        if nodes.is_empty() {
            return limit;
        }
        let mut waiting = Waiting::default();
        let mut next = Some((0.0, 0));
        while let Some((at_least, index)) = next {
            next = None;
            if at_least <= limit {
                let node = &nodes[index as usize];
                if node.is_leaf() {
                    limit = visit(self.leaves[node.first_index as usize].slot, limit);
                } else {
                    let (left, right) = (node.first_index, node.first_index + 1);
                    let mut boxes = Boxes::<2>::EMPTY;
                    for (place, child) in [left, right].into_iter().enumerate() {
                        let bounds = nodes[child as usize].aabb();
                        boxes.set(place, bounds.min.to_array(), bounds.max.to_array());
                    }
                    let [one, two] = reach.of(&boxes);
                    let [near, far] =
                        if one <= two { [(one, left), (two, right)] } else { [(two, right), (one, left)] };
                    let is_open = |at_least: f32| at_least <= limit && at_least < f32::INFINITY;
                    if is_open(far.0) {
                        waiting.push(far);
                    }
                    next = Some(near).filter(|near| is_open(near.0));
                }
            }
            next = next.or_else(|| waiting.pop());
        }
        limit
    }
}

/// Nodes to look into later, the last one first. Few trees are so deep that they do not fit in.
struct Waiting {
    few: [(f32, u32); 64],
    count: usize,
    more: Vec<(f32, u32)>,
}

impl Default for Waiting {
    fn default() -> Self {
        Self { few: [(0.0, 0); 64], count: 0, more: Vec::new() }
    }
}

impl Waiting {
    #[inline]
    fn push(&mut self, node: (f32, u32)) {
        match self.few.get_mut(self.count) {
            Some(place) => {
                *place = node;
                self.count += 1;
            }
            None => self.more.push(node),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(f32, u32)> {
        if let Some(node) = self.more.pop() {
            return Some(node);
        }
        self.count = self.count.checked_sub(1)?;
        Some(self.few[self.count])
    }
}

/// A slightly larger box.
///
/// The builder joins the two boxes whose union is smallest. Where all are alike, as in a row of tiles, it
/// would join but two of them in each pass, and build a list instead of a tree; so none may be quite alike.
fn jittered(slot: u32, bounds: Aabb) -> Aabb {
    let random = (slot.wrapping_mul(0x9e37_79b9) >> 8) as f32 / (1 << 24) as f32;
    let reach = bounds.min.abs().max_element().max(bounds.max.abs().max_element());
    let by = (1e-3 * bounds.diagonal().max_element() + 1e-5 * reach + 1e-6) * random;
    Aabb::new(bounds.min - by, bounds.max + by)
}
