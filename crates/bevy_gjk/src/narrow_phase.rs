//! Phase three: which of the pairs touch, asked of GJK with what it knew a frame ago.

use bevy_ecs::prelude::{Res, ResMut};

use crate::collider::Proxies;
use crate::collisions::Collisions;
use crate::dimension::Dimension;
use crate::events::{CollisionEvent, EndReason};

/// Tests the pairs that were found.
pub(crate) fn test_pairs<D: Dimension>(proxies: Res<Proxies<D>>, mut collisions: ResMut<Collisions<D>>) {
    if collisions.work.is_empty() {
        return;
    }
    let collisions = &mut *collisions;
    let mut work = core::mem::take(&mut collisions.work);
    for index in work.drain(..) {
        let live = collisions.is_live(index);
        let pair = collisions.pair_mut(index);
        pair.pending = false;
        if !live {
            continue;
        }
        let [Some(one), Some(two)] = pair.slots.map(|slot| proxies.get(slot).placed()) else { continue };
        let contact = gjk::Query::new(&one, &two).cache(&mut pair.cache).contact();
        let [a, b] = pair.entities;
        let fact = match (pair.contact, contact) {
            (None, Some(contact)) => Some(CollisionEvent::Started { a, b, contact }),
            (Some(_), None) => Some(CollisionEvent::Ended { a, b, reason: EndReason::Separated }),
            _ => None,
        };
        pair.contact = contact;
        collisions.facts.extend(fact);
    }
    collisions.work = work;
}
