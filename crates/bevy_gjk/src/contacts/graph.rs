//! The pairs of which something has to be remembered: those that touch or are near, those that filters keep
//! apart, and those of which the last test left something for the next.

use core::hash::BuildHasher;
use core::time::Duration;

use bevy_platform::collections::HashTable;
use bevy_platform::hash::FixedHasher;
use gjk::SimplexCache;

use crate::collider::Dimension;
use crate::contacts::Kind;
use crate::contacts::Verdict;

/// No pair.
pub(crate) const NONE: u32 = u32::MAX;

/// How a pair stands: all that is looked at in each run of those that are not tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Filters refuse it: it is not tested.
    pub(crate) closed: bool,
    /// It ends in this run, for the boxes of the two do not meet any more; but filters are asked first.
    pub(crate) parted: bool,
    /// Of its verdict.
    pub(crate) kind: Kind,
    /// The number belongs to a pair.
    is_live: bool,
}

/// What a test needs: one line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Pair<D: Dimension> {
    /// The places of both in the table of colliders, that of the entity with the lower index first.
    pub(crate) slots: [u32; 2],
    /// What the last test left for the next.
    pub(crate) cache: SimplexCache<D::Vector>,
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knowledge<D: Dimension> {
    pub(crate) verdict: Verdict<D>,
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
struct Named {
    slots: [u32; 2],
    number: u32,
}

/// The pairs, by number, by their two colliders, and by each of these.
#[derive(Debug)]
pub(crate) struct Held<D: Dimension> {
    standings: Vec<Standing>,
    pairs: Vec<Pair<D>>,
    links: Vec<[Link; 2]>,
    knowledge: Vec<Knowledge<D>>,
    /// Numbers that are free.
    free: Vec<u32>,
    numbers: HashTable<Named>,
    /// For each collider the first of its pairs.
    first: Vec<u32>,
}

impl<D: Dimension> Default for Held<D> {
    fn default() -> Self {
        Self {
            standings: Vec::new(),
            pairs: Vec::new(),
            links: Vec::new(),
            knowledge: Vec::new(),
            free: Vec::new(),
            numbers: HashTable::new(),
            first: Vec::new(),
        }
    }
}

#[inline]
fn hash(slots: [u32; 2]) -> u64 {
    FixedHasher.hash_one(u64::from(slots[0]) << 32 | u64::from(slots[1]))
}

impl<D: Dimension> Held<D> {
    /// The number of the pair of two colliders, in order.
    #[inline]
    pub(crate) fn find(&self, slots: [u32; 2]) -> Option<u32> {
        self.numbers.find(hash(slots), |named| named.slots == slots).map(|named| named.number)
    }

    /// Adds a pair that is apart.
    pub(crate) fn insert(&mut self, slots: [u32; 2]) -> u32 {
        let standing = Standing { closed: false, parted: false, kind: Kind::Apart, is_live: true };
        let pair = Pair { slots, cache: SimplexCache::default() };
        let knowledge =
            Knowledge { verdict: Verdict::Apart, since: Duration::ZERO, since_run: 0, refused: 0 };
        let links = [Link { before: NONE, after: NONE }; 2];
        let number = match self.free.pop() {
            Some(number) => {
                let at = number as usize;
                (self.standings[at], self.pairs[at]) = (standing, pair);
                (self.links[at], self.knowledge[at]) = (links, knowledge);
                number
            }
            None => {
                self.standings.push(standing);
                self.pairs.push(pair);
                self.links.push(links);
                self.knowledge.push(knowledge);
                self.pairs.len() as u32 - 1
            }
        };
        for (side, slot) in slots.into_iter().enumerate() {
            if self.first.len() <= slot as usize {
                self.first.resize(slot as usize + 1, NONE);
            }
            let after = core::mem::replace(&mut self.first[slot as usize], number);
            self.links[number as usize][side].after = after;
            if after != NONE {
                self.link(after, slot).before = number;
            }
        }
        self.numbers.insert_unique(hash(slots), Named { slots, number }, |named| hash(named.slots));
        number
    }

    /// Removes a pair.
    pub(crate) fn remove(&mut self, number: u32) {
        self.standings[number as usize].is_live = false;
        let slots = self.pair(number).slots;
        let links = self.links[number as usize];
        for (slot, Link { before, after }) in slots.into_iter().zip(links) {
            match before {
                NONE => self.first[slot as usize] = after,
                before => self.link(before, slot).after = after,
            }
            if after != NONE {
                self.link(after, slot).before = before;
            }
        }
        if let Ok(entry) = self.numbers.find_entry(hash(slots), |named| named.number == number) {
            entry.remove();
        }
        self.free.push(number);
    }

    /// The link of a pair in the list of one of its colliders.
    fn link(&mut self, number: u32, slot: u32) -> &mut Link {
        let side = self.side(number, slot);
        &mut self.links[number as usize][side]
    }

    #[inline]
    fn side(&self, number: u32, slot: u32) -> usize {
        usize::from(self.pairs[number as usize].slots[1] == slot)
    }

    /// The first pair of a collider.
    pub(crate) fn first_of(&self, slot: u32) -> Option<u32> {
        self.first.get(slot as usize).copied().filter(|&number| number != NONE)
    }

    /// The next pair of a collider.
    pub(crate) fn next_of(&self, slot: u32, number: u32) -> Option<u32> {
        let after = self.links[number as usize][self.side(number, slot)].after;
        (after != NONE).then_some(after)
    }

    /// The pairs of a collider.
    pub(crate) fn of(&self, slot: u32) -> impl Iterator<Item = u32> {
        core::iter::successors(self.first_of(slot), move |&number| self.next_of(slot, number))
    }

    /// All pairs.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.standings.iter().zip(0..).filter(|(standing, _)| standing.is_live).map(|(_, number)| number)
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
    pub(crate) fn get(&self, number: u32) -> Option<&Standing> {
        self.standings.get(number as usize).filter(|standing| standing.is_live)
    }

    #[inline]
    pub(crate) fn standing(&self, number: u32) -> &Standing {
        &self.standings[number as usize]
    }

    #[inline]
    pub(crate) fn standing_mut(&mut self, number: u32) -> &mut Standing {
        &mut self.standings[number as usize]
    }

    #[inline]
    pub(crate) fn pair(&self, number: u32) -> &Pair<D> {
        &self.pairs[number as usize]
    }

    #[inline]
    pub(crate) fn pair_mut(&mut self, number: u32) -> &mut Pair<D> {
        &mut self.pairs[number as usize]
    }

    #[inline]
    pub(crate) fn knowledge(&self, number: u32) -> &Knowledge<D> {
        &self.knowledge[number as usize]
    }

    #[inline]
    pub(crate) fn knowledge_mut(&mut self, number: u32) -> &mut Knowledge<D> {
        &mut self.knowledge[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use core::mem::size_of;

    use super::{Knowledge, Link, Named, Pair, Standing};
    use crate::dim2::Dim2;
    use crate::dim3::Dim3;

    /// Of a pair that is held; vectors and the table of numbers grow ahead of that.
    #[test]
    fn a_pair_takes_less_than_two_hundred_bytes() {
        let both = size_of::<Standing>() + size_of::<[Link; 2]>() + size_of::<Named>();
        let plane = both + size_of::<Pair<Dim2>>() + size_of::<Knowledge<Dim2>>();
        let space = both + size_of::<Pair<Dim3>>() + size_of::<Knowledge<Dim3>>();
        assert!(plane < 200 && space < 200, "{plane} {space}");
    }
}
