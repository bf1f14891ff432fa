//! The warm start: the simplex and the lower bound with which the loop starts.
//!
//! In most games a pair moves little from frame to frame, so the features that were closest in the last frame
//! often still are. The loop then starts from their simplex, and ends after a single support point.

use crate::gjk::SimplexCache;
use crate::gjk::bounds::{LowerBound, SupportPlane};
use crate::gjk::{Goal, Simplex};
use crate::math::{Vector, Wide};
use crate::minkowski::MinkowskiDifference;
use crate::simplex::{Nearest, Solve};
use crate::support::Support;
use crate::trace::{Observer, Stop};

/// What the loop starts with.
pub(super) struct WarmStart<V: Vector> {
    /// The point of the simplex nearest to the origin. Without a simplex, a guess of where the difference
    /// lies.
    pub(super) nearest: V::Wide,
    /// The square of its length; infinite without a simplex.
    pub(super) length_squared: f64,
    pub(super) bound: LowerBound<V>,
    /// The reason to stop at once, if the question is answered already.
    pub(super) stop: Option<Stop>,
}

impl<V: Vector<Wide: Solve>> WarmStart<V> {
    /// Fills `simplex` from the cache.
    #[inline(always)]
    pub(super) fn new<A, B, O>(
        difference: &MinkowskiDifference<V, A, B>,
        cache: Option<&SimplexCache<V>>,
        goal: Goal,
        observer: &mut O,
        simplex: &mut Simplex<V>,
    ) -> Self
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>,
    {
        let contact_distance = difference.contact_distance();
        let cached_axis = cache.map(|cache| cache.axis).filter(|axis| axis.is_finite() && *axis != V::ZERO);
        let mut nearest = cached_axis.map_or(difference.offset, |axis| -axis.widen());
        if !(nearest.dot(nearest) > 0.0) {
            nearest = V::axis(0).widen();
        }
        let mut start = Self { nearest, length_squared: f64::INFINITY, bound: LowerBound::new(), stop: None };
        if !(contact_distance.is_finite() && nearest.is_finite()) {
            return Self { stop: Some(Stop::NotFinite), ..start };
        }
        if let Some(cache) = cache {
            simplex.restore(cache, difference);
            if !simplex.is_empty() {
                start.take_simplex(difference, cache, goal, observer, simplex);
            }
        }
        start
    }

    /// Takes the cached simplex, or drops it if it is of no use any more.
    #[inline(always)]
    fn take_simplex<A, B, O>(
        &mut self,
        difference: &MinkowskiDifference<V, A, B>,
        cache: &SimplexCache<V>,
        goal: Goal,
        observer: &mut O,
        simplex: &mut Simplex<V>,
    ) where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>,
    {
        let contact_distance = difference.contact_distance();
        let Nearest { point, encloses, .. } = simplex.reduce_to_nearest();
        let length_squared = point.dot(point);
        // The cached axis often answers at once. It cannot where the cores are so near that no axis separates the
        // shapes, and the distance needs more than an axis.
        let inner_radius = difference.radius - difference.touching_band();
        let is_clearly_inside = inner_radius > 0.0 && length_squared <= inner_radius * inner_radius;
        let is_beyond = !encloses && length_squared > contact_distance * contact_distance;
        if cache.axis != V::ZERO
            && !is_clearly_inside
            && !(goal.wants_distance() && is_beyond)
            && self.bound.raise_lower_bound(
                &SupportPlane::towards_origin(self.nearest, difference, observer),
                contact_distance,
            )
            && !goal.wants_distance()
        {
            simplex.clear();
            self.stop = Some(Stop::SeparatingAxis);
            return;
        }
        if encloses && !self.bound.separated {
            self.nearest = point;
            self.stop = Some(Stop::OriginEnclosed);
            return;
        }
        // A simplex that contains the origin contradicts an axis that separates the shapes.
        let touching =
            encloses || length_squared <= difference.touching_distance * difference.touching_distance;
        if length_squared.is_finite() && !(self.bound.separated && touching) {
            (self.nearest, self.length_squared) = (point, length_squared);
        } else {
            simplex.clear();
        }
    }
}
