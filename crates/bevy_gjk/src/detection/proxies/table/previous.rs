//! Where each collider was in the run before: the map that placed it.
//!
//! The maps are kept while something asks for them. A run copies only those of the colliders that moved in the run
//! before, so colliders that stand still cost nothing.

use gjk::Affine;

use crate::collider::{AffineOf, Dimension, is_finite};
use crate::detection::proxies::{Colliders, PlacedCollider};

/// The maps of the run before.
#[derive(Debug, Default)]
pub(super) struct PreviousPlaces<D: Dimension> {
    is_kept: bool,
    /// The maps by slot; empty unless they are kept.
    affines: Vec<AffineOf<D>>,
    /// The slots of the colliders that moved since the last update, and are not in the list of moved colliders any
    /// more.
    moved: Vec<u32>,
}

impl<D: Dimension> PreviousPlaces<D> {
    /// Starts or stops keeping the maps.
    pub(super) fn keep(&mut self, is_kept: bool, table: &[PlacedCollider<D>]) {
        if self.is_kept != is_kept {
            *self = Self { is_kept, ..Self::default() };
            if is_kept {
                self.affines.extend(table.iter().map(|collider| collider.affine));
            }
        }
    }

    /// Begins a run: the present maps become those of the run before.
    pub(super) fn update(&mut self, table: &[PlacedCollider<D>], moved: &[u32]) {
        if self.is_kept {
            for slot in self.moved.drain(..).chain(moved.iter().copied()) {
                self.affines[slot as usize] = table[slot as usize].affine;
            }
        }
    }

    /// Notes which colliders moved, because the list of them is about to be cleared.
    pub(super) fn note(&mut self, moved: &[u32]) {
        if self.is_kept {
            self.moved.extend_from_slice(moved);
        }
    }

    /// Replaces the map of a collider by that of a restored state, for the run that begins.
    pub(super) fn restore(&mut self, slot: u32, affine: AffineOf<D>) {
        self.insert(slot, affine);
        // Whether or not it moves from there in this run.
        self.note(&[slot]);
    }

    /// Sets the map of a new collider, which did not move.
    pub(super) fn insert(&mut self, slot: u32, affine: AffineOf<D>) {
        if self.is_kept {
            let slot = slot as usize;
            if self.affines.len() <= slot {
                self.affines.resize(slot + 1, Affine::IDENTITY);
            }
            self.affines[slot] = affine;
        }
    }

    /// Replaces the linear part of a map.
    pub(super) fn change_frame(&mut self, slot: u32, affine: &AffineOf<D>) {
        if let Some(before) = self.affines.get_mut(slot as usize) {
            *before = affine.with_translation(before.translation());
        }
    }

    /// Returns the map in a slot, unless it is not kept or the collider was invalid.
    fn get(&self, slot: u32) -> Option<&AffineOf<D>> {
        self.affines.get(slot as usize).filter(|affine| is_finite::<D::Vector>(affine))
    }
}

impl<D: Dimension> Colliders<D> {
    /// Starts or stops keeping the maps of the run before.
    pub(crate) fn keep_previous_places(&mut self, is_kept: bool) {
        self.previous.keep(is_kept, &self.table);
    }

    /// Returns whether the maps of the run before are kept.
    pub(crate) fn keeps_previous_places(&self) -> bool {
        self.previous.is_kept
    }

    /// Returns the map that placed a collider in the run before, if it is kept and the collider was valid.
    pub(crate) fn previous_affine(&self, slot: u32) -> Option<&AffineOf<D>> {
        self.previous.get(slot)
    }
}
