//! The warm start: the simplex and the lower bound with which the loop starts.
//!
//! In most games a pair moves little from frame to frame, so the features that were closest in the last frame
//! often still are. The loop then starts from their simplex, and ends after a single support point.

use crate::gjk::bounds::SupportPlane;
use crate::gjk::{Goal, SimplexCache, State};
use crate::math::{Vector, Wide};
use crate::minkowski::MinkowskiDifference;
use crate::simplex::{Nearest, Solve};
use crate::support::Support;
use crate::trace::{Observer, Stop};

impl<V: Vector<Wide: Solve>> State<V> {
    /// Takes the simplex and the axis of the cache. Returns the reason to stop at once, if the question is answered
    /// already.
    #[inline(always)]
    pub(super) fn warm_start<A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>>(
        &mut self,
        difference: &MinkowskiDifference<V, A, B>,
        cache: Option<&SimplexCache<V>>,
        goal: Goal,
        observer: &mut O,
    ) -> Option<Stop> {
        let cached_axis = cache.map(|cache| cache.axis).filter(|axis| axis.is_finite() && *axis != V::ZERO);
        self.nearest = cached_axis.map_or(difference.offset, |axis| -axis.widen());
        if !(self.nearest.dot(self.nearest) > 0.0) {
            self.nearest = V::axis(0).widen();
        }
        if !(difference.core_touching_distance().is_finite() && self.nearest.is_finite()) {
            return Some(Stop::NotFinite);
        }
        let cache = cache?;
        self.simplex.restore(cache, difference);
        if self.simplex.is_empty() { None } else { self.take_simplex(difference, cache, goal, observer) }
    }

    /// Takes the cached simplex, or drops it if it is of no use any more.
    #[inline(always)]
    fn take_simplex<A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>>(
        &mut self,
        difference: &MinkowskiDifference<V, A, B>,
        cache: &SimplexCache<V>,
        goal: Goal,
        observer: &mut O,
    ) -> Option<Stop> {
        let core_touching_distance = difference.core_touching_distance();
        let Nearest { point, encloses, .. } = self.simplex.reduce_to_nearest();
        let length_squared = point.dot(point);
        // The cached axis often answers at once. It cannot where the cores are so near that no axis separates the
        // shapes, and the distance needs more than an axis.
        let inner_radius = difference.radius - difference.touching_band();
        let is_clearly_inside = inner_radius > 0.0 && length_squared <= inner_radius * inner_radius;
        let is_beyond = !encloses && length_squared > core_touching_distance * core_touching_distance;
        if cache.axis != V::ZERO
            && !is_clearly_inside
            && !(goal.wants_distance() && is_beyond)
            && self.bound.raise(
                &SupportPlane::towards_origin(self.nearest, difference, observer),
                core_touching_distance,
            )
            && !goal.wants_distance()
        {
            self.simplex.clear();
            return Some(Stop::SeparatingAxis);
        }
        if encloses && !self.bound.is_apart() {
            (self.nearest, self.length_squared) = (point, 0.0);
            return Some(Stop::OriginEnclosed);
        }
        // A simplex that contains the origin contradicts an axis that separates the shapes.
        let touching =
            encloses || length_squared <= difference.touching_distance * difference.touching_distance;
        if length_squared.is_finite() && !(self.bound.is_apart() && touching) {
            (self.nearest, self.length_squared) = (point, length_squared);
        } else {
            self.simplex.clear();
        }
        None
    }
}
