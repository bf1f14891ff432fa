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
use crate::proxies::table::NO_SLOT;
use crate::proxies::{PlacedCollider, State};
use crate::proxies::{Proxy, flag};
use crate::tasks;

/// What moved and did nothing else: its place in the table, whose it is, and how it stands now.
pub(crate) type Moved<'w> = (u32, Entity, &'w GlobalTransform);

/// Those that are to be placed.
#[derive(Debug, Default)]
pub(super) struct AabbUpdates {
    /// ColliderRows but movers, which come first.
    pub(super) queue: Vec<u32>,
    /// How many moved and did nothing else in this run.
    count: usize,
    /// Movers are placed as soon as they are noted.
    at_once: bool,
    /// What each part of the table found out.
    outputs: Vec<TaskOutput>,
    /// Memory for [movers](Colliders::take_movers).
    moved: Vec<Moved<'static>>,
}

/// What came of the movers of a part of the table, by their indices. No two threads write to the same lines of memory.
#[derive(Debug, Default)]
#[repr(align(128))]
struct TaskOutput {
    /// Those that take part and had not moved yet, and those that had.
    moved: Vec<u32>,
    moved_again: Vec<u32>,
    invalid: Vec<(u32, Invalid)>,
}

/// Why a collider rests, and whether it did not before.
type Invalid = (ColliderError, bool);

/// What came of aabb_updates a collider: whether it had not moved yet.
type Outcome = Result<bool, Invalid>;

impl AabbUpdates {
    pub(super) fn begin(&mut self, all: bool) {
        // As many will move as in the last run.
        self.at_once = !all && tasks::threads(self.count, tasks::BOXES) == 1;
        self.count = 0;
    }
}

/// Computes the box of a collider that perhaps has turned.
#[inline(always)]
fn place_one<D: Dimension>(collider: &mut PlacedCollider<D>, proxy: &mut Proxy, turned: bool) -> Outcome {
    let is_listed = proxy.has(flag::LISTED);
    match place(collider, proxy, turned) {
        Ok(()) => {
            // As a rule it is, and nothing is written.
            if collider.state != State::Active {
                collider.state = State::Active;
            }
            proxy.set(flag::MOVED | flag::LISTED);
            Ok(!is_listed)
        }
        Err(error) => {
            proxy.unset(flag::MOVED);
            let before = core::mem::replace(&mut collider.state, State::Invalid);
            Err((error, before == State::Active))
        }
    }
}

/// Takes a mover to where it stands now; nothing if it stands as it did, or is placed later anyway.
#[inline(always)]
fn apply_move<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
    (_, entity, transform): Moved,
) -> Option<Outcome> {
    // Where the messages of who went are forgotten, all are looked at later.
    if collider.entity != entity {
        return None;
    }
    let [moved, turned] = collider.transform(D::affine(transform));
    if collider.needs_aabb {
        collider.needs_volumes |= turned;
        return None;
    }
    moved.then(|| place_one(collider, proxy, turned))
}

impl<D: Dimension> Colliders<D> {
    /// The list for those of the [movers](Self::note_move) that wait, empty.
    pub(crate) fn take_moved<'w>(&mut self) -> Vec<Moved<'w>> {
        core::mem::take(&mut self.aabb_updates.moved)
    }

    /// Keeps the memory of that list.
    pub(crate) fn keep_moved(&mut self, mut moved: Vec<Moved>) {
        moved.clear();
        // An empty list may be of any lifetime. The standard library collects it in place.
        self.aabb_updates.moved = moved.into_iter().map(|_| unreachable!()).collect();
    }

    /// Notes that of a collider nothing but the transform may have changed; `false` if more has to be looked at, for
    /// it is not known or is swept. If there are several threads, it waits to be [followed](Self::follow).
    #[inline]
    pub(crate) fn push_move<'w>(
        &mut self,
        entity: Entity,
        transform: &'w GlobalTransform,
        waiting: &mut Vec<Moved<'w>>,
    ) -> bool {
        let Some(&slot) = self.places.get(entity.index_u32() as usize) else { return false };
        if slot == NO_SLOT || self.swept.contains(slot as usize) {
            return false;
        }
        let mover = (slot, entity, transform);
        if !self.aabb_updates.at_once {
            waiting.push(mover);
            return true;
        }
        if let Some(outcome) =
            apply_move(&mut self.table[slot as usize], &mut self.proxies[slot as usize], mover)
        {
            self.aabb_updates.count += 1;
            // What is invalid is to be told of.
            if self.finish_update(slot, outcome).is_err() {
                self.table[slot as usize].needs_aabb = true;
                self.aabb_updates.queue.push(slot);
            }
        }
        true
    }

    /// Takes all that wait to where they stand now, as if one after the other. Calls for each whether it takes part:
    /// for those that do only if `all` are asked for.
    pub(crate) fn apply_moves(
        &mut self,
        moves: &[Moved],
        all: bool,
        mut report: impl FnMut(Entity, Result<(), ColliderError>),
    ) {
        if moves.is_empty() {
            return;
        }
        let mut outputs = core::mem::take(&mut self.aabb_updates.outputs);
        self.apply_moves_on_threads(moves, &mut outputs);
        let count = self.moved.len();
        for TaskOutput { moved, moved_again, .. } in &mut outputs {
            self.aabb_updates.count += moved.len() + moved_again.len();
            if all {
                moved.iter().chain(&*moved_again).for_each(|&index| report(moves[index as usize].1, Ok(())));
            }
            moved_again.clear();
            self.moved.append(moved);
        }
        let moved = &mut self.moved[count..];
        // As they are, unless each part looked for its own among all.
        moved.sort_unstable();
        moved.iter_mut().for_each(|index| *index = moves[*index as usize].0);
        let mut invalid: Vec<_> = outputs.iter_mut().flat_map(|part| part.invalid.drain(..)).collect();
        invalid.sort_unstable_by_key(|&(index, _)| index);
        self.aabb_updates.count += invalid.len();
        for (index, reason) in invalid {
            let (slot, entity, _) = moves[index as usize];
            report(entity, self.finish_update(slot, Err(reason)));
        }
        self.aabb_updates.outputs = outputs;
    }

    fn apply_moves_on_threads(&mut self, moves: &[Moved], outputs: &mut Vec<TaskOutput>) {
        let threads = tasks::threads(moves.len(), tasks::BOXES);
        // Each part of the table looks for its movers, which follow each other as a rule.
        let is_sorted = moves.is_sorted_by_key(|&(slot, ..)| slot);
        let count = if is_sorted { tasks::parts(threads) } else { threads };
        outputs.resize_with(outputs.len().max(count), TaskOutput::default);
        let size = self.table.len().div_ceil(count).max(1);
        let tables = self.table.chunks_mut(size).zip(self.proxies.chunks_mut(size));
        let tasks = tables.zip(outputs).zip((0..).step_by(size));
        tasks::each(threads, tasks, |(((table, proxies), part), first)| {
            let range = if is_sorted {
                let before = |end: usize| moves.partition_point(|&(slot, ..)| (slot as usize) < end);
                before(first)..before(first + table.len())
            } else {
                0..moves.len()
            };
            for index in range {
                let at = (moves[index].0 as usize).wrapping_sub(first);
                let Some(collider) = table.get_mut(at) else { continue };
                match apply_move(collider, &mut proxies[at], moves[index]) {
                    None => {}
                    Some(Ok(true)) => part.moved.push(index as u32),
                    Some(Ok(false)) => part.moved_again.push(index as u32),
                    Some(Err(invalid)) => part.invalid.push((index as u32, invalid)),
                }
            }
        });
    }

    /// Computes the boxes of all that changed in other ways, and calls as [`follow`](Self::follow) does.
    pub(crate) fn update_aabbs(
        &mut self,
        all: bool,
        mut report: impl FnMut(Entity, Result<(), ColliderError>),
    ) {
        let mut queue = core::mem::take(&mut self.aabb_updates.queue);
        for slot in queue.drain(..) {
            let collider = &mut self.table[slot as usize];
            collider.needs_aabb = false;
            // It may have gone meanwhile.
            if collider.state.is_occupied() {
                let entity = collider.entity;
                let placed = self.place(slot);
                if all || placed.is_err() {
                    report(entity, placed);
                }
            }
        }
        self.aabb_updates.queue = queue;
    }

    /// Computes the box of one that was noted last, if it changed.
    ///
    /// # Errors
    /// Why it rests, if it does.
    pub(crate) fn update_last(&mut self, slot: u32) -> Result<(), ColliderError> {
        if core::mem::take(&mut self.table[slot as usize].needs_aabb) {
            self.aabb_updates.queue.pop();
            return self.place(slot);
        }
        // Why it rests shows moved_again.
        if self.at(slot).state == State::Invalid { self.place(slot) } else { Ok(()) }
    }

    /// Computes the box of a collider.
    #[inline(never)]
    fn place(&mut self, slot: u32) -> Result<(), ColliderError> {
        let outcome = place_one(&mut self.table[slot as usize], &mut self.proxies[slot as usize], false);
        self.finish_update(slot, outcome)
    }

    /// Notes what came of aabb_updates a collider.
    #[inline]
    fn finish_update(&mut self, slot: u32, outcome: Outcome) -> Result<(), ColliderError> {
        match outcome {
            Ok(new) => {
                if new {
                    self.moved.push(slot);
                }
                Ok(())
            }
            Err((error, new)) => {
                if new {
                    self.removed.push((slot, EndReason::Invalid));
                }
                Err(error)
            }
        }
    }
}
