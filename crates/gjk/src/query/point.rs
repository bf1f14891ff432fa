//! The questions about a shape and a point.
//!
//! A point is a shape, so these are questions about two shapes. For a cache or an observer, use [`Query`]
//! with a [`Point`].

use crate::math::{Scalar, Vector};
use crate::query::range::RangeCheck;
use crate::query::{Query, Space};
use crate::shape::Point;
use crate::support::Support;
use crate::trace::Status;

/// The point of a shape that is nearest to a given point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestPoint<V: Vector> {
    /// The nearest point; the given point itself if the shape contains it.
    pub point: V,
    /// The distance from the given point; zero if the shape contains it.
    pub distance: V::Scalar,
    /// How the search ended, and so how precise the answer is.
    pub status: Status,
}

/// Returns whether a shape contains a point. Points on the boundary count, to within the tolerance of
/// [`intersects`](crate::intersects).
///
/// ```
/// use gjk::{Ellipse, Vec2};
///
/// let lake = Ellipse::new(2.0, 1.0);
/// assert!(gjk::contains_point(&lake, Vec2::new(1.4, 0.7)));
/// assert!(!gjk::contains_point(&lake, Vec2::new(1.5, 0.7)));
/// ```
#[inline]
pub fn contains_point<V: Space>(shape: &(impl Support<V> + ?Sized), point: V) -> bool {
    Query::new(&Point::new([point]), shape).intersects()
}

/// Returns the point of a shape that is nearest to a given point.
///
/// ```
/// use gjk::{Cuboid, Vec3};
///
/// let house = Cuboid::new(2.0, 2.0, 2.0);
/// let nearest = gjk::nearest_point(&house, Vec3::new(4.0, 5.0, 0.5));
/// assert_eq!((nearest.point, nearest.distance), (Vec3::new(1.0, 1.0, 0.5), 5.0));
/// let within = Vec3::new(0.5, 0.0, 0.0);
/// assert_eq!(gjk::nearest_point(&house, within).point, within);
/// ```
#[inline]
pub fn nearest_point<V: Space>(shape: &(impl Support<V> + ?Sized), point: V) -> NearestPoint<V> {
    let origin = Point::new([point]);
    match Query::new(&origin, shape).closest_points() {
        Some(closest) => {
            NearestPoint { point: closest.on_b, distance: closest.distance, status: closest.status }
        }
        None => {
            let intersects = Query::new(&origin, shape).intersects();
            let status = if intersects { Status::Converged } else { Status::NotFinite };
            // The given point itself may not be finite.
            let mut range = RangeCheck { status };
            let point = range.clamp_point(point);
            NearestPoint { point, distance: V::Scalar::ZERO, status: range.status }
        }
    }
}
