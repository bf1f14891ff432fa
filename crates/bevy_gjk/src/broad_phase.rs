//! Phase two: which boxes overlap.
//!
//! What has not moved for a while stands in a tree that is kept as it is. What moves is swept: where much
//! moves, that is many times faster than a tree, and for few boxes next to nothing. Where it goes on as it went,
//! that is done once for [some runs](foresight). Only what moved looks for partners; all other pairs stay as they
//! are.
//!
//! The same boxes answer the queries, by [`BroadPhase::within`].

use bevy_ecs::prelude::{ResMut, Resource};

use crate::collider::Colliders;
use crate::collisions::Collisions;
use crate::dimension::Dimension;

mod foresight;
mod reach;
mod search;
mod share;
mod sweep;
mod tree;

use foresight::{Foresight, Plan};
pub(crate) use reach::{Along, Near, Reach};
use search::Crowd;
use share::Share;
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

/// Finds the pairs of all that moved.
pub(crate) fn find_pairs<D: Dimension>(
    mut boxes: ResMut<BroadPhase<D>>,
    mut collisions: ResMut<Collisions<D>>,
) {
    if !collisions.colliders.changed() {
        return;
    }
    let Collisions { colliders, pairs, .. } = &mut *collisions;
    pairs.begin_search(colliders);
    boxes.update(colliders);
    boxes.search(colliders, pairs);
    pairs.end_search(colliders, false);
    colliders.forget_changes();
}

impl<D: Dimension> BroadPhase<D> {
    /// Brings all up to date.
    fn update(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        if let Some(new @ 1..) = colliders.len().checked_sub(self.homes.len()) {
            self.make_room(new);
        }
        self.homes.resize(colliders.len(), Home::Nowhere);
        if self.as_of != colliders.searches {
            // Somebody else found the pairs meanwhile.
            self.foresight.forget_all();
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
        for &slot in colliders.slots_of_moved() {
            if !colliders.has_moved(slot) {
                continue;
            }
            match self.leave(slot, Home::Restless(run)) {
                Home::Restless(_) => {}
                Home::Settled(_) => self.set_out(slot),
                Home::Nowhere => {
                    self.set_out(slot);
                    // What has just come is calm from the next run on, until it moves.
                    self.homes[slot as usize] = Home::Restless(run.wrapping_sub(CALM - 1));
                }
            }
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

    /// Makes room for so many more that set out: thousands may come at once.
    fn make_room(&mut self, new: usize) {
        self.homes.reserve(new);
        self.nomads.reserve(new);
        self.foresight.reserve(new);
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
