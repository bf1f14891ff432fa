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
        if self.are_still_apart(cache) {
            return Some(false);
        }
        // In the plane, the whole answer takes hardly longer.
        (V::DIMENSION == 3 && centres::reach_each_other(self.a, self.b)).then_some(true)
    }

    #[inline]
    pub(super) fn are_still_apart(&self, cache: &Cache<V>) -> bool {
        // It is as long as the cores were apart: of shapes that met it says nothing.
        let (axis, radius) = (cache.axis.widen(), self.a.radius().widen() + self.b.radius().widen());
        axis.dot(axis) > radius * radius && gjk::still_apart(&Difference::new(self.a, self.b), axis)
    }
}
