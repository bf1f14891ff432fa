//! Saving a state.

use gjk::Vector;

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::detection::proxies::{CHANGED, RestoredPlace};
use crate::state::{Buffers, CollisionState, VERSION};

/// Marks the slot of a collider that is in a pair.
const IN_PAIR: u32 = u32::MAX;
/// Marks a collider whose place the next run does not need.
const NO_PLACE: u32 = u32::MAX;

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
        let Buffers { index_of_slot, slots, kept, edges } = &mut state.origin.buffers;
        index_of_slot.clear();
        index_of_slot.resize(colliders.len(), 0);
        for edge in contacts.graph.iter() {
            contacts
                .graph
                .pair(edge)
                .slots
                .into_iter()
                .for_each(|slot| index_of_slot[slot as usize] = IN_PAIR);
        }
        slots.clear();
        kept.clear();
        let remembers_places = colliders.remembers_places();
        // As a rule the order of the slots is nearly that of the colliders.
        for (slot, &mark) in (0..).zip(&*index_of_slot) {
            let place = if remembers_places { colliders.remembered_place(slot) } else { None };
            if mark == IN_PAIR || place.is_some() {
                let place_index = place.map_or(NO_PLACE, |_| kept.len() as u32);
                kept.extend(place);
                slots.push((colliders.order(slot), slot, place_index));
            }
        }
        slots.sort_unstable();
        let CollisionState { entities, keys, placed, places, swept, fingerprints, pairs, cells, .. } = state;
        entities.clear();
        keys.clear();
        placed.clear();
        places.clear();
        swept.clear();
        fingerprints.clear();
        pairs.clear();
        let mut fingerprint = colliders.fingerprints();
        for (&(_, slot, place), index) in slots.iter().zip(0..) {
            entities.push(colliders.at(slot).entity);
            let is_in_pair = core::mem::replace(&mut index_of_slot[slot as usize], index) == IN_PAIR;
            fingerprints.push(if is_in_pair { fingerprint.saved(slot) } else { CHANGED });
            if let Some(&RestoredPlace { affine, is_swept, .. }) = kept.get(place as usize) {
                placed.push(index);
                places.push(affine);
                swept.push(is_swept);
            }
        }
        if colliders.has_keys() {
            keys.extend(slots.iter().map(|&(_, slot, _)| colliders.key(slot)));
        }
        let index = |slot: u32| index_of_slot[slot as usize];
        edges.clear();
        edges.extend(contacts.graph.iter().map(|edge| (contacts.graph.pair(edge).slots.map(index), edge)));
        edges.sort_unstable();
        pairs.extend(edges.iter().map(|&(_, edge)| contacts.remember(edge, colliders, index)));
        cells.clear();
        // What is touched is in a pair.
        cells.extend(self.cell_touches.remember(|entity| colliders.slot_of(entity).map(index)));
        cells.sort_unstable_by_key(|touch| (touch.colliders, touch.part));
        (state.version, state.dimension) = (VERSION, <D::Vector as Vector>::DIMENSION as u32);
        state.keeps_previous_places = colliders.keeps_previous_places();
        state.characters_moved_at = self.characters_moved_at;
        state.origin.table_and_search = Some((colliders.table_id(), colliders.tested_search()));
        state.origin.is_unchanged = true;
    }
}
