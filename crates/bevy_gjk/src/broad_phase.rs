//! Phase two: which boxes overlap.
//!
//! What has not moved for a while stands in a tree that is kept as it is. What moves is swept: where much
//! moves, that is many times faster than a tree, and for few boxes next to nothing. Where it goes on as it went,
//! that is done once for [some runs](foresight). Only what moved looks for partners; all other pairs stay as they
//! are.
//!
//! The same boxes answer the queries, by [`BroadPhase::within`].

use crate::proxies::Glance;
use bevy_ecs::prelude::Resource;

use crate::collider::Dimension;
use crate::proxies::Colliders;

mod aabb_query;
mod find_pairs;
mod neighbor_list;
mod queries;
mod sweep;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use aabb_query::{Along, Near, Reach};
use find_pairs::Share;
use neighbor_list::{Foresight, Plan};
use queries::Crowd;
use sweep::Sweep;
use tree::Tree;

/// After so many runs without a move a box counts as calm.
const CALM: u32 = 16;

/// Where a collider stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Home {
    #[default]
    Nowhere,
    /// In the tree, at this place.
    Settled(u32),
    /// Among the nomads; it moved last in this run.
    Restless(u32),
}

impl Home {
    fn is_calm(self, run: u32) -> bool {
        matches!(self, Self::Restless(moved_in) if run.wrapping_sub(moved_in) >= CALM)
    }
}

/// The boxes of all colliders.
#[derive(Resource, Default)]
pub(crate) struct BroadPhase<D: Dimension> {
    settled: Tree,
    restless: Sweep,
    /// The colliders that are restless.
    nomads: Vec<u32>,
    homes: Vec<Home>,
    /// The last run, if all of them moved in it: of that, their homes know nothing yet.
    all_moved: Option<u32>,
    foresight: Foresight,
    plan: Plan,
    /// Those that are loose.
    loose: Sweep,
    shares: Vec<Share>,
    /// How many of these have a part of the list.
    listed: usize,
    /// What queries know of the restless.
    crowd: Crowd,
    /// After which search for pairs this is how things were; see [`Colliders::searches`].
    as_of: u32,
    dimension: core::marker::PhantomData<D>,
}

/// Takes the pairs that the broad phase finds.
///
/// Several threads find them, each for lists of its own, so the collector itself is shared.
pub(crate) trait PairCollector: Sync {
    /// The pairs that one task found.
    type List: Default + Send;

    /// Adds a pair whose AABBs overlap and of which one moved.
    fn push(&self, list: &mut Self::List, one: &Glance, two: &Glance);

    /// Ends the work on a list: its task has found all pairs.
    fn finish(&self, list: &mut Self::List);

    /// Returns the number of pairs in a list.
    fn len(list: &Self::List) -> usize;
}

impl<D: Dimension> BroadPhase<D> {
    /// Brings all up to date.
    pub(crate) fn update(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(new @ 1..) = colliders.len().checked_sub(self.homes.len()) {
            self.make_room(new);
        }
        self.homes.resize(colliders.len(), Home::Nowhere);
        if self.as_of != colliders.searches {
            self.begin_anew(colliders);
        }
        let mut left = false;
        for &(slot, _) in &colliders.gone {
            left |= matches!(self.leave(slot, Home::Nowhere), Home::Restless(_));
            self.foresight.forget(slot);
        }
        if left {
            let homes = &self.homes;
            self.foresight.retain(&mut self.nomads, |slot| homes[slot as usize] != Home::Nowhere);
        }
        if self.all_move(colliders) {
            self.all_moved = Some(run);
        } else {
            self.note_moved(colliders);
        }
        // Where all move, none is calm.
        let calm = if colliders.slots_of_moved().len() < self.nomads.len() {
            self.nomads.iter().filter(|&&slot| self.homes[slot as usize].is_calm(run)).count()
        } else {
            0
        };
        let settled = self.settled.len();
        if calm > 16 + settled / 4 || self.settled.removed() > 16 + settled {
            self.settle(colliders);
        }
        self.plan = self.foresight.plan(colliders.glances(), &self.nomads, run);
        match self.plan {
            Plan::Search => self.restless.fill(colliders.glances(), self.nomads.iter().copied()),
            Plan::List => {
                let boxes = self.foresight.boxes();
                self.restless.fill(boxes, 0..boxes.len() as u32);
                self.restless.measure();
            }
            Plan::Recall => self.loose.fill(colliders.glances(), self.foresight.loose().iter().copied()),
        }
        self.crowd.forget();
        self.as_of = colliders.searches.wrapping_add(1);
    }

    /// Somebody else found the pairs meanwhile: who came, went and moved then is not known.
    #[cold]
    fn begin_anew(&mut self, colliders: &Colliders<D>) {
        self.foresight.forget_all();
        self.foresight.retain(&mut self.nomads, |_| false);
        self.settled.build(colliders.glances(), core::iter::empty());
        self.homes.fill(Home::Nowhere);
        self.all_moved = None;
        for collider in colliders.iter() {
            self.come(collider.slot, colliders.run);
        }
    }

    /// Whether all moved in this run that take part, and all of them did before: then there is no need to look at each.
    fn all_move(&self, colliders: &Colliders<D>) -> bool {
        let count = self.nomads.len();
        // Those among the restless are counted among the taken, as long as none of them is gone.
        let none_other = colliders.gone.is_empty() && colliders.count_of_taken() == count;
        none_other && colliders.slots_of_moved().len() == count
    }

    /// Notes who moved in this run.
    fn note_moved(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(last) = self.all_moved.take() {
            self.nomads.iter().for_each(|&slot| self.homes[slot as usize] = Home::Restless(last));
        }
        for &slot in colliders.slots_of_moved() {
            if !colliders.has_moved(slot) {
                continue;
            }
            match self.leave(slot, Home::Restless(run)) {
                Home::Restless(_) => {}
                Home::Settled(_) => self.set_out(slot),
                Home::Nowhere => self.come(slot, run),
            }
        }
    }

    /// Makes room for so many more that set out: thousands may come at once.
    fn make_room(&mut self, new: usize) {
        self.homes.reserve(new);
        self.nomads.reserve(new);
    }

    /// Counts a collider among the restless that was nowhere: it is calm from the next run on, until it moves.
    fn come(&mut self, slot: u32, run: u32) {
        self.set_out(slot);
        self.homes[slot as usize] = Home::Restless(run.wrapping_sub(CALM - 1));
    }

    /// Counts a collider among the restless.
    fn set_out(&mut self, slot: u32) {
        self.nomads.push(slot);
        self.foresight.push();
    }

    /// Gives a collider another home, and tells of the one before.
    #[inline]
    fn leave(&mut self, slot: u32, home: Home) -> Home {
        let before = core::mem::replace(&mut self.homes[slot as usize], home);
        if let Home::Settled(place) = before {
            self.settled.remove(place);
        }
        before
    }

    /// Builds the tree of what is settled, and of what has become calm.
    fn settle(&mut self, colliders: &Colliders<D>) {
        self.foresight.forget_all();
        let homes = &mut self.homes;
        self.foresight.retain(&mut self.nomads, |slot| {
            let home = &mut homes[slot as usize];
            if home.is_calm(colliders.run) {
                *home = Home::Settled(0);
            }
            !matches!(home, Home::Settled(_))
        });
        let settled = homes.iter().zip(0..).filter(|(home, _)| matches!(home, Home::Settled(_)));
        self.settled.build(colliders.glances(), settled.map(|(_, slot)| slot));
        for (&slot, place) in self.settled.slots().iter().zip(0..) {
            homes[slot as usize] = Home::Settled(place);
        }
    }

    /// Shows all boxes: those of the tree with their depth in it, the root at 0, and those that are swept.
    #[cfg(feature = "overlay")]
    pub(crate) fn visit(&self, colliders: &Colliders<D>, mut visit: impl FnMut([[f32; 3]; 2], Option<u32>)) {
        self.settled.visit(|corners, depth| visit(corners, Some(depth)));
        // What is gone since has no box.
        for glance in self.nomads.iter().filter_map(|&slot| colliders.glances().get(slot as usize)) {
            visit(glance.corners(), None);
        }
    }
}
