//! Queries of the tree with many AABBs at once, level by level.

use core::hint::black_box;

use super::{Bvh, PackedBvh, WIDTH};
use crate::collider::Dimension;

/// A breadth-first traversal by many AABBs: those of one level, and those of the next.
#[derive(Default)]
pub(crate) struct QueryFrontier {
    visits: Visits,
    next: Visits,
}

/// The visits of one level: the index of a query's AABB, and the index of the node that it overlaps.
#[derive(Default)]
struct Visits {
    queries: Vec<u32>,
    indices: Vec<u32>,
    count: usize,
}

/// For each 8-bit mask, the positions of the bits that are set, the lowest first, and their number.
static SET_BITS: ([[u32; WIDTH]; 1 << WIDTH], [u8; 1 << WIDTH]) = {
    let (mut positions, mut counts) = ([[0; WIDTH]; 1 << WIDTH], [0; 1 << WIDTH]);
    let mut bits = 0;
    while bits < positions.len() {
        let mut position = 0;
        while position < WIDTH {
            if bits >> position & 1 == 1 {
                positions[bits][counts[bits] as usize] = position as u32;
                counts[bits] += 1;
            }
            position += 1;
        }
        bits += 1;
    }
    (positions, counts)
};

impl Visits {
    /// Iterates over the visits: the index of the query and that of the node.
    fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.queries[..self.count].iter().copied().zip(self.indices[..self.count].iter().copied())
    }

    /// Makes room for more than [`push_all`](Self::push_all) needs.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let count = 2 * self.count + 2 * WIDTH;
        self.queries.resize(count, 0);
        self.indices.resize(count, 0);
    }

    /// Appends a visit for each bit that is set, without branches: their number is hard to predict.
    #[inline(always)]
    fn push_all(&mut self, query: u32, first: u32, set: u32) {
        let bits = set as usize & ((1 << WIDTH) - 1);
        let (positions, count) = (SET_BITS.0[bits], SET_BITS.1[bits]);
        let all = self.count..self.count + WIDTH;
        if self.queries.len().min(self.indices.len()) < all.end {
            self.grow();
        }
        self.queries[all.clone()].copy_from_slice(&[query; WIDTH]);
        self.indices[all].copy_from_slice(&positions.map(|position| first + position));
        self.count += usize::from(count);
    }
}

impl PackedBvh {
    /// Calls `found` for each pair of one of these AABBs, given by their numbers, their corners and the keys of their
    /// spaces, and a leaf of the tree in the same space that overlaps or touches it.
    ///
    /// All queries descend level by level together, so that the nodes of many are loaded before any of them is
    /// compared.
    #[inline]
    pub(crate) fn for_each_overlap<D: Dimension>(
        &self,
        queries: impl Iterator<Item = u32>,
        corners: impl Fn(u32) -> [[f32; 3]; 2],
        space: impl Fn(u32) -> u32,
        QueryFrontier { visits, next }: &mut QueryFrontier,
        mut found: impl FnMut(u32, u32),
    ) {
        if self.len() == 0 {
            return;
        }
        visits.count = 0;
        queries.for_each(|query| visits.push_all(query, 0, u32::from(self.may_hold(space(query)))));
        for (depth, level) in (0..self.levels() as usize).rev().enumerate() {
            let nodes = self.nodes_from(level);
            if depth > 0 {
                // The root is in the cache.
                let read = visits.iter().map(|(_, index)| nodes[index as usize].preload::<D>());
                black_box(read.fold(0, core::ops::BitXor::bitxor));
            }
            next.count = 0;
            for (query, index) in visits.iter() {
                let mut mask = nodes[index as usize].overlap_mask::<D>(corners(query));
                if let Some(spaces) = self.spaces_of(level, index) {
                    mask &= spaces.mask(space(query));
                }
                next.push_all(query, index * WIDTH as u32, mask);
            }
            core::mem::swap(visits, next);
        }
        for (query, index) in visits.iter() {
            found(query, self.leaves()[index as usize]);
        }
    }
}
