//! The table of all colliders of a dimension.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::Entity;
use gjk::Vector;

use super::form::Form;
use super::placed::{ColliderId, PlacedCollider, State};
use super::terms::ColliderTerms;
use crate::bounds::place;
use crate::dimension::Dimension;
use crate::events::EndReason;
use crate::validate::ColliderError;

/// The affine map that places a collider.
type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

/// All colliders, as the phase [`CollisionSystems::Bounds`](crate::CollisionSystems::Bounds) found them: see
/// [`Collisions::colliders`](crate::Collisions::colliders).
#[derive(Debug)]
pub struct Colliders<D: Dimension> {
    table: Vec<PlacedCollider<D>>,
    /// Where each entity stands.
    index: EntityHashMap<u32>,
    /// The places that are free.
    free: Vec<u32>,
    /// Those that moved since the pairs were last found, each once.
    moved: Vec<u32>,
    /// Those that stopped to take part since then, and why.
    pub(crate) gone: Vec<(u32, EndReason)>,
    /// Counts how often the bounds were computed.
    pub(crate) run: u32,
    /// Those that are swept and moved in this run.
    flying: Vec<u32>,
    /// How many colliders were found in this run.
    found: u32,
    /// Counts how often the pairs were found.
    pub(crate) searches: u32,
}

impl<D: Dimension> Default for Colliders<D> {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            index: EntityHashMap::default(),
            free: Vec::new(),
            moved: Vec::new(),
            gone: Vec::new(),
            run: 0,
            flying: Vec::new(),
            found: 0,
            searches: 0,
        }
    }
}

impl<D: Dimension> Colliders<D> {
    /// All that take part, in the order of the table. Those that rest are not among them.
    pub fn iter(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.table.iter().filter(|collider| collider.state == State::Active)
    }

    /// Those that moved, changed their shape or their terms since the pairs were last found, or are new.
    pub fn moved(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.moved.iter().map(|&slot| self.at(slot)).filter(|collider| collider.state == State::Active)
    }

    /// The collider of an entity, if it takes part.
    pub fn get(&self, entity: Entity) -> Option<&PlacedCollider<D>> {
        let collider = self.at(*self.index.get(&entity)?);
        (collider.state == State::Active).then_some(collider)
    }

    /// All that belong to an entity, those that rest as well.
    #[cfg(feature = "overlay")]
    pub(crate) fn all(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.table.iter().filter(|collider| collider.state.is_taken())
    }

    #[inline]
    pub(crate) fn at(&self, slot: u32) -> &PlacedCollider<D> {
        &self.table[slot as usize]
    }

    /// Whether anything moved or went since the pairs were last found.
    pub(crate) fn changed(&self) -> bool {
        !(self.moved.is_empty() && self.gone.is_empty())
    }

    /// How many places the table has.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    pub(crate) fn slot_of(&self, entity: Entity) -> Option<u32> {
        self.index.get(&entity).copied()
    }

    /// Begins to look at all colliders.
    pub(crate) fn begin(&mut self) {
        self.run = self.run.wrapping_add(1);
        self.found = 0;
        for slot in self.flying.drain(..) {
            self.table[slot as usize].land();
        }
    }

    /// The place of an entity, and whether it is new.
    fn find_or_insert(&mut self, entity: Entity, id: &mut ColliderId<D>) -> (u32, bool) {
        let known = self.table.get(id.slot as usize);
        if known.is_some_and(|collider| collider.entity == entity && collider.state.is_taken()) {
            return (id.slot, false);
        }
        // The id may have been removed and inserted anew.
        if let Some(slot) = self.slot_of(entity) {
            id.slot = slot;
            return (slot, false);
        }
        let slot = match self.free.pop() {
            Some(slot) => {
                self.table[slot as usize] = PlacedCollider::new(entity, slot);
                slot
            }
            None => {
                let slot = self.table.len() as u32;
                self.table.push(PlacedCollider::new(entity, slot));
                slot
            }
        };
        self.index.insert(entity, slot);
        id.slot = slot;
        (slot, true)
    }

    /// Notes how a collider is now. Of the shape and the map it is told whether they may have changed.
    ///
    /// # Errors
    /// Why it rests, if it does.
    #[inline]
    pub(crate) fn update(
        &mut self,
        entity: Entity,
        id: &mut ColliderId<D>,
        shape: (bool, impl FnOnce() -> Result<Form<D>, ColliderError>),
        affine: (bool, impl FnOnce() -> AffineOf<D>),
        terms: &ColliderTerms,
    ) -> Result<(), ColliderError> {
        let (slot, new) = self.find_or_insert(entity, id);
        let run = self.run;
        let collider = &mut self.table[slot as usize];
        self.found += u32::from(collider.seen != run);
        collider.seen = run;
        let mut changed = collider.terms.update(terms) || new;
        if new || shape.0 {
            collider.shape = shape.1();
            changed = true;
        }
        let mut before = collider.affine;
        if new || affine.0 {
            let affine = affine.1();
            changed |= affine != collider.affine;
            collider.affine = affine;
        }
        if new {
            before = collider.affine;
        }
        changed |= collider.note_sweep(terms.swept, before);
        if collider.motion().is_some() {
            self.flying.push(slot);
        }
        if changed {
            let before = collider.state;
            collider.state = match place(collider) {
                Ok(bounds) => {
                    collider.bounds = bounds;
                    State::Active
                }
                Err(error) => State::Resting(error),
            };
            match (before, collider.state) {
                (_, State::Active) => self.mark_moved(slot),
                (State::Active, _) => self.gone.push((slot, EndReason::Invalid)),
                _ => {}
            }
        }
        match self.at(slot).state {
            State::Resting(error) => Err(error),
            _ => Ok(()),
        }
    }

    /// Frees the places of the entities that were not found since [`begin`](Self::begin).
    pub(crate) fn sweep(&mut self, reason: impl Fn(Entity) -> EndReason) {
        if self.found as usize == self.index.len() {
            return;
        }
        for slot in 0..self.table.len() as u32 {
            let collider = &mut self.table[slot as usize];
            if collider.seen == self.run || !collider.state.is_taken() {
                continue;
            }
            collider.state = State::Leaving;
            self.gone.push((slot, reason(collider.entity)));
            self.index.remove(&collider.entity);
        }
    }

    /// Notes that a collider has to be paired anew.
    fn mark_moved(&mut self, slot: u32) {
        let collider = &mut self.table[slot as usize];
        if !collider.moved {
            collider.moved = true;
            self.moved.push(slot);
        }
    }

    /// Forgets what moved and what is gone, keeping the memory.
    pub(crate) fn forget_changes(&mut self) {
        self.searches = self.searches.wrapping_add(1);
        for &slot in &self.moved {
            self.table[slot as usize].moved = false;
        }
        self.moved.clear();
        for index in 0..self.gone.len() {
            let (slot, _) = self.gone[index];
            let collider = &mut self.table[slot as usize];
            if collider.state == State::Leaving {
                collider.state = State::Free;
                self.free.push(slot);
            }
        }
        self.gone.clear();
    }
}
