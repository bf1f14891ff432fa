//! What was told, against what must have been.

use std::collections::BTreeSet;
use std::fmt::Debug;

use bevy_ecs::prelude::Entity;
use bevy_gjk::{CollisionEvent, Collisions, EndReason};

use crate::dimension::Chaotic;
use crate::record::{Heard, Id, Record, id};
use crate::reference::{Expected, PairId};

/// The pairs that `Collisions` holds; each once and the right way around, or this is a fault.
pub fn pairs_said<D: Chaotic>(record: &Record<D>, faults: &mut Vec<String>) -> BTreeSet<PairId> {
    let pairs: Vec<PairId> = record.said.iter().map(|touch| [id(touch.entity), id(touch.other)]).collect();
    let distinct: BTreeSet<PairId> = pairs.iter().copied().collect();
    if distinct.len() != pairs.len() || pairs.iter().any(|[one, two]| one >= two) {
        faults.push(format!("`Collisions` holds {pairs:?}"));
    }
    distinct
}

/// The messages: the endings first, both in the order of their pairs, each once.
pub fn messages<D: Chaotic>(told: &[CollisionEvent<D>], expected: &Expected, faults: &mut Vec<String>) {
    let ended = expected.ended.iter().map(|&(pair, reason)| (pair, Some(reason)));
    let started = expected.started.iter().map(|&pair| (pair, None));
    let expected: Vec<(PairId, Option<EndReason>)> = ended.chain(started).collect();
    let told: Vec<_> = told
        .iter()
        .map(|event| match *event {
            CollisionEvent::Started { a, b, .. } => ([id(a), id(b)], None),
            CollisionEvent::Ended { a, b, reason } => ([id(a), id(b)], Some(reason)),
        })
        .collect();
    differ("messages (a start has no reason)", &expected, &told, faults);
}

/// What `Collisions` answers, question by question.
pub fn collisions<D: Chaotic>(
    collisions: &Collisions<D>,
    record: &Record<D>,
    touching: &BTreeSet<PairId>,
    faults: &mut Vec<String>,
) {
    if !collisions.iter().eq(record.said.iter().copied()) {
        faults.push("`Collisions` changed after the events".into());
    }
    for it in &record.seen {
        let of: Vec<_> = collisions.collisions_with(it.entity).collect();
        let told: BTreeSet<Id> = of.iter().map(|touch| id(touch.other)).collect();
        let me = id(it.entity);
        let partner = |&[one, two]: &PairId| if one == me { Some(two) } else { (two == me).then_some(one) };
        let expected: BTreeSet<Id> = touching.iter().filter_map(partner).collect();
        if told != expected || told.len() != of.len() || of.iter().any(|touch| touch.entity != it.entity) {
            faults.push(format!("`of({})`: expected {expected:?}, said {of:?}", it.entity));
        }
        for touch in of {
            let there =
                collisions.get(it.entity, touch.other).map(|touch| touch.contact) == Some(touch.contact);
            let back = collisions.get(touch.other, it.entity).map(|touch| touch.contact)
                == Some(touch.contact.flipped());
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

/// What observers heard: what the messages say, on both that still exist at that moment, `a` first, and from
/// there up to the parents where it bubbles; observers of all entities before those of the one.
pub fn observers<D: Chaotic>(told: &[CollisionEvent<D>], record: &Record<D>, faults: &mut Vec<String>) {
    let mut alive: BTreeSet<Entity> = record.seen.iter().map(|it| it.entity).collect();
    let mut heard = record.heard.iter().peekable();
    let mut expected = Vec::new();
    for event in told {
        let [a, b] = event.entities();
        for (entity, other) in [(a, b), (b, a)] {
            while let Some(&&Heard::Despawned(gone)) = heard.peek() {
                alive.remove(&gone);
                expected.push(Heard::Despawned(gone));
                heard.next();
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
                            Heard::Started { entity: target, other, contact, own }
                        }
                        CollisionEvent::Ended { reason, .. } => {
                            Heard::Ended { entity: target, other, reason, own }
                        }
                    });
                    heard.next();
                }
            }
        }
    }
    expected.extend(heard.filter(|heard| matches!(heard, Heard::Despawned(_))));
    differ("what observers heard", &expected, &record.heard, faults);
}

/// The contact of each message is that which `Collisions` holds.
pub fn contacts_of_messages<D: Chaotic>(
    told: &[CollisionEvent<D>],
    collisions: &Collisions<D>,
    faults: &mut Vec<String>,
) {
    for event in told {
        if let CollisionEvent::Started { a, b, contact, .. } = *event
            && collisions.get(a, b).map(|touch| touch.contact) != Some(contact)
        {
            faults.push(format!("the contact of {a} and {b}: {contact:?}"));
        }
    }
}

/// Notes a difference of two lists, with what is missing and what is too much.
fn differ<T: PartialEq + Debug>(what: &str, expected: &[T], told: &[T], faults: &mut Vec<String>) {
    if expected == told {
        return;
    }
    let without = |all: &[T], these: &[T]| -> Vec<String> {
        all.iter().filter(|it| !these.contains(it)).map(|it| format!("{it:?}")).collect()
    };
    let (missing, surplus) = (without(expected, told), without(told, expected));
    let order = if missing.is_empty() && surplus.is_empty() {
        format!(", out of order or not once:\n    expected {expected:?}\n    told {told:?}")
    } else {
        String::new()
    };
    faults.push(format!("{what}: missing {missing:#?}, not expected {surplus:#?}{order}"));
}
