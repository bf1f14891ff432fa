//! Phase two: which boxes overlap.
//!
//! What has not moved for a while stands in a tree that is kept as it is. What moves is swept: where much
//! moves, that is many times faster than a tree, and for few boxes next to nothing. Only what moved looks for
//! partners; all other pairs stay as they are.
//!
//! The same boxes answer the queries, by [`BroadPhase::within`].

use bevy_ecs::prelude::{ResMut, Resource};
use obvhs::aabb::Aabb;

use crate::collider::{Colliders, Glance, flag};
use crate::collisions::{Collisions, Pairs};
use crate::dimension::Dimension;

mod packed;
mod reach;
mod search;
mod sweep;
mod tree;

pub(crate) use reach::{Along, Near, Reach};
use search::Crowd;
use sweep::Sweep;
use tree::Tree;

/// After so many runs without a move a box counts as calm.
const CALM: u32 = 16;

/// Where a collider stands.
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

/// The boxes of all colliders.
#[derive(Resource, Default)]
pub(crate) struct BroadPhase<D: Dimension> {
    settled: Tree,
    restless: Sweep,
    /// The colliders that are restless.
    nomads: Vec<u32>,
    places: Vec<Place>,
    /// How many leaves of the tree are not there any more.
    stale: usize,
    stack: Vec<u32>,
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

/// A box as the tree has it.
fn boxed(Glance { low, high, .. }: &Glance) -> Aabb {
    let [x, y, z, _] = *low;
    let [u, v, w, _] = *high;
    Aabb::new([x, y, z].into(), [u, v, w].into())
}

impl<D: Dimension> BroadPhase<D> {
    /// Brings all up to date.
    fn update(&mut self, colliders: &Colliders<D>) {
        let run = colliders.run;
        self.places.resize(colliders.len(), Place::default());
        let mut left = false;
        for &(slot, _) in &colliders.gone {
            let place = &mut self.places[slot as usize];
            self.stale += usize::from(place.home == Home::Settled);
            left |= place.home == Home::Restless;
            place.home = Home::Nowhere;
        }
        if left {
            let places = &self.places;
            self.nomads.retain(|&slot| places[slot as usize].home == Home::Restless);
        }
        for &slot in colliders.slots_of_moved() {
            if !colliders.glances()[slot as usize].has(flag::MOVED) {
                continue;
            }
            let place = &mut self.places[slot as usize];
            self.stale += usize::from(place.home == Home::Settled);
            if place.home != Home::Restless {
                self.nomads.push(slot);
            }
            // What has just come is calm from the next run on, until it moves.
            let since = if place.home == Home::Nowhere { CALM - 1 } else { 0 };
            *place = Place { home: Home::Restless, moved_in: run.wrapping_sub(since) };
        }
        let is_calm = |place: &Place| run.wrapping_sub(place.moved_in) >= CALM;
        let calm = self.nomads.iter().filter(|&&slot| is_calm(&self.places[slot as usize])).count();
        let settled = self.settled.len() - self.stale;
        if calm > 16 + settled / 4 || self.stale > 16 + settled {
            let places = &mut self.places;
            self.nomads.retain(|&slot| {
                let place = &mut places[slot as usize];
                if is_calm(place) {
                    place.home = Home::Settled;
                }
                place.home == Home::Restless
            });
            let leaves = places.iter().zip(0..).filter(|(place, _)| place.home == Home::Settled);
            self.settled.build(leaves.map(|(_, slot)| (slot, boxed(&colliders.glances()[slot as usize]))));
            self.stale = 0;
        }
        self.restless.fill(colliders.glances(), &self.nomads);
        self.crowd.forget();
        self.as_of = colliders.searches.wrapping_add(1);
    }

    /// Shows all boxes: those of the tree with their depth in it, the root at 0, and those that are swept.
    #[cfg(feature = "overlay")]
    pub(crate) fn visit(&self, mut visit: impl FnMut([[f32; 3]; 2], Option<u32>)) {
        self.settled.visit(|corners, depth| visit(corners, Some(depth)));
        for glance in self.restless.boxes() {
            visit(glance.corners(), None);
        }
    }

    /// Finds the partners of all that moved.
    fn search(&mut self, colliders: &Colliders<D>, pairs: &mut Pairs<D>) {
        self.restless
            .pairs(0..self.restless.columns(), |one, two| pairs.propose_at_a_glance(one, two, colliders));
        if self.settled.len() == self.stale {
            return;
        }
        for moved in colliders.moved() {
            let moved_box = boxed(&colliders.glances()[moved.slot as usize]);
            self.settled.overlapping(moved_box, &mut self.stack, |slot| {
                let is_settled = self.places[slot as usize].home == Home::Settled;
                if is_settled && colliders.at(slot).bounds.overlaps(&moved.bounds) {
                    let [one, two] = [moved.slot, slot].map(|slot| &colliders.glances()[slot as usize]);
                    pairs.propose_at_a_glance(one, two, colliders);
                }
            });
        }
    }
}
