//! The contact graph: colliders are its nodes, and pairs that must be remembered are its edges.
//!
//! Edges live in a slot map with a free list and are found by the slots of both colliders in a hash table. The edges
//! of each collider form a doubly linked list through the edges, as in `Box2D`. The data are split by use: flags that
//! each run reads of all edges, the simplex cache that each test reads, and the state, which is read when it may
//! change.

use core::hash::BuildHasher;
use core::time::Duration;

use bevy_platform::collections::HashTable;
use bevy_platform::hash::FixedHasher;
use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::detection::contacts::{PairKind, PairState};

/// The edge id that stands for no edge.
pub(crate) const NO_EDGE: u32 = u32::MAX;

/// The flags of an edge: all that a run reads of edges that it does not test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeFlags {
    /// A filter of the app refuses the pair: it is not tested.
    pub(crate) is_filtered: bool,
    /// The last search did not find the pair again: its AABBs or bounding spheres are apart. The edge ends in this run,
    /// once the filters have run.
    pub(crate) not_found_again: bool,
    /// The kind of the pair's state.
    pub(crate) kind: PairKind,
    /// The edge id is in use.
    is_live: bool,
}

/// The slots and the simplex cache of an edge: all that a test reads, aligned to a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct PairData<D: Dimension> {
    /// The slots of both colliders, that of the entity that is lower in order first.
    pub(crate) slots: [u32; 2],
    /// The simplex cache that the last test left.
    pub(crate) cache: SimplexCache<D::Vector>,
}

/// The state of an edge, and since when it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeState<D: Dimension> {
    pub(crate) state: PairState<D>,
    /// The `Time::elapsed` at which the state became of this kind.
    pub(crate) since: Duration,
    /// The run of the systems in which the state became of this kind.
    pub(crate) since_run: u32,
    /// The run in which a filter of the app last refused the pair; 0 if none ever did.
    pub(crate) last_filtered_run: u32,
}

/// The previous and next edge in the list of one of an edge's colliders.
#[derive(Clone, Copy, Debug)]
struct Link {
    previous: u32,
    next: u32,
}

/// An entry of the hash table: an edge id with its slots, so that a lookup compares them without reading the edge.
#[derive(Clone, Copy, Debug)]
struct EdgeKey {
    slots: [u32; 2],
    edge: u32,
}

/// The contact graph: edges by id, by their two colliders, and in a list for each collider.
#[derive(Debug, Default)]
pub(crate) struct ContactGraph<D: Dimension> {
    flags: Vec<EdgeFlags>,
    pairs: Vec<PairData<D>>,
    links: Vec<[Link; 2]>,
    state: Vec<EdgeState<D>>,
    /// The edge ids that are not in use.
    free: Vec<u32>,
    ids: HashTable<EdgeKey>,
    /// The first edge of each collider, by slot.
    first: Vec<u32>,
}

#[inline]
fn hash(slots: [u32; 2]) -> u64 {
    FixedHasher.hash_one(u64::from(slots[0]) << 32 | u64::from(slots[1]))
}

impl<D: Dimension> ContactGraph<D> {
    /// Returns the edge of two colliders, whose slots are in the order of their entities.
    #[inline]
    pub(crate) fn find(&self, slots: [u32; 2]) -> Option<u32> {
        self.ids.find(hash(slots), |key| key.slots == slots).map(|key| key.edge)
    }

    /// Inserts an edge in the state [`PairState::Apart`] and returns its id.
    pub(crate) fn insert(&mut self, slots: [u32; 2]) -> u32 {
        let state =
            EdgeState { state: PairState::Apart, since: Duration::ZERO, since_run: 0, last_filtered_run: 0 };
        self.insert_as(PairData { slots, cache: SimplexCache::default() }, state, false)
    }

    /// Inserts an edge and returns its id.
    pub(crate) fn insert_as(&mut self, pair: PairData<D>, state: EdgeState<D>, is_filtered: bool) -> u32 {
        let slots = pair.slots;
        let kind = state.state.kind();
        let flags = EdgeFlags { is_filtered, not_found_again: false, kind, is_live: true };
        let links = [Link { previous: NO_EDGE, next: NO_EDGE }; 2];
        let edge = match self.free.pop() {
            Some(edge) => {
                let index = edge as usize;
                (self.flags[index], self.pairs[index]) = (flags, pair);
                (self.links[index], self.state[index]) = (links, state);
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
            let next = core::mem::replace(&mut self.first[slot as usize], edge);
            self.links[edge as usize][side].next = next;
            if next != NO_EDGE {
                self.link(next, slot).previous = edge;
            }
        }
        self.ids.insert_unique(hash(slots), EdgeKey { slots, edge }, |key| hash(key.slots));
        edge
    }

    /// Reserves memory for more edges, and for the first edge of each of this many slots.
    pub(crate) fn reserve(&mut self, count: usize, slots: usize) {
        self.flags.reserve(count);
        self.pairs.reserve(count);
        self.links.reserve(count);
        self.state.reserve(count);
        self.ids.reserve(count, |key| hash(key.slots));
        if self.first.len() < slots {
            self.first.resize(slots, NO_EDGE);
        }
    }

    /// Removes all edges, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.flags.clear();
        self.pairs.clear();
        self.links.clear();
        self.state.clear();
        self.free.clear();
        self.ids.clear();
        self.first.clear();
    }

    /// Removes an edge.
    pub(crate) fn remove(&mut self, edge: u32) {
        self.flags[edge as usize].is_live = false;
        let slots = self.pair(edge).slots;
        let links = self.links[edge as usize];
        for (slot, Link { previous, next }) in slots.into_iter().zip(links) {
            match previous {
                NO_EDGE => self.first[slot as usize] = next,
                previous => self.link(previous, slot).next = next,
            }
            if next != NO_EDGE {
                self.link(next, slot).previous = previous;
            }
        }
        if let Ok(entry) = self.ids.find_entry(hash(slots), |key| key.edge == edge) {
            entry.remove();
        }
        self.free.push(edge);
    }

    /// Returns the link of an edge in the list of one of its colliders.
    fn link(&mut self, edge: u32, slot: u32) -> &mut Link {
        let side = self.side(edge, slot);
        &mut self.links[edge as usize][side]
    }

    /// Returns which of the two colliders of an edge has a slot: 0 or 1.
    #[inline]
    fn side(&self, edge: u32, slot: u32) -> usize {
        usize::from(self.pairs[edge as usize].slots[1] == slot)
    }

    /// Returns the first edge of a collider.
    pub(crate) fn first_of(&self, slot: u32) -> Option<u32> {
        self.first.get(slot as usize).copied().filter(|&edge| edge != NO_EDGE)
    }

    /// Returns the edge of a collider that follows another one.
    pub(crate) fn next_of(&self, slot: u32, edge: u32) -> Option<u32> {
        let next = self.links[edge as usize][self.side(edge, slot)].next;
        (next != NO_EDGE).then_some(next)
    }

    /// Returns the edges of a collider.
    pub(crate) fn of(&self, slot: u32) -> impl Iterator<Item = u32> {
        core::iter::successors(self.first_of(slot), move |&edge| self.next_of(slot, edge))
    }

    /// Returns all edges.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.edges_with(|_| true)
    }

    /// Returns the edges whose state is a touch.
    pub(crate) fn touching(&self) -> impl Iterator<Item = u32> {
        self.edges_with(|flags| flags.kind.touches())
    }

    /// Returns the edges whose flags satisfy a condition.
    fn edges_with(&self, condition: impl Fn(&EdgeFlags) -> bool) -> impl Iterator<Item = u32> {
        self.flags
            .iter()
            .zip(0..)
            .filter(move |(flags, _)| flags.is_live && condition(flags))
            .map(|(_, edge)| edge)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len() - self.free.len()
    }

    /// Returns one more than the largest edge id.
    pub(crate) fn end(&self) -> u32 {
        self.pairs.len() as u32
    }

    /// Returns the flags of an edge, or `None` if the id is not in use.
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
    pub(crate) fn pair(&self, edge: u32) -> &PairData<D> {
        &self.pairs[edge as usize]
    }

    #[inline]
    pub(crate) fn pair_mut(&mut self, edge: u32) -> &mut PairData<D> {
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

    use super::{EdgeFlags, EdgeKey, EdgeState, Link, PairData};
    use crate::collider::{Dim2, Dim3};

    /// The size of the data per edge, without the spare capacity of vectors and the hash table.
    #[test]
    fn an_edge_takes_less_than_two_hundred_bytes() {
        let common = size_of::<EdgeFlags>() + size_of::<[Link; 2]>() + size_of::<EdgeKey>();
        let dim2 = common + size_of::<PairData<Dim2>>() + size_of::<EdgeState<Dim2>>();
        let dim3 = common + size_of::<PairData<Dim3>>() + size_of::<EdgeState<Dim3>>();
        assert!(dim2 < 200 && dim3 < 200, "{dim2} {dim3}");
    }
}
