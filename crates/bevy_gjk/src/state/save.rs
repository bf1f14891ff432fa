//! Saving a state.

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::detection::proxies::EntityOrder;
use crate::state::{CollisionState, NOT_SAVED, VERSION};

impl<D: Dimension> Collisions<D> {
    /// Returns all that the next run depends on beside the world: see [`CollisionState`]. Nothing changes by it.
    ///
    /// Take it between two runs: after [`CollisionSystems::Events`](crate::CollisionSystems::Events), before the next
    /// [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare). Events that have not been sent are no part of it.
    ///
    /// What is in components is no part of it either: save and restore, as you do with your own, `Transform`s, colliders
    /// and their settings, and of characters [`MoverState`](crate::MoverState) and [`MoverMotion`](crate::MoverMotion).
    #[doc(alias("snapshot", "rollback"))]
    pub fn save(&self) -> CollisionState<D> {
        let mut state = CollisionState::default();
        self.save_into(&mut state);
        state
    }

    /// Does the same as [`save`](Self::save) in the memory of a state that is no longer needed.
    pub fn save_into(&self, state: &mut CollisionState<D>) {
        let Self { colliders, contacts, .. } = self;
        let index_of_slot = &mut state.origin.index_of_slot;
        index_of_slot.clear();
        index_of_slot.resize(colliders.len(), NOT_SAVED);
        let mut slots: Vec<(EntityOrder, u32)> = Vec::new();
        let mut add = |slot: u32| {
            if core::mem::replace(&mut index_of_slot[slot as usize], 0) == NOT_SAVED {
                slots.push((colliders.order(slot), slot));
            }
        };
        contacts.graph.iter().for_each(|edge| contacts.graph.pair(edge).slots.into_iter().for_each(&mut add));
        colliders.remembered_places().for_each(|(slot, _)| add(slot));
        slots.sort_unstable();
        for (&(_, slot), index) in slots.iter().zip(0..) {
            index_of_slot[slot as usize] = index;
        }
        state.entities.clear();
        state.entities.extend(slots.iter().map(|&(_, slot)| colliders.at(slot).entity));
        state.keys.clear();
        if colliders.has_keys() {
            state.keys.extend(slots.iter().map(|&(_, slot)| colliders.key(slot)));
        }
        let index = |slot: u32| index_of_slot[slot as usize];
        let mut places: Vec<_> =
            colliders.remembered_places().map(|(slot, place)| (index(slot), place)).collect();
        places.sort_unstable_by_key(|&(index, _)| index);
        state.placed.clear();
        state.placed.extend(places.iter().map(|&(index, _)| index));
        state.places.clear();
        state.places.extend(places.iter().map(|&(_, place)| place));
        state.pairs.clear();
        state.pairs.extend(contacts.graph.iter().map(|edge| contacts.remember(edge, colliders, index)));
        state.pairs.sort_unstable_by_key(|pair| pair.colliders);
        (state.version, state.dimension) = (VERSION, CollisionState::<D>::default().dimension);
        state.keeps_previous_places = colliders.keeps_previous_places();
        state.characters_moved_at = self.characters_moved_at;
        state.origin.table_and_search = Some((colliders.table_id(), colliders.tested_search()));
        state.origin.is_unchanged = true;
    }
}
