//! The order of entities wherever an order shows: which one of a pair is `a`, events, hits at the same distance.
//!
//! It is that of the keys of [`CollisionOrder`](crate::CollisionOrder), and of the indices of the entities that have
//! none.

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::detection::proxies::Colliders;

/// The sort key of an entity: its key before those without one, then the index, then the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EntityOrder(u128);

impl EntityOrder {
    /// Returns the sort key of an entity with this key of its own, or with none.
    #[inline]
    pub(crate) fn of(entity: Entity, key: Option<u64>) -> Self {
        let generation = entity.generation().to_bits() >> 1;
        let own = u128::from(entity.index_u32()) << 31 | u128::from(generation);
        Self(key.map_or(1 << 127, |key| u128::from(key) << 63) | own)
    }

    /// Returns the key of the entity.
    pub(crate) fn key(self) -> Option<u64> {
        (self.0 >> 127 == 0).then_some((self.0 >> 63) as u64)
    }
}

impl<D: Dimension> Colliders<D> {
    /// Returns whether any collider has a key.
    #[inline]
    pub(crate) fn has_keys(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Returns the key of the collider in a slot.
    #[inline]
    pub(crate) fn key(&self, slot: u32) -> Option<u64> {
        self.keys.get(slot as usize).copied().flatten()
    }

    /// Returns the sort key of the collider in a slot.
    #[inline]
    pub(crate) fn order(&self, slot: u32) -> EntityOrder {
        EntityOrder::of(self.at(slot).entity, self.key(slot))
    }

    /// Returns the sort key of an entity, which may have no collider.
    #[inline]
    pub(crate) fn order_of(&self, entity: Entity) -> EntityOrder {
        let key = if self.has_keys() { self.slot_of(entity).and_then(|slot| self.key(slot)) } else { None };
        EntityOrder::of(entity, key)
    }

    /// Returns the slots of two colliders in their order.
    #[inline]
    pub(crate) fn in_order(&self, [one, two]: [u32; 2]) -> [u32; 2] {
        if self.order(one) < self.order(two) { [one, two] } else { [two, one] }
    }

    /// Sets the key of the collider in a slot, and returns whether it changed.
    #[inline]
    pub(super) fn set_key(&mut self, slot: u32, key: Option<u64>) -> bool {
        if self.key(slot) == key {
            return false;
        }
        if self.keys.len() <= slot as usize {
            self.keys.resize(slot as usize + 1, None);
        }
        self.keys[slot as usize] = key;
        true
    }

    /// Forgets the key of the collider that had a slot before.
    pub(super) fn forget_key(&mut self, slot: u32) {
        if let Some(key) = self.keys.get_mut(slot as usize) {
            *key = None;
        }
    }

    /// Takes the slots of the colliders that had another key before.
    pub(crate) fn take_reordered(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.reordered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_first_and_then_indices() {
        let [low, high] = [3, 7].map(|index| Entity::from_raw_u32(index).unwrap());
        let of = EntityOrder::of;
        let sorted = [
            of(high, Some(0)),
            of(low, Some(1)),
            of(high, Some(1)),
            of(low, Some(u64::MAX)),
            of(low, None),
            of(high, None),
        ];
        assert!(sorted.is_sorted_by(|one, two| one < two));
    }
}
