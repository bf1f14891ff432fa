//! A state of a part of the world: one of its spaces, or a region, taken from a state or added to another one.

use std::collections::BTreeMap;

use bevy_ecs::entity::{Entity, EntityHashMap};

use crate::collider::{CollisionSpace, Dimension};
use crate::detection::RememberedCell;
use crate::detection::contacts::RememberedPair;
use crate::detection::proxies::NO_FINGERPRINT;
use crate::state::{CollisionState, RestoreError};

impl<D: Dimension> CollisionState<D> {
    /// Forgets all that concerns colliders in the spaces for which the condition is `false`, as
    /// [`retain`](Self::retain) does for entities. A collider is in the space in which it was when the state was saved.
    pub fn retain_spaces(&mut self, mut is_kept: impl FnMut(CollisionSpace) -> bool) {
        let kept = |(index, &entity): (usize, &Entity)| (entity, is_kept(self.space(index)));
        let kept: EntityHashMap<bool> = self.entities.iter().enumerate().map(kept).collect();
        self.retain(|entity| kept.get(&entity).is_none_or(|&is_kept| is_kept));
    }

    /// Adds what another state remembers, such as that of one [space](CollisionSpace) or of a region: so one room of
    /// many is wound back.
    ///
    /// Of a collider that both know, the place and the space are those of the other state, and so is the relation of
    /// two such colliders. A pair of which the other state knows one collider stays as it is: [`retain`](Self::retain)
    /// drops what should not.
    ///
    /// # Errors
    /// If one of the two could not be restored anywhere: see [`RestoreError`]. Then nothing changes.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// /// Winds one room back, whose components have been restored; nothing happens in the others.
    /// fn wind_back(room: CollisionSpace, mut before: CollisionState, world: &mut World) {
    ///     world.resource_scope(|world, mut collisions: Mut<Collisions>| {
    ///         let mut state = collisions.save();
    ///         state.retain_spaces(|space| space != room);
    ///         before.retain_spaces(|space| space == room);
    ///         state.merge(&before).expect("both are of this app");
    ///         collisions.restore(&state, world.entities()).expect("the entities of the room exist");
    ///     });
    /// }
    /// ```
    #[doc(alias("extend", "append", "union", "handover"))]
    pub fn merge(&mut self, other: &Self) -> Result<(), RestoreError> {
        self.check()?;
        other.check()?;
        let mut known: EntityHashMap<u32> = self.entities.iter().copied().zip(0..).collect();
        // The index here of each collider of the other state, and which of those here that state knows.
        let mut indices = Vec::with_capacity(other.entities.len());
        let mut is_shared = vec![false; self.entities.len()];
        let count = self.entities.len();
        let mut keys: Vec<_> = (0..count).map(|index| self.key(index)).collect();
        let mut spaces: Vec<_> = (0..count).map(|index| self.space(index)).collect();
        for (index, &entity) in other.entities.iter().enumerate() {
            let (fingerprint, key, space) = (other.fingerprints[index], other.key(index), other.space(index));
            let own = *known.entry(entity).or_insert(keys.len() as u32) as usize;
            if own == keys.len() {
                self.entities.push(entity);
                self.fingerprints.push(fingerprint);
                keys.push(key);
                spaces.push(space);
                is_shared.push(true);
            } else {
                if self.fingerprints[own] != fingerprint {
                    self.fingerprints[own] = NO_FINGERPRINT;
                }
                (keys[own], spaces[own], is_shared[own]) = (key, space, true);
            }
            indices.push(own as u32);
        }
        let has_keys = keys.iter().any(Option::is_some);
        self.keys = if has_keys { keys } else { Vec::new() };
        let has_spaces = spaces.iter().any(|&space| space != CollisionSpace::DEFAULT);
        self.spaces = if has_spaces { spaces } else { Vec::new() };
        self.merge_places(other, &indices);
        let is_only_here = |colliders: [u32; 2]| colliders.iter().any(|&index| !is_shared[index as usize]);
        let own = |colliders: [u32; 2]| colliders.map(|index| indices[index as usize]);
        self.pairs.retain(|pair| is_only_here(pair.colliders));
        self.pairs.extend(
            other.pairs.iter().map(|&pair| RememberedPair { colliders: own(pair.colliders), ..pair }),
        );
        self.cells.retain(|touch| is_only_here(touch.colliders));
        self.cells.extend(
            other.cells.iter().map(|&touch| RememberedCell { colliders: own(touch.colliders), ..touch }),
        );
        self.keeps_previous_places |= other.keeps_previous_places;
        self.characters_moved_at = self.characters_moved_at.or(other.characters_moved_at);
        (self.origin.table_and_search, self.origin.is_unchanged) = (None, false);
        Ok(())
    }

    /// Adds the places of another state, whose colliders have these indices here.
    fn merge_places(&mut self, other: &Self, indices: &[u32]) {
        let places = |state: &Self| state.places.clone().into_iter().zip(state.swept.clone());
        let of_other = other.placed.iter().map(|&index| indices[index as usize]).zip(places(other));
        // Of those that both have, the other's is the last.
        let all: BTreeMap<u32, _> = self.placed.iter().copied().zip(places(self)).chain(of_other).collect();
        let (placed, places): (_, Vec<_>) = all.into_iter().unzip();
        self.placed = placed;
        (self.places, self.swept) = places.into_iter().unzip();
    }
}
