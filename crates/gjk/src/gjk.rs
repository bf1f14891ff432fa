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
mod outcome;
mod simplex_cache;
mod simplex_vertices;
mod warm_start;

use crate::math::{Vector, Wide};
use crate::minkowski::{DifferencePoint, MinkowskiDifference};
use crate::separation::Verdict;
use crate::simplex::Solve;
use crate::support::Support;
use crate::trace::{Observer, Step, Stop};
use bounds::LowerBound;
pub use bounds::SupportPlane;
pub use outcome::Outcome;
pub use simplex_cache::SimplexCache;
pub use simplex_vertices::Simplex;

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

/// What the iterations improve: the simplex, its nearest point, and the bounds of the distance.
struct State<V: Vector> {
    simplex: Simplex<V>,
    /// The point of the simplex nearest to the origin. Without a simplex, a guess of where the difference lies.
    nearest: V::Wide,
    /// The square of its length; infinite without a simplex.
    length_squared: f64,
    bound: LowerBound<V>,
}

/// Runs GJK, from the simplex in the cache if there is one.
#[inline]
pub fn run<V: Vector<Wide: Solve>, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>>(
    difference: &MinkowskiDifference<V, A, B>,
    cache: Option<&SimplexCache<V>>,
    goal: Goal,
    observer: &mut O,
) -> Outcome<V> {
    let mut state = State::new();
    let answered = state.warm_start(difference, cache, goal, observer);
    let stop = answered.unwrap_or_else(|| {
        (0..MAX_ITERATIONS)
            .find_map(|_| state.iterate(difference, goal, observer))
            .unwrap_or(Stop::IterationCap)
    });
    // An axis separates the shapes, but a support point touched the origin: the length of `nearest` may be zero.
    if stop == Stop::OriginTouched && state.bound.is_apart() {
        state.nearest = state.bound.nearest();
    }
    if O::ACTIVE {
        observer.observe(Step::GjkStop(stop));
    }
    let is_reference_search =
        cache.is_none_or(SimplexCache::is_empty) && difference.allows_reference_search();
    Outcome {
        verdict: state.verdict(difference, stop, is_reference_search),
        nearest: state.nearest,
        stop,
        separated: state.bound.is_apart(),
        is_cached: answered == Some(Stop::OriginEnclosed),
        simplex: state.simplex,
    }
}

impl<V: Vector<Wide: Solve>> State<V> {
    /// Creates a state without a simplex.
    #[inline(always)]
    fn new() -> Self {
        let (simplex, bound) = (Simplex::empty(), LowerBound::new());
        Self { simplex, nearest: V::Wide::ZERO, length_squared: f64::INFINITY, bound }
    }

    /// Improves the bounds by a support point towards the origin. Returns the reason to stop, if there is one.
    #[inline(always)]
    fn iterate<A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>>(
        &mut self,
        difference: &MinkowskiDifference<V, A, B>,
        goal: Goal,
        observer: &mut O,
    ) -> Option<Stop> {
        let (core_touching_distance, touching_distance) =
            (difference.core_touching_distance(), difference.touching_distance);
        let is_intersecting = self.bound.compare_upper_bound(self.length_squared, core_touching_distance);
        if (is_intersecting && !goal.wants_core_distance())
            || self.length_squared <= touching_distance * touching_distance
        {
            return Some(Stop::OriginTouched);
        }
        // The support point towards the origin, and the lower bound that it proves.
        let plane = SupportPlane::towards_origin(self.nearest, difference, observer);
        if !plane.is_finite() {
            return Some(Stop::NotFinite);
        }
        if self.bound.raise(&plane, core_touching_distance) && !goal.wants_distance() {
            return Some(Stop::SeparatingAxis);
        }
        let stop = self.add_vertex(plane.vertex, difference);
        if O::ACTIVE && matches!(stop, None | Some(Stop::OriginEnclosed)) {
            let (vertices, weights) = (self.simplex.vertices(), self.simplex.weights());
            let (weights, nearest) = (&weights[..vertices.len()], self.nearest);
            observer.observe(Step::Simplex { vertices, weights, nearest });
        }
        stop
    }

    /// Adds a support point to the simplex, unless the bounds have met, and finds the point nearest to the origin.
    /// Returns the reason to stop, if there is one.
    #[inline(always)]
    fn add_vertex<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        vertex: DifferencePoint<V>,
        difference: &MinkowskiDifference<V, A, B>,
    ) -> Option<Stop> {
        let Self { simplex, nearest, length_squared, bound } = self;
        if simplex.is_empty() {
            simplex.push(vertex);
            (*nearest, *length_squared) = (vertex.point, vertex.point.dot(vertex.point));
            return None;
        }
        // The bounds have met: |v|² − v·w ≤ precision · |v|.
        let gap = *length_squared - nearest.dot(vertex.point);
        if !(gap > 0.0) || gap * gap <= difference.precision * difference.precision * *length_squared {
            return Some(Stop::Converged);
        }
        // Here and below, rounding ends the search without progress. The axis of the lower bound may be the better
        // normal.
        if simplex.contains(&vertex) {
            *nearest = bound.with_better_normal(*nearest, *length_squared, gap);
            return Some(Stop::RepeatedSupport);
        }
        // The nearest point of the larger simplex.
        simplex.push(vertex);
        let (next, next_length_squared) = simplex.nearest_incrementally(*length_squared);
        // An axis has separated the shapes, and yet the simplex may touch the origin: then one of the two is rounding.
        let contradiction =
            bound.contradiction(next.encloses, next_length_squared, difference.touching_distance);
        if contradiction.is_wrong_simplex() || !(next_length_squared < *length_squared) {
            simplex.pop();
            *nearest = bound.with_better_normal(*nearest, *length_squared, gap);
            return Some(Stop::NoProgress);
        }
        simplex.keep(next.vertex_mask);
        if contradiction.is_rounding() {
            *nearest = bound.nearest();
            return Some(Stop::Converged);
        }
        (*nearest, *length_squared) = (next.point, next_length_squared);
        next.encloses.then_some(Stop::OriginEnclosed)
    }

    /// Returns what a search has proved beyond the rounding of any search: that the signed distance of the shapes lies
    /// outside of the band around touching.
    ///
    /// A reference search that finds that the shapes intersect needs no proof: near touching, its verdict is by
    /// definition that of the pair; see `search/near_touching.rs`.
    #[inline(always)]
    fn verdict<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &self,
        difference: &MinkowskiDifference<V, A, B>,
        stop: Stop,
        is_reference_search: bool,
    ) -> Verdict {
        if stop == Stop::NotFinite {
            return Verdict::Unclear;
        }
        let (radius, band) = (difference.radius, difference.touching_band());
        if self.bound.is_apart() {
            return if self.bound.exceeds(radius + band) { Verdict::Apart } else { Verdict::Unclear };
        }
        let inner_radius = radius - band;
        let is_intersecting = is_reference_search
            || (inner_radius > 0.0 && self.length_squared <= inner_radius * inner_radius)
            || (stop == Stop::OriginEnclosed && self.simplex.surely_contains_ball(band, difference.size));
        if is_intersecting { Verdict::Intersecting } else { Verdict::Unclear }
    }
}
