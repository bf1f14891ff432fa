//! Pairs that filters refuse: they are held, closed, until none refuses them any more.

use core::time::Duration;

use bevy_ecs::prelude::Entity;

use super::candidates::Candidate;
use super::held::NONE;
use super::{Pairs, Verdict};
use crate::collider::Colliders;
use crate::dimension::Dimension;
use crate::events::EndReason;

impl<D: Dimension> Pairs<D> {
    /// Asks a filter about each pair that no other has refused in this run.
    pub(crate) fn filter(
        &mut self,
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
                    let number = self.held.insert(slots);
                    self.confirmed.grow_and_insert(number as usize);
                    self.candidates.0[index].number = number;
                    self.refuse(number, run);
                }
            } else if self.held.knowledge(number).refused != run && !ask(slots) {
                self.refuse(number, run);
            }
        }
        for number in 0..self.held.end() {
            if self.held.get(number).is_some()
                && !self.confirmed.contains(number as usize)
                && self.held.knowledge(number).refused != run
                && !ask(self.held.pair(number).slots)
            {
                self.refuse(number, run);
            }
        }
    }

    fn refuse(&mut self, number: u32, run: u32) {
        self.held.knowledge_mut(number).refused = run;
        let standing = self.held.standing_mut(number);
        if !standing.closed {
            standing.closed = true;
            self.closed += 1;
        }
    }

    /// Ends what filters refuse, and opens what they refuse no longer.
    pub(super) fn close_and_open(&mut self, colliders: &Colliders<D>) {
        if self.closed == 0 {
            return;
        }
        for number in 0..self.held.end() {
            if !self.held.get(number).is_some_and(|standing| standing.closed) {
                continue;
            }
            if self.held.knowledge(number).refused == colliders.run {
                self.judge(number, Verdict::Apart, EndReason::Filtered, Duration::ZERO, colliders);
            } else {
                self.held.standing_mut(number).closed = false;
                self.closed -= 1;
                let is_parted = self.held.standing(number).parted;
                if !is_parted && !self.confirmed.contains(number as usize) {
                    let slots = self.held.pair(number).slots;
                    self.candidates.0.push(Candidate { slots, number, sure: false, kinds: 0 });
                }
            }
        }
    }
}
