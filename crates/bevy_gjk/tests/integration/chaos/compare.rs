//! Compares the reported events with the expected ones.

use std::fmt::Debug;

use crate::chaos::dimension::Chaotic;
use crate::chaos::record::{Id, Received, Record, TouchRecord, id};
use crate::chaos::reference::{Expected, PairId};
use crate::common::prelude::*;

/// Returns the pairs of `Collisions`, and reports a fault unless each occurs once with its entities in order.
pub fn reported_pairs<D: Chaotic>(record: &Record<D>, faults: &mut Vec<String>) -> BTreeSet<PairId> {
    let pairs: Vec<PairId> = record.touches.iter().map(|touch| [id(touch.entity), id(touch.other)]).collect();
    let distinct: BTreeSet<PairId> = pairs.iter().copied().collect();
    if distinct.len() != pairs.len() || pairs.iter().any(|[one, two]| one >= two) {
        faults.push(format!("`Collisions` holds {pairs:?}"));
    }
    distinct
}

/// Checks the messages: ends first, then starts, both in the order of their pairs, each once.
pub fn messages<D: Chaotic>(reported: &[CollisionEvent<D>], expected: &Expected, faults: &mut Vec<String>) {
    let ended = expected.ended.iter().map(|&(pair, reason)| (pair, Some(reason)));
    let started = expected.started.iter().map(|&pair| (pair, None));
    let expected: Vec<(PairId, Option<EndReason>)> = ended.chain(started).collect();
    let reported: Vec<_> = reported
        .iter()
        .map(|event| match *event {
            CollisionEvent::Started { a, b, .. } => ([id(a), id(b)], None),
            CollisionEvent::Ended { a, b, reason } => ([id(a), id(b)], Some(reason)),
        })
        .collect();
    differ("messages (a start has no reason)", &expected, &reported, faults);
}

/// Checks each accessor of `Collisions`.
pub fn collisions<D: Chaotic>(
    collisions: &Collisions<D>,
    record: &Record<D>,
    touching: &BTreeSet<PairId>,
    faults: &mut Vec<String>,
) {
    if !collisions.iter().map(TouchRecord::of).eq(record.touches.iter().copied()) {
        faults.push("`Collisions` changed after the events".into());
    }
    for it in &record.seen {
        let of: Vec<_> = collisions.collisions_with(it.entity).collect();
        let reported: BTreeSet<Id> = of.iter().map(|touch| id(touch.other)).collect();
        let me = id(it.entity);
        let partner = |&[one, two]: &PairId| if one == me { Some(two) } else { (two == me).then_some(one) };
        let expected: BTreeSet<Id> = touching.iter().filter_map(partner).collect();
        if reported != expected
            || reported.len() != of.len()
            || of.iter().any(|touch| touch.entity != it.entity)
        {
            faults.push(format!("`collisions_with({})`: expected {expected:?}, found {of:?}", it.entity));
        }
        for touch in of {
            let there =
                collisions.get(it.entity, touch.other).map(TouchRecord::of) == Some(TouchRecord::of(touch));
            let back = collisions.get(touch.other, it.entity).map(|touch| touch.contact())
                == Some(touch.contact().flipped());
            if !there || !back || !collisions.contains(touch.other, it.entity) {
                faults.push(format!("`between({}, {})`", it.entity, touch.other));
            }
        }
    }
    for pair in record.seen.windows(2).map(|two| [two[0].entity, two[1].entity]) {
        if collisions.contains(pair[0], pair[1]) != touching.contains(&pair.map(id)) {
            faults.push(format!("`contains({}, {})`", pair[0], pair[1]));
        }
    }
}

/// Checks the observers: for each message, both entities that still exist receive the event, `a` first, and
/// from there the parents if it bubbles; global observers come before those of the entity.
pub fn observers<D: Chaotic>(reported: &[CollisionEvent<D>], record: &Record<D>, faults: &mut Vec<String>) {
    let mut alive: BTreeSet<Entity> = record.seen.iter().map(|it| it.entity).collect();
    let mut received = record.received.iter().peekable();
    let mut expected = Vec::new();
    for event in reported {
        let [a, b] = event.entities();
        for (entity, other) in [(a, b), (b, a)] {
            while let Some(&&Received::Despawned(gone)) = received.peek() {
                alive.remove(&gone);
                expected.push(Received::Despawned(gone));
                received.next();
            }
            if !alive.contains(&entity) {
                continue;
            }
            let bubbles = record.ears.get(&entity) == Some(&true);
            let above = core::iter::successors(Some(entity), |child| record.parents.get(child).copied());
            for target in above.take(if bubbles { usize::MAX } else { 1 }) {
                for own in [false, true] {
                    if own && !record.ears.contains_key(&target) {
                        continue;
                    }
                    expected.push(match *event {
                        CollisionEvent::Started { contact, .. } => {
                            let contact = if entity == a { contact } else { contact.flipped() };
                            Received::Started { entity: target, other, contact, own }
                        }
                        CollisionEvent::Ended { reason, .. } => {
                            Received::Ended { entity: target, other, reason, own }
                        }
                    });
                    received.next();
                }
            }
        }
    }
    expected.extend(received.filter(|received| matches!(received, Received::Despawned(_))));
    differ("what observers received", &expected, &record.received, faults);
}

/// Checks that the contact of each message is that of `Collisions`.
pub fn contacts_of_messages<D: Chaotic>(
    reported: &[CollisionEvent<D>],
    collisions: &Collisions<D>,
    faults: &mut Vec<String>,
) {
    for event in reported {
        if let CollisionEvent::Started { a, b, contact, .. } = *event
            && collisions.get(a, b).map(|touch| touch.contact()) != Some(contact)
        {
            faults.push(format!("the contact of {a} and {b}: {contact:?}"));
        }
    }
}

/// Reports the difference of two lists, with missing and surplus items.
fn differ<T: PartialEq + Debug>(what: &str, expected: &[T], reported: &[T], faults: &mut Vec<String>) {
    if expected == reported {
        return;
    }
    let without = |all: &[T], these: &[T]| -> Vec<String> {
        all.iter().filter(|it| !these.contains(it)).map(|it| format!("{it:?}")).collect()
    };
    let (missing, surplus) = (without(expected, reported), without(reported, expected));
    let order = if missing.is_empty() && surplus.is_empty() {
        format!(", out of order or not once:\n    expected {expected:?}\n    reported {reported:?}")
    } else {
        String::new()
    };
    faults.push(format!("{what}: missing {missing:#?}, not expected {surplus:#?}{order}"));
}
