//! Events of recordings as texts.

use core::fmt;

use crate::detection::{RecordedEvent, RecordedKind};
use crate::ecs::names::{Describe, NameSource};

impl Describe for RecordedEvent {
    fn describe(&self, names: &dyn NameSource, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.entities.map(|entity| names.named(entity));
        let Self { normal, depth, .. } = self;
        match (self.kind, self.is_started, self.reason) {
            (RecordedKind::Touch, true, _) => {
                write!(f, "{a} and {b} begin to touch with normal {normal:?} and depth {depth:?}")
            }
            (RecordedKind::Proximity, true, _) => {
                write!(f, "{a} and {b} come near, to a distance of {depth:?}")
            }
            (RecordedKind::Touch, false, Some(reason)) => write!(f, "{a} and {b} cease to touch: {reason}"),
            (RecordedKind::Touch, false, None) => write!(f, "{a} and {b} cease to touch"),
            (RecordedKind::Proximity, false, Some(reason)) => {
                write!(f, "{a} and {b} are no longer near: {reason}")
            }
            (RecordedKind::Proximity, false, None) => write!(f, "{a} and {b} are no longer near"),
            (RecordedKind::Cell, true, _) => write!(f, "{b} begins to touch the cell {:?} of {a}", self.cell),
            (RecordedKind::Cell, false, _) => {
                write!(f, "{b} ceases to touch the cell {:?} of {a}", self.cell)
            }
        }
    }
}

/// A sentence with the ids of entities; [`EntityNames::text`](crate::texts::EntityNames::text) adds their names.
impl fmt::Display for RecordedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(&(), f)
    }
}
