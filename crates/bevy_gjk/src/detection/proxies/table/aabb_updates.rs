//! Updates of the AABBs of all colliders that changed.
//!
//! On one thread, the AABB of a collider that moved is computed as soon as its change is read, while the transform
//! is still in the cache. On several threads, moves are collected first and then applied by slices of the table.

use bevy_ecs::prelude::Entity;
use bevy_transform::components::GlobalTransform;

use crate::collider::{AffineOf, ColliderError, Dimension};
use crate::detection::proxies::compute_proxy::compute_proxy;
use crate::detection::proxies::table::NO_SLOT;
use crate::detection::proxies::{Colliders, PlacedCollider, Proxy, State, flag};
use crate::detection::{EndReason, tasks};

/// A plain move: nothing but the transform of a collider changed. Its slot, its entity, and the transform.
pub(crate) type Moved<'w> = (u32, Entity, &'w GlobalTransform);

/// The colliders whose AABB is to be computed.
#[derive(Debug, Default)]
pub(super) struct AabbUpdates {
    /// The slots of all that changed in other ways than by a plain move.
    queue: Vec<u32>,
    /// How many plain moves there were in this run.
    count: usize,
    /// Whether plain moves are applied at once, instead of being collected for all threads.
    applies_at_once: bool,
    /// The output of each task.
    outputs: Vec<TaskOutput>,
    /// The memory of the list of [moves](Colliders::take_move_list).
    move_list: Vec<Moved<'static>>,
}

/// The output of one task: indices into the list of moves. The alignment keeps two threads off the same cache lines.
#[derive(Debug, Default)]
#[repr(align(128))]
struct TaskOutput {
    /// The valid ones whose colliders were not in the list of changed colliders yet, and those whose colliders were.
    newly_changed: Vec<u32>,
    changed_before: Vec<u32>,
    invalid: Vec<(u32, Invalid)>,
}

/// Why a collider is invalid, and whether it was valid before.
type Invalid = (ColliderError, bool);

/// The result of an update: whether the collider is new in the list of those that changed.
type Outcome = Result<bool, Invalid>;

impl AabbUpdates {
    /// Appends a collider to the queue, unless it is there.
    #[inline]
    pub(super) fn enqueue<D: Dimension>(&mut self, collider: &mut PlacedCollider<D>) {
        if !core::mem::replace(&mut collider.needs_aabb, true) {
            self.queue.push(collider.slot);
        }
    }

    /// Begins a run. With `report_valid`, every move will be reported, so all are collected.
    pub(super) fn begin(&mut self, report_valid: bool) {
        // About as many will move as in the last run.
        self.applies_at_once = !report_valid && tasks::threads(self.count, tasks::MIN_PARALLEL_AABBS) == 1;
        self.count = 0;
    }
}

/// Computes the AABB and the proxy of a collider whose linear part may have changed.
#[inline(always)]
fn update_one<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
    linear_changed: bool,
) -> Outcome {
    let was_in_list = proxy.has(flag::IN_CHANGED_LIST);
    match compute_proxy(collider, proxy, linear_changed) {
        Ok(()) => {
            // It rarely changes, and a write would dirty another cache line.
            if collider.state != State::Active {
                collider.state = State::Active;
            }
            proxy.set(flag::CHANGED | flag::IN_CHANGED_LIST);
            Ok(!was_in_list)
        }
        Err(error) => {
            proxy.unset(flag::CHANGED);
            let old_state = core::mem::replace(&mut collider.state, State::Invalid);
            Err((error, matches!(old_state, State::Active | State::Unread)))
        }
    }
}

/// Moves a collider to its present transform; returns `None` if it did not move, or if its AABB is queued anyway.
#[inline(always)]
fn apply_move<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
    (_, entity, transform): Moved,
) -> Option<Outcome> {
    // Some messages of removed components were lost: all entities are visited later in this run.
    if collider.entity != entity {
        return None;
    }
    let [moved, linear_changed] = collider.set_affine(D::affine(transform));
    if collider.needs_aabb {
        collider.needs_volumes |= linear_changed;
        return None;
    }
    moved.then(|| update_one(collider, proxy, linear_changed))
}

impl<D: Dimension> Colliders<D> {
    /// Takes the empty list in which [moves](Self::push_move) are collected.
    pub(crate) fn take_move_list<'w>(&mut self) -> Vec<Moved<'w>> {
        core::mem::take(&mut self.aabb_updates.move_list)
    }

    /// Returns the list, so that its memory is used again.
    pub(crate) fn return_move_list(&mut self, mut moves: Vec<Moved>) {
        moves.clear();
        // An empty list fits any lifetime, and the standard library collects it in place.
        self.aabb_updates.move_list = moves.into_iter().map(|_| unreachable!()).collect();
    }

    /// Notes that nothing but the transform of an entity may have changed. Returns `false` if it has to be updated in
    /// full, because it is new or swept. With several threads, the move is collected for
    /// [`apply_moves`](Self::apply_moves).
    #[inline]
    pub(crate) fn push_move<'w>(
        &mut self,
        entity: Entity,
        transform: &'w GlobalTransform,
        queue: &mut Vec<Moved<'w>>,
    ) -> bool {
        let Some(&slot) = self.slot_by_entity.get(entity.index_u32() as usize) else { return false };
        if slot == NO_SLOT || self.swept.contains(slot as usize) {
            return false;
        }
        let change = (slot, entity, transform);
        if !self.aabb_updates.applies_at_once {
            queue.push(change);
            return true;
        }
        if let Some(outcome) =
            apply_move(&mut self.table[slot as usize], &mut self.proxies[slot as usize], change)
        {
            self.aabb_updates.count += 1;
            // The queue reports the error later.
            if self.finish_update(slot, outcome).is_err() {
                self.aabb_updates.enqueue(&mut self.table[slot as usize]);
            }
        }
        true
    }

    /// Applies all collected moves, with the same result as one after the other. Calls `report` for each collider that
    /// is invalid, and with `report_valid` for the valid ones as well.
    pub(crate) fn apply_moves(
        &mut self,
        moves: &[Moved],
        report_valid: bool,
        mut report: impl FnMut(Entity, Result<(), ColliderError>),
    ) {
        if moves.is_empty() {
            return;
        }
        let mut outputs = core::mem::take(&mut self.aabb_updates.outputs);
        self.apply_moves_on_threads(moves, &mut outputs);
        let old_count = self.changed.len();
        for TaskOutput { newly_changed, changed_before, .. } in &mut outputs {
            self.aabb_updates.count += newly_changed.len() + changed_before.len();
            if report_valid {
                newly_changed
                    .iter()
                    .chain(&*changed_before)
                    .for_each(|&index| report(moves[index as usize].1, Ok(())));
            }
            changed_before.clear();
            self.changed.append(newly_changed);
        }
        let moved = &mut self.changed[old_count..];
        // Sorted already, unless each task searched the whole list.
        moved.sort_unstable();
        moved.iter_mut().for_each(|index| *index = moves[*index as usize].0);
        let mut invalid: Vec<_> = outputs.iter_mut().flat_map(|output| output.invalid.drain(..)).collect();
        invalid.sort_unstable_by_key(|&(index, _)| index);
        self.aabb_updates.count += invalid.len();
        for (index, reason) in invalid {
            let (slot, entity, _) = moves[index as usize];
            report(entity, self.finish_update(slot, Err(reason)));
        }
        self.aabb_updates.outputs = outputs;
    }

    /// Applies all moves by tasks, each for a slice of the table.
    fn apply_moves_on_threads(&mut self, moves: &[Moved], outputs: &mut Vec<TaskOutput>) {
        let threads = tasks::threads(moves.len(), tasks::MIN_PARALLEL_AABBS);
        // Each task handles the moves of one slice of the table: as a rule the list is in the order of the slots.
        let is_sorted = moves.is_sorted_by_key(|&(slot, ..)| slot);
        let count = if is_sorted { tasks::task_count(threads) } else { threads };
        outputs.resize_with(outputs.len().max(count), TaskOutput::default);
        let size = self.table.len().div_ceil(count).max(1);
        let tables = self.table.chunks_mut(size).zip(self.proxies.chunks_mut(size));
        let tasks = tables.zip(outputs).zip((0..).step_by(size));
        tasks::each(threads, tasks, |(((table, proxies), output), first)| {
            let range = if is_sorted {
                let index_of = |end: usize| moves.partition_point(|&(slot, ..)| (slot as usize) < end);
                index_of(first)..index_of(first + table.len())
            } else {
                0..moves.len()
            };
            for index in range {
                let row = (moves[index].0 as usize).wrapping_sub(first);
                let Some(collider) = table.get_mut(row) else { continue };
                match apply_move(collider, &mut proxies[row], moves[index]) {
                    None => {}
                    Some(Ok(true)) => output.newly_changed.push(index as u32),
                    Some(Ok(false)) => output.changed_before.push(index as u32),
                    Some(Err(invalid)) => output.invalid.push((index as u32, invalid)),
                }
            }
        });
    }

    /// Computes the AABBs of all colliders in the queue, and calls `report` as [`apply_moves`](Self::apply_moves) does.
    pub(crate) fn update_aabbs(
        &mut self,
        report_valid: bool,
        mut report: impl FnMut(Entity, Result<(), ColliderError>),
    ) {
        let mut queue = core::mem::take(&mut self.aabb_updates.queue);
        for slot in queue.drain(..) {
            let collider = &mut self.table[slot as usize];
            collider.needs_aabb = false;
            // It may have been removed meanwhile.
            if collider.state.is_occupied() {
                let entity = collider.entity;
                let state = self.update_slot(slot);
                if report_valid || state.is_err() {
                    report(entity, state);
                }
            }
        }
        self.aabb_updates.queue = queue;
    }

    /// Places a collider anew, between the update of all colliders and the search for pairs.
    ///
    /// # Errors
    /// Returns why the collider is invalid, if it is.
    pub(crate) fn place(&mut self, slot: u32, affine: AffineOf<D>) -> Result<(), ColliderError> {
        let collider = &mut self.table[slot as usize];
        let before = collider.affine;
        let [moved, linear_changed] = collider.set_affine(affine);
        if !moved {
            return Ok(());
        }
        collider.needs_volumes |= linear_changed;
        if let Some(component) = collider.swept() {
            collider.update_sweep(Some(component), before);
        }
        if collider.motion().is_some() {
            self.moving_swept.push(slot);
        }
        self.update_slot(slot)
    }

    /// Computes the AABB and the proxy of a collider.
    #[inline(never)]
    fn update_slot(&mut self, slot: u32) -> Result<(), ColliderError> {
        let outcome = update_one(&mut self.table[slot as usize], &mut self.proxies[slot as usize], false);
        self.finish_update(slot, outcome)
    }

    /// Adds a collider to the lists of what changed and what was removed, according to the result of its update.
    #[inline]
    fn finish_update(&mut self, slot: u32, outcome: Outcome) -> Result<(), ColliderError> {
        match outcome {
            Ok(is_new) => {
                if is_new {
                    self.changed.push(slot);
                }
                Ok(())
            }
            Err((error, was_valid)) => {
                if was_valid {
                    self.removed.push((slot, EndReason::Invalid));
                    // Its map may have changed, and it is not in the list of changed colliders.
                    self.previous.note(&[slot]);
                }
                Err(error)
            }
        }
    }
}
