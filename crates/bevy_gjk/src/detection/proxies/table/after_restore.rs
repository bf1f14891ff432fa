//! What a [restored state](crate::state) leaves to the next run: where the colliders were in the run before, and which
//! of them may have changed since.
//!
//! A restored state says where colliders were when it was saved. The table holds where they are now, and nothing tells
//! the next run of the difference: it reads only what has changed since the last one. So the places are kept until that
//! run begins, and colliders that changed after the state was saved are marked as changed again. For this, the number
//! of the search for pairs in which each one last changed is kept from the first restore on.

use bevy_ecs::prelude::Entity;
use bevy_platform::sync::atomic::{AtomicU64, Ordering};
use fixedbitset::FixedBitSet;

use crate::collider::{AffineOf, Dimension, SweptCollider};
use crate::detection::proxies::table::Colliders;

/// What a restored state leaves to the next run.
#[derive(Debug, Default)]
pub(super) struct AfterRestore<D: Dimension> {
    /// The places in the run before the one that comes next.
    pub(super) next: Vec<RestoredPlace<D>>,
    /// Whether no run has begun since a state was restored.
    pub(super) is_pending: bool,
    /// Whether this run is the first one after a state was restored.
    pub(super) is_first_run: bool,
    /// The places in the run before the present one, sorted by slot.
    pub(super) now: Vec<RestoredPlace<D>>,
    /// The [fingerprints](super::fingerprints) of the colliders in the run before, by slot; empty unless this run, or
    /// the next, is the first one after a restore.
    pub(super) fingerprints: Vec<u64>,
    /// The slots of the colliders that count as changed in this run and are as they were in the restored state.
    pub(super) unchanged: FixedBitSet,
    /// The entities that a restored state knows and that have not been read since.
    pub(super) unread: Vec<Entity>,
    /// The number of the search in which each collider last changed, by slot; empty until the first restore.
    pub(super) changed_in: Vec<u32>,
    /// The number of the search since which `changed_in` is kept: since the first restore.
    pub(super) changes_noted_since: Option<u32>,
    /// The number of the last search before the last test.
    pub(super) tested_search: u32,
    /// The id of the table, by which a state knows where it comes from.
    table_id: TableId,
    /// A buffer for the slots of the colliders of a state.
    pub(super) slots: Vec<Option<u32>>,
    /// A buffer for which of these entities exist.
    pub(super) existing: Vec<bool>,
    /// A buffer for the slots of the colliders that changed since.
    pub(super) changed: Vec<u32>,
}

/// Where a collider was in the run before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestoredPlace<D: Dimension> {
    pub(crate) slot: u32,
    pub(crate) affine: AffineOf<D>,
    /// Its component, if it was swept.
    pub(crate) swept: Option<SweptCollider>,
}

/// A number that no other table of the program has.
#[derive(Debug)]
struct TableId(u64);

impl Default for TableId {
    fn default() -> Self {
        static TABLES: AtomicU64 = AtomicU64::new(0);
        Self(TABLES.fetch_add(1, Ordering::Relaxed))
    }
}

/// Returns the place of a collider in a list that is sorted by slot.
pub(super) fn find<D: Dimension>(places: &[RestoredPlace<D>], slot: u32) -> Option<RestoredPlace<D>> {
    places.binary_search_by_key(&slot, |place| place.slot).ok().map(|index| places[index])
}

impl<D: Dimension> AfterRestore<D> {
    /// Returns where a collider was in the run before, if that is known from a restored state.
    #[inline]
    pub(super) fn place(&self, slot: u32) -> Option<RestoredPlace<D>> {
        if self.now.is_empty() {
            return None;
        }
        find(&self.now, slot)
    }

    /// Notes which colliders changed before a search for pairs.
    #[inline]
    pub(super) fn note_changes(&mut self, changed: &[u32], search: u32) {
        let Some(since) = self.changes_noted_since else { return };
        for &slot in changed {
            if self.changed_in.len() <= slot as usize {
                self.changed_in.resize(slot as usize + 1, since);
            }
            self.changed_in[slot as usize] = search;
        }
    }
}

impl<D: Dimension> Colliders<D> {
    /// Returns the number of the last search before the last test: what changes later is new to a state of this moment.
    pub(crate) fn tested_search(&self) -> u32 {
        self.restored.tested_search
    }

    /// Returns where a collider is if the next run needs to know: if it is swept, or if the places of the run before
    /// are kept. After a restore, it is that of the restored state.
    pub(crate) fn remembered_place(&self, slot: u32) -> Option<RestoredPlace<D>> {
        if self.restored.is_pending {
            return find(&self.restored.next, slot);
        }
        if !(self.swept.contains(slot as usize) || self.keeps_previous_places()) {
            return None;
        }
        let collider = self.at(slot);
        let (affine, swept) = (collider.affine, collider.swept());
        collider.is_active().then_some(RestoredPlace { slot, affine, swept })
    }

    /// Returns whether the next run needs to know where some collider is.
    pub(crate) fn remembers_places(&self) -> bool {
        self.restored.is_pending || self.keeps_previous_places() || !self.swept.is_clear()
    }

    /// Returns the id of the table: no other one of the program has it.
    pub(crate) fn table_id(&self) -> u64 {
        self.restored.table_id.0
    }

    /// Returns the list, so that its memory is used again.
    pub(crate) fn return_restored_slots(&mut self, slots: Vec<Option<u32>>) {
        self.restored.slots = slots;
    }

    /// Returns whether this run is the first one after a state was restored: then colliders are elsewhere all at once.
    pub(crate) fn is_first_run_after_restore(&self) -> bool {
        self.restored.is_first_run
    }

    /// Takes the entities that a restored state knows and that have not been read since.
    pub(crate) fn take_unread(&mut self) -> Vec<Entity> {
        core::mem::take(&mut self.restored.unread)
    }

    /// Begins a run in which colliders move from where a restored state has placed them.
    pub(super) fn begin_from_restored_places(&mut self) {
        core::mem::swap(&mut self.restored.now, &mut self.restored.next);
        self.restored.next.clear();
        self.restored.is_first_run = core::mem::take(&mut self.restored.is_pending);
        if !self.restored.is_first_run {
            self.restored.fingerprints.clear();
        }
        for &RestoredPlace { slot, affine, swept } in &self.restored.now {
            self.previous.restore(slot, affine);
            let collider = &mut self.table[slot as usize];
            if let Some(swept) = swept
                && collider.is_swept()
            {
                collider.sweep_from(affine, swept);
                self.moving_swept.push(slot);
                self.aabb_updates.enqueue(collider);
            }
        }
    }
}
