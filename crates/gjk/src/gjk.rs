//! The loop: the point of a convex set nearest to the origin, from its support function alone.
//!
//! GJK (Gilbert, Johnson, Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space*, IEEE J. Robotics and Automation 4, 1988) keeps a **simplex**: up to four points
//! of the Minkowski difference, in the plane up to three. Each round it
//!
//! 1. takes the simplex' point nearest to the origin, `v`;
//! 2. asks for the **support point** `w` of the difference along `−v`, towards the origin;
//! 3. stops if `w` tells enough; else adds `w` to the simplex and drops the vertices that do not carry the
//!    new nearest point.
//!
//! `v` is a point of the difference, so the distance is at most `|v|`. All of the difference lies beyond the
//! plane through `w` across `v`, so the distance is at least `v·w/|v|`. The two bounds close in on each
//! other, and prove the answer when they meet (van den Bergen, *Collision Detection in Interactive 3D
//! Environments*, 2003, 4.3). A lower bound above zero is all that it takes to know that the shapes are
//! apart, and a simplex around the origin all that it takes to know that they overlap.
//!
//! All tolerances are relative to the size of the shapes, never to their place.

mod probe;
mod still;
mod vertices;

use crate::cache::Cache;
use crate::minkowski::{Difference, means};
use crate::ops;
use crate::simplex::{Nearest, Solve};
use crate::support::Support;
use crate::trace::{Observer, Step, Stop};
use crate::vector::{Vector, Wide};
pub(crate) use probe::still_apart;
use probe::{Probe, last_proof};
pub(crate) use still::{Still, still_nearest};
pub(crate) use vertices::Simplex;

/// Far above what any pair needs: curved pairs take some 20 to 40.
const MAX_ITERATIONS: usize = 128;

/// How much the loop is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Whether the shapes meet.
    Verdict,
    /// Whether they meet, and if so, how near their cores are.
    Contact,
    /// How far apart they are, to the end.
    Distance,
    /// How far apart they are or how near their cores, to the end.
    Nearest,
}

/// Where the loop ended.
pub(crate) struct Outcome<'s, V: Vector> {
    pub(crate) simplex: &'s Simplex<V>,
    /// The simplex is that of the cache, and holds the origin still.
    as_before: bool,
    /// The nearest point of the difference of the cores: `|nearest|` is their distance.
    pub(crate) nearest: V::Wide,
    /// A direction was found along which the shapes are apart.
    pub(crate) separated: bool,
    pub(crate) stop: Stop,
}

impl<V: Vector<Wide: Solve>> Outcome<'_, V> {
    /// The points of both cores that make the nearest point.
    #[inline]
    pub(crate) fn core_points(&self) -> (V::Wide, V::Wide) {
        means(self.simplex.vertices(), &self.simplex.weights())
    }

    /// The unit direction from the first core to the second, and how far apart they are.
    #[inline]
    pub(crate) fn separation(&self) -> (V::Wide, f64) {
        let distance = ops::f64::sqrt(self.nearest.dot(self.nearest));
        (-self.nearest * (1.0 / distance), distance)
    }

    /// What the next question about the pair may begin with.
    #[inline]
    pub(crate) fn remember(&self, cache: &mut Cache<V>) {
        cache.axis = V::narrow(-self.nearest);
        // An axis alone may have answered: then the vertices of before are still the best known.
        if self.simplex.count > 0 && !self.as_before {
            cache.remember(self.simplex.vertices());
        }
    }
}

/// Runs the loop, with an empty simplex.
#[inline]
pub(crate) fn run<'s, V, A, B, O>(
    difference: &Difference<V, A, B>,
    cache: Option<&Cache<V>>,
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
    let reach = difference.reach();
    let needs_distance = matches!(goal, Goal::Distance | Goal::Nearest);
    // The verdict is the first of the two bounds to pass `reach`, whatever the loop goes on to find.
    let (mut separated, mut met) = (false, false);
    // The square of the largest lower bound so far, and the axis that proves it.
    let mut proven = (0.0, V::Wide::ZERO);
    // Until there is a simplex, `nearest` is but a guess of where the difference lies.
    let mut nearest = match cache {
        Some(cache) if cache.axis.is_finite() && cache.axis != V::ZERO => -cache.axis.widen(),
        _ => difference.offset,
    };
    if !(nearest.dot(nearest) > 0.0) {
        nearest = V::axis(0).widen();
    }
    let mut square = f64::INFINITY;
    if !(reach.is_finite() && nearest.is_finite()) {
        return end(observer, simplex, nearest, separated, Stop::NotFinite);
    }
    // The last frame's axis was not tried yet.
    let mut untried = false;
    if let Some(cache) = cache {
        simplex.recall(cache, difference);
        // Without a vertex, the loop begins with the axis.
        if simplex.count > 0 {
            let Nearest { point, encloses, .. } = simplex.reduce();
            let shorter = point.dot(point);
            // All questions try the axis before they say that the shapes meet, so that they agree; unless the
            // cores are so near that no axis can prove otherwise. The distance rarely needs it.
            let clearly = difference.radius - 8.0 * difference.touch;
            if needs_distance && !encloses && shorter > reach * reach {
                untried = true;
            } else if cache.axis != V::ZERO
                && !(clearly > 0.0 && shorter <= clearly * clearly)
                && let Some(proof) = Probe::towards(nearest, difference, observer).proof(reach)
            {
                (separated, proven) = (true, proof);
                if !needs_distance {
                    simplex.count = 0;
                    return end(observer, simplex, nearest, separated, Stop::OriginNotPassed);
                }
            }
            if encloses && !separated {
                let outcome = end(observer, simplex, point, separated, Stop::OriginEnclosed);
                return Outcome { as_before: true, ..outcome };
            }
            // It cannot hold the origin if that was proved to be outside: then it is of no use.
            let touching = encloses || shorter <= difference.touch * difference.touch;
            if shorter.is_finite() && !(separated && touching) {
                (nearest, square) = (point, shorter);
            } else {
                simplex.count = 0;
            }
        }
    }
    let mut stop = Stop::IterationCap;
    for _ in 0..MAX_ITERATIONS {
        met |= !separated && square <= reach * reach;
        if (met && !matches!(goal, Goal::Contact | Goal::Nearest))
            || square <= difference.touch * difference.touch
        {
            return end(observer, simplex, nearest, separated, Stop::OriginTouched);
        }
        let Probe { vertex, axis, axis_squared, apart } = Probe::towards(nearest, difference, observer);
        // A NaN or infinity of any coordinate makes it one.
        if !apart.is_finite() {
            return end(observer, simplex, nearest, separated, Stop::NotFinite);
        }
        if !met && apart > 0.0 && apart * apart > reach * reach * axis_squared {
            separated = true;
            if !needs_distance {
                return end(observer, simplex, nearest, separated, Stop::OriginNotPassed);
            }
            let bound = apart * apart / axis_squared;
            if bound > proven.0 {
                proven = (bound, axis);
            }
        }
        if simplex.count == 0 {
            simplex.push(vertex);
            nearest = vertex.point;
            square = nearest.dot(nearest);
            observe_simplex(observer, simplex, nearest);
            continue;
        }
        let gap = square - nearest.dot(vertex.point);
        if !(gap > 0.0) || gap * gap <= difference.precision * difference.precision * square {
            stop = Stop::Converged;
            break;
        }
        if simplex.vertices().iter().any(|old| old.point == vertex.point) {
            stop = Stop::RepeatedSupport;
            nearest = as_proven(nearest, square, gap, proven);
            break;
        }
        simplex.push(vertex);
        let mut next = V::Wide::advance(simplex.count, |index| simplex.vertices[index].point);
        let mut shorter = next.point.dot(next.point);
        if !(shorter < square) {
            next = simplex.nearest_thoroughly();
            shorter = next.point.dot(next.point);
        }
        if untried && !separated && (next.encloses || shorter <= reach * reach) {
            untried = false;
            if let Some(proof) = last_proof(cache, difference, reach, observer) {
                (separated, proven) = (true, proof);
            }
        }
        // What was proved apart cannot meet: that is rounding.
        let touching = next.encloses || shorter <= difference.touch * difference.touch;
        let absurd = separated && touching;
        // Of shapes far from their own origin, and the simplex before it was the better one.
        let far = absurd && proven.0 > 64.0 * difference.touch * difference.touch;
        if far || !(shorter < square) {
            simplex.count -= 1;
            stop = Stop::NoProgress;
            nearest = as_proven(nearest, square, gap, proven);
            break;
        }
        simplex.keep(next.carriers);
        if absurd {
            // They all but touch. The direction of so short a way means nothing, but that of the axis does.
            let (square, axis) = proven;
            let way = ops::f64::sqrt(square / axis.dot(axis));
            return end(observer, simplex, -axis * way, separated, Stop::Converged);
        }
        observe_simplex(observer, simplex, next.point);
        if next.encloses {
            return end(observer, simplex, next.point, separated, Stop::OriginEnclosed);
        }
        nearest = next.point;
        square = shorter;
    }
    // The distance is about that of touching: then the last axis may tell what this way has not.
    if untried && !separated {
        separated = last_proof(cache, difference, reach, observer).is_some();
    }
    end(observer, simplex, nearest, separated, stop)
}

/// Where rounding ended the search: a way of the same length along the best axis so far, if that is closer to the truth
/// than the direction of the way itself. Of a way that is short beside the shapes, that may mean little.
#[cold]
fn as_proven<W: Wide>(nearest: W, square: f64, gap: f64, (bound, axis): (f64, W)) -> W {
    if !(bound > 0.0) {
        return nearest;
    }
    let length = ops::f64::sqrt(square);
    let along = -axis * (length / ops::f64::sqrt(axis.dot(axis)));
    // By how much each falls short of proving the distance; and the points are not in line with the axis.
    let aside = along - nearest;
    let short = (length - ops::f64::sqrt(bound)).max(ops::f64::sqrt(aside.dot(aside)));
    if short < gap / length { along } else { nearest }
}

#[inline(always)]
fn observe_simplex<V: Vector<Wide: Solve>, O: Observer<V>>(
    observer: &mut O,
    simplex: &Simplex<V>,
    nearest: V::Wide,
) {
    if O::ACTIVE {
        let weights = simplex.weights();
        let (vertices, weights) = (simplex.vertices(), &weights[..simplex.count]);
        observer.observe(Step::Simplex { vertices, weights, nearest });
    }
}

#[inline]
fn end<'s, V: Vector, O: Observer<V>>(
    observer: &mut O,
    simplex: &'s Simplex<V>,
    nearest: V::Wide,
    separated: bool,
    stop: Stop,
) -> Outcome<'s, V> {
    if O::ACTIVE {
        observer.observe(Step::GjkStop(stop));
    }
    Outcome { simplex, as_before: false, nearest, separated, stop }
}
