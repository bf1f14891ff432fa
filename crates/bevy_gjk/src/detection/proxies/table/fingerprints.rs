//! What a saved state knows of a collider: one number for all that the tests of its pairs depend on.
//!
//! A pair is tested when one of its colliders has changed, and the numbers of a contact depend, in their last bits, on
//! the simplex that the test before has left. So a pair must not be tested more often after a restore than without one.
//! Which colliders have changed since a state was saved, the fingerprints in it tell: whatever has been done to a
//! collider meanwhile, and also if its entity has come back under another id.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy_ecs::prelude::Entity;

use crate::collider::{ContentHash, Dimension};
use crate::detection::hot_loops::prefetch;
use crate::detection::proxies::table::AfterRestore;
use crate::detection::proxies::{Colliders, State};

/// The fingerprint of a collider that has none: it counts as changed in the next run.
pub(crate) const NO_FINGERPRINT: u64 = 0;

/// What states have asked of the colliders, by slot.
#[derive(Debug, Default)]
pub(super) struct KnownHashes(Mutex<Vec<Known>>);

/// What is known of a collider.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The hash of the shape; 0 if it is not known.
    shape: u64,
    /// The fingerprint, until the collider changes; otherwise [`NO_FINGERPRINT`].
    fingerprint: u64,
    /// The entity, while the fingerprint is known.
    entity: Entity,
}

impl Known {
    const NOTHING: Self = Self { shape: 0, fingerprint: NO_FINGERPRINT, entity: Entity::PLACEHOLDER };
}

impl KnownHashes {
    fn get_mut(&mut self) -> &mut [Known] {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the hash of a shape that is replaced.
    #[inline]
    pub(super) fn forget_shape(&mut self, slot: u32) {
        if let Some(known) = self.get_mut().get_mut(slot as usize) {
            known.shape = 0;
        }
    }

    /// Forgets the fingerprints of colliders that have changed.
    #[inline]
    pub(super) fn forget_fingerprints(&mut self, slots: impl Iterator<Item = u32>) {
        let known = self.get_mut();
        // As long as no state is saved, nothing is known.
        if !known.is_empty() {
            for slot in slots {
                if let Some(known) = known.get_mut(slot as usize) {
                    known.fingerprint = NO_FINGERPRINT;
                }
            }
        }
    }
}

/// Computes the fingerprints of colliders.
pub(crate) struct Fingerprints<'c, D: Dimension> {
    colliders: &'c Colliders<D>,
    known: MutexGuard<'c, Vec<Known>>,
    /// Whether all pairs that were found have been tested.
    is_tested: bool,
    /// Whether any collider has changed since the last search for pairs.
    any_changed: bool,
}

impl<D: Dimension> Colliders<D> {
    /// Returns what computes fingerprints.
    pub(crate) fn fingerprints(&self) -> Fingerprints<'_, D> {
        let mut known = self.known_hashes.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < self.len() {
            known.resize(self.len(), Known::NOTHING);
        }
        Fingerprints {
            colliders: self,
            known,
            is_tested: self.restored.tested_search == self.search_count,
            any_changed: self.any_changed() || self.restored.is_pending,
        }
    }
}

impl<D: Dimension> Fingerprints<'_, D> {
    /// Returns what is known of a collider that has not changed.
    #[inline]
    fn known(&self, slot: u32) -> Option<&Known> {
        let known = &self.known[slot as usize];
        (known.fingerprint != NO_FINGERPRINT && !self.any_changed).then_some(known)
    }

    /// Prefetches what is known of a collider.
    #[inline]
    pub(crate) fn prefetch(&self, slot: u32) {
        prefetch(&self.known[slot as usize]);
        if let Some(key) = self.colliders.keys.get(slot as usize) {
            prefetch(key);
        }
    }

    /// Prefetches the collider, unless all of it is known.
    #[inline]
    pub(crate) fn prefetch_collider(&self, slot: u32) {
        if self.known(slot).is_none() {
            let collider = self.colliders.at(slot);
            collider.prefetch();
            prefetch(&collider.entity);
        }
    }

    /// Returns the entity of a collider.
    #[inline]
    pub(crate) fn entity(&self, slot: u32) -> Entity {
        // The rows of the table are large, and that of a collider that stands still is not read otherwise.
        self.known(slot).map_or_else(|| self.colliders.at(slot).entity, |known| known.entity)
    }

    /// Returns the fingerprint of a collider for a state that is saved now: [`NO_FINGERPRINT`] if the next run tests
    /// its pairs anyway, because its motion ends then, or because they have not been tested where it is.
    #[inline]
    pub(crate) fn saved(&mut self, slot: u32) -> u64 {
        match self.known(slot) {
            Some(known) if self.is_tested && !self.colliders.swept.contains(slot as usize) => {
                known.fingerprint
            }
            _ => self.computed(slot),
        }
    }

    /// Computes the fingerprint for a state that is saved now.
    fn computed(&mut self, slot: u32) -> u64 {
        let AfterRestore { is_pending, fingerprints, .. } = &self.colliders.restored;
        if *is_pending {
            // The next run begins from the restored state.
            return fingerprints.get(slot as usize).copied().unwrap_or(NO_FINGERPRINT);
        }
        let collider = self.colliders.at(slot);
        let is_settled = collider.state == State::Active
            && collider.motion().is_none()
            && !(self.any_changed && self.colliders.has_changed(slot))
            && self.is_tested;
        if !is_settled {
            return NO_FINGERPRINT;
        }
        let fingerprint = self.of(slot);
        // Exceptions are named by the keys of others, which may change without this one.
        if collider.filter.has_only_layers() && !self.any_changed {
            let known = &mut self.known[slot as usize];
            (known.fingerprint, known.entity) = (fingerprint, collider.entity);
        }
        fingerprint
    }

    /// Returns the fingerprint of a collider as it is now.
    pub(crate) fn of(&mut self, slot: u32) -> u64 {
        let collider = self.colliders.at(slot);
        let Ok(shape) = &collider.shape else { return NO_FINGERPRINT };
        let shape_hash = &mut self.known[slot as usize].shape;
        if *shape_hash == 0 {
            let mut hash = ContentHash::new();
            shape.add_to(&mut hash);
            *shape_hash = hash.finish();
        }
        let mut hash = ContentHash::new();
        hash.add(*shape_hash);
        hash.add_affine::<D>(&collider.affine);
        hash.add_f32(collider.margin);
        hash.add(collider.swept().map_or(0, |swept| 1 << 32 | u64::from(swept.resets())));
        hash.add(self.colliders.key(slot).map_or(0, |key| !key));
        collider.filter.add_to(&mut hash, |entity| self.colliders.name_of(entity));
        hash.finish()
    }
}

impl<D: Dimension> Colliders<D> {
    /// Returns a number for an entity: by its key if it has one.
    fn name_of(&self, entity: Entity) -> u64 {
        let key = self.slot_of(entity).and_then(|slot| self.key(slot));
        #[cfg(feature = "recorder")]
        let entity = self.recorded_ids.get(&entity).copied().unwrap_or(entity);
        key.unwrap_or(!entity.to_bits())
    }

    /// Finds out which of the colliders that count as changed are as they were in the restored state from which this
    /// run begins.
    pub(crate) fn find_unchanged(&mut self) {
        self.restored.unchanged.clear();
        if self.restored.fingerprints.is_empty() || self.restored.is_pending {
            return;
        }
        let mut unchanged = core::mem::take(&mut self.restored.unchanged);
        unchanged.grow(self.len());
        let mut fingerprints = self.fingerprints();
        for &slot in self.changed_slots() {
            let restored = self.restored.fingerprints.get(slot as usize).copied().unwrap_or(NO_FINGERPRINT);
            if restored != NO_FINGERPRINT && self.has_changed(slot) && fingerprints.of(slot) == restored {
                unchanged.insert(slot as usize);
            }
        }
        drop(fingerprints);
        self.restored.unchanged = unchanged;
    }

    /// Returns whether there may be colliders that count as changed and are as they were.
    #[inline]
    pub(crate) fn any_unchanged(&self) -> bool {
        !self.restored.unchanged.is_clear()
    }

    /// Returns whether a pair counts as changed although both of its colliders are as they were.
    pub(crate) fn is_unchanged(&self, slots: [u32; 2]) -> bool {
        let is_as_before = |slot| !self.has_changed(slot) || self.restored.unchanged.contains(slot as usize);
        // If neither counts as changed, an earlier search of this run has found the pair.
        slots.into_iter().any(|slot| self.has_changed(slot)) && slots.into_iter().all(is_as_before)
    }
}
