//! The signed distance of two shapes, one of which is displaced, in the precision of the solvers.
//!
//! The signed distance of two convex shapes is a convex function of a translation: it is the largest of the
//! separations along all normals, each of which is linear. So the plane found here bounds the distance after any
//! other translation from below. Algorithms that move a shape step by step, such as conservative advancement
//! (Mirtich, *Impulse-based Dynamic Simulation of Rigid Body Systems*, 1996, 2.3), need exactly this, and need the
//! displacement in `f64`, so that steps do not add up roundings.

use crate::epa::penetration;
use crate::gjk::{self, Goal};
use crate::math::tolerance::NORMAL_PRECISION;
use crate::math::{Scalar, Vector, Wide};
use crate::minkowski::MinkowskiDifference;
use crate::query::half_space::HalfSpacePair;
use crate::query::{Query, Space};
use crate::separation::Separation;
use crate::support::Support;
use crate::trace::{Observer, Status, Stop};

/// The signed distance of two shapes, with all numbers in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance<V: Vector> {
    /// The distance, or minus the depth of the overlap.
    pub distance: f64,
    /// The separation along the normal, which is at most the signed distance, up to the rounding of support points.
    /// After a translation of the first shape by `t`, the signed distance is at least `bound - normal.dot(t)`.
    pub bound: f64,
    /// The unit direction from the first shape to the second.
    pub normal: V::Wide,
    /// The closest or deepest point of the first shape, displaced, in world space.
    pub on_a: V::Wide,
    /// The closest or deepest point of the second shape, in world space.
    pub on_b: V::Wide,
    /// The signed distance up to which the shapes count as touching; see [`intersects`](crate::intersects).
    pub touching_distance: f64,
    /// How the search ended, and so how precise the answer is.
    pub status: Status,
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// Returns the signed distance after the first shape is displaced, or `None` if a shape or the displacement is
    /// not finite.
    ///
    /// ```
    /// use gjk::{Circle, DVec2, Query, Rectangle};
    ///
    /// let (ball, wall) = (Circle::new(1.0), Rectangle::new(1.0, 8.0));
    /// let found = Query::new(&ball, &wall).signed_distance(DVec2::new(-4.0, 0.0)).unwrap();
    /// assert_eq!((found.distance, found.normal), (2.5, DVec2::X));
    /// let found = Query::new(&ball, &wall).signed_distance(DVec2::new(-1.25, 0.0)).unwrap();
    /// assert_eq!((found.distance, found.normal), (-0.25, DVec2::X));
    /// ```
    pub fn signed_distance(mut self, displacement: V::Wide) -> Option<SignedDistance<V>> {
        if let Some(pair) = HalfSpacePair::new(self.a, self.b) {
            return half_space_distance(&pair, displacement);
        }
        let mut difference = MinkowskiDifference::new(self.a, self.b);
        difference.offset += displacement;
        let precision = difference.precision;
        difference.precision *= NORMAL_PRECISION;
        let mut own_cache = Default::default();
        let cache = self.cache.take().unwrap_or(&mut own_cache);
        let outcome = gjk::run(&difference, Some(cache), Goal::DistanceOrContact, &mut self.observer);
        if outcome.stop == Stop::NotFinite {
            return None;
        }
        outcome.store(cache);
        let separation = if outcome.intersects() {
            difference.precision = precision;
            penetration(&difference, &outcome, &mut self.observer)
        } else {
            difference.separation(&outcome.cores(), outcome.stop)
        };
        let Separation { on_a, on_b, normal, distance, touching_distance, status } = separation;
        let support = difference.support(V::narrow(normal)).point;
        let bound = distance.min(-support.dot(normal) - difference.radius);
        let found = SignedDistance {
            distance,
            bound,
            normal,
            on_a: on_a + displacement,
            on_b,
            touching_distance,
            status,
        };
        found.if_finite()
    }
}

impl<V: Vector> SignedDistance<V> {
    /// Returns the answer if all of its numbers are finite and its normal has a direction.
    fn if_finite(self) -> Option<Self> {
        let is_finite = (self.distance + self.bound + self.touching_distance).is_finite()
            && (self.on_a + self.on_b).is_finite()
            && self.normal.dot(self.normal) > 0.5;
        is_finite.then_some(self)
    }
}

/// Displaces the first shape of a pair with a half-space, from which the distance is linear.
fn half_space_distance<V: Vector>(
    pair: &HalfSpacePair<V>,
    displacement: V::Wide,
) -> Option<SignedDistance<V>> {
    let &HalfSpacePair { separation, half_space_first } = pair;
    let Separation { mut on_a, mut on_b, normal, mut distance, touching_distance, status } = separation;
    // Two half-spaces that do not face each other overlap by the same, infinite depth wherever they are.
    if distance > -V::Scalar::FAR.widen() {
        distance -= normal.dot(displacement);
    }
    if half_space_first {
        on_a = on_b - normal * distance;
    } else {
        on_a += displacement;
        on_b = on_a + normal * distance;
    }
    SignedDistance { distance, bound: distance, normal, on_a, on_b, touching_distance, status }.if_finite()
}
