//! Restoring a state.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Mut, World};

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::detection::proxies::{NO_FINGERPRINT, RestoredPlace};
use crate::state::{CollisionState, RestoreError};

impl<D: Dimension> CollisionState<D> {
    /// Puts this state back into a world, as [`Collisions::restore`] does, where no system holds the resource.
    ///
    /// # Errors
    /// If the state cannot be restored, or there is no plugin, nothing changes: see [`RestoreError`].
    pub fn restore(&self, world: &mut World) -> Result<(), RestoreError> {
        let restored = world.try_resource_scope(|world, mut collisions: Mut<Collisions<D>>| {
            collisions.restore(self, world.entities())
        });
        restored.unwrap_or(Err(RestoreError::NoPlugin))
    }
}

impl<D: Dimension> Collisions<D> {
    /// Puts a saved state back. The next run then gives the events of the change from that state to the present world,
    /// the contacts and the moves of a run that was never rolled back, to the bit.
    ///
    /// Restore the world first, or right after, but before the next run: the components of the game, and the entities
    /// that were despawned since, with other ids perhaps; then [map](bevy_ecs::entity::MapEntities) the state. Despawn
    /// those that were spawned since. The plugin finds out by itself what has changed.
    ///
    /// | at the next run | is |
    /// |---|---|
    /// | an entity of the state that has its collider | as it was when the state was saved |
    /// | one whose collider is missing, disabled or invalid | as if that had happened since: its touches end, with the reason |
    /// | a collider that the state does not know | new: its touches begin |
    /// | an entity of a pair, or a grid of a touched cell, that does not exist | an error, since its id was not mapped: see [`CollisionState::retain`] |
    ///
    /// Events that have not been delivered yet are dropped: those that were not sent, and those of which observers have
    /// not heard. An observer may restore a state, by a command or at once. The observers of the same event and entity
    /// still run, and those of all later events of that run do not, [`CellStarted`](crate::grid::CellStarted) and
    /// [`CellEnded`](crate::grid::CellEnded) included. Messages that are written stay until they are read: clear them
    /// if no system should read those of a run that is taken back. A [`CollisionLog`](crate::state::CollisionLog)
    /// presents and retracts what it has found, since it compares the tick when that is run again.
    ///
    /// Until the next run, [`Collisions`] has the touches of the saved state, except those of entities that were
    /// spawned again since and that no run has read yet. A state that was saved by this resource costs what has changed
    /// since; one from a file or a peer lets the next run look at each collider.
    ///
    /// Queries, contacts and [`colliders`](Self::colliders) are those of the world as the last run read it, before the
    /// restore, until the next run reads it in [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare). In a
    /// game that is rolled back, let systems that ask come after that phase; what is asked before it is no part of the
    /// state.
    ///
    /// # Errors
    /// If the state cannot be restored, nothing changes: see [`RestoreError`].
    #[doc(alias("snapshot", "rollback", "load", "rewind"))]
    pub fn restore(&mut self, state: &CollisionState<D>, entities: &Entities) -> Result<(), RestoreError> {
        state.check()?;
        let exists =
            self.colliders.find_existing(&state.entities, |entity| entities.contains_spawned(entity));
        let checked = state.check_entities(&exists, entities);
        if checked.is_err() {
            self.colliders.return_existing(exists);
            return checked;
        }
        let Self { colliders, contacts, narrow_phase, cell_touches, .. } = self;
        narrow_phase.forget_candidates();
        contacts.clear();
        colliders.begin_restore(state.keeps_previous_places);
        // An entity that does not exist is in no pair, as checked above: it has no slot, and what follows leaves it
        // out.
        let slots = colliders
            .find_restored_slots(&state.entities, &exists, |index| (state.key(index), state.space(index)));
        colliders.return_existing(exists);
        for ((&index, &affine), &swept) in state.placed.iter().zip(&state.places).zip(&state.swept) {
            if let Some(slot) = slots[index as usize] {
                colliders.restore_place(RestoredPlace { slot, affine, swept });
            }
        }
        for (&slot, &fingerprint) in slots.iter().zip(&state.fingerprints) {
            if let Some(slot) = slot.filter(|_| fingerprint != NO_FINGERPRINT) {
                colliders.restore_fingerprint(slot, fingerprint);
            }
        }
        contacts.restore_all(&state.pairs, &slots, colliders);
        cell_touches.restore(&state.cells, |index| {
            slots[index as usize]?;
            Some((*state.entities.get(index as usize)?, state.key(index as usize)))
        });
        colliders.return_restored_slots(slots);
        let table = colliders.table_id();
        let origin = state.origin.table_and_search;
        colliders.end_restore(origin.filter(|&(id, _)| id == table).map(|(_, search)| search));
        self.characters_moved_at = state.characters_moved_at;
        self.restores = self.restores.wrapping_add(1);
        Ok(())
    }
}
