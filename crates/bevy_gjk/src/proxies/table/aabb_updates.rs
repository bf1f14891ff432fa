//! The boxes of all that changed.
//!
//! On one thread, what moved is placed while it is at hand; on several, all at once.

use bevy_ecs::prelude::Entity;
use bevy_transform::components::GlobalTransform;

use crate::collider::Dimension;
use crate::end_reason::EndReason;
use crate::error::ColliderError;
use crate::proxies::Colliders;
use crate::proxies::place::place;
use crate::proxies::table::NOWHERE;
use crate::proxies::{Glance, flag};
use crate::proxies::{PlacedCollider, State};
use crate::tasks;

/// What moved and did nothing else: its place in the table, whose it is, and how it stands now.
pub(crate) type Mover<'w> = (u32, Entity, &'w GlobalTransform);

/// Those that are to be placed.
#[derive(Debug, Default)]
pub(super) struct Placing {
    /// All but movers, which come first.
    pub(super) others: Vec<u32>,
    /// How many moved and did nothing else in this run.
    count: usize,
    /// Movers are placed as soon as they are noted.
    at_once: bool,
    /// What each part of the table found out.
    parts: Vec<Part>,
    /// Memory for [movers](Colliders::take_movers).
    movers: Vec<Mover<'static>>,
}

/// What came of the movers of a part of the table, by their indices. No two threads write to the same lines of memory.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Part {
    /// Those that take part and had not moved yet, and those that had.
    moved: Vec<u32>,
    again: Vec<u32>,
    invalid: Vec<(u32, Invalid)>,
}

/// Why a collider rests, and whether it did not before.
type Invalid = (ColliderError, bool);

/// What came of placing a collider: whether it had not moved yet.
type Outcome = Result<bool, Invalid>;

impl Placing {
    pub(super) fn begin(&mut self, all: bool) {
        // As many will move as in the last run.
        self.at_once = !all && tasks::threads(self.count, tasks::BOXES) == 1;
        self.count = 0;
    }
}

/// Computes the box of a collider that perhaps has turned.
#[inline(always)]
fn place_one<D: Dimension>(collider: &mut PlacedCollider<D>, glance: &mut Glance, turned: bool) -> Outcome {
    let is_listed = glance.has(flag::LISTED);
    match place(collider, glance, turned) {
        Ok(()) => {
            // As a rule it is, and nothing is written.
            if collider.state != State::Active {
                collider.state = State::Active;
            }
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

/// Takes a mover to where it stands now; nothing if it stands as it did, or is placed later anyway.
#[inline(always)]
fn follow<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    glance: &mut Glance,
    (_, entity, transform): Mover,
) -> Option<Outcome> {
    // Where the messages of who went are forgotten, all are looked at later.
    if collider.entity != entity {
        return None;
    }
    let [moved, turned] = collider.transform(D::affine(transform));
    if collider.unplaced {
        collider.reshaped |= turned;
        return None;
    }
    moved.then(|| place_one(collider, glance, turned))
}

impl<D: Dimension> Colliders<D> {
    /// The list for those of the [movers](Self::note_move) that wait, empty.
    pub(crate) fn take_movers<'w>(&mut self) -> Vec<Mover<'w>> {
        core::mem::take(&mut self.placing.movers)
    }

    /// Keeps the memory of that list.
    pub(crate) fn keep_movers(&mut self, mut movers: Vec<Mover>) {
        movers.clear();
        // An empty list may be of any lifetime. The standard library collects it in place.
        self.placing.movers = movers.into_iter().map(|_| unreachable!()).collect();
    }

    /// Notes that of a collider nothing but the transform may have changed; `false` if more has to be looked at, for
    /// it is not known or is swept. If there are several threads, it waits to be [followed](Self::follow).
    #[inline]
    pub(crate) fn note_move<'w>(
        &mut self,
        entity: Entity,
        transform: &'w GlobalTransform,
        waiting: &mut Vec<Mover<'w>>,
    ) -> bool {
        let Some(&slot) = self.places.get(entity.index_u32() as usize) else { return false };
        if slot == NOWHERE || self.swept.contains(slot as usize) {
            return false;
        }
        let mover = (slot, entity, transform);
        if !self.placing.at_once {
            waiting.push(mover);
            return true;
        }
        if let Some(outcome) = follow(&mut self.table[slot as usize], &mut self.glances[slot as usize], mover)
        {
            self.placing.count += 1;
            // What is invalid is to be told of.
            if self.conclude(slot, outcome).is_err() {
                self.table[slot as usize].unplaced = true;
                self.placing.others.push(slot);
            }
        }
        true
    }

    /// Takes all that wait to where they stand now, as if one after the other. Calls for each whether it takes part:
    /// for those that do only if `all` are asked for.
    pub(crate) fn follow(
        &mut self,
        movers: &[Mover],
        all: bool,
        mut tell: impl FnMut(Entity, Result<(), ColliderError>),
    ) {
        if movers.is_empty() {
            return;
        }
        let mut parts = core::mem::take(&mut self.placing.parts);
        self.follow_on_threads(movers, &mut parts);
        let count = self.moved.len();
        for Part { moved, again, .. } in &mut parts {
            self.placing.count += moved.len() + again.len();
            if all {
                moved.iter().chain(&*again).for_each(|&index| tell(movers[index as usize].1, Ok(())));
            }
            again.clear();
            self.moved.append(moved);
        }
        let moved = &mut self.moved[count..];
        // As they are, unless each part looked for its own among all.
        moved.sort_unstable();
        moved.iter_mut().for_each(|index| *index = movers[*index as usize].0);
        let mut invalid: Vec<_> = parts.iter_mut().flat_map(|part| part.invalid.drain(..)).collect();
        invalid.sort_unstable_by_key(|&(index, _)| index);
        self.placing.count += invalid.len();
        for (index, reason) in invalid {
            let (slot, entity, _) = movers[index as usize];
            tell(entity, self.conclude(slot, Err(reason)));
        }
        self.placing.parts = parts;
    }

    fn follow_on_threads(&mut self, movers: &[Mover], parts: &mut Vec<Part>) {
        let threads = tasks::threads(movers.len(), tasks::BOXES);
        // Each part of the table looks for its movers, which follow each other as a rule.
        let is_sorted = movers.is_sorted_by_key(|&(slot, ..)| slot);
        let count = if is_sorted { tasks::parts(threads) } else { threads };
        parts.resize_with(parts.len().max(count), Part::default);
        let size = self.table.len().div_ceil(count).max(1);
        let tables = self.table.chunks_mut(size).zip(self.glances.chunks_mut(size));
        let tasks = tables.zip(parts).zip((0..).step_by(size));
        tasks::each(threads, tasks, |(((table, glances), part), first)| {
            let range = if is_sorted {
                let before = |end: usize| movers.partition_point(|&(slot, ..)| (slot as usize) < end);
                before(first)..before(first + table.len())
            } else {
                0..movers.len()
            };
            for index in range {
                let at = (movers[index].0 as usize).wrapping_sub(first);
                let Some(collider) = table.get_mut(at) else { continue };
                match follow(collider, &mut glances[at], movers[index]) {
                    None => {}
                    Some(Ok(true)) => part.moved.push(index as u32),
                    Some(Ok(false)) => part.again.push(index as u32),
                    Some(Err(invalid)) => part.invalid.push((index as u32, invalid)),
                }
            }
        });
    }

    /// Computes the boxes of all that changed in other ways, and calls as [`follow`](Self::follow) does.
    pub(crate) fn place_all(&mut self, all: bool, mut tell: impl FnMut(Entity, Result<(), ColliderError>)) {
        let mut others = core::mem::take(&mut self.placing.others);
        for slot in others.drain(..) {
            let collider = &mut self.table[slot as usize];
            collider.unplaced = false;
            // It may have gone meanwhile.
            if collider.state.is_taken() {
                let entity = collider.entity;
                let placed = self.place(slot);
                if all || placed.is_err() {
                    tell(entity, placed);
                }
            }
        }
        self.placing.others = others;
    }

    /// Computes the box of one that was noted last, if it changed.
    ///
    /// # Errors
    /// Why it rests, if it does.
    pub(crate) fn place_last(&mut self, slot: u32) -> Result<(), ColliderError> {
        if core::mem::take(&mut self.table[slot as usize].unplaced) {
            self.placing.others.pop();
            return self.place(slot);
        }
        // Why it rests shows again.
        if self.at(slot).state == State::Resting { self.place(slot) } else { Ok(()) }
    }

    /// Computes the box of a collider.
    #[inline(never)]
    fn place(&mut self, slot: u32) -> Result<(), ColliderError> {
        let outcome = place_one(&mut self.table[slot as usize], &mut self.glances[slot as usize], false);
        self.conclude(slot, outcome)
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
