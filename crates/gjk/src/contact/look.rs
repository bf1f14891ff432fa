//! A look at a pair: who keeps a cache has many questions, and most of them need no search.

use super::{ClosestPoints, Query, Space, centres};
use crate::cache::Cache;
use crate::gjk::{self, Still};
use crate::minkowski::Difference;
use crate::ops;
use crate::support::Support;
use crate::trace::{Observer, Stop};
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

    /// The nearest points, if they lie where they lay in the last frame.
    #[inline(never)]
    pub(super) fn nearest_at_a_look(&mut self) -> Option<ClosestPoints<V>> {
        let cache = self.cache.as_deref_mut()?;
        let difference = Difference::new(self.a, self.b);
        let Still { on_a, on_b, way } = gjk::still_nearest(&difference, cache)?;
        cache.axis = V::narrow(-way);
        let distance = ops::f64::sqrt(way.dot(way));
        let normal = -way * (1.0 / distance);
        Some(ClosestPoints::new(&difference, (on_a, on_b), normal, distance, Stop::Converged))
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

#[cfg(test)]
mod tests {
    use glam::{Affine2, Affine3A, Quat, Vec2};

    use crate::contact::Space;
    use crate::vector::{Scalar, Wide};
    use crate::{Cache, ConvexPolygon, Cuboid, Hull, Query, Rectangle, Support, closest_points};

    /// Asks about a pair that moves as long as it is apart; how many of the answers showed at a look.
    fn looks<V: Space>(
        a: &impl Support<V>,
        b: &impl Support<V>,
        frames: impl Iterator<Item = V::Affine>,
    ) -> (usize, usize) {
        let (mut cache, mut count, mut known) = (Cache::default(), 0, 0);
        for affine in frames {
            let b = b.placed(affine);
            let Some(cold) = closest_points(a, &b) else { continue };
            if let Some(found) = Query::new(a, &b).cache(&mut cache).nearest_at_a_look() {
                known += 1;
                assert!((found.distance - cold.distance).widen().abs() < 4e-7, "{found:?} {cold:?}");
                assert!(found.normal.widen().dot(cold.normal.widen()) > 1.0 - 1e-6, "{found:?} {cold:?}");
            }
            Query::new(a, &b).cache(&mut cache).closest_points();
            count += 1;
        }
        (count, known)
    }

    #[test]
    fn what_moves_little_is_known_at_a_look() {
        let polygon = |corners| ConvexPolygon::regular(1.0, corners).unwrap();
        let circling = |frame: i32| {
            let turn = frame as f32 * 0.01;
            Affine2::from_angle_translation(1.7 * turn, Vec2::from_angle(turn) * (3.5 - 0.05 * turn))
        };
        let (count, known) = looks(&polygon(5), &polygon(8), (0..2000).map(circling));
        assert!(count > 1500 && 10 * known > 9 * count, "{known} of {count}");
        let (count, known) = looks(&polygon(5), &Rectangle::new(1.0, 0.7), (0..2000).map(circling));
        assert!(count > 1500 && 10 * known > 9 * count, "{known} of {count}");
        let tumbling = |frame: i32| {
            let turn = frame as f32 * 0.01;
            let at = (Vec2::from_angle(turn) * (3.5 - 0.05 * turn)).extend(turn.sin());
            Affine3A::from_rotation_translation(Quat::from_rotation_x(turn) * Quat::from_rotation_y(turn), at)
        };
        let points = (0..20).map(|index| {
            let flat = Vec2::from_angle(index as f32 * 2.4);
            let height = (index as f32 - 9.5) / 10.0;
            (flat * (1.0 - height * height).sqrt()).extend(height)
        });
        let hull = Hull::new(points).unwrap();
        for (count, known) in [
            looks(&Cuboid::new(1.0, 1.5, 2.0), &Cuboid::new(1.0, 1.0, 0.5), (0..2000).map(tumbling)),
            looks(&Cuboid::new(1.0, 1.5, 2.0), &hull, (0..2000).map(tumbling)),
        ] {
            assert!(count > 1500 && 10 * known > 9 * count, "{known} of {count}");
        }
    }
}
