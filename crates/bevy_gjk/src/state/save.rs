//! Saving a state.

use fixedbitset::FixedBitSet;
use gjk::Vector;

use crate::collider::{CollisionSpace, Dimension};
use crate::detection::Collisions;
use crate::detection::proxies::{Colliders, EntityOrder, Fingerprints, NO_FINGERPRINT, RestoredPlace};
use crate::state::{Buffers, CollisionState, VERSION};

/// How many colliders ahead are prefetched, which are all over memory. Tuning constant.
const AHEAD: usize = 8;
/// Marks a collider whose place the next run does not need.
const NO_PLACE: u32 = u32::MAX;

impl<D: Dimension> Collisions<D> {
    /// Returns all that the next run depends on beside the world: see [`CollisionState`]. Nothing changes by it.
    ///
    /// Take it between two runs: after [`CollisionSystems::Events`](crate::CollisionSystems::Events), before the next
    /// [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare). Events that have not been sent are no part of
    /// it.
    ///
    /// What is in components is no part of it either: save and restore, as you do with your own, `Transform`s,
    /// colliders and their settings, and of characters [`MoverState`](crate::MoverState) and
    /// [`MoverMotion`](crate::MoverMotion).
    #[doc(alias("snapshot", "rollback"))]
    pub fn save(&self) -> CollisionState<D> {
        let mut state = CollisionState::default();
        self.save_into(&mut state);
        state
    }

    /// Does the same as [`save`](Self::save) in the memory of a state that is no longer needed.
    pub fn save_into(&self, state: &mut CollisionState<D>) {
        let Self { colliders, contacts, .. } = self;
        let Buffers { in_pair, index_of_slot, slots, kept, edges } = &mut state.origin.buffers;
        in_pair.clear();
        in_pair.grow(colliders.len());
        for edge in contacts.graph.iter() {
            contacts.graph.pair(edge).slots.into_iter().for_each(|slot| in_pair.insert(slot as usize));
        }
        slots.clear();
        kept.clear();
        let mut fingerprints_now = colliders.fingerprints();
        // As a rule the order of the slots is nearly that of the colliders.
        collect_slots(colliders, &mut fingerprints_now, in_pair, slots, kept);
        slots.sort_unstable_by_key(|&(order, ..)| order);
        let CollisionState {
            entities, keys, placed, places, swept, fingerprints, pairs, cells, spaces, ..
        } = state;
        entities.clear();
        keys.clear();
        placed.clear();
        places.clear();
        swept.clear();
        fingerprints.clear();
        pairs.clear();
        // The entries of slots that are in no pair are those of an earlier save. They are never read.
        index_of_slot.resize(colliders.len(), 0);
        for (&(_, slot, place, fingerprint), index) in slots.iter().zip(0..) {
            entities.push(fingerprints_now.entity(slot));
            fingerprints.push(fingerprint);
            index_of_slot[slot as usize] = index;
            if let Some(&RestoredPlace { affine, swept: component, .. }) = kept.get(place as usize) {
                placed.push(index);
                places.push(affine);
                swept.push(component);
            }
        }
        spaces.clear();
        if colliders.inherits {
            spaces.extend(slots.iter().map(|&(_, slot, ..)| colliders.at(slot).space()));
            if spaces.iter().all(|&space| space == CollisionSpace::DEFAULT) {
                spaces.clear();
            }
        }
        if colliders.has_keys() {
            keys.extend(slots.iter().map(|&(_, slot, ..)| colliders.key(slot)));
        }
        let index = |slot: u32| index_of_slot[slot as usize];
        edges.clear();
        edges.extend(contacts.graph.iter().map(|edge| {
            let [a, b] = contacts.graph.pair(edge).slots.map(index);
            (u64::from(a) << 32 | u64::from(b), edge)
        }));
        edges.sort_unstable_by_key(|&(colliders, _)| colliders);
        pairs.extend(edges.iter().map(|&(_, edge)| contacts.remember(edge, colliders, index)));
        cells.clear();
        // What is touched is in a pair.
        let index_if_in_pair = |slot| in_pair.contains(slot as usize).then(|| index(slot));
        cells.extend(
            self.cell_touches.remember(|entity| colliders.slot_of(entity).and_then(index_if_in_pair)),
        );
        cells.sort_unstable_by_key(|touch| (touch.colliders, touch.part));
        (state.version, state.dimension) = (VERSION, <D::Vector as Vector>::DIMENSION as u32);
        state.keeps_previous_places = colliders.keeps_previous_places();
        state.characters_moved_at = self.characters_moved_at;
        state.origin.table_and_search = Some((colliders.table_id(), colliders.tested_search()));
        state.origin.is_unchanged = true;
    }
}

/// Collects the colliders that the state names, and the places that are kept of them.
fn collect_slots<D: Dimension>(
    colliders: &Colliders<D>,
    fingerprints: &mut Fingerprints<D>,
    in_pair: &FixedBitSet,
    slots: &mut Vec<(EntityOrder, u32, u32, u64)>,
    kept: &mut Vec<RestoredPlace<D>>,
) {
    if colliders.remembers_places() {
        for slot in 0..colliders.len() as u32 {
            let place = colliders.remembered_place(slot);
            let fingerprint = match in_pair.contains(slot as usize) {
                true => fingerprints.saved(slot),
                false if place.is_some() => NO_FINGERPRINT,
                false => continue,
            };
            let place_index = place.map_or(NO_PLACE, |_| kept.len() as u32);
            kept.extend(place);
            slots.push((colliders.order(slot), slot, place_index, fingerprint));
        }
    } else {
        let ahead = |count| in_pair.ones().skip(count);
        let (mut next, mut after) = (ahead(AHEAD), ahead(2 * AHEAD));
        for slot in in_pair.ones().map(|slot| slot as u32) {
            if let Some(slot) = after.next() {
                fingerprints.prefetch(slot as u32);
            }
            if let Some(slot) = next.next() {
                fingerprints.prefetch_collider(slot as u32);
            }
            let fingerprint = fingerprints.saved(slot);
            let order = EntityOrder::of(fingerprints.entity(slot), colliders.key(slot));
            slots.push((order, slot, NO_PLACE, fingerprint));
        }
    }
}
