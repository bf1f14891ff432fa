//! Phase two: which boxes overlap.
//!
//! What has not moved for a while stands in a tree that is kept as it is. What moves is swept: where much
//! moves, that is many times faster than a tree, and for few boxes next to nothing. Only what moved looks for
//! partners; all other pairs stay as they are.

use bevy_ecs::prelude::{ResMut, Resource};
use gjk::Bounds;
use obvhs::aabb::Aabb;

use crate::collider::Colliders;
use crate::collisions::{Collisions, Pairs};
use crate::dimension::Dimension;

mod sweep;
mod tree;

use sweep::{Item, Sweep};
use tree::Tree;

/// How far the boxes reach. What is beyond stands at this rim: they only propose, and the areas of such
/// boxes are still in the range of `f32`.
const RIM: f32 = 1e18;

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

/// The corners of a box, within the rim.
fn corners<D: Dimension>(bounds: &Bounds<D::Vector>) -> [[f32; 3]; 2] {
    [bounds.min, bounds.max].map(|corner| D::coordinates(corner).map(|at| at.clamp(-RIM, RIM)))
}

/// A box as the tree has it.
fn boxed<D: Dimension>(bounds: &Bounds<D::Vector>) -> Aabb {
    let [min, max] = corners::<D>(bounds);
    Aabb::new(min.into(), max.into())
}

impl<D: Dimension> BroadPhase<D> {
    fn leave(&mut self, slot: u32) {
        let place = &mut self.places[slot as usize];
        self.stale += usize::from(place.home == Home::Settled);
        place.home = Home::Nowhere;
    }

    /// Brings all up to date.
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
        // What moved just now, or came, is swept in this run: the tree is searched for others only.
        let is_calm =
            |slot: u32, place: Place| !colliders.at(slot).moved && run.wrapping_sub(place.moved_in) >= CALM;
        let calm = nomads.iter().filter(|&&slot| is_calm(slot, self.places[slot as usize])).count();
        let settled = self.settled.len() - self.stale;
        if calm > 16 + settled / 4 || self.stale > 16 + settled {
            nomads.retain(|&slot| {
                let place = &mut self.places[slot as usize];
                if is_calm(slot, *place) {
                    place.home = Home::Settled;
                }
                place.home == Home::Restless
            });
            let is_settled = |slot: u32| self.places[slot as usize].home == Home::Settled;
            let leaves = (0..self.places.len() as u32).filter(|&slot| is_settled(slot));
            self.settled.build(leaves.map(|slot| (slot, boxed::<D>(&colliders.at(slot).bounds))));
            self.stale = 0;
        }
        self.restless.fill(nomads.iter().map(|&slot| {
            let collider = colliders.at(slot);
            let [min, max] = corners::<D>(&collider.bounds);
            Item { min, max, slot, moved: collider.moved }
        }));
        self.nomads = nomads;
    }

    /// Finds the partners of all that moved.
    fn search(&mut self, colliders: &Colliders<D>, pairs: &mut Pairs<D>) {
        self.restless.pairs(|one, two| pairs.propose_at_a_glance([one, two], colliders));
        if self.settled.len() == self.stale {
            return;
        }
        for moved in colliders.moved() {
            self.settled.overlapping(boxed::<D>(&moved.bounds), &mut self.stack, |slot| {
                let is_settled = self.places[slot as usize].home == Home::Settled;
                if is_settled && colliders.at(slot).bounds.overlaps(&moved.bounds) {
                    pairs.propose_at_a_glance([moved.slot, slot], colliders);
                }
            });
        }
    }
}
