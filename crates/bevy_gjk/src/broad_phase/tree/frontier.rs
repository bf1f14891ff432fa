//! The way of many boxes down the tree.

use core::hint::black_box;

use crate::broad_phase::tree::{PackedRTree, WIDTH};
use crate::collider::Dimension;
use crate::proxies::HasAabb;

/// Aabbs that look for what they overlap, level by level.
#[derive(Default)]
pub(in crate::broad_phase) struct QueryFrontier {
    visits: Visits,
    next: Visits,
}

/// The boxes that have come to a level: each with its place, and the index of what it meets there.
#[derive(Default)]
struct Visits {
    places: Vec<u32>,
    indices: Vec<u32>,
    count: usize,
}

/// For each number of eight bits, the places of those that are set, the lowest first, and how many these are.
static SET: ([[u32; WIDTH]; 1 << WIDTH], [u8; 1 << WIDTH]) = {
    let (mut places, mut owns_pair) = ([[0; WIDTH]; 1 << WIDTH], [0; 1 << WIDTH]);
    let mut bits = 0;
    while bits < places.len() {
        let mut place = 0;
        while place < WIDTH {
            if bits >> place & 1 == 1 {
                places[bits][owns_pair[bits] as usize] = place as u32;
                owns_pair[bits] += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    (places, owns_pair)
};

impl Visits {
    fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.places[..self.count].iter().copied().zip(self.indices[..self.count].iter().copied())
    }

    /// Makes room for more than [`push_all`](Self::push_all) can need.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let count = 2 * self.count + 2 * WIDTH;
        self.places.resize(count, 0);
        self.indices.resize(count, 0);
    }

    /// Appends one for each bit that is set, without a branch: how many there are could not be guessed.
    #[inline(always)]
    fn push_all(&mut self, of: u32, first: u32, set: u32) {
        let bits = set as usize & ((1 << WIDTH) - 1);
        let (places, count) = (SET.0[bits], SET.1[bits]);
        let all = self.count..self.count + WIDTH;
        if self.places.len().min(self.indices.len()) < all.end {
            self.grow();
        }
        self.places[all.clone()].copy_from_slice(&[of; WIDTH]);
        self.indices[all].copy_from_slice(&places.map(|place| first + place));
        self.count += usize::from(count);
    }
}

impl PackedRTree {
    /// Calls for each of these boxes, by their places, with each of the tree that overlaps it, or touches: with the
    /// place and with the slot of that of the tree.
    ///
    /// All go down together, level by level: so the memory is asked for the nodes of many at a time, before any of
    /// them is looked at.
    #[inline]
    pub(in crate::broad_phase) fn meeting<D: Dimension>(
        &self,
        boxes: &[impl HasAabb],
        places: impl Iterator<Item = u32>,
        QueryFrontier { visits, next }: &mut QueryFrontier,
        mut found: impl FnMut(u32, u32),
    ) {
        if self.len() == 0 {
            return;
        }
        visits.count = 0;
        places.for_each(|place| visits.push_all(place, 0, 1));
        for (depth, &level) in self.levels.iter().rev().enumerate() {
            let nodes = &self.nodes[level as usize..];
            if depth > 0 {
                // The root is at hand.
                let read = visits.iter().map(|(_, index)| nodes[index as usize].first_of_each::<D>());
                black_box(read.fold(0, core::ops::BitXor::bitxor));
            }
            next.count = 0;
            for (of, index) in visits.iter() {
                let meeting = nodes[index as usize].meeting::<D>(&boxes[of as usize]);
                next.push_all(of, index * WIDTH as u32, meeting);
            }
            core::mem::swap(visits, next);
        }
        for (of, index) in visits.iter() {
            found(of, self.slots[index as usize]);
        }
    }
}
