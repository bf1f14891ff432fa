//! Phase two: which boxes overlap.
//!
//! Two trees hold the boxes. What has not moved for a while stands in one that is kept as it is; what moves
//! stands in another that is built anew in each frame, which for few boxes is next to nothing and for many
//! is faster than mending. Only what moved looks for partners; all other pairs stay as they are.

use bevy_ecs::prelude::{ResMut, Resource};

use crate::collider::{Colliders, PlacedCollider};
use crate::collisions::{Collisions, Proposals};
use crate::dimension::Dimension;

mod tree;

use tree::Tree;

/// After so many runs without a move a box counts as calm.
const CALM: u32 = 16;

/// In which tree a collider stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Home {
    #[default]
    Nowhere,
    Settled,
    Restless,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    home: Home,
    moved_in: u32,
}

/// The trees.
#[derive(Resource, Default)]
pub(crate) struct BroadPhase<D: Dimension> {
    settled: Tree,
    restless: Tree,
    /// The colliders of the restless tree.
    nomads: Vec<u32>,
    places: Vec<Place>,
    /// How many leaves of the settled tree are not there any more.
    stale: usize,
    found: Vec<u32>,
    stack: Vec<u32>,
    dimension: core::marker::PhantomData<D>,
}

/// Finds the pairs of all that moved.
pub(crate) fn find_pairs<D: Dimension>(
    mut trees: ResMut<BroadPhase<D>>,
    mut collisions: ResMut<Collisions<D>>,
) {
    if !collisions.colliders.changed() {
        return;
    }
    collisions.update_pairs(|colliders, pairs| {
        trees.update(colliders);
        for moved in colliders.moved() {
            trees.search(moved, colliders, pairs);
        }
    });
}

impl<D: Dimension> BroadPhase<D> {
    fn leave(&mut self, slot: u32) {
        let place = &mut self.places[slot as usize];
        self.stale += usize::from(place.home == Home::Settled);
        place.home = Home::Nowhere;
    }

    /// Brings both trees up to date.
    fn update(&mut self, colliders: &Colliders<D>) {
        self.places.resize(colliders.len(), Place::default());
        for &(slot, _) in &colliders.gone {
            self.leave(slot);
        }
        let run = colliders.run;
        let mut nomads = core::mem::take(&mut self.nomads);
        nomads.retain(|&slot| self.places[slot as usize].home == Home::Restless);
        for slot in colliders.moved().map(|moved| moved.slot) {
            let before = self.places[slot as usize].home;
            // What has just come is calm, until it moves.
            let moved_in = if before == Home::Nowhere { run.wrapping_sub(CALM) } else { run };
            if before != Home::Restless {
                self.leave(slot);
                nomads.push(slot);
            }
            self.places[slot as usize] = Place { home: Home::Restless, moved_in };
        }
        let is_calm = |place: Place| run.wrapping_sub(place.moved_in) >= CALM;
        let calm = nomads.iter().filter(|&&slot| is_calm(self.places[slot as usize])).count();
        let settled = self.settled.len() - self.stale;
        if calm > 16 + settled / 4 || self.stale > 16 + settled {
            nomads.retain(|&slot| {
                let place = &mut self.places[slot as usize];
                if is_calm(*place) {
                    place.home = Home::Settled;
                }
                place.home == Home::Restless
            });
            let is_settled = |slot: u32| self.places[slot as usize].home == Home::Settled;
            let leaves = (0..self.places.len() as u32).filter(|&slot| is_settled(slot));
            self.settled.build(leaves.map(|slot| (slot, tree::boxed::<D>(&colliders.at(slot).bounds))));
            self.stale = 0;
        }
        self.restless.build(nomads.iter().map(|&slot| (slot, tree::boxed::<D>(&colliders.at(slot).bounds))));
        self.nomads = nomads;
    }

    /// Finds the partners of one collider that moved.
    fn search(&mut self, moved: &PlacedCollider<D>, colliders: &Colliders<D>, pairs: &mut Proposals<D>) {
        let bounds = tree::boxed::<D>(&moved.bounds);
        self.found.clear();
        for (tree, home) in [(&self.settled, Home::Settled), (&self.restless, Home::Restless)] {
            tree.overlapping(bounds, &mut self.stack, |other| {
                if self.places[other as usize].home == home {
                    self.found.push(other);
                }
            });
        }
        for &slot in &self.found {
            let other = colliders.at(slot);
            // Of two that moved, the one with the smaller place finds the other.
            let twice = slot == moved.slot || (other.moved && slot < moved.slot);
            if !twice && other.bounds.overlaps(&moved.bounds) {
                pairs.propose(moved, other);
            }
        }
    }
}
