//! Ray casts against a shape (van den Bergen, *Ray Casting against General Convex Objects with Application to
//! Continuous Collision Detection*, 2004).
//!
//! A ray is a moving point, so its hit is the [`cast`](crate::cast()) of a point. The Minkowski difference of
//! a shape and a point is the shape itself.

use crate::math::{Scalar, Vector, Wide, ops};
use crate::query::range::{RangeCheck, are_finite};
use crate::query::{Query, Space};
use crate::shape::Point;
use crate::support::Support;
use crate::trace::{Observer, Status};

/// Where a ray enters a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit<V: Vector> {
    /// The point of entry, in world space; the origin if the ray starts inside.
    pub point: V,
    /// The outward unit normal of the shape there.
    pub normal: V,
    /// The distance from the origin of the ray, in world units; zero if the ray starts inside the shape.
    pub distance: V::Scalar,
    /// How the search ended, and so how precise the answer is.
    pub status: Status,
}

/// Returns where a ray enters a shape, or `None` if it does not within a distance of `max`.
///
/// The direction has any length except zero. Shapes are solid: a ray that starts inside hits at once, and its
/// normal is that of the shortest way out.
///
/// ```
/// use gjk::{Sphere, Vec3};
///
/// let ball = Sphere::new(1.0);
/// let hit = gjk::ray_cast(&ball, Vec3::new(0.0, 0.0, 5.0), Vec3::NEG_Z, 100.0).unwrap();
/// assert_eq!((hit.distance, hit.point, hit.normal), (4.0, Vec3::Z, Vec3::Z));
/// assert!(gjk::ray_cast(&ball, Vec3::new(0.0, 0.0, 5.0), Vec3::NEG_Z, 3.0).is_none());
/// ```
#[inline]
#[doc(alias("cast_ray", "raycast", "ray cast"))]
pub fn ray_cast<V: Space>(
    shape: &(impl Support<V> + ?Sized),
    origin: V,
    direction: V,
    max: V::Scalar,
) -> Option<RayHit<V>> {
    Query::new(&Point::new([origin]), shape).ray_cast(direction, max)
}

impl<V: Space, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, Point<V>, B, O> {
    /// Casts a ray from the first shape of the query against the second. See [`ray_cast`].
    pub fn ray_cast(self, direction: V, max: V::Scalar) -> Option<RayHit<V>> {
        let [origin] = self.a.corners;
        // Normalized in `f64`, after a scale that keeps squares in range.
        let largest = direction.max(-direction).max_element().widen();
        let direction = direction.widen() * (1.0 / largest);
        let direction = direction * (1.0 / ops::f64::sqrt(direction.dot(direction)));
        let impact = self.impact(-direction, max.widen())?;
        // For a ray that starts inside, the direction may be NaN.
        let point =
            if impact.time > 0.0 { V::narrow(origin.widen() + direction * impact.time) } else { origin };
        let (normal, distance) = (V::narrow(-impact.normal), V::Scalar::narrow(impact.time));
        let mut hit = RayHit { point, normal, distance, status: impact.status };
        if !are_finite(point, normal, distance) {
            hit.clamp();
        }
        Some(hit)
    }
}

impl<V: Vector> RayHit<V> {
    /// Clamps all numbers to the range of the scalar.
    #[cold]
    #[inline(never)]
    fn clamp(&mut self) {
        let mut range = RangeCheck { status: self.status };
        self.point = range.clamp_point(self.point);
        self.normal = range.valid_normal(self.normal);
        self.distance = range.clamp(self.distance);
        self.status = range.status;
    }
}
