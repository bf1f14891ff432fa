//! What the reading of the world writes into the table: colliders are inserted, updated and removed. What changed is
//! noted for the search for pairs, and the AABBs are queued.

use bevy_ecs::prelude::Entity;

use super::{Colliders, NO_SLOT, RestoredPlace};
use crate::collider::{
    AffineOf, ColliderError, ColliderShape, CollisionOrder, CollisionSpace, CompositeShape, Dimension,
    SweptCollider,
};
use crate::detection::EndReason;
use crate::detection::proxies::placed::{PlacedCollider, State};
use crate::detection::proxies::{ColliderSettings, Proxy, flag};

/// What an edit has changed of a collider.
#[derive(Clone, Copy)]
struct Edit {
    shape: bool,
    settings: bool,
    place: bool,
    /// What its motion adds to the AABB.
    motion: bool,
}

impl<D: Dimension> Colliders<D> {
    /// Reserves memory for `count` colliders, so that the table grows only once when thousands are spawned together,
    /// and by no more than needed.
    #[inline]
    pub(crate) fn make_room(&mut self, count: usize) {
        if count > self.table.capacity() {
            let capacity = count.max(self.table.capacity() * 3 / 2);
            self.table.reserve_exact(capacity - self.table.len());
            self.proxies.reserve_exact(capacity - self.proxies.len());
        }
    }

    /// Inserts a collider into a free slot, and returns the slot.
    pub(super) fn insert(&mut self, entity: Entity) -> u32 {
        let slot = match self.free.pop() {
            Some(slot) => {
                self.table[slot as usize] = PlacedCollider::new(entity, slot);
                self.forget_key(slot);
                slot
            }
            None => {
                let slot = self.table.len() as u32;
                self.table.push(PlacedCollider::new(entity, slot));
                self.proxies.push(Proxy::unplaced(slot));
                slot
            }
        };
        let index = entity.index_u32() as usize;
        if self.slot_by_entity.len() <= index {
            self.slot_by_entity.resize(index + 1, NO_SLOT);
        }
        self.slot_by_entity[index] = slot;
        self.occupied += 1;
        if self.reads_ahead {
            self.new_ahead.push(slot);
        }
        slot
    }

    /// Updates a collider, or inserts it, and returns its slot. The flags beside the shape and the map say whether they
    /// may have changed.
    ///
    /// If anything changed, the AABB is queued for [`update_aabbs`](Self::update_aabbs).
    #[inline]
    pub(crate) fn insert_or_update(
        &mut self,
        entity: Entity,
        shape: (bool, impl FnOnce() -> Result<ColliderShape<D>, ColliderError>),
        affine: (bool, impl FnOnce() -> AffineOf<D>),
        settings: &ColliderSettings,
    ) -> u32 {
        let existing = self.slot_of(entity);
        let slot = existing.unwrap_or_else(|| self.insert(entity));
        let collider = &mut self.table[slot as usize];
        let is_new = existing.is_none() || collider.state == State::Unread;
        self.visited_count += usize::from(collider.last_visited_run != self.run);
        collider.last_visited_run = self.run;
        self.inherits |= settings.group.is_some() || settings.space != CollisionSpace::DEFAULT;
        let mut edit = Edit { shape: false, settings: is_new, place: false, motion: false };
        if is_new || shape.0 {
            let shape = shape.1();
            // To insert what is there already changes nothing.
            edit.shape = is_new || !collider.has_shape(&shape);
            if edit.shape {
                collider.set_shape(shape);
            }
        }
        edit.settings |= collider.update_settings(settings);
        let before = collider.affine;
        if is_new || affine.0 {
            let [moved, linear_changed] = collider.set_affine(affine.1());
            collider.needs_volumes |= linear_changed;
            edit.place = moved;
        }
        if settings.order.is_some() || !self.keys.is_empty() {
            edit.settings |= self.update_key(slot, settings.order);
        }
        edit.motion = self.update_motion(slot, settings.swept, (!is_new).then_some(before));
        self.note_edit(slot, edit);
        slot
    }

    /// Updates the motion of a collider, which was placed by the map `before`; `None` if it is new, and so did not
    /// move. Returns whether its AABB changes by that.
    #[inline]
    fn update_motion(
        &mut self,
        slot: u32,
        swept: Option<SweptCollider>,
        before: Option<AffineOf<D>>,
    ) -> bool {
        let collider = &mut self.table[slot as usize];
        let mut start = before.unwrap_or(collider.affine);
        if before.is_none() {
            self.previous.insert(slot, start);
        }
        let mut changed = false;
        match self.restored.place(slot) {
            Some(RestoredPlace { affine, swept: of_state, .. }) => {
                start = affine;
                self.previous.insert(slot, start);
                if let Some(of_state) = of_state.filter(|_| swept.is_some()) {
                    // An earlier update in this run may have rounded it. Whether it has been reset since is known by
                    // the component.
                    changed = collider.sweep_from(affine, of_state);
                }
            }
            // Nothing tells where it was in the run before.
            None if !collider.is_swept() && self.restored.is_first_run => start = collider.affine,
            None => {}
        }
        changed | collider.update_sweep(swept, start)
    }

    /// Brings everything that lists colliders up to date with an edit of one of them.
    #[inline]
    fn note_edit(&mut self, slot: u32, edit: Edit) {
        let collider = &mut self.table[slot as usize];
        if edit.shape {
            let parts = collider.shape.as_ref().ok().and_then(ColliderShape::composite);
            if parts.is_some_and(CompositeShape::has_reporting_cells) && !self.reporting_grids.contains(&slot)
            {
                self.reporting_grids.push(slot);
            }
            self.has_solids |= parts.is_some_and(CompositeShape::has_boundary);
            self.known_hashes.forget_shape(slot);
        }
        if (edit.shape || edit.settings || edit.motion)
            && let Some(history) = &mut self.history
        {
            history.redefined.push(slot);
        }
        if collider.motion().is_some() {
            self.moving_swept.push(slot);
        }
        if collider.is_swept() != self.swept.contains(slot as usize) {
            self.swept.grow(slot as usize + 1);
            self.swept.toggle(slot as usize);
        }
        if edit.shape || edit.settings || edit.place || edit.motion {
            self.aabb_updates.enqueue(collider);
        }
    }

    /// Updates the key of a collider, and returns whether it changed.
    #[cold]
    fn update_key(&mut self, slot: u32, order: Option<CollisionOrder>) -> bool {
        let changed = self.set_key(slot, order.map(|CollisionOrder(key)| key));
        if changed {
            self.reordered.push(slot);
        }
        changed
    }

    /// Replaces the linear part of the map, because the shape of a compound is expressed in another frame from now on:
    /// that of its root or that of the world. Otherwise the change of frame would count as motion.
    pub(crate) fn change_frame(&mut self, entity: Entity, affine: &AffineOf<D>) {
        if let Some(slot) = self.slot_of(entity) {
            self.table[slot as usize].change_frame(affine);
            self.previous.change_frame(slot, affine);
            self.known_hashes.forget_fingerprints([slot].into_iter());
        }
    }

    /// Removes the collider of an entity, if it has one.
    pub(crate) fn remove(&mut self, entity: Entity, reason: EndReason) {
        if let Some(slot) = self.slot_of(entity) {
            self.remove_slot(slot, reason);
        }
    }

    /// Removes the collider in a slot. The slot becomes free when its edges have been removed.
    pub(super) fn remove_slot(&mut self, slot: u32, reason: EndReason) {
        let collider = &mut self.table[slot as usize];
        collider.state = State::Removed;
        self.proxies[slot as usize].unset(flag::CHANGED);
        self.removed.push((slot, reason));
        self.occupied -= 1;
        // Another entity may have the same index by now.
        let entry = &mut self.slot_by_entity[collider.entity.index_u32() as usize];
        if *entry == slot {
            *entry = NO_SLOT;
        }
    }

    /// Removes the colliders that were not visited since [`begin`](Self::begin), after all of the world were.
    pub(crate) fn remove_unvisited(&mut self, reason: impl Fn(Entity) -> EndReason) {
        if self.visited_count == self.occupied {
            return;
        }
        for slot in 0..self.table.len() as u32 {
            let collider = self.at(slot);
            if collider.last_visited_run != self.run && collider.state.is_occupied() {
                self.remove_slot(slot, reason(collider.entity));
            }
        }
    }
}
