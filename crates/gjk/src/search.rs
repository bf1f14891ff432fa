//! The three basic questions about any pair of shapes, answered by a search: GJK, and EPA for depths. No special cases
//! for kinds of shapes.
//!
//! Read what it is made of in this order: [`minkowski`](crate::minkowski) turns a question about two shapes into one
//! about the origin and one convex set; [`simplex`](crate::simplex) finds the point of a simplex nearest to the origin;
//! [`gjk`] is the loop of Gilbert, Johnson and Keerthi, warm-started from a cache; [`epa`](crate::epa) is van den
//! Bergen's expanding polytope algorithm; [`trace`](crate::trace) shows their steps. The verdict on shapes that nearly
//! touch comes from [`near_touching`].

mod near_touching;

use crate::epa::{Expand, penetration};
use crate::gjk::{self, Goal, Outcome, SimplexCache};
use crate::math::Vector;
use crate::minkowski::MinkowskiDifference;
use crate::separation::{Separation, Verdict};
use crate::simplex::Solve;
use crate::support::Support;
use crate::trace::Observer;
pub use near_touching::{
    BareZonotope, intersect_near_touching, points_intersect, separation_near_touching,
    zonotopes_intersect_near_touching,
};

/// Returns whether two bounded shapes intersect.
pub fn intersects<V: Vector<Wide: Solve>>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    cache: Option<&mut SimplexCache<V>>,
    observer: &mut impl Observer<V>,
) -> bool {
    let difference = MinkowskiDifference::new(a, b);
    match run_gjk(&difference, cache, Goal::Intersection, observer).verdict {
        Verdict::Apart => false,
        Verdict::Intersecting => true,
        Verdict::Unclear => intersect_near_touching(a, b, observer),
    }
}

/// Returns the closest points of two bounded shapes, or `None` if they intersect.
pub fn closest_points<V: Vector<Wide: Expand>>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    cache: Option<&mut SimplexCache<V>>,
    observer: &mut impl Observer<V>,
) -> Option<Separation<V>> {
    let difference = MinkowskiDifference::new(a, b);
    let outcome = run_gjk(&difference, cache, Goal::Distance, observer);
    let intersect = match outcome.verdict {
        Verdict::Apart => false,
        Verdict::Intersecting => true,
        Verdict::Unclear => intersect_near_touching(a, b, observer),
    };
    if intersect {
        None
    } else if outcome.is_apart() {
        Some(difference.separation(&outcome.cores(), outcome.stop).at_least_touching_distance())
    } else {
        separation_near_touching(a, b, observer).map(Separation::at_least_touching_distance)
    }
}

/// Returns the deepest points of two bounded shapes, or `None` if they are apart.
pub fn deepest_points<V: Vector<Wide: Expand>>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    cache: Option<&mut SimplexCache<V>>,
    observer: &mut impl Observer<V>,
) -> Option<Separation<V>> {
    let difference = MinkowskiDifference::new(a, b);
    let outcome = run_gjk(&difference, cache, Goal::Contact, observer);
    if outcome.intersects() {
        let separation = penetration(&difference, &outcome, observer);
        let intersect = outcome.verdict == Verdict::Intersecting
            || separation.distance < -difference.touching_band()
            || intersect_near_touching(a, b, observer);
        intersect.then_some(separation)
    } else if outcome.verdict == Verdict::Unclear && intersect_near_touching(a, b, observer) {
        separation_near_touching(a, b, observer)
    } else {
        None
    }
}

/// Runs GJK from the simplex in a cache, and stores the final one there.
#[inline]
fn run_gjk<V: Vector<Wide: Solve>>(
    difference: &MinkowskiDifference<V, impl Support<V> + ?Sized, impl Support<V> + ?Sized>,
    cache: Option<&mut SimplexCache<V>>,
    goal: Goal,
    observer: &mut impl Observer<V>,
) -> Outcome<V> {
    let outcome = gjk::run(difference, cache.as_deref(), goal, observer);
    if let Some(cache) = cache {
        outcome.store(cache);
    }
    outcome
}
