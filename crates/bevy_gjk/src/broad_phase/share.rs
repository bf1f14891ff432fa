//! The search for pairs, divided among threads.

use super::BroadPhase;
use super::sweep::{Columns, Lanes};
use super::tree::{Descent, Tree};
use crate::collider::{Colliders, Glance, flag};
use crate::collisions::{Candidates, Held, Pairs};
use crate::dimension::Dimension;
use crate::tasks;

/// Of so many boxes that meet, the glances are read at once.
const GROUP: usize = 16;

/// What a part of the search finds.
#[derive(Default)]
pub(super) struct Share {
    /// The slots of boxes that meet.
    meeting: Vec<[u32; 2]>,
    lanes: Lanes,
    descent: Descent,
    candidates: Candidates,
}

/// A part of the search.
enum Part<'a> {
    /// Some columns of the sweep.
    Sweep(Columns<'a>),
    /// The way of some that moved down the tree.
    Descend(&'a Tree, &'a [u32]),
}

impl Share {
    fn search<D: Dimension>(&mut self, part: Part, colliders: &Colliders<D>, held: &Held<D>) {
        let Self { meeting, lanes, descent, candidates } = self;
        let glances = colliders.glances();
        match part {
            Part::Sweep(columns) => columns.pairs::<D>(lanes, meeting),
            Part::Descend(tree, moved) => {
                let moved = moved.iter().copied().filter(|&slot| glances[slot as usize].has(flag::MOVED));
                tree.meeting::<D>(glances, moved, descent, |one, two| meeting.push([one, two]));
            }
        }
        let glances = |slots: &[u32; 2]| slots.map(|slot| &glances[slot as usize]);
        for group in meeting.chunks(GROUP) {
            // One after the other, each would be waited for.
            group.iter().flat_map(glances).for_each(Glance::read);
            for [one, two] in group.iter().map(glances) {
                candidates.propose_at_a_glance(one, two, colliders);
            }
        }
        meeting.clear();
        candidates.recognize(held);
    }
}

impl<D: Dimension> BroadPhase<D> {
    /// Finds the partners of all that moved: in the order of the columns, then of what moved, on any number of
    /// threads.
    pub(super) fn search(&mut self, colliders: &Colliders<D>, pairs: &mut Pairs<D>) {
        let (candidates, held) = pairs.searched();
        let threads = tasks::threads(self.nomads.len(), tasks::BOXES);
        // A few for each thread, so that none waits long for the slowest.
        let parts = if threads > 1 { 4 * threads } else { 1 };
        let moved = if self.settled.len() > 0 { colliders.slots_of_moved() } else { &[] };
        let chunks = moved.chunks(moved.len().div_ceil(parts).max(1));
        let count = parts + chunks.len();
        if self.shares.len() < count {
            self.shares.resize_with(count, Share::default);
        }
        let tree = &self.settled;
        let sweeps = self.restless.parts(parts).map(Part::Sweep);
        let all = sweeps.chain(chunks.map(|moved| Part::Descend(tree, moved))).zip(&mut self.shares);
        tasks::each(threads, all, |(part, share)| share.search(part, colliders, held));
        for share in &mut self.shares[..count] {
            candidates.append(&mut share.candidates);
        }
    }
}
