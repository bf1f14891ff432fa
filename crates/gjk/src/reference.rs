//! GJK and EPA for any pair of shapes, warm-started from a cache; no special cases for kinds of shapes.
//!
//! Read the modules in this order: [`minkowski`] turns a question about two shapes into one about the origin
//! and one convex set; [`simplex`] finds the point of a simplex nearest to the origin; [`gjk`] is the loop of
//! Gilbert, Johnson and Keerthi; [`epa`] is van den Bergen's expanding polytope algorithm; [`trace`] shows
//! their steps. The functions here answer the three basic questions with them.

pub mod epa;
pub mod gjk;
pub mod minkowski;
mod penetration;
mod separation;
pub mod simplex;
mod simplex_cache;
pub mod trace;

use crate::math::Vector;
use crate::support::Support;
pub use epa::Expand;
pub use gjk::{Goal, Outcome, Simplex};
pub use minkowski::{DifferencePoint, MinkowskiDifference};
pub use penetration::penetration;
pub use separation::{Answer, Cores, Separation};
pub use simplex::Solve;
pub use simplex_cache::SimplexCache;
#[cfg(feature = "alloc")]
pub use trace::{Algorithm, Trace, TraceEntry};
pub use trace::{Observer, Polytope, Status, Step, Stop, Unobserved};

/// Returns whether two bounded shapes intersect.
pub fn intersects<V, A, B, O>(a: &A, b: &B, cache: Option<&mut SimplexCache<V>>, observer: &mut O) -> bool
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    let difference = MinkowskiDifference::new(a, b);
    run_gjk(&difference, cache, Goal::Intersection, observer, &mut Simplex::empty()).intersects()
}

/// Returns the closest points of two bounded shapes, or `None` if they intersect.
pub fn closest_points<V, A, B, O>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
    observer: &mut O,
) -> Option<Separation<V>>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    let difference = MinkowskiDifference::new(a, b);
    let mut simplex = Simplex::empty();
    let outcome = run_gjk(&difference, cache, Goal::Distance, observer, &mut simplex);
    outcome.is_apart().then(|| {
        let mut separation = difference.separation(&outcome.cores(), outcome.stop);
        // An axis has proved a distance above that of touching. Only shapes that are not convex get a smaller one.
        separation.distance = separation.distance.max(difference.touching_distance).max(0.0);
        separation
    })
}

/// Returns the deepest points of two bounded shapes, or `None` if they are apart.
pub fn deepest_points<V, A, B, O>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
    observer: &mut O,
) -> Option<Separation<V>>
where
    V: Vector<Wide: Solve + Expand>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    let difference = MinkowskiDifference::new(a, b);
    let mut simplex = Simplex::empty();
    let outcome = run_gjk(&difference, cache, Goal::Contact, observer, &mut simplex);
    outcome.intersects().then(|| penetration(&difference, &outcome, observer))
}

/// Runs GJK from the simplex in a cache, and stores the final one there.
#[inline]
fn run_gjk<'s, V, A, B, O>(
    difference: &MinkowskiDifference<V, A, B>,
    cache: Option<&mut SimplexCache<V>>,
    goal: Goal,
    observer: &mut O,
    simplex: &'s mut Simplex<V>,
) -> Outcome<'s, V>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    let outcome = gjk::run(difference, cache.as_deref(), goal, observer, simplex);
    if let Some(cache) = cache {
        outcome.store(cache);
    }
    outcome
}
