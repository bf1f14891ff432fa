//! The check of a state, before anything is changed.

use bevy_ecs::entity::{Entities, EntityHashSet};
use bevy_platform::collections::HashSet;
use gjk::Vector;

use crate::collider::{Dimension, is_finite};
use crate::state::{CollisionState, RestoreError, VERSION};

impl<D: Dimension> CollisionState<D> {
    /// Checks that it can be restored, but for whether its entities exist.
    pub(super) fn check(&self) -> Result<(), RestoreError> {
        if self.version != VERSION {
            return Err(RestoreError::Version { found: self.version, expected: VERSION });
        }
        if self.dimension as usize != D::Vector::DIMENSION {
            return Err(RestoreError::Dimension(self.dimension));
        }
        if self.origin.is_unchanged { Ok(()) } else { self.check_layout() }
    }

    /// Checks that the entities of all pairs and touched cells exist: `exists` says so of each collider of the state,
    /// and `world` of others.
    pub(super) fn check_entities(&self, exists: &[bool], world: &Entities) -> Result<(), RestoreError> {
        let mut of_pairs = self.pairs.iter().flat_map(|pair| pair.colliders);
        let missing = of_pairs.find(|&index| !exists[index as usize]);
        let mut grids = self.cells.iter().filter_map(|touch| touch.grid);
        let missing = missing.map(|index| self.entities[index as usize]);
        match missing.or_else(|| grids.find(|&grid| !world.contains_spawned(grid))) {
            Some(entity) => Err(RestoreError::NoSuchEntity(entity)),
            None => Ok(()),
        }
    }

    /// Checks what is so in each state that was saved, and perhaps not in one that was read or mapped.
    fn check_layout(&self) -> Result<(), RestoreError> {
        let count = self.entities.len();
        let is_index = |&index: &u32| (index as usize) < count;
        let of_cells = self.cells.iter().flat_map(|touch| &touch.colliders);
        let indices = self.pairs.iter().flat_map(|pair| &pair.colliders).chain(of_cells);
        let is_consistent = self.placed.len() == self.places.len()
            && self.swept.len() == self.places.len()
            && self.fingerprints.len() == count
            && (self.keys.is_empty() || self.keys.len() == count)
            && (self.spaces.is_empty() || self.spaces.len() == count)
            && self.placed.is_sorted_by(|one, two| one < two)
            && self.placed.iter().chain(indices).all(is_index);
        if !is_consistent {
            return Err(RestoreError::Malformed);
        }
        let mut seen = EntityHashSet::default();
        if let Some(&entity) = self.entities.iter().find(|&&entity| !seen.insert(entity)) {
            return Err(RestoreError::SameEntity(entity));
        }
        let entity = |index: u32| self.entities[index as usize];
        if let Some((&index, _)) =
            self.placed.iter().zip(&self.places).find(|(_, place)| !is_finite::<D::Vector>(place))
        {
            return Err(RestoreError::NotFinite(entity(index)));
        }
        let mut seen = HashSet::new();
        for pair in &self.pairs {
            let [a, b] = pair.colliders;
            if a == b || !seen.insert([a.min(b), a.max(b)]) {
                return Err(RestoreError::Malformed);
            }
            if !pair.is_finite() {
                return Err(RestoreError::NotFinite(entity(a)));
            }
        }
        Ok(())
    }
}
