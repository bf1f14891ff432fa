//! The boxes of all that changed.
//!
//! On one thread, what moved is placed while it is at hand; on several, all at once.

use bevy_ecs::prelude::Entity;

use super::Colliders;
use crate::bounds::place;
use crate::collider::glance::{Glance, flag};
use crate::collider::placed::{AffineOf, PlacedCollider, State};
use crate::dimension::Dimension;
use crate::events::EndReason;
use crate::tasks;
use crate::validate::ColliderError;

/// Those that are to be placed.
#[derive(Debug, Default)]
pub(super) struct Placing {
    /// Those that moved and did nothing else; they come first.
    movers: Vec<u32>,
    pub(super) others: Vec<u32>,
    /// How many moved and did nothing else in this run.
    count: usize,
    /// Movers are placed as soon as they are noted.
    at_once: bool,
    /// What came of each of the movers, and of those of each part of the table.
    outcomes: Vec<Option<Outcome>>,
    parts: Vec<Vec<(usize, Outcome)>>,
}

/// What came of placing a collider: whether it had not moved yet; or why it rests, and whether it did not before.
type Outcome = Result<bool, (ColliderError, bool)>;

impl Placing {
    pub(super) fn begin(&mut self, all: bool) {
        // As many will move as in the last run.
        self.at_once = !all && tasks::threads(self.count, tasks::BOXES) == 1;
        self.count = 0;
    }
}

/// Computes the box of a collider.
#[inline(always)]
fn place_one<D: Dimension>(collider: &mut PlacedCollider<D>, glance: &mut Glance) -> Outcome {
    let is_listed = glance.has(flag::LISTED);
    match place(collider, glance) {
        Ok(()) => {
            collider.state = State::Active;
            glance.set(flag::MOVED | flag::LISTED);
            Ok(!is_listed)
        }
        Err(error) => {
            glance.unset(flag::MOVED);
            let before = core::mem::replace(&mut collider.state, State::Resting);
            Err((error, before == State::Active))
        }
    }
}

impl<D: Dimension> Colliders<D> {
    /// Notes that of a collider nothing but the map may have changed; `false` if more has to be looked at, for it
    /// is not known or is swept.
    #[inline]
    pub(crate) fn note_move(&mut self, entity: Entity, affine: AffineOf<D>) -> bool {
        let Some(slot) = self.slot_of(entity) else { return false };
        let collider = &mut self.table[slot as usize];
        if collider.is_swept() {
            return false;
        }
        if collider.transform(affine) && !collider.unplaced {
            self.placing.count += 1;
            // What is invalid is to be told of.
            if !(self.placing.at_once && self.place(slot).is_ok()) {
                self.table[slot as usize].unplaced = true;
                self.placing.movers.push(slot);
            }
        }
        true
    }

    /// Computes the boxes of all that changed, and calls for each whether it takes part: for those that do only
    /// if `all` are asked for.
    pub(crate) fn place_all(&mut self, all: bool, mut tell: impl FnMut(Entity, Result<(), ColliderError>)) {
        let mut movers = core::mem::take(&mut self.placing.movers);
        let mut others = core::mem::take(&mut self.placing.others);
        let threads = tasks::threads(movers.len(), tasks::BOXES);
        if threads > 1 {
            self.place_on_threads(threads, &movers, all, &mut tell);
            movers.clear();
        }
        for slot in movers.drain(..).chain(others.drain(..)) {
            let collider = &mut self.table[slot as usize];
            collider.unplaced = false;
            // It may have gone meanwhile.
            if collider.state.is_taken() {
                let entity = collider.entity;
                let placed = self.place_other(slot);
                if all || placed.is_err() {
                    tell(entity, placed);
                }
            }
        }
        (self.placing.movers, self.placing.others) = (movers, others);
    }

    /// Does the same for these, as if one after the other.
    fn place_on_threads(
        &mut self,
        threads: usize,
        movers: &[u32],
        all: bool,
        tell: &mut impl FnMut(Entity, Result<(), ColliderError>),
    ) {
        let size = self.table.len().div_ceil(2 * threads).max(1);
        let mut outcomes = core::mem::take(&mut self.placing.outcomes);
        let mut parts = core::mem::take(&mut self.placing.parts);
        parts.resize_with(parts.len().max(2 * threads), Vec::new);
        let tables = self.table.chunks_mut(size).zip(self.glances.chunks_mut(size));
        let tasks = tables.zip(&mut parts).zip((0..).step_by(size));
        tasks::each(threads, tasks, |(((table, glances), part), first)| {
            for (index, &slot) in movers.iter().enumerate() {
                let at = (slot as usize).wrapping_sub(first);
                if let Some(collider) = table.get_mut(at) {
                    collider.unplaced = false;
                    if collider.state.is_taken() {
                        part.push((index, place_one(collider, &mut glances[at])));
                    }
                }
            }
        });
        outcomes.clear();
        outcomes.resize(movers.len(), None);
        for (index, outcome) in parts.iter_mut().flat_map(|part| part.drain(..)) {
            outcomes[index] = Some(outcome);
        }
        for (&slot, outcome) in movers.iter().zip(&outcomes) {
            let Some(outcome) = *outcome else { continue };
            let placed = self.conclude(slot, outcome);
            if all || placed.is_err() {
                tell(self.at(slot).entity, placed);
            }
        }
        (self.placing.outcomes, self.placing.parts) = (outcomes, parts);
    }

    /// Computes the box of one that was noted last, if it changed.
    ///
    /// # Errors
    /// Why it rests, if it does.
    pub(crate) fn place_last(&mut self, slot: u32) -> Result<(), ColliderError> {
        if core::mem::take(&mut self.table[slot as usize].unplaced) {
            self.placing.others.pop();
            return self.place_other(slot);
        }
        // Why it rests shows again.
        if self.at(slot).state == State::Resting { self.place_other(slot) } else { Ok(()) }
    }

    /// Computes the box of a collider. Much code; it is to be at hand where all move.
    #[inline(always)]
    fn place(&mut self, slot: u32) -> Result<(), ColliderError> {
        let outcome = place_one(&mut self.table[slot as usize], &mut self.glances[slot as usize]);
        self.conclude(slot, outcome)
    }

    /// The same, where less depends on it.
    #[inline(never)]
    fn place_other(&mut self, slot: u32) -> Result<(), ColliderError> {
        self.place(slot)
    }

    /// Notes what came of placing a collider.
    #[inline]
    fn conclude(&mut self, slot: u32, outcome: Outcome) -> Result<(), ColliderError> {
        match outcome {
            Ok(new) => {
                if new {
                    self.moved.push(slot);
                }
                Ok(())
            }
            Err((error, new)) => {
                if new {
                    self.gone.push((slot, EndReason::Invalid));
                }
                Err(error)
            }
        }
    }
}
