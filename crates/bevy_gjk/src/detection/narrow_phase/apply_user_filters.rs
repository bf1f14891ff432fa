//! Applies the filters of the app to the candidates.
//!
//! What filters there are is in `collider/filter.rs`. Layers, groups and exceptions have been applied before, in
//! `Collector::push_unless_culled` (`detection/narrow_phase/candidates.rs`).
//!
//! A pair that a filter refuses is *filtered*: it keeps its edge in the contact graph and is not tested. The edge
//! remembers the run in which it was last refused. Once no filter refuses it, the pair becomes a candidate again, even
//! if neither collider moves.

use core::time::Duration;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::detection::EndReason;
use crate::detection::contacts::{Contacts, NO_EDGE, PairState};
use crate::detection::narrow_phase::NarrowPhase;
use crate::detection::narrow_phase::candidates::Candidate;
use crate::detection::proxies::Colliders;

impl<D: Dimension> NarrowPhase<D> {
    /// Asks a filter about each candidate and each edge that no other filter has refused in this run.
    pub(crate) fn filter(
        &mut self,
        contacts: &mut Contacts<D>,
        colliders: &Colliders<D>,
        mut allows: impl FnMut(Entity, Entity) -> bool,
    ) {
        let run = colliders.run;
        let mut is_allowed = |slots: [u32; 2]| {
            let [a, b] = slots.map(|slot| colliders.at(slot).entity);
            allows(a, b)
        };
        for index in 0..self.candidates.0.len() {
            let Candidate { slots, edge, .. } = self.candidates.0[index];
            if edge == NO_EDGE {
                if !is_allowed(slots) {
                    // The edge makes sure that the pair is tested once it is allowed, even if neither moves then.
                    let edge = contacts.graph.insert(slots);
                    self.edges_with_candidate.grow_and_insert(edge as usize);
                    self.candidates.0[index].edge = edge;
                    mark_filtered(contacts, edge, run);
                }
            } else if contacts.graph.state(edge).last_filtered_run != run && !is_allowed(slots) {
                mark_filtered(contacts, edge, run);
            }
        }
        for edge in 0..contacts.graph.end() {
            if contacts.graph.get(edge).is_some()
                && !self.edges_with_candidate.contains(edge as usize)
                && contacts.graph.state(edge).last_filtered_run != run
                && !is_allowed(contacts.graph.pair(edge).slots)
            {
                mark_filtered(contacts, edge, run);
            }
        }
    }

    /// Ends the touches of filtered edges, and makes edges candidates again that are no longer filtered.
    pub(super) fn apply_user_filters(&mut self, contacts: &mut Contacts<D>, colliders: &Colliders<D>) {
        if contacts.filtered_count == 0 {
            return;
        }
        for edge in 0..contacts.graph.end() {
            if !contacts.graph.get(edge).is_some_and(|flags| flags.is_filtered) {
                continue;
            }
            if contacts.graph.state(edge).last_filtered_run == colliders.run {
                contacts.set_state(edge, PairState::Apart, EndReason::Filtered, Duration::ZERO, colliders);
            } else {
                contacts.graph.flags_mut(edge).is_filtered = false;
                contacts.filtered_count -= 1;
                let not_found_again = contacts.graph.flags(edge).not_found_again;
                if !not_found_again && !self.edges_with_candidate.contains(edge as usize) {
                    let slots = contacts.graph.pair(edge).slots;
                    self.candidates.0.push(Candidate { slots, edge, inscribed_spheres_overlap: false });
                }
            }
        }
    }
}

/// Marks an edge as filtered in this run.
fn mark_filtered<D: Dimension>(contacts: &mut Contacts<D>, edge: u32, run: u32) {
    contacts.graph.state_mut(edge).last_filtered_run = run;
    let flags = contacts.graph.flags_mut(edge);
    if !flags.is_filtered {
        flags.is_filtered = true;
        contacts.filtered_count += 1;
    }
}
