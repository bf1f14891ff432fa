//! What changed between two moments, for who keeps the past.

use crate::collider::{AffineOf, Dimension};
use crate::detection::EndReason;
use crate::detection::proxies::Colliders;

/// What changed since it was last asked for.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The slots of all colliders that changed or were removed, some perhaps twice.
    pub(crate) changed: Vec<u32>,
    /// The slots of the colliders of which more than the place changed.
    pub(crate) redefined: Vec<u32>,
}

impl History {
    /// Notes what changed before a search for pairs.
    pub(super) fn note(&mut self, changed: &[u32], removed: &[(u32, EndReason)]) {
        self.changed.extend_from_slice(changed);
        self.changed.extend(removed.iter().map(|&(slot, _)| slot));
    }
}

impl<D: Dimension> Colliders<D> {
    /// Takes what changed since the last call: all colliders, if there was none.
    pub(crate) fn take_history(&mut self) -> History {
        let count = self.len() as u32;
        let all = || History { changed: (0..count).collect(), redefined: Vec::new() };
        let mut history = self.history.take().unwrap_or_else(all);
        // What has not been searched for yet.
        history.note(&self.changed, &self.removed);
        history
    }

    /// Returns the memory of what was taken: from now on, what changes is noted.
    pub(crate) fn return_history(&mut self, mut history: History) {
        history.changed.clear();
        history.redefined.clear();
        self.history = Some(history);
    }

    /// Sets where the motion of a collider begins, if it is swept.
    pub(crate) fn set_path(&mut self, slot: u32, start: AffineOf<D>) {
        let collider = &mut self.table[slot as usize];
        let Some(component) = collider.swept() else { return };
        collider.sweep_from(start, component);
        self.aabb_updates.enqueue(collider);
    }
}
