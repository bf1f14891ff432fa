//! The sentences that events are printed as, with the names of the entities where these are known.

use core::fmt::{Display, Formatter, Result};

use bevy_ecs::prelude::Entity;
use gjk::{ClosestPoints, Contact};

use super::{
    CellEnded, CellEvent, CellStarted, CollisionEnded, CollisionEvent, CollisionStarted, ProximityEnded,
    ProximityEvent, ProximityStarted,
};
use crate::collider::{Dimension, GridCell};
use crate::detection::{CellTouch, EndReason};
use crate::ecs::names::{Describe, NameSource};
use crate::ecs::numbers::{Coordinates, Number};

/// Whom a sentence is about, and the verb: `a and b began to touch`, or `a began to touch b`.
struct Subject<'n> {
    entities: [Entity; 2],
    /// Both are equal, as in a message; otherwise the first has the event.
    is_mutual: bool,
    names: &'n dyn NameSource,
}

impl Subject<'_> {
    /// Writes the entities around the verb.
    fn verb(&self, verb: &str, f: &mut Formatter<'_>) -> Result {
        let [a, b] = self.entities.map(|entity| self.names.named(entity));
        if self.is_mutual { write!(f, "{a} and {b} {verb}") } else { write!(f, "{a} {verb} {b}") }
    }

    fn started<D: Dimension>(&self, contact: &Contact<D::Vector>, time: f32, f: &mut Formatter) -> Result {
        self.verb("began to touch", f)?;
        let (depth, at, normal) = (contact.depth, contact.on_a, contact.normal);
        write!(f, ": depth {} at {}", Number(f64::from(depth)), Coordinates(at))?;
        write!(f, ", normal {}", Coordinates(normal))?;
        if time < 1.0 { write!(f, ", after {} of the motion", Number(f64::from(time))) } else { Ok(()) }
    }

    fn came_near<D: Dimension>(&self, closest: &ClosestPoints<D::Vector>, f: &mut Formatter) -> Result {
        self.verb("came near", f)?;
        let (distance, at, normal) = (closest.distance, closest.on_a, closest.normal);
        write!(f, ": distance {} at {}", Number(f64::from(distance)), Coordinates(at))?;
        write!(f, ", normal {}", Coordinates(normal))
    }

    fn ended(&self, reason: EndReason, f: &mut Formatter<'_>) -> Result {
        self.verb("ceased to touch", f)?;
        write!(f, ": {reason}")
    }

    fn left(&self, reason: EndReason, f: &mut Formatter<'_>) -> Result {
        self.verb(if self.is_mutual { "are no longer near" } else { "is no longer near" }, f)?;
        write!(f, ": {reason}")
    }
}

impl<D: Dimension> Describe for CollisionEvent<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        let subject = Subject { entities: self.entities(), is_mutual: true, names };
        match self {
            Self::Started { contact, time, .. } => subject.started::<D>(contact, *time, f),
            Self::Ended { reason, .. } => subject.ended(*reason, f),
        }
    }
}

impl<D: Dimension> Describe for ProximityEvent<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        let subject = Subject { entities: self.entities(), is_mutual: true, names };
        match self {
            Self::Started { closest, .. } => subject.came_near::<D>(closest, f),
            Self::Ended { reason, .. } => subject.left(*reason, f),
        }
    }
}

impl<D: Dimension> Describe for CollisionStarted<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        let subject = Subject { entities: [self.entity, self.other], is_mutual: false, names };
        subject.started::<D>(&self.contact, self.time, f)
    }
}

impl<D: Dimension> Describe for CollisionEnded<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        Subject { entities: [self.entity, self.other], is_mutual: false, names }.ended(self.reason, f)
    }
}

impl<D: Dimension> Describe for ProximityStarted<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        let subject = Subject { entities: [self.entity, self.other], is_mutual: false, names };
        subject.came_near::<D>(&self.closest, f)
    }
}

impl<D: Dimension> Describe for ProximityEnded<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        Subject { entities: [self.entity, self.other], is_mutual: false, names }.left(self.reason, f)
    }
}

impl<D: Dimension> Describe for CellEvent<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Started(touch) => touch.write_sentence("began to touch", names, f),
            Self::Ended(touch) => touch.write_sentence("ceased to touch", names, f),
        }
    }
}

impl<D: Dimension> Describe for CellStarted<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        CellEvent::Started(self.touch).describe(names, f)
    }
}

impl<D: Dimension> Describe for CellEnded<D> {
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        CellEvent::Ended(self.touch).describe(names, f)
    }
}

impl<D: Dimension> CellTouch<D> {
    /// Writes whose touch it is, and of which cell.
    fn write_sentence(&self, verb: &str, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result {
        let Self { cell, kind, tag, .. } = *self;
        write!(
            f,
            "{} {verb} {} of {}",
            names.named(self.other),
            GridCell::<D> { cell, kind, tag },
            names.named(self.grid)
        )?;
        write!(f, ", kind {kind}, tag {tag}")
    }
}

/// Prints an event with the ids of its entities alone, since an event cannot look up names.
macro_rules! display_with_ids {
    ($($event:ident),*) => {
        $(
            /// A sentence with the ids of the entities; [`EntityNames::text`](crate::texts::EntityNames::text) adds
            /// their names.
            impl<D: Dimension> Display for $event<D> {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    self.describe(&(), f)
                }
            }
        )*
    };
}

display_with_ids!(
    CellEvent,
    CellStarted,
    CellEnded,
    CollisionEvent,
    CollisionStarted,
    CollisionEnded,
    ProximityEvent,
    ProximityStarted,
    ProximityEnded
);
