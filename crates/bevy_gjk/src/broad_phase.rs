//! Phase two: which boxes overlap.
//!
//! Two trees hold the boxes. What has not moved for a while stands in one that is kept as it is; what moves
//! stands in another that is built anew in each frame, which for few boxes is next to nothing and for many
//! is faster than mending. Only what moved looks for partners; all other pairs stay as they are.

use bevy_ecs::prelude::{ResMut, Resource};

use crate::collider::{Proxies, State};
use crate::collisions::Collisions;
use crate::dimension::Dimension;

mod tree;

use tree::Tree;

/// After so many runs without a move a box counts as calm.
const CALM: u32 = 16;

/// In which tree a proxy stands.
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
    /// The proxies of the restless tree.
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
    mut proxies: ResMut<Proxies<D>>,
    mut trees: ResMut<BroadPhase<D>>,
    mut collisions: ResMut<Collisions<D>>,
) {
    if proxies.moved.is_empty() && proxies.gone.is_empty() {
        return;
    }
    let (proxies, trees, collisions) = (&mut *proxies, &mut *trees, &mut *collisions);
    collisions.begin(proxies.len());
    trees.places.resize(proxies.len(), Place::default());
    // Where both of a pair are gone, the graver reason counts.
    proxies.gone.sort_unstable_by_key(|&(slot, reason)| (reason, slot));
    for index in 0..proxies.gone.len() {
        let (slot, reason) = proxies.gone[index];
        collisions.remove_all(slot, reason);
        trees.leave(slot);
        if proxies.get(slot).state == State::Free {
            proxies.free.push(slot);
        }
    }
    proxies.gone.clear();
    trees.update(proxies);
    for &slot in &proxies.moved {
        trees.search(slot, proxies, collisions);
    }
    for &slot in &proxies.moved {
        collisions.remove_stale(slot, proxies);
    }
    proxies.clear_moved();
}

impl<D: Dimension> BroadPhase<D> {
    fn leave(&mut self, slot: u32) {
        let place = &mut self.places[slot as usize];
        self.stale += usize::from(place.home == Home::Settled);
        place.home = Home::Nowhere;
    }

    /// Brings both trees up to date.
    fn update(&mut self, proxies: &Proxies<D>) {
        let run = proxies.run;
        let mut nomads = core::mem::take(&mut self.nomads);
        nomads.retain(|&slot| self.places[slot as usize].home == Home::Restless);
        for &slot in &proxies.moved {
            if proxies.get(slot).state != State::Active {
                continue;
            }
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
            self.settled.build(leaves.map(|slot| (slot, tree::boxed::<D>(&proxies.get(slot).bounds))));
            self.stale = 0;
        }
        self.restless.build(nomads.iter().map(|&slot| (slot, tree::boxed::<D>(&proxies.get(slot).bounds))));
        self.nomads = nomads;
    }

    /// Finds the partners of one proxy that moved.
    fn search(&mut self, slot: u32, proxies: &Proxies<D>, collisions: &mut Collisions<D>) {
        let proxy = proxies.get(slot);
        if proxy.state != State::Active {
            return;
        }
        let bounds = tree::boxed::<D>(&proxy.bounds);
        self.found.clear();
        for (tree, home) in [(&self.settled, Home::Settled), (&self.restless, Home::Restless)] {
            tree.overlapping(bounds, &mut self.stack, |other| {
                if self.places[other as usize].home == home {
                    self.found.push(other);
                }
            });
        }
        for &other in &self.found {
            let partner = proxies.get(other);
            // Of two that moved, the one with the smaller place finds the other.
            let twice = other == slot || (partner.moved && other < slot);
            if !twice && partner.bounds.overlaps(&proxy.bounds) && partner.layers.interacts_with(proxy.layers)
            {
                collisions.confirm((slot, proxy.entity), (other, partner.entity));
            }
        }
    }
}
