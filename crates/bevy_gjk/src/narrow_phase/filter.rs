//! Pairs that filters refuse: they are held, closed, until none refuses them any more.

use core::time::Duration;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::contacts::Verdict;
use crate::contacts::{Contacts, NONE};
use crate::end_reason::EndReason;
use crate::narrow_phase::NarrowPhase;
use crate::narrow_phase::candidates::Candidate;
use crate::proxies::Colliders;

impl<D: Dimension> NarrowPhase<D> {
    /// Asks a filter about each pair that no other has refused in this run.
    pub(crate) fn filter(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        mut allows: impl FnMut(Entity, Entity) -> bool,
    ) {
        let run = colliders.run;
        let mut ask = |slots: [u32; 2]| {
            let [a, b] = slots.map(|slot| colliders.at(slot).entity);
            allows(a, b)
        };
        for index in 0..self.candidates.0.len() {
            let Candidate { slots, number, .. } = self.candidates.0[index];
            if number == NONE {
                if !ask(slots) {
                    // To be tested when it is allowed, even if it does not move then.
                    let number = contacts.held.insert(slots);
                    self.confirmed.grow_and_insert(number as usize);
                    self.candidates.0[index].number = number;
                    refuse(contacts, number, run);
                }
            } else if contacts.held.knowledge(number).refused != run && !ask(slots) {
                refuse(contacts, number, run);
            }
        }
        for number in 0..contacts.held.end() {
            if contacts.held.get(number).is_some()
                && !self.confirmed.contains(number as usize)
                && contacts.held.knowledge(number).refused != run
                && !ask(contacts.held.pair(number).slots)
            {
                refuse(contacts, number, run);
            }
        }
    }

    /// Ends what filters refuse, and opens what they refuse no longer.
    pub(super) fn close_and_open(&mut self, contacts: &mut Contacts<D>, colliders: &Colliders<D>) {
        if contacts.closed == 0 {
            return;
        }
        for number in 0..contacts.held.end() {
            if !contacts.held.get(number).is_some_and(|standing| standing.closed) {
                continue;
            }
            if contacts.held.knowledge(number).refused == colliders.run {
                contacts.judge(number, Verdict::Apart, EndReason::Filtered, Duration::ZERO, colliders);
            } else {
                contacts.held.standing_mut(number).closed = false;
                contacts.closed -= 1;
                let is_parted = contacts.held.standing(number).parted;
                if !is_parted && !self.confirmed.contains(number as usize) {
                    let slots = contacts.held.pair(number).slots;
                    self.candidates.0.push(Candidate { slots, number, sure: false, kinds: 0 });
                }
            }
        }
    }
}

/// Notes that a filter refuses an edge in this run.
fn refuse<D: Dimension>(contacts: &mut Contacts<D>, number: u32, run: u32) {
    contacts.held.knowledge_mut(number).refused = run;
    let standing = contacts.held.standing_mut(number);
    if !standing.closed {
        standing.closed = true;
        contacts.closed += 1;
    }
}
