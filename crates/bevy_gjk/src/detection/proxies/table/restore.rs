//! Restoring a state into the table of colliders.

use bevy_ecs::prelude::Entity;
use fixedbitset::FixedBitSet;

use crate::collider::{CollisionSpace, Dimension};
use crate::detection::EndReason;
use crate::detection::hot_loops::prefetch;
use crate::detection::proxies::flag;
use crate::detection::proxies::table::after_restore::{RestoredPlace, find};
use crate::detection::proxies::table::fingerprints::NO_FINGERPRINT;
use crate::detection::proxies::table::{Colliders, State};

/// How many colliders ahead are prefetched. Tuning constant.
const AHEAD: usize = 8;

impl<D: Dimension> Colliders<D> {
    /// Begins to restore a state: forgets what earlier ones have left.
    pub(crate) fn begin_restore(&mut self, keeps_previous_places: bool) {
        self.previous.keep(keeps_previous_places, &self.table);
        // The motion until now is not that of the restored run.
        self.tested = true;
        self.removed.retain(|&(slot, _)| self.table[slot as usize].state == State::Removed);
        self.restored.next.clear();
        self.restored.now.clear();
        self.restored.fingerprints.clear();
        self.restored.unchanged.clear();
    }

    /// Finds out which entities of a state exist.
    pub(crate) fn find_existing(
        &mut self,
        of_state: &[Entity],
        exists: impl Fn(Entity) -> bool,
    ) -> Vec<bool> {
        let mut existing = core::mem::take(&mut self.restored.existing);
        existing.clear();
        existing.extend(of_state.iter().map(|&entity| exists(entity)));
        existing
    }

    /// Returns the list, so that its memory is used again.
    pub(crate) fn return_existing(&mut self, existing: Vec<bool>) {
        self.restored.existing = existing;
    }

    /// Finds the slots of the entities that a restored state knows, of those that exist. If one has no valid collider,
    /// the next run reads it, or finds out why it has none.
    pub(crate) fn find_restored_slots(
        &mut self,
        entities: &[Entity],
        exists: &[bool],
        key_and_space: impl Fn(usize) -> (Option<u64>, CollisionSpace),
    ) -> Vec<Option<u32>> {
        let mut slots = core::mem::take(&mut self.restored.slots);
        slots.clear();
        for (index, (&entity, &exists)) in entities.iter().zip(exists).enumerate() {
            // The rows are all over memory.
            if let Some(&ahead) = entities.get(index + AHEAD) {
                self.prefetch_entity(ahead);
            }
            slots.push(exists.then(|| self.restored_slot(entity, key_and_space(index))));
        }
        slots
    }

    fn restored_slot(&mut self, entity: Entity, (key, space): (Option<u64>, CollisionSpace)) -> u32 {
        let in_space = |slot: u32| self.at(slot).space() == space;
        let slot = match self.slot_of(entity) {
            Some(slot) if in_space(slot) && self.at(slot).state != State::Invalid => return slot,
            Some(slot) if in_space(slot) => slot,
            elsewhere => {
                if let Some(slot) = elsewhere {
                    self.remove_slot(slot, EndReason::Filtered);
                }
                let slot = self.insert(entity);
                self.set_key(slot, key);
                self.table[slot as usize].filter.space = space;
                self.inherits |= space != CollisionSpace::DEFAULT;
                slot
            }
        };
        self.mark_unread(slot);
        slot
    }

    /// Makes a collider one that the next run reads as if it were new.
    pub(super) fn mark_unread(&mut self, slot: u32) {
        let collider = &mut self.table[slot as usize];
        (collider.state, collider.motion) = (State::Unread, None);
        self.known_hashes.forget_fingerprints([slot].into_iter());
        self.restored.unread.push(collider.entity);
        // As if it were swept: so it is not taken for one of which only the transform has changed.
        self.swept.grow(slot as usize + 1);
        self.swept.insert(slot as usize);
    }

    /// Sets where a collider was when a restored state was saved.
    pub(crate) fn restore_place(&mut self, place: RestoredPlace<D>) {
        self.restored.next.push(place);
    }

    /// Sets the fingerprint of a collider in a restored state.
    pub(crate) fn restore_fingerprint(&mut self, slot: u32, fingerprint: u64) {
        let fingerprints = &mut self.restored.fingerprints;
        if fingerprints.len() <= slot as usize {
            fingerprints.resize(slot as usize + 1, NO_FINGERPRINT);
        }
        fingerprints[slot as usize] = fingerprint;
    }

    /// Ends the restoring of a state that was saved after this search: marks what has changed since. Without the number
    /// of the search, every collider counts as changed.
    pub(crate) fn end_restore(&mut self, search: Option<u32>) {
        self.restored.next.sort_unstable_by_key(|place| place.slot);
        self.mark_changed_since(search);
        self.forget_unknown_places();
        self.restored.changes_noted_since.get_or_insert(self.search_count);
        self.restored.is_pending = true;
    }

    /// Marks the colliders that may have changed after a search; without its number, all of them.
    fn mark_changed_since(&mut self, search: Option<u32>) {
        let is_after = |one: u32, other: u32| one.wrapping_sub(other).cast_signed() > 0;
        let known =
            search.zip(self.restored.changes_noted_since).filter(|&(search, since)| !is_after(since, search));
        let Some((search, _)) = known else {
            return (0..self.table.len() as u32).for_each(|slot| self.mark_changed(slot));
        };
        // Most have not changed, and the rows of the table are large.
        let mut changed = core::mem::take(&mut self.restored.changed);
        changed.clear();
        let slots = (0..).zip(&self.restored.changed_in);
        changed.extend(slots.filter(|&(_, &changed_in)| is_after(changed_in, search)).map(|(slot, _)| slot));
        for (index, &slot) in changed.iter().enumerate() {
            if let Some(&ahead) = changed.get(index + AHEAD) {
                prefetch(&self.table[ahead as usize].state);
                prefetch(&self.proxies[ahead as usize]);
            }
            self.mark_changed(slot);
        }
        self.restored.changed = changed;
    }

    fn mark_changed(&mut self, slot: u32) {
        if self.table[slot as usize].state != State::Active {
            return;
        }
        let proxy = &mut self.proxies[slot as usize];
        if !proxy.has(flag::IN_CHANGED_LIST) {
            self.changed.push(slot);
        }
        proxy.set(flag::CHANGED | flag::IN_CHANGED_LIST);
    }

    /// Marks as unread the colliders whose place in the run before the next run needs, and the restored state does not
    /// know. They were made, or became swept, after the state was saved. Read anew, they count as new, which do not
    /// move.
    fn forget_unknown_places(&mut self) {
        if self.swept.is_clear() && !self.keeps_previous_places() {
            return;
        }
        let swept = core::mem::take(&mut self.swept);
        if self.keeps_previous_places() {
            (0..self.table.len()).for_each(|slot| self.forget_if_unknown(slot, &swept));
        } else {
            swept.ones().for_each(|slot| self.forget_if_unknown(slot, &swept));
        }
        self.swept.union_with(&swept);
    }

    fn forget_if_unknown(&mut self, slot: usize, swept: &FixedBitSet) {
        let is_unknown = |place: RestoredPlace<D>| swept.contains(slot) && place.swept.is_none();
        if self.table[slot].state == State::Active
            && find(&self.restored.next, slot as u32).is_none_or(is_unknown)
        {
            self.mark_unread(slot as u32);
        }
    }
}
