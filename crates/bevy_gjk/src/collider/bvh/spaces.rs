//! The spaces of the leaves of a tree.
//!
//! What is in different spaces may be at the same place, where AABBs tell nothing apart. So each node knows which spaces
//! its children have, as a range of keys, and a search descends into those that may have its own.

use super::{Aabbs, Bvh, Node, PackedBvh, WIDTH};

/// The ranges of the keys below each child of a node; a child that is not there has an empty one.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct SpaceRanges {
    lowest: [u32; WIDTH],
    highest: [u32; WIDTH],
}

impl SpaceRanges {
    const EMPTY: Self = Self { lowest: [u32::MAX; WIDTH], highest: [0; WIDTH] };

    /// Fills the ranges of all nodes from the keys of the leaves, or clears them if all leaves are in space 0. `levels`
    /// has the index of the first node of each level.
    pub(super) fn fill(all: &mut Vec<Self>, leaves: &[u32], levels: &[u32], space: impl Fn(u32) -> u32) {
        all.clear();
        if leaves.iter().all(|&leaf| space(leaf) == 0) {
            return;
        }
        for leaves in leaves.chunks(WIDTH) {
            let mut node = Self::EMPTY;
            for (lane, &leaf) in leaves.iter().enumerate() {
                (node.lowest[lane], node.highest[lane]) = (space(leaf), space(leaf));
            }
            all.push(node);
        }
        for level in levels.windows(2) {
            let (below, end) = (level[0] as usize, level[1] as usize);
            for group in (below..end).step_by(WIDTH) {
                let mut node = Self::EMPTY;
                for (lane, child) in all[group..end].iter().take(WIDTH).enumerate() {
                    node.lowest[lane] = child.lowest.into_iter().fold(u32::MAX, u32::min);
                    node.highest[lane] = child.highest.into_iter().fold(0, u32::max);
                }
                all.push(node);
            }
        }
    }

    /// Returns a bit for each child that may have leaves in a space, the lowest for the first.
    #[inline(always)]
    pub(super) fn mask(&self, space: u32) -> u32 {
        let lanes = self.lowest.iter().zip(&self.highest).zip(0..);
        lanes.fold(0, |mask, ((&lowest, &highest), lane)| {
            mask | u32::from((lowest <= space) & (space <= highest)) << lane
        })
    }
}

/// The part of a tree in one space.
pub(crate) struct InSpace<'t> {
    pub(super) tree: &'t PackedBvh,
    pub(super) space: u32,
}

impl Bvh for InSpace<'_> {
    #[inline]
    fn levels(&self) -> u8 {
        if self.tree.may_hold(self.space) { self.tree.levels() } else { 0 }
    }

    #[inline]
    fn children<'a>(&'a self, node: Node, computed: &'a mut Aabbs<WIDTH>) -> &'a Aabbs<WIDTH> {
        let Some(spaces) = self.tree.spaces_of(node.level.into(), node.index) else {
            return self.tree.children(node, computed);
        };
        *computed = self.tree.nodes_from(node.level.into())[node.index as usize];
        let mask = spaces.mask(self.space);
        (0..WIDTH).filter(|lane| mask >> lane & 1 == 0).for_each(|lane| computed.clear(lane));
        computed
    }

    #[inline]
    fn child(&self, node: Node, lane: u32) -> u32 {
        self.tree.child(node, lane)
    }
}
