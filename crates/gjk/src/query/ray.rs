//! Rays against a shape.
//!
//! A ray is a point that moves: its hit is the [`cast`](crate::cast()) of a point. The difference of a shape
//! and a point is the shape itself, and so this is the GJK ray cast (van den Bergen, *Ray Casting against
//! General Convex Objects with Application to Continuous Collision Detection*, 2004).

use crate::math::ops;
use crate::math::{Scalar, Vector, Wide};
use crate::query::{Query, Space};
use crate::reference::{Observer, Status};
use crate::shape::Point;
use crate::support::Support;

/// Where a ray enters a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct RayHit<V: Vector> {
    /// The point, in the world.
    pub point: V,
    /// The unit normal of the shape there, towards the outside.
    pub normal: V,
    /// How far the point is from the origin of the ray, in the units of the world; zero if the ray starts
    /// within the shape.
    pub distance: V::Scalar,
    /// How far the answer can be trusted.
    pub status: Status,
}

/// Where a ray enters a shape, at most `max` away from its origin, or nothing if it does not.
///
/// The direction has any length but zero. A shape is solid: a ray that starts in it hits it at once, and the
/// normal is then the shortest way out.
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
pub fn ray_cast<V: Space>(
    shape: &(impl Support<V> + ?Sized),
    origin: V,
    direction: V,
    max: V::Scalar,
) -> Option<RayHit<V>> {
    Query::new(&Point::new([origin]), shape).ray_cast(direction, max)
}

impl<V: Space, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, Point<V>, B, O> {
    /// See [`ray_cast`]: the first shape is the origin of the ray.
    pub fn ray_cast(self, direction: V, max: V::Scalar) -> Option<RayHit<V>> {
        let [origin] = self.a.corners;
        // To unit length in `f64`, from where squares stay in range.
        let largest = direction.max(-direction).max_element().widen();
        let direction = direction.widen() * (1.0 / largest);
        let direction = direction * (1.0 / ops::f64::sqrt(direction.dot(direction)));
        let impact = self.impact(-direction, max.widen())?;
        let normal = -impact.normal;
        Some(RayHit {
            // From within, the direction may be anything.
            point: if impact.time > 0.0 {
                V::narrow(origin.widen() + direction * impact.time)
            } else {
                origin
            },
            normal: V::narrow(normal),
            distance: V::Scalar::narrow(impact.time),
            status: impact.status,
        })
    }
}
