//! The pairs of which something has to be remembered: those that touch or are near, those that filters keep
//! apart, and those of which the last test left something for the next.

use core::hash::BuildHasher;
use core::time::Duration;

use bevy_platform::collections::HashTable;
use bevy_platform::hash::FixedHasher;
use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::contacts::PairKind;
use crate::contacts::PairState;

/// No pair.
pub(crate) const NO_EDGE: u32 = u32::MAX;

/// How a pair stands: all that is looked at in each run of those that are not tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeFlags {
    /// Filters refuse it: it is not tested.
    pub(crate) refused: bool,
    /// It ends in this run, for the boxes of the two do not meet any more; but filters are asked first.
    pub(crate) separated: bool,
    /// Of its verdict.
    pub(crate) kind: PairKind,
    /// The number belongs to a pair.
    is_live: bool,
}

/// What a test needs: one line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct EdgeHot<D: Dimension> {
    /// The places of both in the table of colliders, that of the entity with the lower index first.
    pub(crate) slots: [u32; 2],
    /// What the last test left for the next.
    pub(crate) cache: SimplexCache<D::Vector>,
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeState<D: Dimension> {
    pub(crate) state: PairState<D>,
    /// When the verdict began to be of this kind, by the clock.
    pub(crate) since: Duration,
    /// The same in runs of the systems.
    pub(crate) since_run: u32,
    /// The run in which a filter last refused the pair; 0 if none ever did.
    pub(crate) refused: u32,
}

/// The neighbours of a pair in the list of one of its colliders.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
}

/// The number of a pair, and its colliders: it takes no look at a pair to tell it from others.
#[derive(Clone, Copy, Debug)]
struct EdgeKey {
    slots: [u32; 2],
    edge: u32,
}

/// The pairs, by number, by their two colliders, and by each of these.
#[derive(Debug)]
pub(crate) struct ContactGraph<D: Dimension> {
    flags: Vec<EdgeFlags>,
    pairs: Vec<EdgeHot<D>>,
    links: Vec<[Link; 2]>,
    state: Vec<EdgeState<D>>,
    /// Numbers that are free.
    free: Vec<u32>,
    ids: HashTable<EdgeKey>,
    /// For each collider the first of its pairs.
    first: Vec<u32>,
}

impl<D: Dimension> Default for ContactGraph<D> {
    fn default() -> Self {
        Self {
            flags: Vec::new(),
            pairs: Vec::new(),
            links: Vec::new(),
            state: Vec::new(),
            free: Vec::new(),
            ids: HashTable::new(),
            first: Vec::new(),
        }
    }
}

#[inline]
fn hash(slots: [u32; 2]) -> u64 {
    FixedHasher.hash_one(u64::from(slots[0]) << 32 | u64::from(slots[1]))
}

impl<D: Dimension> ContactGraph<D> {
    /// The number of the pair of two colliders, in order.
    #[inline]
    pub(crate) fn find(&self, slots: [u32; 2]) -> Option<u32> {
        self.ids.find(hash(slots), |named| named.slots == slots).map(|named| named.edge)
    }

    /// Adds a pair that is apart.
    pub(crate) fn insert(&mut self, slots: [u32; 2]) -> u32 {
        let flags = EdgeFlags { refused: false, separated: false, kind: PairKind::Apart, is_live: true };
        let pair = EdgeHot { slots, cache: SimplexCache::default() };
        let state = EdgeState { state: PairState::Apart, since: Duration::ZERO, since_run: 0, refused: 0 };
        let links = [Link { before: NO_EDGE, after: NO_EDGE }; 2];
        let edge = match self.free.pop() {
            Some(edge) => {
                let at = edge as usize;
                (self.flags[at], self.pairs[at]) = (flags, pair);
                (self.links[at], self.state[at]) = (links, state);
                edge
            }
            None => {
                self.flags.push(flags);
                self.pairs.push(pair);
                self.links.push(links);
                self.state.push(state);
                self.pairs.len() as u32 - 1
            }
        };
        for (side, slot) in slots.into_iter().enumerate() {
            if self.first.len() <= slot as usize {
                self.first.resize(slot as usize + 1, NO_EDGE);
            }
            let after = core::mem::replace(&mut self.first[slot as usize], edge);
            self.links[edge as usize][side].after = after;
            if after != NO_EDGE {
                self.link(after, slot).before = edge;
            }
        }
        self.ids.insert_unique(hash(slots), EdgeKey { slots, edge }, |named| hash(named.slots));
        edge
    }

    /// Removes a pair.
    pub(crate) fn remove(&mut self, edge: u32) {
        self.flags[edge as usize].is_live = false;
        let slots = self.pair(edge).slots;
        let links = self.links[edge as usize];
        for (slot, Link { before, after }) in slots.into_iter().zip(links) {
            match before {
                NO_EDGE => self.first[slot as usize] = after,
                before => self.link(before, slot).after = after,
            }
            if after != NO_EDGE {
                self.link(after, slot).before = before;
            }
        }
        if let Ok(entry) = self.ids.find_entry(hash(slots), |named| named.edge == edge) {
            entry.remove();
        }
        self.free.push(edge);
    }

    /// The link of a pair in the list of one of its colliders.
    fn link(&mut self, edge: u32, slot: u32) -> &mut Link {
        let side = self.side(edge, slot);
        &mut self.links[edge as usize][side]
    }

    #[inline]
    fn side(&self, edge: u32, slot: u32) -> usize {
        usize::from(self.pairs[edge as usize].slots[1] == slot)
    }

    /// The first pair of a collider.
    pub(crate) fn first_of(&self, slot: u32) -> Option<u32> {
        self.first.get(slot as usize).copied().filter(|&edge| edge != NO_EDGE)
    }

    /// The next pair of a collider.
    pub(crate) fn next_of(&self, slot: u32, edge: u32) -> Option<u32> {
        let after = self.links[edge as usize][self.side(edge, slot)].after;
        (after != NO_EDGE).then_some(after)
    }

    /// The pairs of a collider.
    pub(crate) fn of(&self, slot: u32) -> impl Iterator<Item = u32> {
        core::iter::successors(self.first_of(slot), move |&edge| self.next_of(slot, edge))
    }

    /// All pairs.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.flags.iter().zip(0..).filter(|(flags, _)| flags.is_live).map(|(_, edge)| edge)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len() - self.free.len()
    }

    /// One more than the largest number.
    pub(crate) fn end(&self) -> u32 {
        self.pairs.len() as u32
    }

    /// How the pair of a number stands, if the number belongs to one.
    #[inline]
    pub(crate) fn get(&self, edge: u32) -> Option<&EdgeFlags> {
        self.flags.get(edge as usize).filter(|flags| flags.is_live)
    }

    #[inline]
    pub(crate) fn flags(&self, edge: u32) -> &EdgeFlags {
        &self.flags[edge as usize]
    }

    #[inline]
    pub(crate) fn flags_mut(&mut self, edge: u32) -> &mut EdgeFlags {
        &mut self.flags[edge as usize]
    }

    #[inline]
    pub(crate) fn pair(&self, edge: u32) -> &EdgeHot<D> {
        &self.pairs[edge as usize]
    }

    #[inline]
    pub(crate) fn pair_mut(&mut self, edge: u32) -> &mut EdgeHot<D> {
        &mut self.pairs[edge as usize]
    }

    #[inline]
    pub(crate) fn state(&self, edge: u32) -> &EdgeState<D> {
        &self.state[edge as usize]
    }

    #[inline]
    pub(crate) fn state_mut(&mut self, edge: u32) -> &mut EdgeState<D> {
        &mut self.state[edge as usize]
    }
}

#[cfg(test)]
mod tests {
    use core::mem::size_of;

    use super::{EdgeFlags, EdgeHot, EdgeKey, EdgeState, Link};
    use crate::dim2::Dim2;
    use crate::dim3::Dim3;

    /// Of a pair that is held; vectors and the table of numbers grow ahead of that.
    #[test]
    fn a_pair_takes_less_than_two_hundred_bytes() {
        let both = size_of::<EdgeFlags>() + size_of::<[Link; 2]>() + size_of::<EdgeKey>();
        let plane = both + size_of::<EdgeHot<Dim2>>() + size_of::<EdgeState<Dim2>>();
        let space = both + size_of::<EdgeHot<Dim3>>() + size_of::<EdgeState<Dim3>>();
        assert!(plane < 200 && space < 200, "{plane} {space}");
    }
}
