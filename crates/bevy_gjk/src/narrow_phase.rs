//! Phase four: which of the pairs touch, asked of GJK with what it knew a frame ago.

use bevy_ecs::prelude::{Res, ResMut};
use bevy_time::Time;
use gjk::{Cache, Query};

use crate::collider::PlacedCollider;
use crate::collisions::{Collisions, Verdict};
use crate::dimension::Dimension;

/// Tests the pairs that were found.
pub(crate) fn test_pairs<D: Dimension>(time: Option<Res<Time>>, mut collisions: ResMut<Collisions<D>>) {
    let now = time.map_or_else(Default::default, |time| time.elapsed());
    #[cfg(feature = "parallel")]
    {
        let Collisions { colliders, pairs } = &mut *collisions;
        pairs.test_in_parallel(colliders, now, test);
    }
    #[cfg(not(feature = "parallel"))]
    collisions.test_pairs(now, test);
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
