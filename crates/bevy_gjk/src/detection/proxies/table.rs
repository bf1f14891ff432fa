//! The table of all colliders of a dimension, indexed by slot.
//!
//! A slot stays with a collider as long as its entity has it, and is reused afterwards. The rows are kept as two
//! parallel arrays: the proxies for the broad phase, and the placed colliders for the tests.

use bevy_ecs::prelude::Entity;
use fixedbitset::FixedBitSet;

use super::placed::{PlacedCollider, State};
use crate::collider::{ColliderShape, CompositeShape, Dimension};
use crate::detection::EndReason;
use crate::detection::hot_loops::prefetch;
use crate::detection::proxies::{HasAabb, Proxy, flag};

mod aabb_updates;
mod after_restore;
mod edits;
mod fingerprints;
mod history;
mod previous;
mod restore;

use aabb_updates::AabbUpdates;
use after_restore::AfterRestore;
pub(crate) use after_restore::RestoredPlace;
use fingerprints::KnownHashes;
pub(crate) use fingerprints::{Fingerprints, NO_FINGERPRINT};
use history::History;
use previous::PreviousPlaces;

/// Marks an entity index without a slot.
const NO_SLOT: u32 = u32::MAX;

/// All colliders, as the phase [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare) found them: see
/// [`Collisions::colliders`](crate::Collisions::colliders).
#[derive(Debug, Default)]
pub struct Colliders<D: Dimension> {
    /// The ids of entities in the recording that is played, by those of this world.
    #[cfg(feature = "recorder")]
    pub(crate) recorded_ids: std::collections::BTreeMap<Entity, Entity>,
    table: Vec<PlacedCollider<D>>,
    /// The proxies, by slot.
    proxies: Vec<Proxy>,
    /// The slot of each entity's collider, by the index of the entity.
    slot_by_entity: Vec<u32>,
    /// The free slots.
    free: Vec<u32>,
    /// How many slots belong to an entity.
    occupied: usize,
    /// The colliders whose AABB is to be computed.
    aabb_updates: AabbUpdates,
    /// The slots of the colliders that are new or changed since the last search for pairs, each once.
    changed: Vec<u32>,
    /// The slots of the colliders that stopped taking part since then, and why.
    pub(crate) removed: Vec<(u32, EndReason)>,
    /// Counts the runs of the phase `Prepare`.
    pub(crate) run: u32,
    /// How many colliders were visited in this run: their components were read, whether or not they changed.
    visited_count: usize,
    /// Whether a collider may belong to a self-collision group, or be in another space than the default one.
    pub(crate) inherits: bool,
    /// The swept colliders that moved since the pairs were last tested, some perhaps twice.
    moving_swept: Vec<u32>,
    /// Whether the pairs were tested since the AABBs were last computed.
    tested: bool,
    /// Whether the colliders are only read, ahead of the run that tests them.
    pub(crate) reads_ahead: bool,
    /// Whether they were only read the last time.
    has_read_ahead: bool,
    /// The slots of the colliders that were read for the first time since the last run.
    new_ahead: Vec<u32>,
    /// The slots of all swept colliders, moving or not.
    swept: FixedBitSet,
    /// Where the colliders were in the run before.
    previous: PreviousPlaces<D>,
    /// The number of searches for pairs so far.
    pub(crate) search_count: u32,
    /// What a restored state leaves to the next run.
    restored: AfterRestore<D>,
    /// What saved states have asked of the colliders.
    known_hashes: KnownHashes,
    /// The slots of grids with cells whose touches are reported by events.
    reporting_grids: Vec<u32>,
    /// Whether a collider may consist of sets with a boundary.
    pub(crate) has_solids: bool,
    /// What changed since it was last asked for, if it ever was.
    history: Option<History>,
    /// The keys of the colliders that have one, by slot; empty until one has.
    pub(super) keys: Vec<Option<u64>>,
    /// The slots of the colliders that had another key in the last search for pairs.
    pub(super) reordered: Vec<u32>,
}

impl<D: Dimension> Colliders<D> {
    /// Iterates over all colliders that take part, in the order of their slots. Invalid ones are left out.
    pub fn iter(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.table.iter().filter(|collider| collider.state == State::Active)
    }

    /// Iterates over the colliders that are new, or whose transform, shape or settings changed, since the last search
    /// for pairs.
    pub(crate) fn changed(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.changed.iter().map(|&slot| self.at(slot)).filter(|collider| collider.state == State::Active)
    }

    /// Returns the collider of an entity, if it takes part.
    pub fn get(&self, entity: Entity) -> Option<&PlacedCollider<D>> {
        let collider = self.at(self.slot_of(entity)?);
        (collider.state == State::Active).then_some(collider)
    }

    /// Iterates over all colliders that belong to an entity, including invalid ones.
    #[cfg(feature = "overlay")]
    pub(crate) fn all(&self) -> impl Iterator<Item = &PlacedCollider<D>> {
        self.table.iter().filter(|collider| collider.state.is_occupied())
    }

    /// Returns whether a collider takes part, and is new or changed since the last search for pairs.
    #[inline]
    pub(crate) fn has_changed(&self, slot: u32) -> bool {
        self.proxies[slot as usize].has(flag::CHANGED)
    }

    /// Returns the collider in a slot.
    #[inline]
    pub(crate) fn at(&self, slot: u32) -> &PlacedCollider<D> {
        &self.table[slot as usize]
    }

    /// Returns the proxies of all slots, including the free ones.
    #[inline]
    pub(crate) fn proxies(&self) -> &[Proxy] {
        &self.proxies
    }

    /// Returns the corners of the AABBs of all slots, for a tree of slots.
    pub(crate) fn corners(&self) -> impl Fn(u32) -> [[f32; 3]; 2] + '_ {
        |slot| self.proxies[slot as usize].unclamped_corners()
    }

    /// Returns the [space keys](HasAabb::space_key) of all slots, for a tree of slots.
    pub(crate) fn space_keys(&self) -> impl Fn(u32) -> u32 + '_ {
        |slot| if self.inherits { self.proxies[slot as usize].space_key() } else { 0 }
    }

    /// Returns whether a collider changed or stopped taking part since the last search for pairs.
    pub(crate) fn any_changed(&self) -> bool {
        !(self.changed.is_empty() && self.removed.is_empty())
    }

    /// Returns the slots of the colliders that changed since the last search for pairs. Some may have stopped taking
    /// part since: these do not have the flag [`CHANGED`](flag::CHANGED).
    pub(crate) fn changed_slots(&self) -> &[u32] {
        &self.changed
    }

    /// Returns the number of slots, including the free ones.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns the number of slots that belong to an entity.
    pub(crate) fn occupied(&self) -> usize {
        self.occupied
    }

    /// Prefetches what [`slot_of`](Self::slot_of) and [`order`](Self::order) read of an entity's collider.
    #[inline]
    fn prefetch_entity(&self, entity: Entity) {
        let Some(&slot) = self.slot_by_entity.get(entity.index_u32() as usize) else { return };
        if let Some(collider) = self.table.get(slot as usize) {
            prefetch(&collider.state);
            prefetch(&collider.entity);
        }
        if let Some(key) = self.keys.get(slot as usize) {
            prefetch(key);
        }
    }

    /// Returns the slot of an entity's collider.
    #[inline]
    pub(crate) fn slot_of(&self, entity: Entity) -> Option<u32> {
        let slot = *self.slot_by_entity.get(entity.index_u32() as usize)?;
        let collider = self.table.get(slot as usize)?;
        (collider.entity == entity && collider.state.is_occupied()).then_some(slot)
    }

    /// Returns whether an entity's collider was visited in this run, valid or not.
    pub(crate) fn is_visited(&self, entity: Entity) -> bool {
        self.slot_of(entity).is_some_and(|slot| self.at(slot).last_visited_run == self.run)
    }

    /// Begins a run. `report_valid` says whether [`apply_moves`](Self::apply_moves) will report valid colliders, too.
    pub(crate) fn begin(&mut self, report_valid: bool) {
        self.aabb_updates.begin(report_valid);
        // What was only read was no run.
        if !core::mem::replace(&mut self.has_read_ahead, self.reads_ahead) {
            self.previous.update(&self.table, &self.changed);
        }
        self.run = self.run.wrapping_add(1);
        self.visited_count = 0;
        if !self.reads_ahead {
            self.renew_read_ahead();
        }
        if !core::mem::take(&mut self.tested) {
            // Another system detects collisions between two phases of a run: the motion until now is still untested.
            self.moving_swept.sort_unstable();
            self.moving_swept.dedup();
            self.restored.now.clear();
            return;
        }
        // The motion of swept colliders has been tested: their AABBs shrink to where they are now.
        for slot in self.moving_swept.drain(..) {
            let collider = &mut self.table[slot as usize];
            if collider.end_sweep() {
                self.aabb_updates.enqueue(collider);
            }
        }
        self.begin_from_restored_places();
    }

    /// Makes what was read for the first time ahead of a run new to this run: where it was in between is no motion.
    fn renew_read_ahead(&mut self) {
        for slot in core::mem::take(&mut self.new_ahead) {
            if self.at(slot).state.is_occupied() {
                self.mark_unread(slot);
            }
        }
    }

    /// Notes that the pairs have been tested, including the motion of swept colliders.
    pub(crate) fn end(&mut self) {
        self.tested = true;
        self.restored.tested_search = self.search_count;
    }

    /// Forgets grids that are gone or report no touches of cells any longer.
    pub(crate) fn update_reporting_grids(&mut self) {
        // One that is invalid for a while reports again when it is not.
        let reports = |slot: u32| {
            let PlacedCollider { state, shape, .. } = &self.table[slot as usize];
            let parts = shape.as_ref().ok().and_then(ColliderShape::composite);
            state.is_occupied() && parts.is_some_and(CompositeShape::has_reporting_cells)
        };
        self.reporting_grids.retain(|&slot| reports(slot));
        self.reporting_grids.sort_unstable();
        self.reporting_grids.dedup();
    }

    /// Returns the slots of the grids with cells whose touches are reported by events, each once.
    pub(crate) fn reporting_grids(&self) -> &[u32] {
        &self.reporting_grids
    }

    /// Clears the lists of what moved and what was removed, and keeps their memory.
    pub(crate) fn forget_changes(&mut self) {
        self.search_count = self.search_count.wrapping_add(1);
        self.previous.note(&self.changed);
        if let Some(history) = &mut self.history {
            history.note(&self.changed, &self.removed);
        }
        self.restored.note_changes(&self.changed, self.search_count);
        let removed = self.removed.iter().map(|&(slot, _)| slot);
        self.known_hashes.forget_fingerprints(self.changed.iter().copied().chain(removed));
        for &slot in &self.changed {
            self.proxies[slot as usize].unset(flag::CHANGED | flag::IN_CHANGED_LIST);
        }
        self.changed.clear();
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
