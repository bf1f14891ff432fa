//! Phase four: which of the pairs touch, asked of GJK with what it knew a frame ago.

use bevy_ecs::prelude::{Res, ResMut};
use bevy_time::Time;
use gjk::{Cache, Query};

use crate::collider::{Balls, Colliders, PlacedCollider};
use crate::collisions::{Collisions, Glanced, Test, Verdict};
use crate::dimension::Dimension;

/// Tests the pairs that were found.
pub(crate) fn test_pairs<D: Dimension>(time: Option<Res<Time>>, mut collisions: ResMut<Collisions<D>>) {
    let now = time.map_or_else(Default::default, |time| time.elapsed());
    let Collisions { colliders, pairs, .. } = &mut *collisions;
    #[cfg(feature = "parallel")]
    pairs.test_in_parallel(colliders, now, &mut NarrowPhase);
    #[cfg(not(feature = "parallel"))]
    pairs.test(colliders, now, &mut NarrowPhase);
}

/// The plugin's own test.
#[derive(Clone, Copy)]
struct NarrowPhase;

impl<D: Dimension> Test<D> for NarrowPhase {
    #[inline]
    fn glance(&self, colliders: &Colliders<D>, slots: [u32; 2], touching: bool) -> Glanced {
        let [one, two] = slots.map(|slot| colliders.glance(slot));
        match one.balls(two) {
            Balls::Apart => Glanced::Apart,
            // The contact is that of the beginning.
            Balls::Touching if touching && one.touch_only | two.touch_only => Glanced::Same,
            _ => Glanced::Unclear,
        }
    }

    fn test(
        &mut self,
        pair: [&PlacedCollider<D>; 2],
        cache: &mut Cache<D::Vector>,
        before: &Verdict<D>,
    ) -> Verdict<D> {
        test(pair, cache, before)
    }
}

/// What two colliders are to each other.
fn test<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    cache: &mut Cache<D::Vector>,
    before: &Verdict<D>,
) -> Verdict<D> {
    let (Some(one), Some(two)) = (a.placed(), b.placed()) else { return Verdict::Apart };
    let contact = if a.is_touch_only() || b.is_touch_only() {
        match (Query::new(&one, &two).cache(cache).intersects(), before) {
            (false, _) => None,
            (true, &Verdict::Touching(contact)) => Some(contact),
            (true, _) => Query::new(&one, &two).cache(cache).contact(),
        }
    } else {
        Query::new(&one, &two).cache(cache).contact()
    };
    if let Some(contact) = contact {
        return Verdict::Touching(contact);
    }
    let margin = a.margin().max(b.margin());
    if margin > 0.0 {
        let closest = Query::new(&one, &two).cache(cache).closest_points();
        if let Some(closest) = closest.filter(|closest| closest.distance <= margin) {
            return Verdict::Near(closest);
        }
    }
    Verdict::Apart
}
