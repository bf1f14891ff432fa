//! GJK: the point of a convex set nearest to the origin, from its support function alone.
//!
//! GJK (Gilbert, Johnson, Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space*, IEEE J. Robotics and Automation 4, 1988) keeps a **simplex**: up to four points
//! of the Minkowski difference, in 2D up to three. Each iteration
//!
//! 1. takes the point of the simplex nearest to the origin, `v`;
//! 2. asks for the **support point** `w` of the difference along `−v`, towards the origin;
//! 3. stops if `w` proves enough; otherwise adds `w` to the simplex, finds the new nearest point, and drops
//!    the vertices that do not contribute to it.
//!
//! `v` is a point of the difference, so the distance is at most `|v|`. All of the difference lies beyond the
//! plane through `w` perpendicular to `v`, so the distance is at least `v·w/|v|`. The two bounds close in on
//! each other, and prove the answer when they meet (van den Bergen, *Collision Detection in Interactive 3D
//! Environments*, 2003, 4.3). A lower bound above zero proves that the shapes are apart, and a simplex around
//! the origin that they overlap.
//!
//! The loop sees the **cores** of the shapes alone, which are the shapes without their convex radii: the center of a
//! sphere, the segment of a capsule. Shapes intersect if the distance of their cores is at most the **contact
//! distance**: the sum of the radii plus the touching distance, which is the tolerance: twice the
//! [`precision`](crate::math::precision) of the pair.
//!
//! All tolerances are relative to the size of the shapes, never to their place in the world.
//!
//! [`warm_start`] has the warm start: the simplex and the lower bound that the last frame left. [`bounds`] has the
//! lower bound, and what to do where rounding makes the two bounds contradict each other.

mod bounds;
mod simplex_cache;
mod simplex_vertices;
mod warm_start;

use crate::math::{Vector, Wide, ops};
use crate::minkowski::{MinkowskiDifference, means};
use crate::separation::{Cores, Verdict};
use crate::simplex::Solve;
use crate::support::Support;
use crate::trace::{Observer, Step, Stop};
use bounds::LowerBound;
pub use bounds::SupportPlane;
pub use simplex_cache::SimplexCache;
pub use simplex_vertices::Simplex;
use warm_start::WarmStart;

/// Far above what any pair needs: curved pairs take some 20 to 40 iterations.
const MAX_ITERATIONS: usize = 128;

/// What the loop is asked for, and so how long it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Whether the shapes intersect, and no distance.
    Intersection,
    /// The distance of the cores if the shapes intersect, from which penetration depths start.
    Contact,
    /// The distance of the cores if the shapes are apart.
    Distance,
    /// The distance of the cores in both cases.
    DistanceOrContact,
}

impl Goal {
    /// Whether the loop goes on after it is proved that the shapes are apart.
    #[inline(always)]
    fn wants_distance(self) -> bool {
        matches!(self, Self::Distance | Self::DistanceOrContact)
    }

    /// Whether the loop goes on after it is proved that the shapes intersect.
    #[inline(always)]
    fn wants_core_distance(self) -> bool {
        matches!(self, Self::Contact | Self::DistanceOrContact)
    }
}

/// Where the loop ended.
pub struct Outcome<'s, V: Vector> {
    /// The final simplex.
    pub simplex: &'s Simplex<V>,
    /// The point of the difference of the cores nearest to the origin: its length is their distance.
    pub nearest: V::Wide,
    /// Why the loop ended.
    pub stop: Stop,
    /// What every other search would find as well.
    pub verdict: Verdict,
    /// An axis was found along which the shapes are apart.
    separated: bool,
    /// The simplex is the cached one, and still encloses the origin.
    is_cached: bool,
}

/// Runs GJK, from the simplex in the cache if there is one. `simplex` must be empty.
#[inline]
pub fn run<'s, V, A, B, O>(
    difference: &MinkowskiDifference<V, A, B>,
    cache: Option<&SimplexCache<V>>,
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
    let WarmStart { mut nearest, mut length_squared, mut bound, stop } =
        WarmStart::new(difference, cache, goal, observer, simplex);
    let is_definition = cache.is_none_or(SimplexCache::is_empty) && difference.is_searched_by_definition();
    if let Some(stop) = stop {
        let is_cached = stop == Stop::OriginEnclosed;
        let (verdict, separated) =
            (verdict(difference, simplex, 0.0, &bound, stop, is_definition), bound.separated);
        return end(observer, Outcome { simplex, nearest, stop, verdict, separated, is_cached });
    }
    let contact_distance = difference.contact_distance();
    let mut iterations = 0..MAX_ITERATIONS;
    let stop = loop {
        if iterations.next().is_none() {
            break Stop::IterationCap;
        }
        // The upper bound: the verdict is the first of the two bounds to pass the contact distance.
        bound.intersects |= !bound.separated && length_squared <= contact_distance * contact_distance;
        if (bound.intersects && !goal.wants_core_distance())
            || length_squared <= difference.touching_distance * difference.touching_distance
        {
            break Stop::OriginTouched;
        }
        // The support point towards the origin, and the lower bound that it proves.
        let plane = SupportPlane::towards_origin(nearest, difference, observer);
        let vertex = plane.vertex;
        if !plane.is_finite() {
            break Stop::NotFinite;
        }
        if bound.raise_lower_bound(&plane, contact_distance) && !goal.wants_distance() {
            break Stop::SeparatingAxis;
        }
        if simplex.is_empty() {
            simplex.push(vertex);
            (nearest, length_squared) = (vertex.point, vertex.point.dot(vertex.point));
            observe_simplex(observer, simplex, nearest);
            continue;
        }
        // The bounds have met: |v|² − v·w ≤ precision · |v|.
        let gap = length_squared - nearest.dot(vertex.point);
        if !(gap > 0.0) || gap * gap <= difference.precision * difference.precision * length_squared {
            break Stop::Converged;
        }
        if simplex.contains(&vertex) {
            nearest = bound.with_better_normal(nearest, length_squared, gap);
            break Stop::RepeatedSupport;
        }
        // The nearest point of the larger simplex.
        simplex.push(vertex);
        let (next, next_length_squared) = simplex.nearest_incrementally(length_squared);
        let contradiction =
            bound.contradiction(next.encloses, next_length_squared, difference.touching_distance);
        if contradiction.is_wrong_simplex() || !(next_length_squared < length_squared) {
            simplex.pop();
            nearest = bound.with_better_normal(nearest, length_squared, gap);
            break Stop::NoProgress;
        }
        simplex.keep(next.vertex_mask);
        if contradiction.is_rounding() {
            nearest = bound.nearest();
            break Stop::Converged;
        }
        observe_simplex(observer, simplex, next.point);
        (nearest, length_squared) = (next.point, next_length_squared);
        if next.encloses {
            break Stop::OriginEnclosed;
        }
    };
    // An axis separates the shapes, but a support point touched the origin: the length of `nearest` may be zero.
    if stop == Stop::OriginTouched && bound.separated {
        nearest = bound.nearest();
    }
    let verdict = verdict(difference, simplex, length_squared, &bound, stop, is_definition);
    end(observer, Outcome { simplex, nearest, stop, verdict, separated: bound.separated, is_cached: false })
}

/// Returns what a search has proved beyond the rounding of any search: that the signed distance of the shapes lies
/// outside of the band around touching. `length_squared` is the square of the upper bound of the distance of the cores.
///
/// A search from the start that finds that the shapes intersect needs no proof, because the verdict of such a search is
/// the definition; see `search/near_touching.rs`.
#[inline(always)]
fn verdict<V: Vector<Wide: Solve>, A, B>(
    difference: &MinkowskiDifference<V, A, B>,
    simplex: &Simplex<V>,
    length_squared: f64,
    bound: &LowerBound<V>,
    stop: Stop,
    is_definition: bool,
) -> Verdict
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    if stop == Stop::NotFinite {
        return Verdict::Unclear;
    }
    let (radius, band) = (difference.radius, difference.touching_band());
    if bound.separated {
        return if bound.exceeds(radius + band) { Verdict::Apart } else { Verdict::Unclear };
    }
    let inner_radius = radius - band;
    let is_intersecting = is_definition
        || (inner_radius > 0.0 && length_squared <= inner_radius * inner_radius)
        || (stop == Stop::OriginEnclosed && simplex.surely_contains_ball(band, difference.size));
    if is_intersecting { Verdict::Intersecting } else { Verdict::Unclear }
}

impl<V: Vector<Wide: Solve>> Outcome<'_, V> {
    /// Returns whether the shapes intersect: unless the contrary was proved.
    #[inline]
    pub fn intersects(&self) -> bool {
        !self.separated && self.stop != Stop::NotFinite
    }

    /// Returns whether it was proved that the shapes are apart.
    #[inline]
    pub fn is_apart(&self) -> bool {
        self.separated && self.stop != Stop::NotFinite
    }

    /// Returns the closest points of the cores, relative to the origins of the shapes.
    #[inline]
    pub fn core_points(&self) -> (V::Wide, V::Wide) {
        means(self.simplex.vertices(), &self.simplex.weights())
    }

    /// Returns the unit direction from the first core to the second, and their distance.
    #[inline]
    pub fn core_separation(&self) -> (V::Wide, f64) {
        let distance = ops::f64::sqrt(self.nearest.dot(self.nearest));
        (-self.nearest * (1.0 / distance), distance)
    }

    /// Returns the closest points of the cores with their direction and distance.
    #[inline]
    pub fn cores(&self) -> Cores<V::Wide> {
        let (normal, distance) = self.core_separation();
        let (on_a, on_b) = self.core_points();
        Cores { on_a, on_b, normal, distance }
    }

    /// Stores what the next question about the pair may start from.
    #[inline]
    pub fn store(&self, cache: &mut SimplexCache<V>) {
        cache.axis = V::narrow(-self.nearest);
        // If an axis alone gave the answer, the cached vertices are still the best known.
        if !self.simplex.is_empty() && !self.is_cached {
            cache.store(self.simplex.vertices());
        }
    }
}

#[inline(always)]
fn observe_simplex<V: Vector<Wide: Solve>, O: Observer<V>>(
    observer: &mut O,
    simplex: &Simplex<V>,
    nearest: V::Wide,
) {
    if O::ACTIVE {
        let weights = simplex.weights();
        let vertices = simplex.vertices();
        observer.observe(Step::Simplex { vertices, weights: &weights[..vertices.len()], nearest });
    }
}

#[inline(always)]
fn end<'s, V: Vector, O: Observer<V>>(observer: &mut O, outcome: Outcome<'s, V>) -> Outcome<'s, V> {
    if O::ACTIVE {
        observer.observe(Step::GjkStop(outcome.stop));
    }
    outcome
}
