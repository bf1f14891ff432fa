//! A look at a pair: who keeps a cache has many questions, and most of them need no search.

use super::{Query, Space, centres};
use crate::cache::Cache;
use crate::gjk;
use crate::minkowski::Difference;
use crate::support::Support;
use crate::trace::Observer;
use crate::vector::{Scalar, Wide};

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// Whether the shapes meet, if it shows at once: to look takes less than to search, of which who keeps a cache
    /// has many to do.
    #[inline]
    pub(super) fn at_a_look(&self, cache: &Cache<V>) -> Option<bool> {
        if self.were_apart(cache) {
            // They do not reach far into each other at once.
            return self.are_parted(cache).then_some(false);
        }
        // In the plane, the whole answer takes hardly longer.
        (V::DIMENSION == 3 && centres::reach_each_other(self.a, self.b)).then_some(true)
    }

    /// Whether an axis parted the shapes in the last frame, and does so still.
    #[inline]
    pub(super) fn are_still_apart(&self, cache: &Cache<V>) -> bool {
        self.were_apart(cache) && self.are_parted(cache)
    }

    /// Whether the cache is of shapes that were apart.
    #[inline(always)]
    fn were_apart(&self, cache: &Cache<V>) -> bool {
        // The axis is as long as the cores were apart. A NaN proves nothing.
        let (axis, radius) = (cache.axis.widen(), self.a.radius().widen() + self.b.radius().widen());
        axis.dot(axis) > radius * radius
    }

    #[inline]
    fn are_parted(&self, cache: &Cache<V>) -> bool {
        gjk::still_apart(&Difference::new(self.a, self.b), cache.axis.widen())
    }
}
