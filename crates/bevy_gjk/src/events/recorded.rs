//! Events as recordings hold them.

use crate::collider::Dimension;
use crate::detection::contacts::{Transition, TransitionKind};
use crate::detection::{CellTouch, RecordedEvent, RecordedKind};

/// Returns the event of a pair.
pub(crate) fn recorded_transition<D: Dimension>(transition: &Transition<D>) -> RecordedEvent {
    let event = |kind, is_started| RecordedEvent::new(kind, is_started, transition.entities);
    let points = |points: [D::Vector; 2]| points.map(D::coordinates);
    match transition.change {
        TransitionKind::Started(contact, time) => RecordedEvent {
            points: points([contact.on_a, contact.on_b]),
            normal: D::coordinates(contact.normal),
            depth: contact.depth,
            time,
            ..event(RecordedKind::Touch, true)
        },
        TransitionKind::ProximityStarted(closest) => RecordedEvent {
            points: points([closest.on_a, closest.on_b]),
            normal: D::coordinates(closest.normal),
            depth: closest.distance,
            ..event(RecordedKind::Proximity, true)
        },
        TransitionKind::Ended(reason) => {
            RecordedEvent { reason: Some(reason), ..event(RecordedKind::Touch, false) }
        }
        TransitionKind::ProximityEnded(reason) => {
            RecordedEvent { reason: Some(reason), ..event(RecordedKind::Proximity, false) }
        }
    }
}

/// Returns the event of a cell.
pub(super) fn recorded_cell<D: Dimension>(touch: &CellTouch<D>, is_started: bool) -> RecordedEvent {
    let cell = D::cell_coordinates(touch.cell);
    RecordedEvent { cell, ..RecordedEvent::new(RecordedKind::Cell, is_started, [touch.grid, touch.other]) }
}
