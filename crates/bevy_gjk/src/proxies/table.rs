//! The table of all colliders of a dimension.

use bevy_ecs::prelude::Entity;
use fixedbitset::FixedBitSet;

use super::placed::{PlacedCollider, State};
use crate::collider::AffineOf;
use crate::collider::ColliderShape;
use crate::collider::Dimension;
use crate::end_reason::EndReason;
use crate::error::ColliderError;
use crate::proxies::ColliderSettings;
use crate::proxies::{Proxy, flag};

mod aabb_updates;

use aabb_updates::AabbUpdates;

/// No place in the table.
const NO_SLOT: u32 = u32::MAX;

/// ColliderRows colliders, as the phase [`CollisionSystems::Bounds`](crate::CollisionSystems::Bounds) found them: see
/// [`Collisions::colliders`](crate::Collisions::colliders).
#[derive(Debug)]
pub struct Colliders<D: Dimension> {
    table: Vec<PlacedCollider<D>>,
    /// The same at a glance.
    proxies: Vec<Proxy>,
    /// Where the collider of each entity stands, by the entity's index.
    places: Vec<u32>,
    /// The places in the table that are free.
    free: Vec<u32>,
    /// How many are taken.
    occupied: usize,
    /// Those that are to be placed.
    aabb_updates: AabbUpdates,
    /// Those that moved since the pairs were last found, each once.
    moved: Vec<u32>,
    /// Those that stopped to take part since then, and why.
    pub(crate) removed: Vec<(u32, EndReason)>,
    /// Counts how often the bounds were computed.
    pub(crate) run: u32,
    /// How many colliders were found in this run, where all are looked for.
    found: usize,
    /// Whether some may belong to a family.
    pub(crate) has_groups: bool,
    /// Those that are swept and moved since the pairs were last tested, some perhaps twice.
    moving_swept: Vec<u32>,
    /// The pairs were tested since the bounds were last computed.
    tested: bool,
    /// Those that are swept, whether they move or not.
    swept: FixedBitSet,
    /// Counts how often the pairs were found.
    pub(crate) search_count: u32,
}

impl<D: Dimension> Default for Colliders<D> {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            proxies: Vec::new(),
            places: Vec::new(),
            free: Vec::new(),
            occupied: 0,
            aabb_updates: AabbUpdates::default(),
            moved: Vec::new(),
            removed: Vec::new(),
            run: 0,
            found: 0,
            has_groups: false,
            moving_swept: Vec::new(),
            tested: false,
            swept: FixedBitSet::new(),
            search_count: 0,
        }
    }
}

impl<D: Dimension> Colliders<D> {
    /// ColliderRows that take part, in the order of the table. Those that rest are not among them.
    pub fn iter(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.table.iter().filter(|collider| collider.state == State::Active)
    }

    /// Those that moved, changed their shape or their terms since the pairs were last found, or are new.
    pub fn moved(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.moved.iter().map(|&slot| self.at(slot)).filter(|collider| collider.state == State::Active)
    }

    /// The collider of an entity, if it takes part.
    pub fn get(&self, entity: Entity) -> Option<&PlacedCollider<D>> {
        let collider = self.at(self.slot_of(entity)?);
        (collider.state == State::Active).then_some(collider)
    }

    /// ColliderRows that belong to an entity, those that rest as well.
    #[cfg(feature = "overlay")]
    pub(crate) fn all(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.table.iter().filter(|collider| collider.state.is_occupied())
    }

    /// Whether one that takes part moved, changed its shape or its terms since the pairs were last found.
    #[inline]
    pub(crate) fn has_moved(&self, slot: u32) -> bool {
        self.proxies[slot as usize].has(flag::MOVED)
    }

    #[inline]
    pub(crate) fn at(&self, slot: u32) -> &PlacedCollider<D> {
        &self.table[slot as usize]
    }

    /// ColliderRows places at a glance, also those of no collider.
    #[inline]
    pub(crate) fn proxies(&self) -> &[Proxy] {
        &self.proxies
    }

    /// Whether anything moved or went since the pairs were last found.
    pub(crate) fn changed(&self) -> bool {
        !(self.moved.is_empty() && self.removed.is_empty())
    }

    /// The places of those that moved since the pairs were last found; perhaps some of them stopped to take part:
    /// these are not marked as moved [at a glance](Self::glances).
    pub(crate) fn moved_slots(&self) -> &[u32] {
        &self.moved
    }

    /// How many places the table has.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// How many belong to an entity.
    pub(crate) fn occupied(&self) -> usize {
        self.occupied
    }

    /// The place of an entity's collider.
    #[inline]
    pub(crate) fn slot_of(&self, entity: Entity) -> Option<u32> {
        let slot = *self.places.get(entity.index_u32() as usize)?;
        let collider = self.table.get(slot as usize)?;
        (collider.entity == entity && collider.state.is_occupied()).then_some(slot)
    }

    /// Whether an entity's collider was noted in this run, whatever may have been found.
    pub(crate) fn is_noted(&self, entity: Entity) -> bool {
        self.slot_of(entity).is_some_and(|slot| self.at(slot).seen == self.run)
    }

    /// Begins a run; [`place_all`](Self::place_all) will be asked for all.
    pub(crate) fn begin(&mut self, all: bool) {
        self.aabb_updates.begin(all);
        self.run = self.run.wrapping_add(1);
        self.found = 0;
        if !core::mem::take(&mut self.tested) {
            // Another system detects collisions between two phases of a run: the way up to here is still to be tested.
            self.moving_swept.sort_unstable();
            self.moving_swept.dedup();
            return;
        }
        // What is swept is where it has come, and its box covers the way no more.
        for slot in self.moving_swept.drain(..) {
            let collider = &mut self.table[slot as usize];
            if collider.end_sweep() && !collider.needs_aabb {
                collider.needs_aabb = true;
                self.aabb_updates.queue.push(slot);
            }
        }
    }

    /// Notes that the pairs have been tested, along the ways of what is swept as well.
    pub(crate) fn end(&mut self) {
        self.tested = true;
    }

    /// Makes room for so many colliders: where thousands come at once, for no more, and without moving rows again and
    /// again.
    #[inline]
    pub(crate) fn make_room(&mut self, count: usize) {
        if count > self.table.capacity() {
            let capacity = count.max(self.table.capacity() * 3 / 2);
            self.table.reserve_exact(capacity - self.table.len());
            self.proxies.reserve_exact(capacity - self.proxies.len());
        }
    }

    fn insert(&mut self, entity: Entity) -> u32 {
        let slot = match self.free.pop() {
            Some(slot) => {
                self.table[slot as usize] = PlacedCollider::new(entity, slot);
                slot
            }
            None => {
                let slot = self.table.len() as u32;
                self.table.push(PlacedCollider::new(entity, slot));
                self.proxies.push(Proxy::default());
                slot
            }
        };
        let index = entity.index_u32() as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, NO_SLOT);
        }
        self.places[index] = slot;
        self.occupied += 1;
        slot
    }

    /// Notes how a collider is now, and gives its place. Of the shape and the map it is told whether they may
    /// have changed.
    ///
    /// What changed waits to be [placed](Self::place_all).
    #[inline]
    pub(crate) fn upsert(
        &mut self,
        entity: Entity,
        shape: (bool, impl FnOnce() -> Result<ColliderShape<D>, ColliderError>),
        affine: (bool, impl FnOnce() -> AffineOf<D>),
        settings: &ColliderSettings,
    ) -> u32 {
        let known = self.slot_of(entity);
        let new = known.is_none();
        let slot = known.unwrap_or_else(|| self.insert(entity));
        let collider = &mut self.table[slot as usize];
        self.found += usize::from(collider.seen != self.run);
        collider.seen = self.run;
        self.has_groups |= settings.group.is_some();
        let mut changed = collider.update_settings(settings) || new;
        if new || shape.0 {
            collider.reshape(shape.1());
            changed = true;
        }
        let mut before = collider.affine;
        if new || affine.0 {
            let [moved, turned] = collider.transform(affine.1());
            collider.needs_volumes |= turned;
            changed |= moved;
        }
        if new {
            before = collider.affine;
        }
        changed |= collider.update_sweep(settings.swept, before);
        if collider.motion().is_some() {
            self.moving_swept.push(slot);
        }
        if collider.is_swept() != self.swept.contains(slot as usize) {
            self.swept.grow(slot as usize + 1);
            self.swept.toggle(slot as usize);
        }
        if changed && !collider.needs_aabb {
            collider.needs_aabb = true;
            self.aabb_updates.queue.push(slot);
        }
        slot
    }

    /// The shape of an entity is told in another frame from now on: takes over the linear part of a map, so that its way
    /// does not lead from one frame to the other.
    pub(crate) fn reframe(&mut self, entity: Entity, affine: &AffineOf<D>) {
        if let Some(slot) = self.slot_of(entity) {
            self.table[slot as usize].reframe(affine);
        }
    }

    /// Frees the place of an entity that has no collider any more, if it had one.
    pub(crate) fn remove(&mut self, entity: Entity, reason: EndReason) {
        if let Some(slot) = self.slot_of(entity) {
            self.remove_slot(slot, reason);
        }
    }

    fn remove_slot(&mut self, slot: u32, reason: EndReason) {
        let collider = &mut self.table[slot as usize];
        collider.state = State::Removed;
        self.proxies[slot as usize].unset(flag::MOVED);
        self.removed.push((slot, reason));
        self.occupied -= 1;
        // Another entity may have the index by now.
        let place = &mut self.places[collider.entity.index_u32() as usize];
        if *place == slot {
            *place = NO_SLOT;
        }
    }

    /// Where all colliders have been [noted](Self::note) since [`begin`](Self::begin): frees the places of those
    /// that were not.
    pub(crate) fn remove_unseen(&mut self, reason: impl Fn(Entity) -> EndReason) {
        if self.found == self.occupied {
            return;
        }
        for slot in 0..self.table.len() as u32 {
            let collider = self.at(slot);
            if collider.seen != self.run && collider.state.is_occupied() {
                self.remove_slot(slot, reason(collider.entity));
            }
        }
    }

    /// Forgets what moved and what is gone, keeping the memory.
    pub(crate) fn forget_changes(&mut self) {
        self.search_count = self.search_count.wrapping_add(1);
        for &slot in &self.moved {
            self.proxies[slot as usize].unset(flag::MOVED | flag::LISTED);
        }
        self.moved.clear();
        for &(slot, _) in &self.removed {
            let collider = &mut self.table[slot as usize];
            if collider.state == State::Removed {
                collider.state = State::Free;
                self.free.push(slot);
            }
        }
        self.removed.clear();
    }
}
